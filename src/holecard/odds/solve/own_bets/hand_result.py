"""What every action is worth for one hand, as a result to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from holecard import __version__
from holecard.odds.solve.splitting.splits import CONVENTION, other_splits
from holecard.rows import Rows, html_tables
from holecard.wagers.definition import SHORT, figure_hash
from holecard.wagers.game import Game

SCHEMA = "holecard.hand/1"


@dataclass(frozen=True, repr=False)
class HandValues(Rows):
    """Values of the actions by what is given (with Burnout's payment made or not, say), each per
    initial wager."""

    game: Game
    cards: str
    dealer: str
    given: str  # what is known of the hole card
    values: Mapping[str, Mapping[str, float]]
    splits: str = CONVENTION

    @property
    def actions(self) -> dict[str, float]:
        """The value of every action, best first, with nothing paid."""
        return best_first(next(iter(self.values.values())))

    @property
    def best(self) -> str:
        return next(iter(self.actions))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each action, best first."""
        return [
            {"title": title, "action": action, "value": value}
            for title, values in self.values.items()
            for action, value in best_first(values).items()
        ]

    @property
    def definition_hash(self) -> str:
        return figure_hash(self.game, splits=other_splits(self.splits))

    def as_json(self) -> dict[str, Any]:
        return {
            **self.game.json_head(SCHEMA, __version__),
            "definition_hash": self.definition_hash,
            "splits": self.splits,
            "hand": self.cards,
            "dealer": self.dealer,
            "given": self.given,
            "values": {title: dict(values) for title, values in self.values.items()},
        }

    @property
    def headline(self) -> str:
        splits = other_splits(self.splits)
        return f"{self.cards} against {self.dealer}, {self.given}" + (
            f", splits {splits}" if splits else ""
        )

    def __repr__(self) -> str:
        best = f"{self.best} {self.actions[self.best]:+.6f}"
        return f"<{self.cards} v {self.dealer} in {self.game.id} {self.game.line}: {best}>"

    def __str__(self) -> str:
        title = f"{self.game.name}   [{self.game.line}]   {self.definition_hash[:SHORT]}"
        lines = [title, self.headline, ""]
        for title, values in self.values.items():
            lines.append(title)
            lines += [f"  {one:<10} {worth:+.9f}" for one, worth in best_first(values).items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title = f"{self.game.name} [{self.game.line}]: {self.headline}"
        return html_tables(self.cells, title)

    @property
    def cells(self) -> list[list[list[str]]]:
        """A table for each thing given, its title the first head."""
        return [
            [[title, "value"], *([one, f"{worth:+.9f}"] for one, worth in best_first(of).items())]
            for title, of in self.values.items()
        ]


def best_first(values: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(values.items(), key=lambda one: -one[1]))
