"""A drawn piece of the table that is painted again only when it has changed."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class Drawn(Static):
    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.text = Text()

    def draw(self, text: Text) -> None:
        """Show the text; the screen is laid out anew only if it needs more or fewer lines."""
        if text != self.text:
            lines = text.plain.count("\n") != self.text.plain.count("\n")
            empty = bool(text.plain) != bool(self.text.plain)
            self.text = text
            self.update(text, layout=lines or empty)
