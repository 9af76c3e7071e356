"""Compiles what commands and pages need, before anybody waits for it: `holecard doctor --warm`.

`python -m holecard.cli.warm` does the part that a table's first hint and edges need, while the
pages are built (`make run`). What is solved for it is as little as needs every kernel.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction

from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT, CLASSIC

Told = Callable[[str], None]


def timed(what: str, told: Told, work: Callable[[], object]) -> None:
    told(f"{what} ...")
    began = time.perf_counter()
    work()
    told(f"{what}: {time.perf_counter() - began:.1f} s")


def solver() -> None:
    """Edges of every game, hints and prices of mistakes."""
    from holecard.odds.playbook import Playbook
    from holecard.odds.pricing.pricer import Ask, game_odds
    from holecard.odds.solve.judged import judged
    from holecard.play.table import Table

    game_odds(BREAKOUT)
    game_odds(BURNOUT, Ask(wagers=("main-burnout",)))
    game_odds(BAD_BEAT, Ask(wagers=("bad-beat",), paytables={"bad-beat": "P1"}))
    table, book = Table(CLASSIC, 7), Playbook(CLASSIC)
    dealt = table.deal("1 main 10")
    if table.in_round:
        judged(book.page(False).best, dealt)


def charts() -> None:
    """A chart's cells, a shoe of one's own, a split the house pays for, counting."""
    from holecard.games.gallery.free_bet import FREE_BET
    from holecard.lab.counting import counting
    from holecard.odds.charts.cells import cell_odds, read_cell
    from holecard.odds.composition import read_composition
    from holecard.odds.playbook import Playbook
    from holecard.odds.solve.round_results import round_odds

    charted = Playbook(BREAKOUT).by_total
    cell_odds(charted.followed, charted.chart, read_cell("pairs.88.T", charted.chart))
    round_odds(Playbook(BREAKOUT, shoe=read_composition("A:3 7:5 8:4 T:5")).best)
    round_odds(Playbook(FREE_BET).best)
    counting(BREAKOUT, "sweet-17")


def simulator() -> None:
    """Both of its kernels: fresh shoes, and shoes dealt to a cut card."""
    from holecard.experiment.simulation import Simulation

    for cut in (None, Fraction(3, 4)):
        Simulation(game=BURNOUT, rounds=1000, play="mimic", penetration=cut).start().finish()


def compile_all(told: Told) -> None:
    timed("Compiling the solver for this machine", told, solver)
    timed("Compiling charts and counting", told, charts)
    timed("Compiling the simulator", told, simulator)


def compile_solver(told: Told) -> None:
    timed("Compiling the solver for this machine while the pages are built", told, solver)


if __name__ == "__main__":
    compile_solver(lambda words: print(words, file=sys.stderr, flush=True))
