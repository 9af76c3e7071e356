"""How far a run has come: the tallies of its first so many blocks, and the spread between them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from holecard.simulator.engine.blocks import COUNTS, DEPTHS, ROUNDS, Tally, blank
from holecard.simulator.engine.job import Job
from holecard.simulator.engine.lineup import Lineup
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO
from holecard.simulator.figures import (
    FEWEST_BLOCKS,
    WagerFigures,
    main_figures,
    outcome_counts,
    wager_figures,
)


@dataclass
class State:
    """Always the blocks 0 .. blocks - 1, whoever computed them and in whatever order."""

    blocks: int
    tallies: list[Tally]
    # For every lineup, summed over blocks: rounds squared, rounds times net, net squared.
    squares: list[list[int]]

    def take(self, block: int, found: list[Tally]) -> None:
        assert block == self.blocks
        for mine, squares, other in zip(self.tallies, self.squares, found, strict=True):
            mine.add(other)
            rounds, net = net_sum(other)
            for at, product in enumerate((rounds * rounds, rounds * net, net * net)):
                squares[at] += product
        self.blocks += 1

    @property
    def rounds(self) -> int:
        return int(self.tallies[0].extras[ROUNDS])

    def spread(self, at: int) -> float | None:
        """The standard error of a main wager's net, from block to block."""
        rounds, net = net_sum(self.tallies[at])
        if self.blocks < FEWEST_BLOCKS or not rounds:
            return None
        mean = net / rounds
        nn, ns, ss = self.squares[at]
        variance = max(ss - 2 * mean * ns + mean * mean * nn, 0.0)
        return sqrt(variance * self.blocks / (self.blocks - 1)) / rounds / 10

    def digest(self) -> str:
        """The same for the same counts."""
        found = hashlib.sha256(str(self.blocks).encode())
        for tally in self.tallies:
            for name in COUNTS:
                found.update(getattr(tally, name).astype("<i8").tobytes())
            found.update(
                str(sorted((k, sorted(v.items())) for k, v in tally.wide.items())).encode()
            )
        return found.hexdigest()


def net_sum(tally: Tally) -> tuple[int, int]:
    """Seat rounds, and their net in tenths of a wager."""
    codes = np.flatnonzero(tally.nets)
    net = int(((codes // NET_STEP - NET_ZERO) * tally.nets[codes]).sum())
    return int(tally.nets.sum()), net


def start(job: Job) -> State:
    depths = DEPTHS if job.cut else 0
    return State(0, [blank(seat, depths) for seat in job.seats], [[0, 0, 0] for _ in job.seats])


def figures(
    job: Job,
    state: State,
    lineups: Sequence[Lineup],
    wanted: Sequence[str] = (),
    tables: dict[str, str] | None = None,
    tipped: bool = False,
) -> list[WagerFigures]:
    """Every figure of a run, in the order of the felt's lineups."""
    found: list[WagerFigures] = []
    for at, (lineup, tally) in enumerate(zip(lineups, state.tallies, strict=True)):
        if lineup.entry and (not wanted or lineup.entry in wanted):
            spread = None if job.fast else state.spread(at)
            found.append(main_figures(lineup, tally.nets, spread, job.players))
        for place, wager in enumerate(lineup.wagers):
            counts = outcome_counts(tally, place, wager)
            named = (tables or {}).get(wager.id)
            beside = lineup.fee.id if lineup.fee else ""
            found += [
                replace(one, beside=beside)
                for one in wager_figures(wager, counts, (named,) if named else (), tipped)
            ]
    return found
