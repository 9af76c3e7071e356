"""Card faces as text: boxes with rank and suit in the corner that stays visible under overlap."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from holecard.cards import card_symbol, read_card
from holecard.play.view import BACK as FACE_DOWN
from holecard.terminal.block import Block, beside
from holecard.terminal.colours import BACK, BRASS, EDGE, FELT_LIGHT, ON_INK, ON_PAPER, PAPER

SMALL, LARGE = 3, 5  # a card's lines
WIDTHS = {SMALL: 5, LARGE: 7}
STEP = 4  # what an overlapped card still shows: its edge, rank and suit
CARD_WORD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")


def spread_art(cards: Sequence[str], size: int) -> Block:
    """Cards side by side while they are few, as a dealer lays them out."""
    if len(cards) > 4:
        return hand_art(cards, size)
    return beside([face(card, size) for card in cards], 1)


def hand_art(cards: Sequence[str], size: int) -> Block:
    """Cards in a row, each lying over the one before it."""
    faces = [face(card, size) for card in cards]
    lines = [Text() for _ in range(size)]
    for place, drawn in enumerate(faces):
        covered = place < len(faces) - 1
        for line, row in zip(lines, drawn, strict=True):
            line.append_text(row[:STEP] if covered else row)
    return lines


def face(card: str, size: int) -> Block:
    """One card: `Th`, or `??` for a card that lies face down."""
    if card == FACE_DOWN:
        return back(size)
    symbol = card_symbol(read_card(card))
    inner = WIDTHS[size] - 2
    edge = Style(color=EDGE, bgcolor=PAPER)
    ink = Style(color=ON_PAPER[symbol[-1]], bgcolor=PAPER, bold=True)
    rows = {
        SMALL: [symbol.ljust(inner)],
        LARGE: [symbol[:-1].ljust(inner), symbol[-1].ljust(inner), symbol.rjust(inner)],
    }[size]
    return boxed(rows, inner, ink, edge)


def back(size: int) -> Block:
    inner = WIDTHS[size] - 2
    style = Style(color=BRASS, bgcolor=BACK)
    return boxed(["░" * inner] * (size - 2), inner, style, style)


def empty_places(count: int, size: int) -> Block:
    """Where cards will lie."""
    inner = WIDTHS[size] - 2
    style = Style(color=FELT_LIGHT)
    one = ["╭" + "╌" * inner + "╮", *["╎" + " " * inner + "╎"] * (size - 2)]
    one.append("╰" + "╌" * inner + "╯")
    return [Text(" ".join([row] * count), style) for row in one]


def boxed(rows: Sequence[str], inner: int, ink: Style, edge: Style) -> Block:
    lines = [Text("╭" + "─" * inner + "╮", edge)]
    lines += [Text.assemble(("│", edge), (row, ink), ("│", edge)) for row in rows]
    return [*lines, Text("╰" + "─" * inner + "╯", edge)]


def card_words(cards: Sequence[str]) -> Text:
    """Cards in a line of text: `10♥ 6♠`."""
    symbols = ["▒▒" if card == FACE_DOWN else card_symbol(read_card(card)) for card in cards]
    return with_suits(" ".join(symbols))


def with_suits(words: str, style: str = "") -> Text:
    """Words with the cards in them in the colours of their suits."""
    text = Text(words, style)
    for found in CARD_WORD.finditer(words):
        text.stylize(Style(color=ON_INK[found[0][-1]], bold=True), *found.span())
    return text
