"""The rows of a result: in columns of text, as an HTML table, as a data frame."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import Any, TypeVar

from holecard.errors import MissingExtra, UnknownName

Cells = Sequence[Sequence[str]]
Entry = TypeVar("Entry")
FRAMES = ("pandas", "polars")
FIELD_NAMES = {
    "id": "wager",
    "paytable": "pay table",
    "play": "way of playing",
    "beside": "payment",
}


class Rows(ABC):
    """What every result has: `rows` for a data frame of whichever kind is at hand."""

    @property
    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """Dicts of plain numbers and texts, each with the same keys."""

    def to_frame(self) -> Any:
        """The rows as a data frame: of the package in use already, else pandas, else polars."""
        for name in sorted(FRAMES, key=lambda name: name not in sys.modules):
            try:
                return import_module(name).DataFrame(self.rows)
            except ModuleNotFoundError:
                continue
        raise MissingExtra("a data frame", needs=" or ".join(FRAMES), install=FRAMES[0])


def pick(entries: Sequence[Entry], **asked: str) -> Entry:
    """The first entry that has the fields asked for; an empty text asks for nothing. A refusal
    says which field no entry has, and suggests the nearest."""
    for field, wanted in asked.items():
        known = {getattr(one, field) for one in entries}
        if wanted and wanted not in known:
            raise UnknownName(f"{FIELD_NAMES[field]} in this result", wanted, known)
        entries = [one for one in entries if wanted in ("", getattr(one, field))]
    return entries[0]


def columns(rows: Cells, left: int = 1) -> str:
    """Rows in columns: the first `left` to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append("  ".join([*cells, *row[len(widths) :]]).rstrip())
    return "\n".join(lines)


def html_tables(tables: Sequence[Cells], caption: str) -> str:
    """Tables under one caption."""
    return "".join(html_table(rows, "" if at else caption) for at, rows in enumerate(tables))


def html_table(rows: Cells, caption: str = "") -> str:
    """The same for a notebook; the first row is the head."""
    from html import escape

    head, *body = rows
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in body]
    return f"<table>{title}{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
