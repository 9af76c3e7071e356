"""The section of strategy charts, with what they cost."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from holecard.odds.charts.by_total import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    Exception_,
    exceptions,
    pair_rows,
    rows_of,
)
from holecard.odds.charts.swap_table import SAYS as SWAP_SAYS
from holecard.odds.charts.swap_table import swap_parts
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.playbook import Charted
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.switch import SwitchPlay
from holecard.report.blocks import Block, Grid, Grids, Section, Table, Words
from holecard.report.facts import Facts
from holecard.text.words import sentence

SHOWN_EXCEPTIONS = 8
SOFT = "s"  # as a column for a dealer's soft total begins
LEGEND = "; ".join(f"{letter} {says}" for letter, says in LETTER_WORDS.items()) + "."


def chart_section(facts: Facts) -> Section:
    blocks: list[Block] = []
    for title, charted in facts.charts:
        before = f"{title}: " if title else ""
        play, given, chart = charted.best, charted.given, charted.chart
        parts = (
            ("hard totals", rows_of(HARD_ROWS, chart)),
            ("soft totals", rows_of(SOFT_ROWS, chart)),
            ("pairs", pair_rows(chart)),
        )
        for against, columns in column_groups(chart.columns):
            grids = (
                grid(f"{before}{name}{against}", chart.columns, rows, columns)
                for name, rows in parts
            )
            blocks.append(Grids(tuple(grids)))
        if isinstance(given, BurnChart):
            blocks += burn_blocks(before, given)
        best = f"{before or 'In all, '}best play is worth {play.ev:+.6%} of the initial wager"
        blocks.append(Words(best + chart_cost(charted) + "."))
        blocks += exception_words(exceptions(play, chart))
        if isinstance(play, SwitchPlay):
            blocks += swap_blocks(play, chart.columns)
    if not blocks:
        return Section("Strategy", ())
    words = Words(f"Derived from best play by composition, never typed in. {LEGEND}")
    return Section("Strategy", (words, *blocks))


def column_groups(columns: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """What the dealer shows, in groups that fit a page: where both cards are seen, hard totals and
    soft ones apart."""
    soft = tuple(name for name in columns if name.startswith(SOFT))
    if not soft:
        return [("", tuple(columns))]
    hard = tuple(name for name in columns if name not in soft)
    return [(" against a dealer's hard total", hard), (" against a dealer's soft total", soft)]


def grid(
    caption: str,
    columns: Sequence[str],
    rows: list[tuple[str, list[str]]],
    shown: Collection[str] | None = None,
) -> Grid:
    """The rows of a chart; of its columns all, or those `shown`."""
    places = [at for at, name in enumerate(columns) if shown is None or name in shown]
    cells = tuple((label, *(letters[at] for at in places)) for label, letters in rows)
    return Grid(sentence(caption), ("", *(columns[at] for at in places)), cells)


def as_runs(cards: str) -> str:
    """`A 4-8` for `A45678`: neighbours, ace to ten, as one run."""
    if not set(cards) <= set(NAMES):
        return cards  # `none`, or a dash
    runs: list[str] = []
    for name in cards:
        if runs and NAMES.index(name) == NAMES.index(runs[-1][-1]) + 1:
            runs[-1] += name
        else:
            runs.append(name)
    return " ".join(run if len(run) < 3 else f"{run[0]}-{run[-1]}" for run in runs)


def burn_blocks(before: str, given: BurnChart) -> list[Block]:
    found: list[Block] = []
    for doubled, taken in ((False, "a hit"), (True, "a double")):
        rows = given.burns.rows(doubled)
        short = [(label, [as_runs(cell) for cell in cells]) for label, cells in rows]
        burned = grid(f"{before}cards to burn after {taken}", given.burns.columns, short)
        found.append(Grids((burned,)))
    after = "Once the burn is used, and on split hands, the charts without the payment count."
    return [*found, Words(after)]


def chart_cost(charted: Charted) -> str:
    before = " before the payment" if isinstance(charted.given, BurnChart) else ""
    worth = f"{charted.followed.ev:+.6%}"
    return f"{before}; the chart by totals is worth {worth}, so it costs {charted.cost:.6%}"


def swap_blocks(play: SwitchPlay, columns: tuple[str, ...]) -> list[Block]:
    """What two cards are worth, to decide on a swap by."""
    tables = [
        Table(
            f"swap-{at}",
            sentence(title),
            ("", *columns),
            tuple((label, *row) for label, row in rows),
        )
        for at, (title, rows) in enumerate(swap_parts(play, columns))
    ]
    return [Words(SWAP_SAYS), *tables]


def exception_words(found: list[Exception_]) -> list[Block]:
    if not found:
        return []
    words = [f"{one.hand} v {one.dealer} {one.best} ({one.cost:.5f})" for one in found]
    more = f" and {len(words) - SHOWN_EXCEPTIONS} cheaper ones" * (len(words) > SHOWN_EXCEPTIONS)
    listed = ", ".join(words[:SHOWN_EXCEPTIONS])
    return [
        Words(
            "Two-card hands that best play treats otherwise than their total, with what the chart "
            f"costs there in initial wagers a hand: {listed}{more}."
        )
    ]
