"""Strategy charts and their cells, as a worker makes them: a set-up in, JSON out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from holecard.errors import BadDefinition
from holecard.lab.setup import Setup
from holecard.odds.charts.burn_cells import (
    PARTS as BURN_PARTS,
)
from holecard.odds.charts.burn_cells import (
    burn_cell_odds,
    is_burn,
    read_burn_cell,
    row_name,
    with_burn_locks,
)
from holecard.odds.charts.burn_lists import BurnLists, cards_text
from holecard.odds.charts.by_total import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    TotalChart,
    exceptions,
    pair_rows,
    rows_of,
)
from holecard.odds.charts.cell_words import burned_words, card_words, row_short
from holecard.odds.charts.cells import AS_TOTAL, CELL_WORDS, SOFT, cell_odds, read_cell, with_locks
from holecard.odds.charts.with_burn import BurnChart, Given
from holecard.odds.playbook import Charted
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.hands import NAMES
from holecard.report.sections.chart_section import as_runs
from holecard.server.wire.games import game_info
from holecard.server.wire.lab_answers import (
    BurnPart,
    CellAction,
    CellLetter,
    CellSeen,
    ChartException,
    ChartPart,
    ChartRow,
    StrategySeen,
)
from holecard.server.workers.cell_words import column_seen, lock_seen, nobody_asked, title_of
from holecard.server.workers.lab_odds import playbook_of
from holecard.text.words import name_words
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE

SHORT = {AS_TOTAL: "\u2013"}  # on a button
PARTS = (("hard", "Hard totals"), ("soft", "Soft totals"), ("pairs", "Pairs"))
BURN_TITLES = {False: "Burn after a hit", True: "Burn after a double"}
WORDS = (
    "Values per initial wager, over the unsplit hands that come here when the chart is followed."
)
PAID_WORDS = (
    "Values per initial wager before the payment is taken off, over the hands that come here with "
    "the burn still at hand when the chart is followed. A lock leaves the cards to burn as they "
    "are; once the burn is used, and on split hands, the chart without the payment counts."
)
BURN_WORDS = "The rest of the chart and of the cards to burn stays as it is."


def fee_of(game: Game) -> str:
    return next((wager.name for wager in game.wagers if wager.kind == FEE), "")


def paid_in(game: Game) -> float:
    """The payment, as a share of the main wager."""
    return sum(float(wager.share) for wager in game.wagers if wager.kind == FEE)


def charted(setup: Setup, paid: bool) -> Charted:
    game = setup.made()
    check_paid(game, paid)
    return playbook_of(game.id, game.line).page(paid).by_total


@lru_cache(maxsize=32)
def with_locks_followed(setup: Setup, paid: bool, locks: tuple[str, ...]) -> Charted:
    """The chart with some cells locked, and the play that follows it."""
    found = charted(setup, paid)
    if not locks:
        return found
    spec = found.best.spec
    given: Given
    if isinstance(found.given, BurnChart):
        given = with_burn_locks(spec, found.given, locks)
    else:
        given = with_locks(spec, found.given, locks)
    return replace(found, given=given)


def strategy_of(setup: Setup, paid: bool, locks: tuple[str, ...]) -> str:
    game = setup.made()
    found = charted(setup, paid)
    held = with_locks_followed(setup, paid, locks)
    payment = paid_in(game) if paid else 0.0
    return StrategySeen(
        game=game_info(game),
        rules_line=game.line,
        paid=paid,
        may_pay=fee_of(game),
        splits=found.best.convention,
        legend=LETTER_WORDS,
        columns=list(held.chart.columns),
        heads=[column_seen(column) for column in held.chart.columns],
        parts=parts_of(held.chart),
        burns=burns_of(held.given.burns) if isinstance(held.given, BurnChart) else [],
        best_edge=payment - float(found.best.ev),
        chart_edge=payment - float(found.followed.ev),
        locked_edge=payment - float(held.followed.ev),
        locks=list(locks),
        held=[lock_seen(lock) for lock in locks],
        exceptions=[
            ChartException(
                hand=one.hand, dealer=one.dealer, best=one.best, chart=one.chart, cost=one.cost
            )
            for one in exceptions(found.best, found.chart)
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
    asked = [not nobody_asked(cell) for cell in cells]
    return ChartRow(row=row, label=label, short=row_short(part, label), cells=cells, asked=asked)


def burns_of(lists: BurnLists) -> list[BurnPart]:
    found = []
    for part, doubled in BURN_PARTS.items():
        rows = [
            ChartRow(
                row=row_name(label),
                label=label,
                short=label,
                cells=[as_runs(cell) for cell in cells],
                asked=[not nobody_asked(cell) for cell in cells],
            )
            for label, cells in lists.rows(doubled)
        ]
        found.append(BurnPart(part=part, title=BURN_TITLES[doubled], rows=rows))  # type: ignore[arg-type]
    return found


def cell_of(setup: Setup, paid: bool, locks: tuple[str, ...], text: str) -> str:
    """What each action is worth in a cell, and what each lock of it would cost, exactly."""
    held = with_locks_followed(setup, paid, locks)
    if isinstance(held.given, BurnChart) and is_burn(text):
        return burn_cell_of(held.followed, held.given, text)
    odds = cell_odds(held.followed, held.given, read_cell(text, held.chart))
    ranked = sorted(odds.values, key=lambda action: -odds.values[action])
    return CellSeen(
        cell=text,
        title=title_of(text),
        burns=False,
        letter=odds.letter,
        burned="",
        first=odds.first,
        later=odds.later,
        actions=[
            CellAction(action=action, says=name_words(action), value=odds.values[action])
            for action in ranked
        ],
        letters=[
            CellLetter(letter=one, short=SHORT.get(one, one), says=CELL_WORDS[one], cost=cost)
            for one, cost in odds.costs.items()
        ],
        says=PAID_WORDS if paid else WORDS,
    ).model_dump_json()


def burn_cell_of(followed: Play, given: BurnChart, text: str) -> str:
    """A cell of the lists: each card burned instead of kept, or kept instead of burned."""
    odds = burn_cell_odds(followed, given, read_burn_cell(text, given.burns))
    return CellSeen(
        cell=text,
        title=title_of(text),
        burns=True,
        letter=cards_text(odds.burned),
        burned=burned_words(cards_text(odds.burned)),
        first=odds.often,
        later=0.0,
        actions=[],
        letters=[
            CellLetter(
                letter=cards_text(odds.burned ^ {worth}),
                short=card_words(NAMES[worth]),
                says="keep it" if worth in odds.burned else "burn it",
                cost=cost,
            )
            for worth, cost in odds.costs.items()
        ],
        says=BURN_WORDS,
    ).model_dump_json()


def check_paid(game: Game, paid: bool) -> None:
    if paid and not fee_of(game):
        raise BadDefinition(f"{game.name} has no payment to make: leave `paid` out")
