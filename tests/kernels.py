"""Compiles the kernels once, before the workers of a parallel run would each do it.

`python -m tests.kernels`: half a minute on a machine that has not compiled them yet, two seconds
on one that has.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.compiled import as_arrays, compiled_round
from holecard.experiment.simulation import Simulation
from holecard.games import BURNOUT, CATALOGUE
from holecard.odds.pricing.pricer import game_odds
from tests.rules.rounds import session
from tests.rules.test_agreement import blank


def main() -> None:
    for game in CATALOGUE.values():
        game_odds(game)
    for cut in (None, Fraction(3, 4)):
        Simulation(game=BURNOUT, rounds=1000, play="mimic", penetration=cut).start().finish()
    compiled_round()(as_arrays(blank(next(session("classic", 0)))))


if __name__ == "__main__":
    main()
