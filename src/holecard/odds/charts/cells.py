"""One cell of a chart: what each action is worth there, how often it comes, and what it costs to
play it otherwise.

The cost of a lock is exact: the chart with that one cell changed is followed through every hand,
split hands included, and its value taken from the chart's. Nothing else changes: with Burnout's
payment made the lists of cards to burn stay as they are, and so does the chart without the burn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.hand import hand_text
from holecard.odds.charts.by_total import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    SPLIT_IT,
    Floats,
    TotalChart,
    Weighing,
    column_of,
    may_act,
)
from holecard.odds.charts.files import read_letter
from holecard.odds.charts.with_burn import BurnChart, Given, chart_of, solve_given
from holecard.odds.solve.acts import SPLIT, WORDS
from holecard.odds.solve.best_play import NEVER, Play, Sight, all_values, play_of
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.sights import Spec

HARD, SOFT, PAIRS = "hard", "soft", "pairs"
AS_TOTAL = "no"  # a pair is played as its total
CELL_WORDS = {**LETTER_WORDS, AS_TOTAL: "play it as its total"}
TOTALS = {
    HARD: {hand_text(state): state for state in HARD_ROWS},
    SOFT: {hand_text(state).removeprefix("soft "): state for state in SOFT_ROWS},
}


@dataclass(frozen=True)
class Cell:
    """A cell by its place: `hard.16.T`, `soft.18.A`, `pairs.88.6`."""

    part: str
    row: str
    column: str

    @property
    def text(self) -> str:
        return f"{self.part}.{self.row}.{self.column}"

    @property
    def pair(self) -> int:
        """The value of the pair, from 0."""
        return NAMES.index(self.row[0])

    @property
    def state(self) -> int:
        return TOTALS[self.part][self.row]


@dataclass(frozen=True)
class CellOdds:
    """Values are per initial wager, over the unsplit hands that come to the cell when the chart is
    followed. `costs` is by letter: what the chart with that letter there loses in all."""

    cell: Cell
    letter: str
    first: float  # how often two cards come to it, per round
    later: float  # how often more cards do
    values: dict[str, float]
    costs: dict[str, float]


def read_cell(text: str, chart: TotalChart) -> Cell:
    words = text.split(".")
    if len(words) != 3:
        raise Unreadable(f"cannot read the cell {text[:40]!r}: such as hard.16.T or pairs.88.6")
    part, row, column = words
    rows = {**TOTALS, PAIRS: {name * 2: 0 for name in NAMES}}
    if part not in rows:
        raise UnknownName("part of a chart", part[:40], rows)
    if row not in rows[part]:
        raise UnknownName(f"row of {part}", row[:40], rows[part])
    if column not in chart.columns:
        raise UnknownName("column", column[:40], chart.columns)
    cell = Cell(part, row, column)
    if part != PAIRS and (cell.state, column) not in chart.first:
        raise BadDefinition(f"nobody is asked at {text}: there is nothing to play otherwise")
    return cell


def read_lock(text: str, chart: TotalChart) -> tuple[Cell, str]:
    """A cell and the letter it is locked to: `hard.16.T.S`."""
    where, _, letter = text.rpartition(".")
    return read_cell(where, chart), letter


def letter_at(chart: TotalChart, cell: Cell) -> str:
    if cell.part == PAIRS:
        return SPLIT_IT if (cell.pair, cell.column) in chart.splits else AS_TOTAL
    return chart.letter(cell.state, cell.column)


def letters_for(spec: Spec, cell: Cell) -> tuple[str, ...]:
    """What the cell may be locked to under the rules: one choice for all its hands, with another
    only for hands that may not double or surrender any more."""
    if cell.part == PAIRS:
        return (SPLIT_IT, AS_TOTAL) if spec.most_hands(cell.pair) > 1 else (AS_TOTAL,)
    here = spec.hands.state == cell.state
    letters = ["S"]
    if (here & spec.may_hit).any():
        letters.append("H")
    if (here & spec.may_double).any():
        letters += ["D", "Ds"]
    if (here & spec.may_surrender).any():
        letters += ["R", "Rs"]
    return tuple(letters)


def locked(spec: Spec, chart: TotalChart, cell: Cell, letter: str) -> TotalChart:
    """The chart with one cell changed."""
    if letter not in letters_for(spec, cell) and letter != letter_at(chart, cell):
        raise BadDefinition(
            f"{cell.text} cannot be {letter[:20]!r}: one of {', '.join(letters_for(spec, cell))}"
        )
    if cell.part == PAIRS:
        one = frozenset({(cell.pair, cell.column)})
        splits = chart.splits | one if letter == SPLIT_IT else chart.splits - one
        return replace(chart, splits=splits)
    first, then = read_letter(letter, cell.state, cell.text)
    key = cell.state, cell.column
    return replace(chart, first={**chart.first, key: first}, then={**chart.then, key: then})


def with_locks(spec: Spec, chart: TotalChart, locks: Iterable[str]) -> TotalChart:
    for text in locks:
        chart = locked(spec, chart, *read_lock(text, chart))
    return chart


def changed(spec: Spec, given: Given, cell: Cell, letter: str) -> Given:
    """What is followed, with one cell of its chart changed."""
    if not isinstance(given, BurnChart):
        return locked(spec, given, cell, letter)
    chart = locked(spec, given.chart, cell, letter)
    return given.with_chart(chart, None if cell.part == PAIRS else (cell.state, cell.column))


def followed_again(play: Play, given: Given, column: str) -> Play:
    """A play that follows a chart, after that chart changed in one column: only the sights of that
    column are solved again."""
    sights = tuple(
        solve_given(play.spec, sight.seen, play.convention, given)
        if column_of(sight.seen.values) == column
        else sight
        for sight in play.sights
    )
    return play_of(play.spec, play.convention, sights)


def cell_odds(followed: Play, given: Given, cell: Cell) -> CellOdds:
    """Everything about one cell of a chart that `followed` follows."""
    spec = followed.spec
    chart = chart_of(given)
    others = {
        letter: followed_again(followed, changed(spec, given, cell, letter), cell.column)
        for letter in dict.fromkeys((letter_at(chart, cell), *letters_for(spec, cell)))
    }
    costs = {letter: float(followed.ev - other.ev) for letter, other in others.items()}
    first, later, values = weighed(followed, cell, others.get(SPLIT_IT))
    return CellOdds(cell, letter_at(chart, cell), first, later, values, costs)


def sights_at(play: Play, column: str) -> list[Sight]:
    found = [s for s in play.sights if column_of(s.seen.values) == column and may_act(s.seen)]
    if not found:
        raise UnknownName("column", column, [column_of(s.seen.values) for s in play.sights])
    return found


def weighed(
    play: Play, cell: Cell, split: Play | None = None
) -> tuple[float, float, dict[str, float]]:
    """How often the cell comes with two cards, with more, and the mean value of each action."""
    weighing = Weighing(play)
    sums: dict[str, list[float]] = {word: [0.0, 0.0] for word in WORDS}
    spare: dict[str, list[float]] = {word: [0.0, 0.0] for word in WORDS}
    first = later = 0.0
    for place, sight in enumerate(sights_at(play, cell.column)):
        hands, reach = hands_at(play, weighing, sight, cell)
        two = play.spec.two_cards[hands]
        first += float(reach[two].sum())
        later += float(reach[~two].sum())
        usual = weighing.weights(sight.seen)[hands]
        values = all_values(play.spec, sight)[:, hands]
        if split is not None:
            solved = sights_at(split, cell.column)[place]
            if cell.pair in solved.splits:
                values[SPLIT] = solved.splits[cell.pair].value
        for word, row in zip(WORDS, values, strict=True):
            legal = row > NEVER
            for totals, weight in ((sums[word], reach), (spare[word], usual)):
                totals[0] += float((row * weight)[legal].sum())
                totals[1] += float(weight[legal].sum())
    # A hand the chart never comes to still has values: those of the cards as they fall.
    found = {
        word: total / weight
        for word in WORDS
        for total, weight in [sums[word] if first + later > 0 else spare[word]]
        if weight > 0
    }
    return first, later, found


def hands_at(
    play: Play, weighing: Weighing, sight: Sight, cell: Cell
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Floats]:
    """The hands of a cell against one sight, and how often each comes."""
    spec = play.spec
    if cell.part == PAIRS:
        hand = int(spec.hands.two[cell.pair, cell.pair])
        chance = sum(
            start.chance * (1 - start.natural)
            for start in play.dealt_starts(sight)
            if start.low == start.high == cell.pair
        )
        return np.array([hand]), np.array([chance])
    hands = np.flatnonzero((spec.hands.state == cell.state) & (spec.hands.cards >= 2))
    return hands, weighing.reached(sight)[hands]
