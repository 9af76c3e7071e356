"""How long the first print of each game's sheet takes, nothing kept of an earlier one: seconds on
the clock, by two processes where there are two processors, and processor seconds of both."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from holecard.games import CATALOGUE

GOAL = 10.0  # seconds on the clock, two idle processors, kernels compiled


def printed(game: str, folder: str) -> tuple[float, float]:
    """Seconds on the clock and of processors, for one sheet by the command."""
    words = ["-m", "holecard", "report", game, "--fresh", "-o", str(Path(folder) / "sheet.pdf")]
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    wall, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system
    return wall, used - before.children_user - before.children_system


def main() -> None:
    print(f"the first print of a sheet, seconds (goal {GOAL:g}): on the clock, of processors")
    with tempfile.TemporaryDirectory() as folder:
        printed("classic", folder)  # kernels are compiled once, and that is not measured
        for name in CATALOGUE:
            wall, used = printed(name, folder)
            print(f"  {name:<12} {wall:8.1f} {used:8.1f}", flush=True)


if __name__ == "__main__":
    main()
