"""What a page shows of a chart's cells: their words as fields, since no page reads an id."""

from __future__ import annotations

from holecard.odds.charts.burn_cells import is_burn
from holecard.odds.charts.burn_lists import NO_CARD_TAKEN
from holecard.odds.charts.by_total import IMPOSSIBLE
from holecard.odds.charts.cell_words import burned_words, card_words, cell_words, soft_words
from holecard.odds.charts.cells import CELL_WORDS
from holecard.server.wire.lab_answers import ColumnSeen, LockSeen
from holecard.text.words import sentence


def column_seen(column: str) -> ColumnSeen:
    return ColumnSeen(column=column, short=card_words(column), says=soft_words(column))


def nobody_asked(letter: str) -> bool:
    return letter in (IMPOSSIBLE, NO_CARD_TAKEN)


def title_of(cell: str) -> str:
    return sentence(cell_words(cell))


def lock_seen(lock: str) -> LockSeen:
    """A lock that was taken: its cell, and what is done there now."""
    cell, _, letter = lock.rpartition(".")
    done = f"burn {burned_words(letter)}" if is_burn(cell) else CELL_WORDS[letter]
    return LockSeen(lock=lock, cell=cell, says=f"{title_of(cell)}: {done}")
