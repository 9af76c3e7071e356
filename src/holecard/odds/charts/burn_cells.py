"""One cell of the lists of cards to burn: what it costs to burn one card more there, or fewer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.hand import hand_text
from holecard.odds.charts.burn_files import read_cards_to_burn
from holecard.odds.charts.burn_lists import BurnLists, Place
from holecard.odds.charts.by_total import HARD_ROWS, SOFT_ROWS, Weighing
from holecard.odds.charts.cells import changed, followed_again, read_lock, sights_at
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.sights import Spec

PARTS = {"burn-hit": False, "burn-double": True}


def row_name(label: str) -> str:
    """A row without a space in it: `16`, `s17`."""
    return label.replace("soft ", "s")


ROWS = {row_name(hand_text(state)): state for state in (*HARD_ROWS, *SOFT_ROWS)}


@dataclass(frozen=True)
class BurnCell:
    """A cell by its place: `burn-hit.16.T`, `burn-double.s18.6`."""

    text: str
    place: Place


@dataclass(frozen=True)
class BurnCellOdds:
    """`costs` is by the value (from 0) of a card: what the lists lose in all when that card, there,
    is kept instead of burned or burned instead of kept."""

    burned: frozenset[int]
    often: float  # how often a card is taken there with the burn at hand, per round
    costs: dict[int, float]


def is_burn(text: str) -> bool:
    return text.partition(".")[0] in PARTS


def read_burn_cell(text: str, lists: BurnLists) -> BurnCell:
    words = text.split(".")
    if len(words) != 3:
        raise Unreadable(f"cannot read the cell {text[:40]!r}: such as burn-hit.16.T")
    part, row, column = words
    if row not in ROWS:
        raise UnknownName(f"row of {part}", row[:40], ROWS)
    if column not in lists.columns:
        raise UnknownName("column", column[:40], lists.columns)
    place = PARTS[part], ROWS[row], column
    if place not in lists.lists:
        raise BadDefinition(f"no card can be taken at {text}: there is nothing to burn")
    return BurnCell(text, place)


def burning(given: BurnChart, cell: BurnCell, values: frozenset[int]) -> BurnChart:
    """The charts with other cards to burn in one cell."""
    lists = {**given.burns.lists, cell.place: values}
    return replace(given, burns=replace(given.burns, lists=lists))


def with_burn_locks(spec: Spec, given: BurnChart, locks: Iterable[str]) -> BurnChart:
    """The charts with some cells locked, of the chart or of the lists."""
    for text in locks:
        if is_burn(text):
            where, _, cards = text.rpartition(".")
            cell = read_burn_cell(where, given.burns)
            given = burning(given, cell, read_cards_to_burn(cards, where))
        else:
            found = changed(spec, given, *read_lock(text, given.chart))
            assert isinstance(found, BurnChart)
            given = found
    return given


def burn_cell_odds(followed: Play, given: BurnChart, cell: BurnCell) -> BurnCellOdds:
    """Everything about one cell of the lists that `followed` follows."""
    burned = given.burns.lists[cell.place]
    costs = {}
    for worth in range(len(NAMES)):
        other = burning(given, cell, burned ^ {worth})
        costs[worth] = float(followed.ev - followed_again(followed, other, cell.place[2]).ev)
    return BurnCellOdds(burned, how_often(followed, cell), costs)


def how_often(followed: Play, cell: BurnCell) -> float:
    doubled, state, column = cell.place
    hands = followed.spec.hands.state == state
    weighing = Weighing(followed)
    return float(
        sum(
            weighing.reached(sight)[hands & (sight.acts == (DOUBLE if doubled else HIT))].sum()
            for sight in sights_at(followed, column)
        )
    )
