"""A run: blocks one after the other until there are enough, kept safe on the way.

The result is always that of the first so many blocks, taken in order. So it does not depend on who
computed them, on where a run was broken off, or on which of them came back first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from holecard.errors import Unreadable
from holecard.simulator.checkpoint import NO_MARK, CheckpointError, Mark, load, save
from holecard.simulator.engine.job import BLOCK, Job
from holecard.simulator.processes import Compute, inline
from holecard.simulator.totals import State, start

MOST_ROUNDS = 10**15
SEATED_BLOCK = 1 << 14  # rounds of a block with several seats and fresh shoes
FEWEST_BLOCKS = 8  # before a standard error is believed
SAVE_EVERY = 2.0  # seconds


@dataclass(frozen=True)
class Goal:
    """When a run ends: after so many rounds, or when `precise` says so."""

    rounds: int
    precise: Callable[[State], bool] | None = None


@dataclass
class Run:
    """A run under way; `state` is what is certain so far."""

    job: Job
    goal: Goal
    compute: Compute = inline
    checkpoint: Path | None = None
    mark: Mark = NO_MARK
    resume: bool = False
    told: Callable[[State], None] | None = None  # after every block
    unsaved: str = ""  # why a checkpoint could not be written on the way

    def __post_init__(self) -> None:
        self.state = start(self.job)
        self.saved = monotonic()
        if self.checkpoint is None:
            return
        if self.checkpoint.exists():
            if not self.resume:
                raise CheckpointError(
                    f"{self.checkpoint} exists: add --resume to go on with it, or remove it"
                )
            self.state = load(self.checkpoint, self.job, self.mark)
            self.check_whole_blocks(self.checkpoint)
        save(self.checkpoint, self.state, self.mark)

    def check_whole_blocks(self, path: Path) -> None:
        """A run that ended in the middle of a block cannot be made longer."""
        done = self.state.rounds
        if not self.job.cut and done % self.size and done != self.goal.rounds:
            raise CheckpointError(
                f"{path} is a finished run of {done:,} rounds: ask for as many, or start another"
            )

    @property
    def size(self) -> int:
        return BLOCK if self.job.fast else SEATED_BLOCK

    @property
    def finished(self) -> bool:
        if self.state.rounds >= self.goal.rounds:
            return True
        precise = self.goal.precise
        return bool(precise and self.state.blocks >= FEWEST_BLOCKS and precise(self.state))

    def blocks(self) -> Iterator[tuple[int, int]]:
        """The blocks to come: number and rounds. With a cut card a block has the rounds it has."""
        size = self.size
        block = self.state.blocks
        while self.job.cut or block * size < self.goal.rounds:
            yield block, min(size, self.goal.rounds - block * size) if not self.job.cut else size
            block += 1

    def finish(self) -> State:
        """Go on to the end; broken off, `state` holds what was counted and is saved."""
        try:
            if not self.finished:
                for block, found in self.compute(self.job, self.blocks()):
                    self.state.take(block, found)
                    if self.told:
                        self.told(self.state)
                    if self.finished:
                        break
                    self.save_now_and_then()
        finally:
            self.save()
        return self.state

    def save_now_and_then(self) -> None:
        if monotonic() - self.saved >= SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """A checkpoint that fails on the way must not cost what was counted: it is told later."""
        if self.checkpoint is None:
            return
        try:
            save(self.checkpoint, self.state, self.mark)
        except CheckpointError as wrong:
            self.unsaved = str(wrong)
        self.saved = monotonic()


def read_rounds(text: str) -> int:
    """Rounds from `1e9`, `2_000_000` or `500`."""
    try:
        number = float(text.replace("_", "").replace(",", ""))
    except ValueError as wrong:
        raise Unreadable(f"cannot read {text!r} as rounds: such as 1e9 or 2000000") from wrong
    if not 1 <= number <= MOST_ROUNDS or number != int(number):
        raise Unreadable(f"{text} rounds cannot be dealt: a whole number from 1 to {MOST_ROUNDS:g}")
    return int(number)
