"""A page set by typst from a template and plain data, as PDF/A, with fonts that typst carries."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

from holecard.errors import MissingExtra

STANDARD: Final = "a-2a"
# Nothing says when it was printed: the same inputs must print the same bytes.
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def typeset(template: bytes, data: dict[str, Any], what: str) -> bytes:
    """The bytes of the PDF: the same for the same data, on every machine. `what` is for whoever has
    no typst; the template finds the data under `sheet`."""
    try:
        import typst
    except ImportError as missing:
        raise MissingExtra(what, "report") from missing
    made = typst.compile(
        template,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=STANDARD,
        timestamp=int(NO_TIME.timestamp()),
        sys_inputs={"sheet": json.dumps(data)},
    )
    return bytes(made)
