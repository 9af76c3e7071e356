"""The edge you play at: the chart that a player's answers imply, priced as `odds --chart` prices
one, and what each habit in it costs.

Cells that were not met count as the chart by totals of best play has them. Two cards and more are
answered apart; the more frequent answer counts, and of equally frequent ones the later. Offers,
burns and hands after a split are graded, but are no cells of a chart, and not in the price.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from holecard.dealing.actions import ACTION_NAMES
from holecard.odds.charts.by_total import CHOICES, TotalChart, pair_state
from holecard.odds.charts.cell_words import cell_words
from holecard.odds.charts.cells import PAIRS, Cell, followed_again
from holecard.odds.charts.with_burn import BurnChart, Given, chart_of, follow
from holecard.odds.solve.acts import ACTIONS, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.text.words import name_words
from holecard.train.questions.coach import book_of
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE

if TYPE_CHECKING:
    from holecard.odds.solve.best_play import Play

HABITS = 5
NOT_IN_IT = (
    "cells not met count as the chart by totals of best play has them; offers, burns and hands "
    "after a split are not in it"
)
SPLITS = ACTION_NAMES[ACTIONS[SPLIT]]
CHARTED = tuple(ACTION_NAMES[number] for number in ACTIONS)


@dataclass(frozen=True)
class Answered:
    """One answer of the coach's drill: the cell, whether on two cards, and the action taken."""

    cell: str
    two: bool
    action: str
    paid: bool = False


@dataclass(frozen=True)
class Habit:
    """A cell that is played otherwise than the chart, and what that alone costs a round, per
    initial wager. One that gains on the chart (standing on a 16 of three cards against a ten) is in
    the edge and is no habit."""

    cell: Cell
    says: str  # `hard 12 against 6: stand, not hit`
    cost: float

    def as_json(self) -> dict[str, Any]:
        """The row it is in is what `--pick` takes."""
        row = f"{self.cell.part}.{self.cell.row}"
        return {"cell": self.cell.text, "row": row, "says": self.says, "cost": self.cost}


@dataclass(frozen=True)
class Edge:
    """House edges per initial wager, a payment taken off: as played, by the chart by totals, and
    with best play."""

    played: float
    chart: float
    best: float
    met: int
    cells: int
    habits: tuple[Habit, ...]
    given: Given
    paid: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "played": self.played,
            "chart": self.chart,
            "best": self.best,
            "met": self.met,
            "cells": self.cells,
            "habits": [one.as_json() for one in self.habits[:HABITS]],
            "paid": self.paid,
            "says": NOT_IN_IT,
        }


def edge_played(game: Game, answers: Iterable[Answered], paid: bool = False) -> Edge:
    """What the answers come to with the payment made, or without it."""
    page = book_of(game).page(paid)
    charted = page.by_total
    heard = counted(one for one in answers if one.paid == paid and is_charted(one))
    given = implied(charted.given, heard)
    played = follow(charted.best.spec, given, charted.best.convention)
    fee = sum(float(one.share) for one in game.wagers if one.kind == FEE) if paid else 0.0
    others = habits_of(charted.followed, charted.given, heard)
    habits = sorted((one for one in others if one.cost > 0), key=lambda one: -one.cost)
    return Edge(
        played=fee - float(played.ev),
        chart=fee - float(charted.followed.ev),
        best=fee - float(charted.best.ev),
        met=len({cell for cell, _ in heard}),
        cells=len(charted.chart.first) + len(charted.chart.columns) * 10,
        habits=tuple(habits),
        given=given,
        paid=paid,
    )


def is_charted(one: Answered) -> bool:
    """Whether a chart says what to do there: not of a raise, a burn, or what is given up early."""
    return one.cell.count(".") == 2 and one.action in CHARTED


def counted(answers: Iterable[Answered]) -> dict[tuple[str, bool], str]:
    """The answer that counts for each cell, on two cards and on more."""
    heard: dict[tuple[str, bool], list[str]] = {}
    for one in answers:
        heard.setdefault((one.cell, one.two), []).append(one.action)
    return {
        key: max(many, key=lambda action: (many.count(action), last_at(many, action)))
        for key, many in heard.items()
    }


def last_at(many: list[str], action: str) -> int:
    return max(at for at, one in enumerate(many) if one == action)


def implied(given: Given, heard: Mapping[tuple[str, bool], str]) -> Given:
    """The chart with every cell that was answered as it was answered."""
    chart = chart_of(given)
    for (text, two), action in heard.items():
        chart = with_answer(chart, Cell(*text.split(".")), two, action)
    return with_chart(given, chart)


def with_chart(given: Given, chart: TotalChart) -> Given:
    """With the burn, every cell that takes a card now has its list shown."""
    if not isinstance(given, BurnChart):
        return chart
    for key in chart.first:
        if choices_at(chart, key) != choices_at(given.chart, key):
            given = given.with_chart(chart, key)
    return given.with_chart(chart)


def choices_at(chart: TotalChart, key: tuple[int, str]) -> tuple[int, int | None]:
    """First choice and fallback; a total of two cards alone (a soft 21) has none."""
    return chart.first[key], chart.then.get(key)


def with_answer(chart: TotalChart, cell: Cell, two: bool, action: str) -> TotalChart:
    if cell.part == PAIRS:
        one = frozenset({(cell.pair, cell.column)})
        splits = chart.splits | one if action == SPLITS else chart.splits - one
        chart = replace(chart, splits=splits)
        if action == SPLITS:
            return chart
    state = pair_state(cell.pair) if cell.part == PAIRS else cell.state
    key = state, cell.column
    if key not in chart.first or cell.part == PAIRS:
        return chart  # a pair played as its total says nothing about other hands of that total
    act = next(act for act, number in enumerate(ACTIONS) if ACTION_NAMES[number] == action)
    first, then = chart.first[key], chart.then[key]
    if not two:
        then = act if act in (HIT, STAND) else then
        first = first if first in (DOUBLE, SURRENDER) or (first, then) in CHOICES.values() else then
    else:
        first = act
    return replace(chart, first={**chart.first, key: first}, then={**chart.then, key: then})


def habits_of(
    followed: Play, given: Given, heard: Mapping[tuple[str, bool], str]
) -> Iterable[Habit]:
    """Each answer that is not the chart's, by itself: only its column is played again."""
    chart = chart_of(given)
    for (text, two), action in heard.items():
        cell = Cell(*text.split("."))
        changed = with_answer(chart, cell, two, action)
        if changed == chart:
            continue
        again = followed_again(followed, with_chart(given, changed), cell.column)
        hand = cell_words(text) if two else f"{cell_words(text)} with more cards"
        says = f"{hand}: {name_words(action)}, not {name_words(charted_at(chart, cell, two))}"
        yield Habit(cell, says, float(followed.ev - again.ev))


def charted_at(chart: TotalChart, cell: Cell, two: bool) -> str:
    """What the chart does with two cards of a cell, or with more, which neither double nor
    surrender."""
    if cell.part == PAIRS and (cell.pair, cell.column) in chart.splits:
        return SPLITS
    key = (pair_state(cell.pair) if cell.part == PAIRS else cell.state), cell.column
    act = chart.first[key] if two else chart.then[key]
    return ACTION_NAMES[ACTIONS[act]]
