"""The sheet as PDF/A, set by typst from template.typ with the fonts typst itself carries."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib import resources
from typing import Any, Final

from holecard import __version__
from holecard.errors import MissingExtra
from holecard.report.blocks import Examples, card_face, plain
from holecard.report.sheet import MathSheet

STANDARD: Final = "a-2a"
# A sheet says when it was printed nowhere: the same inputs must print the same bytes.
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def pdf(sheet: MathSheet) -> bytes:
    """The bytes of the PDF: the same for the same sheet, on every machine."""
    try:
        import typst
    except ImportError as missing:
        raise MissingExtra("a PDF sheet", "report") from missing
    template = resources.files("holecard.report").joinpath("template.typ").read_bytes()
    made = typst.compile(
        template,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=STANDARD,
        timestamp=int(NO_TIME.timestamp()),
        sys_inputs={"sheet": json.dumps(template_data(sheet))},
    )
    return bytes(made)


def template_data(sheet: MathSheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "name": sheet.game.name,
        "rules_line": sheet.game.line,
        "definition": sheet.game.short_hash,
        "made": f"Holecard {__version__}",
        "stamp": [list(pair) for pair in sheet.stamp],
        "sections": [
            {
                "title": section.title,
                "own_page": section.own_page,
                "blocks": [block_data(block) for block in section.blocks],
            }
            for section in sheet.sections
        ],
    }


def block_data(block: object) -> Any:
    """A block as the template takes it: cards with rank and suit apart."""
    data: Any = plain(block)
    if isinstance(block, Examples):
        for one in data["items"]:
            for hand in one["hands"]:
                faces = [card_face(text) for text in hand["cards"]]
                hand["cards"] = [{"rank": rank, "suit": suit} for rank, suit in faces]
    return data
