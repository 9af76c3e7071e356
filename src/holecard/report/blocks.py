"""What a math sheet is made of: plain values that PDF, HTML and Markdown all print."""

from __future__ import annotations

from dataclasses import dataclass, fields

from holecard.cards import RANKS, SUITS


@dataclass(frozen=True)
class Words:
    text: str


@dataclass(frozen=True)
class Steps:
    """A numbered list."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of text: the first `left` columns to the left, numbers to the right. `total` sets the
    last row apart."""

    id: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    total: bool = False
    prose: bool = False  # cells hold sentences: all to the left, and may break
    widths: tuple[int, ...] = ()  # shares of the page for prose columns


@dataclass(frozen=True)
class Grid:
    """A strategy chart: a letter in each cell says it, the colour only helps."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Grids:
    """Charts that are read together: the first beside the others where there is room."""

    items: tuple[Grid, ...]


@dataclass(frozen=True)
class Hand:
    whose: str
    cards: tuple[str, ...]  # rank and suit letters, as `card_text` writes them
    says: str
    gone: bool = False  # cards that were thrown away: drawn crossed out


@dataclass(frozen=True)
class Example:
    """A worked round, drawn with its cards."""

    title: str
    hands: tuple[Hand, ...]
    results: tuple[str, ...]
    line: str  # the round line: it replays


@dataclass(frozen=True)
class Examples:
    items: tuple[Example, ...]


@dataclass(frozen=True)
class Picture:
    """A drawing, with the words for those who cannot see it."""

    caption: str
    svg: str
    alt: str


@dataclass(frozen=True)
class Code:
    text: str


Block = Words | Steps | Table | Grids | Examples | Picture | Code


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...]
    own_page: bool = False  # has a page to itself, as a card that is cut out does


def plain(value: object) -> object:
    """A block as dictionaries and lists, each with its kind, for templates."""
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if hasattr(value, "__dataclass_fields__"):
        kind = {"kind": type(value).__name__.lower()}
        return kind | {one.name: plain(getattr(value, one.name)) for one in fields(value)}  # type: ignore[arg-type]
    return value


def card_face(text: str) -> tuple[str, str]:
    """The rank as printed and the suit's letter of `Th`: `10`, `h`."""
    rank, suit = text[0], text[1]
    if rank not in RANKS or suit not in SUITS:
        raise ValueError(f"{text!r} is no card")
    return ("10" if rank == "T" else rank), suit
