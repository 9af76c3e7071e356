"""The simulator's speed: against a C++ twin in one run, by game, by seats, decks and processes.

Times are processor times, taken in turns, best of several: the machine may be busy with other work.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from holecard.experiment.simulation import Simulation
from holecard.games import CATALOGUE, CLASSIC
from holecard.games.gallery import GALLERY
from holecard.simulator.engine.blocks import run_block
from holecard.simulator.engine.chart import FALLBACK, FIRST_WISH, Chart
from holecard.simulator.engine.job import BLOCK, Job
from holecard.simulator.engine.plan import ACT_OF
from holecard.simulator.processes import compute_with

TWIN = Path(__file__).with_name("twin.cpp")
TWIN_ROUNDS = 6_000_000
TURNS = 7
BLOCKS = 16
GOAL = 1.2
GALLERY_ROUNDS = 1 << 18


def chart_text(chart: Chart) -> str:
    """The chart by totals as the twin reads it, acts as the fast kernel numbers them."""
    wish = chart.wish.reshape(2, chart.sights, 64)[0]
    splits = chart.splits.reshape(chart.sights, 11)
    rows = []
    for up in range(1, 11):
        sight = int(chart.sight.reshape(11, 11)[up, 1])
        first, then = ACT_OF[wish[sight] & FIRST_WISH], ACT_OF[wish[sight] >> FALLBACK]
        rows += [*first, *then, *splits[sight, 1:]]
    return " ".join(str(int(number)) for number in rows)


def build_twin(folder: Path) -> Path | None:
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    made = folder / "twin"
    subprocess.run([compiler, "-O3", "-march=native", "-o", made, TWIN], check=True)
    return made


def twin_rate(twin: Path, chart: str, seed: int) -> tuple[float, float]:
    """Rounds a second of processor time, and the expected value."""
    words = [str(twin), str(TWIN_ROUNDS), str(seed)]
    done = subprocess.run(words, input=chart, capture_output=True, text=True, check=True)
    rounds, seconds, ev = done.stdout.split()
    return float(rounds) / float(seconds), float(ev)


def block_rate(job: Job, first: int = 0, blocks: int = BLOCKS, size: int = 1 << 13) -> float:
    """Rounds a second of processor time, over every lineup of the game; `size` is that of a block
    of the general path."""
    rounds = 0
    before = time.process_time()
    for block in range(first, first + blocks):
        tallies = run_block(job, block, BLOCK if job.fast else size)
        rounds += sum(int(tally.extras[0]) for tally in tallies)
    return rounds / (time.process_time() - before)


def against_the_twin() -> None:
    asked = Simulation(game=CLASSIC, rounds=BLOCK, play="total")
    best = Simulation(game=CLASSIC, rounds=BLOCK)
    run_block(asked.job, 0, 100)
    with tempfile.TemporaryDirectory() as folder:
        twin = build_twin(Path(folder))
        if twin is None:
            print("no g++: the C++ twin is left out")
            return
        chart = chart_text(asked.lineups[0].chart)
        rates = []
        for turn in range(TURNS):
            theirs, _ = twin_rate(twin, chart, turn)
            rates.append((block_rate(asked.job, turn), block_rate(best.job, turn), theirs))
    ours, by_best, twins = np.array(rates).max(axis=0) / 1e6
    ratio = float(np.median([one[0] / one[2] for one in rates]))
    peak = ours / twins
    print(f"classic, six decks, chart by totals, records and suits: {ours:6.1f} M rounds/s")
    print(f"the same by best play (3,093 hands, not 64 states):     {by_best:6.1f} M rounds/s")
    print(f"C++ twin (g++ -O3 -march=native), net result only:      {twins:6.1f} M rounds/s")
    print(
        f"ours / twin: {peak:.2f} of the best turns, {ratio:.2f} median of {TURNS} "
        f"({GOAL} is asked, 2 is the goal)"
    )


def by_game() -> None:
    print("\nevery game with all its wagers, best play, one process (M rounds/s of each lineup):")
    for name, game in CATALOGUE.items():
        asked = Simulation(game=game, rounds=BLOCK)
        run_block(asked.job, 0, 100)
        rate = max(block_rate(asked.job, turn, 4) for turn in range(5)) / 1e6
        wagers = sum(1 + len(one.wagers) for one in asked.lineups)
        print(f"  {name:<12} {rate:6.1f}   {wagers:2} wagers, {len(asked.lineups)} lineups")


def by_gallery() -> None:
    print("\nthe gallery's main wagers, best play, one process (M rounds/s, each player's seats):")
    for name, game in GALLERY.items():
        asked = Simulation(game=game, rounds=BLOCK, wanted=("main",))
        run_block(asked.job, 0, 100)
        rate = max(block_rate(asked.job, turn, 1, GALLERY_ROUNDS) for turn in range(5)) / 1e6
        print(f"  {name:<16} {rate:6.1f}   {'fast kernel' if asked.job.fast else 'procedure'}")


def by_size() -> None:
    from fractions import Fraction

    print("\nfast path by decks (M rounds/s):", end="")
    for decks in (1, 2, 6, 8):
        asked = Simulation(game=CLASSIC.but(decks=decks), rounds=BLOCK, play="mimic")
        run_block(asked.job, 0, 100)
        print(f"  {decks}D {max(block_rate(asked.job, t, 4) for t in range(3)) / 1e6:.1f}", end="")
    print("\nround procedure, shoe to 75%, by seats (M rounds/s, M hands/s):", end="")
    for seats in (1, 3, 7):
        asked = Simulation(
            game=CLASSIC, rounds=BLOCK, play="mimic", players=seats, penetration=Fraction(3, 4)
        )
        run_block(asked.job, 0)
        rate = max(block_rate(asked.job, turn, 2) for turn in range(3)) / 1e6
        print(f"  {seats}: {rate:.2f}, {rate * seats:.2f}", end="")
    print()


def seconds_of(asked: Simulation, jobs: int) -> tuple[float, float]:
    """Seconds by the clock and of processor time of a whole run, its processes included."""
    before, began = os.times(), time.perf_counter()
    asked.start(compute_with(jobs)).finish()
    wall, after = time.perf_counter() - began, os.times()
    return wall, sum(after[:4]) - sum(before[:4])


def by_processes() -> None:
    """The same run by one process and by two, in turns. On a busy machine the clock says little;
    processor time then tells what two cost more than one, and so what idle cores would gain."""
    asked = Simulation(game=CLASSIC, rounds=800 * BLOCK, play="mimic")
    run_block(asked.job, 0, 100)
    turns = [(seconds_of(asked, 1), seconds_of(asked, 2)) for _ in range(3)]
    one, two = (np.array([turn[jobs] for turn in turns]).min(axis=0) for jobs in (0, 1))
    print(
        f"\n{asked.rounds / 1e6:.0f} M rounds: one process {one[0]:.2f} s, two {two[0]:.2f} s: ",
        end="",
    )
    print(f"{one[0] / two[0]:.2f} times by the clock (1.8 is asked), ", end="")
    print(f"{2 * one[1] / two[1]:.2f} by processor time")


def first_call() -> None:
    code = (
        "import time; t = time.perf_counter();"
        "from holecard.experiment.simulation import Simulation; from holecard.games import CLASSIC;"
        "a = Simulation(game=CLASSIC, rounds=1000, play='mimic');"
        "b = time.perf_counter(); a.start().finish();"
        "print(b - t, time.perf_counter() - b)"
    )
    words = [sys.executable, "-c", code]
    subprocess.run(words, capture_output=True, check=True)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    imports, run = (float(word) for word in done.stdout.split())
    print(f"\nwarm cache: imports {imports:.2f} s, first call {run:.2f} s (under 1 is asked)")


def memory() -> None:
    """The most memory of a whole run, for the game with the largest tables."""
    code = (
        "import re, holecard; holecard.simulate('breakout', rounds={});"
        "status = open('/proc/self/status').read();"
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', status)[1]) / 1024)"
    )
    print("memory of a run of breakout:", end="")
    for rounds in (10**6, 10**8):
        words = [sys.executable, "-c", code.format(rounds)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        print(f"  {rounds:.0e} rounds {float(done.stdout):.0f} MB", end="")
    print("  (300 is allowed)")


def main() -> None:
    against_the_twin()
    by_game()
    by_gallery()
    by_size()
    by_processes()
    first_call()
    memory()


if __name__ == "__main__":
    main()
