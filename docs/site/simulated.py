"""The gallery's main wagers simulated beside exact, a hundred million rounds each: dealt once, into
docs/simulated.json. `python -m docs.site.simulated [GAME ...]` deals them again, those games or all
(about half a minute of processor time each).

The tests hold the page to the file, the exact figures of the file to the solver, and at night the
same rounds to the file.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path

from holecard.experiment.simulation import Simulation, exact_figures
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import Playbook
from holecard.odds.result import WagerOdds
from holecard.simulator.figures import WagerFigures
from holecard.wagers.game import Game

KEPT = Path(__file__).parent.parent / "simulated.json"
ROUNDS, SEED = 100_000_000, 20261
FEWEST = 25  # expected rounds with a net, to compare its frequency
SAID = (
    "Main wagers by best play, fresh shoes. z: standard errors between the simulated value of the "
    "initial wager and the exact one; worst: the furthest z of the frequency of any net, of so "
    "many compared."
)


@dataclass(frozen=True)
class Beside:
    """One game's rounds beside its exact figures."""

    game: str
    rules: str
    definition_hash: str
    rounds: int
    seed: int
    digest: str
    exact: float
    simulated: float
    stderr: float
    z: float
    nets: int
    worst: float


def beside(game: Game, rounds: int = ROUNDS) -> Beside:
    book = Playbook(game)
    asked = Simulation(game=game, rounds=rounds, seed=SEED, play=book, wanted=("main",))
    state = asked.start().finish()
    found = asked.figures(state)[0]
    exact = float(book.best.ev)
    # The seats of a player of Switch share the dealer: its nets are no counts of bets apart.
    apart = net_distances(found, exact_main(book)) if game.seats_a_player == 1 else []
    return Beside(
        game=game.id,
        rules=game.line,
        definition_hash=asked.definition_hash,
        rounds=state.rounds,
        seed=SEED,
        digest=state.digest(),
        exact=exact,
        simulated=found.ev,
        stderr=found.stderr,
        z=(found.ev - exact) / found.stderr,
        nets=len(apart),
        worst=max(apart, key=abs, default=0.0),
    )


def exact_main(book: Playbook) -> WagerOdds:
    return exact_figures(book, ["main"])["main", "standard"]


def net_distances(found: WagerFigures, exact: WagerOdds) -> list[float]:
    """Of each net: standard errors between its frequency and its chance."""
    apart = []
    for pays in sorted({row.pays for row in found.outcomes}):
        chance = sum(float(row.probability) for row in exact.outcomes if row.pays == pays)
        if found.rounds * min(chance, 1 - chance) >= FEWEST:
            share = sum(row.count for row in found.outcomes if row.pays == pays) / found.rounds
            apart.append((share - chance) / sqrt(chance * (1 - chance) / found.rounds))
    return apart


def kept() -> dict[str, Beside]:
    rows = json.loads(KEPT.read_text("utf-8"))["games"] if KEPT.exists() else []
    return {row["game"]: Beside(**row) for row in rows}


def main(names: list[str]) -> None:
    known = kept()
    for name in names or list(GALLERY):
        known[name] = beside(GALLERY[name])
        rows = [asdict(known[one]) for one in GALLERY if one in known]
        KEPT.write_text(json.dumps({"what": SAID, "games": rows}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
