"""The cells of a chart in words, for pages: they are named by ids, which no page reads."""

from __future__ import annotations

from holecard.odds.charts.burn_cells import PARTS as BURN_PARTS
from holecard.odds.charts.burn_cells import is_burn
from holecard.odds.charts.burn_lists import NO_BURN, NO_CARD_TAKEN
from holecard.odds.charts.by_total import IMPOSSIBLE
from holecard.odds.charts.cells import CELL_WORDS, PAIRS, SOFT
from holecard.server.wire.lab_answers import ColumnSeen, LockSeen

TEN = "T"
PLURALS = {"A": "aces", TEN: "tens"}
BURN_AFTER = {False: "a hit", True: "a double"}


def card_words(name: str) -> str:
    """`10` for `T`."""
    return "10" if name == TEN else name


def soft_words(name: str) -> str:
    """`soft 17` for `s17`, `10` for `T`, `16` for `16`."""
    return f"soft {name[1:]}" if name.startswith("s") else card_words(name)


def column_seen(column: str) -> ColumnSeen:
    return ColumnSeen(column=column, short=card_words(column), says=soft_words(column))


def row_short(part: str, label: str) -> str:
    """A row's head: `8 8` for the pair `88`, `10 10` for `TT`."""
    return " ".join(map(card_words, label)) if part == PAIRS else label


def nobody_asked(letter: str) -> bool:
    return letter in (IMPOSSIBLE, NO_CARD_TAKEN)


def burned_words(cards: str) -> str:
    """`8 9 10` for `89T`."""
    return cards if cards == NO_BURN else " ".join(map(card_words, cards))


def hand_of(part: str, row: str) -> str:
    if part == PAIRS:
        return f"pair of {PLURALS.get(row[0], f'{row[0]}s')}"
    return f"{'soft' if part == SOFT else 'hard'} {row}"


def title_of(cell: str) -> str:
    """`Hard 16 against 10`, `Burn after a hit on soft 17 against 9`."""
    part, row, column = cell.split(".")
    if is_burn(cell):
        hand = f"burn after {BURN_AFTER[BURN_PARTS[part]]} on {soft_words(row)}"
    else:
        hand = hand_of(part, row)
    return f"{hand[0].upper()}{hand[1:]} against {soft_words(column)}"


def lock_seen(lock: str) -> LockSeen:
    """A lock that was taken: its cell, and what is done there now."""
    cell, _, letter = lock.rpartition(".")
    done = f"burn {burned_words(letter)}" if is_burn(cell) else CELL_WORDS[letter]
    return LockSeen(lock=lock, cell=cell, says=f"{title_of(cell)}: {done}")
