"""Best play as a chart people can carry, and what the chart costs, as a result to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from holecard.errors import BadDefinition
from holecard.odds.charts.by_total import (
    HARD_ROWS,
    LETTER_WORDS,
    SOFT_ROWS,
    Exception_,
    exceptions,
    pair_rows,
    rows_of,
    total_chart,
)
from holecard.odds.charts.with_burn import BurnChart, Given, burn_chart, chart_of, follow
from holecard.odds.composition import full_decks
from holecard.odds.solve.best_play import Play, play_game
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.sights import Spec
from holecard.rows import Rows, columns, html_tables
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE

Part = tuple[str, tuple[str, ...], list[tuple[str, list[str]]]]  # title, columns, rows of letters


@dataclass(frozen=True, repr=False)
class Strategy(Rows):
    """The chart by totals that follows from best play; values are per initial wager."""

    game: Game
    play: Play  # best play, by composition
    given: Given  # the chart by totals, with Burnout's lists where the payment is made
    cost: float  # what following the chart loses against best play

    @property
    def ev(self) -> float:
        """The value of best play, before a payment."""
        return float(self.play.ev)

    @property
    def exceptions(self) -> list[Exception_]:
        """Two-card hands that best play treats otherwise than the chart, costliest first."""
        return exceptions(self.play, chart_of(self.given))

    def parts(self) -> Iterator[Part]:
        """The charts one after another."""
        chart = chart_of(self.given)
        yield "hard", chart.columns, rows_of(HARD_ROWS, chart)
        yield "soft", chart.columns, rows_of(SOFT_ROWS, chart)
        yield "pairs", chart.columns, pair_rows(chart)
        if isinstance(self.given, BurnChart):
            burns = self.given.burns
            yield "burn after a hit", burns.columns, burns.rows()
            yield "burn after a double", burns.columns, burns.rows(doubled=True)

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
        return f"best play {self.ev:+.6%} per initial wager, this chart costs {self.cost:.6%}"

    def __repr__(self) -> str:
        return f"<strategy for {self.game.id} {self.game.line}: {self.headline}>"

    def __str__(self) -> str:
        tables = "\n\n".join(columns(cells) for cells in self.cells)
        head = f"{self.game.name}   [{self.game.line}]\n{self.headline}"
        return f"{head}\n{legend()}\n\n{tables}"

    def _repr_html_(self) -> str:
        title = f"{self.game.name} [{self.game.line}]: {self.headline}. {legend()}"
        return html_tables(self.cells, title)


def legend() -> str:
    return "; ".join(f"{letter} {says}" for letter, says in LETTER_WORDS.items())


def best_strategy(game: Game, paid: bool = False, splits: str = "cdp1") -> Strategy:
    """The chart of a game, with the payment made or without."""
    if paid and not any(wager.kind == FEE for wager in game.wagers):
        raise BadDefinition(f"only Burnout has a payment to make: {game.id} has none")
    spec = Spec(game, full_decks(game.rules.decks))
    play = play_game(spec, splits)
    chart = total_chart(play)
    given: Given = chart
    if paid:
        play = play_burnout(spec, splits, play)
        given = burn_chart(play, chart)
    return Strategy(game, play, given, play.ev - follow(spec, given, splits).ev)
