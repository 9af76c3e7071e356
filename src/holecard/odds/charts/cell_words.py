"""The cells of a chart in words: they are named by ids, which no page and no reader has to read."""

from __future__ import annotations

from holecard.odds.charts.burn_cells import PARTS as BURN_PARTS
from holecard.odds.charts.burn_cells import is_burn
from holecard.odds.charts.burn_lists import NO_BURN
from holecard.odds.charts.cells import PAIRS, SOFT

TEN = "T"
PLURALS = {"A": "aces", TEN: "tens"}
BURN_AFTER = {False: "a hit", True: "a double"}


def card_words(name: str) -> str:
    """`10` for `T`."""
    return "10" if name == TEN else name


def soft_words(name: str) -> str:
    """`soft 17` for `s17`, `10` for `T`, `16` for `16`."""
    return f"soft {name[1:]}" if name.startswith("s") else card_words(name)


def row_short(part: str, label: str) -> str:
    """A row's head: `8 8` for the pair `88`, `10 10` for `TT`."""
    return " ".join(map(card_words, label)) if part == PAIRS else label


def burned_words(cards: str) -> str:
    """`8 9 10` for `89T`."""
    return cards if cards == NO_BURN else " ".join(map(card_words, cards))


def hand_of(part: str, row: str) -> str:
    if part == PAIRS:
        return f"pair of {PLURALS.get(row[0], f'{row[0]}s')}"
    return f"{'soft' if part == SOFT else 'hard'} {row}"


def cell_words(cell: str) -> str:
    """`hard 16 against 10`, `burn after a hit on soft 17 against 9`."""
    part, row, column = cell.split(".")
    if is_burn(cell):
        hand = f"burn after {BURN_AFTER[BURN_PARTS[part]]} on {soft_words(row)}"
    else:
        hand = hand_of(part, row)
    return f"{hand} against {soft_words(column)}"
