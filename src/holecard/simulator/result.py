"""What a simulation found: a frozen result with rows for a table, a notebook or JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from holecard import __version__
from holecard.rows import Rows, columns, html_table, pick
from holecard.simulator.figures import WagerFigures
from holecard.wagers.definition import SHORT
from holecard.wagers.game import Game

SCHEMA = "holecard.simulate/1"


@dataclass(frozen=True, kw_only=True, repr=False)
class SimResult(Rows):
    """Every wager of a game as simulated. The same game, rules, play and seed give the same bytes,
    whoever computed them; `digest` is the hash of everything that was counted."""

    game: Game
    definition_hash: str  # of the game and the play
    play: str
    rounds: int
    seed: int
    wagers: tuple[WagerFigures, ...]
    digest: str
    shoe: dict[str, Any]
    complete: bool = True
    checks: tuple[dict[str, Any], ...] | None = None

    def find(self, wager: str, paytable: str = "") -> WagerFigures:
        """The first entry of that wager and pay table."""
        return pick(self.wagers, id=wager, paytable=paytable)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager and pay table."""
        names = ("id", "paytable", "rounds", "ev", "stderr", "hit_frequency", "push_frequency")
        found = []
        for one in self.wagers:
            row = one.as_json()
            found.append({name: row[name] for name in names} | {"std_dev": row["std_dev"]})
        return found

    def as_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            **self.game.json_head(SCHEMA, __version__),
            "definition_hash": self.definition_hash,
            "play": self.play,
            "seed": self.seed,
            "rounds": self.rounds,
            "complete": self.complete,
            **self.shoe,
            "digest": self.digest,
            "wagers": [one.as_json() for one in self.wagers],
        }
        if self.checks is not None:
            document["checks"] = list(self.checks)
        return document

    def __repr__(self) -> str:
        return f"<simulation of {self.game.id} {self.game.line}: {self.headline}>"

    def __str__(self) -> str:
        table = columns([self.heads, *self.cells], left=2)
        title = f"{self.game.name}   [{self.game.line}]   {self.definition_hash[:SHORT]}"
        return f"{title}\n{self.headline}\n\n{table}"

    @property
    def headline(self) -> str:
        whole = "" if self.complete else ", broken off"
        return f"{self.play}; {self.rounds:,} rounds, seed {self.seed}{whole}"

    @property
    def heads(self) -> list[str]:
        heads = ["wager", "pay table", "house edge", "std error", "hits", "pushes", "bets settled"]
        return [*heads, "exact", "z"] if self.checks else heads

    @property
    def cells(self) -> list[list[str]]:
        exact = {(one["id"], one["paytable"]): one for one in self.checks or ()}
        found = []
        for one in self.wagers:
            row = [
                one.label,
                one.paytable,
                f"{one.house_edge:.4%}",
                f"{one.stderr:.4%}" if one.rounds else "-",
                f"{one.share(1):.3%}",
                f"{one.share(0):.3%}",
                f"{one.rounds:,}",
            ]
            if self.checks:
                check = exact.get((one.id, one.paytable))
                row += [f"{-check['exact']:.4%}", f"{check['z']:+.2f}"] if check else ["-", "-"]
            found.append(row)
        return found

    def _repr_html_(self) -> str:
        title = f"{self.game.name} [{self.game.line}]: {self.headline}"
        return html_table([self.heads, *self.cells], title)
