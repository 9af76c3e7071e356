"""A progress bar for a run: how far, how fast, how long still, and the figure so far.

On terminals only, and on stderr: stdout is for results.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holecard.experiment.simulation import Simulation
    from holecard.simulator.run import Run
    from holecard.simulator.totals import State

EVERY = 0.2  # seconds between figures


@contextmanager
def watching(asked: Simulation, going: Run) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f}%"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figure]}"),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,  # no thread of its own: the pool may then copy this process
    )
    began, before = monotonic(), going.state.rounds
    task = bar.add_task(asked.game.id, total=asked.rounds, rate="", figure="")
    last = [0.0]

    def told(state: State) -> None:
        now = monotonic()
        if now - last[0] < EVERY:
            return
        last[0] = now
        rate = (state.rounds - before) / max(now - began, 1e-9)
        one = asked.watched(state)
        bar.update(
            task,
            completed=state.rounds,
            rate=f"{rate / 1e6:.1f} M rounds/s",
            figure=f"{one.id} edge {one.house_edge:.4%} ± {one.stderr:.4%}",
            refresh=True,
        )

    going.told = told
    with bar:
        yield
