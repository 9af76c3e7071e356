"""Strategy charts and their cells, as a worker makes them: a set-up in, JSON out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from holecard.errors import BadDefinition
from holecard.game import Game
from holecard.lab.setup import Setup
from holecard.odds.burn import play_burnout
from holecard.odds.burn_chart import burn_rows
from holecard.odds.charts import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    TotalChart,
    exceptions,
    pair_rows,
    rows_of,
    total_chart,
)
from holecard.odds.locks import (
    CELL_WORDS,
    SOFT,
    cell_odds,
    letter_at,
    read_cell,
    weighed,
    with_locks,
)
from holecard.odds.play import Play, play_game
from holecard.report.chart_section import as_runs
from holecard.server.lab_answers import (
    BurnPart,
    CellAction,
    CellLetter,
    CellSeen,
    ChartException,
    ChartPart,
    ChartRow,
    StrategySeen,
)
from holecard.server.lab_odds import pricer_of
from holecard.server.menu import game_info
from holecard.wager import FEE

PARTS = (("hard", "Hard totals"), ("soft", "Soft totals"), ("pairs", "Pairs"))
PAID_WORDS = (
    "Values with the payment made, before it is taken off. What a lock costs is exact only without "
    "it: the burn is solved for best play."
)
WORDS = (
    "Values per initial wager, over the unsplit hands that come here when the chart is followed."
)


@dataclass(frozen=True)
class Charted:
    """Best play, the chart by totals, and the play that follows it (not with the burn)."""

    play: Play
    chart: TotalChart
    followed: Play | None


def fee_of(game: Game) -> str:
    return next((wager.name for wager in game.wagers if wager.kind == FEE), "")


def paid_in(game: Game) -> float:
    """The payment, as a share of the main wager."""
    return sum(float(Fraction(*wager.share)) for wager in game.wagers if wager.kind == FEE)


@lru_cache(maxsize=12)
def charted(setup: Setup, paid: bool) -> Charted:
    check_paid(setup.made(), paid)
    best = pricer_of(setup).play
    if paid:
        play = play_burnout(best.spec, best.convention, best)
        return Charted(play, total_chart(play, burning=True), None)
    chart = total_chart(best)
    return Charted(best, chart, play_game(best.spec, best.convention, chart, "total chart"))


@lru_cache(maxsize=32)
def with_locks_followed(setup: Setup, locks: tuple[str, ...]) -> tuple[TotalChart, Play]:
    """The chart with some cells locked, and the play that follows it."""
    found = charted(setup, False)
    assert found.followed is not None
    if not locks:
        return found.chart, found.followed
    spec = found.play.spec
    chart = with_locks(spec, found.chart, locks)
    return chart, play_game(spec, found.play.convention, chart, "locked chart")


def strategy_of(setup: Setup, paid: bool, locks: tuple[str, ...]) -> str:
    game = setup.made()
    found = charted(setup, paid)
    chart, followed = (found.chart, None) if paid else with_locks_followed(setup, locks)
    return StrategySeen(
        game=game_info(game),
        rules_line=game.line,
        paid=paid,
        may_pay=fee_of(game),
        splits=found.play.convention,
        legend=LETTER_WORDS,
        columns=list(chart.columns),
        parts=parts_of(chart),
        burns=burns_of(found.play) if paid else [],
        best_edge=-float(found.play.ev) + (paid_in(game) if paid else 0.0),
        chart_edge=None if found.followed is None else -float(found.followed.ev),
        locked_edge=None if followed is None else -float(followed.ev),
        locks=list(locks),
        exceptions=[
            ChartException(
                hand=one.hand, dealer=one.dealer, best=one.best, chart=one.chart, cost=one.cost
            )
            for one in exceptions(found.play, found.chart)
        ],
    ).model_dump_json()


def parts_of(chart: TotalChart) -> list[ChartPart]:
    rows = (rows_of(HARD_ROWS, chart), rows_of(SOFT_ROWS, chart), pair_rows(chart))
    return [
        ChartPart(part=part, title=title, rows=[row_seen(part, *row) for row in lines])  # type: ignore[arg-type]
        for (part, title), lines in zip(PARTS, rows, strict=True)
    ]


def row_seen(part: str, label: str, cells: list[str]) -> ChartRow:
    row = label.removeprefix("soft ") if part == SOFT else label
    return ChartRow(row=row, label=label, cells=cells)


def burns_of(play: Play) -> list[BurnPart]:
    found = []
    for doubled, title in ((False, "Burn after a hit"), (True, "Burn after a double")):
        rows = [
            ChartRow(row=label, label=label, cells=[as_runs(cell) for cell in cells])
            for label, cells in burn_rows(play, doubled)[1]
        ]
        found.append(BurnPart(title=title, rows=rows))
    return found


def cell_of(setup: Setup, paid: bool, locks: tuple[str, ...], text: str) -> str:
    """What each action is worth in a cell, and what each lock of it would cost, exactly."""
    if paid:
        found = charted(setup, True)
        cell = read_cell(text, found.chart)
        first, later, values = weighed(found.play, cell)
        letter, costs, says = letter_at(found.chart, cell), {}, PAID_WORDS
    else:
        chart, followed = with_locks_followed(setup, locks)
        odds = cell_odds(followed, chart, read_cell(text, chart))
        first, later, values = odds.first, odds.later, odds.values
        letter, costs, says = odds.letter, odds.costs, WORDS
    ranked = sorted(values, key=lambda action: -values[action])
    return CellSeen(
        cell=text,
        letter=letter,
        first=first,
        later=later,
        actions=[CellAction(action=action, value=values[action]) for action in ranked],
        letters=[
            CellLetter(letter=one, says=CELL_WORDS[one], cost=cost) for one, cost in costs.items()
        ],
        says=says,
    ).model_dump_json()


def check_paid(game: Game, paid: bool) -> None:
    if paid and not fee_of(game):
        raise BadDefinition(f"{game.name} has no payment to make: leave `paid` out")
