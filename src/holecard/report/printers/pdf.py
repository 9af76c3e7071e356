"""The sheet as PDF/A, set from template.typ."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

from holecard import __version__
from holecard.report.blocks import Examples, card_face, plain
from holecard.report.printers.typeset import typeset

if TYPE_CHECKING:
    from holecard.report.sheet import MathSheet


def pdf(sheet: MathSheet) -> bytes:
    """The bytes of the PDF: the same for the same sheet, on every machine."""
    template = resources.files("holecard.report").joinpath("template.typ").read_bytes()
    return typeset(template, template_data(sheet), "a PDF sheet")


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
