"""Best play as a chart people can carry, and what the chart costs, as a result to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from holecard import __version__
from holecard.odds.charts.burn_files import given_json
from holecard.odds.charts.by_total import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    Exception_,
    exceptions,
    pair_rows,
    rows_of,
)
from holecard.odds.charts.swap_table import swap_parts
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.playbook import Charted, Playbook
from holecard.odds.solve.splitting.splits import CONVENTION, other_splits
from holecard.odds.solve.switch import SwitchPlay
from holecard.rows import Rows, columns, html_tables
from holecard.wagers.definition import SHORT, figure_hash
from holecard.wagers.game import Game

SCHEMA = "holecard.strategy/1"
Part = tuple[str, tuple[str, ...], list[tuple[str, list[str]]]]  # title, columns, rows of letters


@dataclass(frozen=True, repr=False)
class Strategy(Rows):
    """The chart by totals that follows from best play; values are per initial wager. Played for
    another wager (`book`), cost is its own: per wager, or of decided rounds for a streak."""

    game: Game
    charted: Charted  # with Burnout's lists where the payment is made
    book: Playbook | None = None  # where it is played for another wager than the main one

    @property
    def ev(self) -> float:
        """The value of best play, by composition, before a payment."""
        return float(self.charted.best.ev)

    @property
    def cost(self) -> float:
        """What following the chart loses against best play."""
        return self.charted.cost

    @property
    def burns(self) -> bool:
        """Whether it is for a seat that has paid to burn a card."""
        return isinstance(self.charted.given, BurnChart)

    @property
    def exceptions(self) -> list[Exception_]:
        """Two-card hands that best play treats otherwise than the chart, costliest first."""
        if self.book:  # what they cost is the main wager's
            return []
        return exceptions(self.charted.best, self.charted.chart)

    @property
    def worths(self) -> str:
        """Best play and the chart, in the figure they are played for."""
        best, followed = (
            self.charted.worth(play) for play in (self.charted.best, self.charted.followed)
        )
        if self.book and self.book.by_streak:
            figures = f"wins {best:.6%} of decided rounds, by this chart {followed:.6%}"
        else:
            named = f"{self.book.wager} {self.book.paytable.name}" if self.book else "it"
            figures = f"{named} is worth {best:+.6%} per wager, by this chart {followed:+.6%}"
        aim = self.book.aim if self.book else "the main wager"
        before = ", before the payment" if self.burns else ""
        return (
            f"best play for {aim}: {figures}; the main wager is then worth "
            f"{self.ev:+.6%} per initial wager{before}"
        )

    @property
    def for_wager(self) -> dict[str, Any]:
        """What it is played for, where that is not the main wager."""
        if self.book is None:
            return {}
        unit = "share of decided rounds won" if self.book.by_streak else "per wager"
        return {
            "play": "wager",
            "wager": self.book.wager,
            "paytable": self.book.paytable.name,
            "worth": self.charted.worth(self.charted.best),
            "worth_of": unit,
        }

    @property
    def definition_hash(self) -> str:
        if self.book:
            return self.book.definition_hash
        return figure_hash(self.game, splits=other_splits(self.charted.best.convention))

    @property
    def title(self) -> str:
        return f"{self.game.name}   [{self.game.line}]   {self.definition_hash[:SHORT]}"

    def as_json(self) -> dict[str, Any]:
        return {
            **self.game.json_head(SCHEMA, __version__),
            "definition_hash": self.definition_hash,
            "splits": self.charted.best.convention,
            "ev": self.charted.best.ev,
            "chart_cost": self.cost,
            **self.for_wager,
            **given_json(self.charted.given),
            "exceptions": [vars(one) for one in self.exceptions],
        }

    def parts(self) -> Iterator[Part]:
        """The charts one after another."""
        chart = self.charted.chart
        yield "hard", chart.columns, rows_of(HARD_ROWS, chart)
        yield "soft", chart.columns, rows_of(SOFT_ROWS, chart)
        yield "pairs", chart.columns, pair_rows(chart)
        if isinstance(self.charted.given, BurnChart):
            burns = self.charted.given.burns
            yield "burn after a hit", burns.columns, burns.rows()
            if burns.rows(doubled=True):
                yield "burn after a double", burns.columns, burns.rows(doubled=True)
        if isinstance(self.charted.best, SwitchPlay):
            for title, rows in swap_parts(self.charted.best, chart.columns):
                yield title, chart.columns, rows

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each hand: which chart, what the hand is called, a letter by the dealer's."""
        return [
            {"chart": title, "hand": label, **dict(zip(heads, letters, strict=True))}
            for title, heads, rows in self.parts()
            for label, letters in rows
        ]

    @property
    def cells(self) -> list[list[list[str]]]:
        """A table for each chart, its title the first head."""
        return [
            [[title, *heads], *([label, *letters] for label, letters in rows)]
            for title, heads, rows in self.parts()
        ]

    @property
    def headline(self) -> str:
        if self.book:
            return self.worths
        return f"best play {self.ev:+.6%} per initial wager, this chart costs {self.cost:.6%}"

    def __repr__(self) -> str:
        return f"<strategy for {self.game.id} {self.game.line}: {self.headline}>"

    def __str__(self) -> str:
        tables = "\n\n".join(columns(cells) for cells in self.cells)
        head = f"{self.title}\n{self.headline}"
        return f"{head}\n{legend()}\n\n{tables}"

    def _repr_html_(self) -> str:
        title = f"{self.game.name} [{self.game.line}]: {self.headline}. {legend()}"
        return html_tables(self.cells, title)


def legend() -> str:
    return "; ".join(f"{letter} {says}" for letter, says in LETTER_WORDS.items())


def best_strategy(
    game: Game, paid: bool = False, splits: str = CONVENTION, wager: str = "", paytable: str = ""
) -> Strategy:
    """The chart of a game, with the payment made or without; for its main wager, or for another
    alone under a pay table of it."""
    book = Playbook(game, convention=splits)
    if not wager:
        return Strategy(game, book.page(paid).by_total)
    own = book.for_wagers((wager,), {wager: paytable} if paytable else {})
    return Strategy(game, own.page(paid).by_total, own)
