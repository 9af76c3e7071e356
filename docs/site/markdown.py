"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """Without what a table would take for its own."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """A table, the columns `right` set right; nothing if there are no rows."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    if not lines:
        return ""
    rule = "|".join("---:" if at in right else "---" for at in range(len(head)))
    return "\n".join(["| " + " | ".join(head) + " |", f"|{rule}|", *lines])
