"""Compiles the kernels once, before the workers of a parallel run would each do it.

`python -m tests.kernels`: half a minute on a machine that has not compiled them yet, two seconds
on one that has. What it solves is as little as needs every kernel that some test needs.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.compiled import as_arrays, compiled_round
from holecard.experiment.simulation import Simulation
from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT
from holecard.games.gallery.free_bet import FREE_BET
from holecard.lab.counting import counting
from holecard.odds.charts.cells import cell_odds, read_cell
from holecard.odds.composition import read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.solve.round_results import round_odds
from tests.rules.rounds import session
from tests.rules.test_agreement import blank


def main() -> None:
    game_odds(BREAKOUT)
    game_odds(BURNOUT, Ask(wagers=("main-burnout",)))
    game_odds(BAD_BEAT, Ask(wagers=("bad-beat",), paytables={"bad-beat": "P1"}))
    charted = Playbook(BREAKOUT).by_total
    cell_odds(charted.followed, charted.chart, read_cell("pairs.88.T", charted.chart))
    round_odds(Playbook(BREAKOUT, shoe=read_composition("A:3 7:5 8:4 T:5")).best)
    round_odds(Playbook(FREE_BET).best)
    counting(BREAKOUT, "sweet-17")
    for cut in (None, Fraction(3, 4)):
        Simulation(game=BURNOUT, rounds=1000, play="mimic", penetration=cut).start().finish()
    compiled_round()(as_arrays(blank(next(session("classic", 0)))))


if __name__ == "__main__":
    main()
