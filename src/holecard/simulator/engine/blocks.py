"""A block: some rounds of every lineup, counted. Whole numbers only: blocks add up in any order.

Riding bets (streaks): one is placed whenever none rides; those still riding when the block's rounds
are over are finished with extra rounds of the same stream, which count for nothing else. The bet
that is riding at the end is the last of a number of bets fixed by what happened before it, so by
Wald's identity the counts are unbiased; dropping it would favour short rides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.errors import HolecardError
from holecard.simulator.engine.job import BLOCK, SHOES, Job, Seat, maker
from holecard.simulator.engine.plan import NET_CODES, packed_shoe
from holecard.simulator.engine.random_stream import WORDS, lay_desk
from holecard.simulator.engine.sorter import Sorter

Counts = npt.NDArray[np.int64]
ROOM = 16384  # records at a time: 128 KB, they stay in the second cache
OUTCOMES = 256
DEPTHS = 20  # a shoe's depth in twentieths
COUNTS = ("nets", "outcomes", "depths", "deep", "over", "extras")


class OtherVersion(HolecardError):
    """A worker that runs other code than the one that asked."""

    exit_code = 1


@dataclass
class Tally:
    """What was counted for one lineup. `nets` by net code, `outcomes` by wager and outcome; by
    depth: rounds, net in tenths, and outcomes; over the trigger: rounds, then nets and outcomes
    again."""

    nets: Counts
    outcomes: Counts  # [wager, OUTCOMES]
    depths: Counts  # [depth, (seat rounds, tenths)]
    deep: Counts  # [wager, depth, OUTCOMES]; no depths where shoes are fresh
    over: Counts  # [1 + wager, NET_CODES or OUTCOMES]: the same at or over the trigger
    extras: Counts  # rounds, shoes, rounds called off, rounds at or over the trigger
    wide: dict[int, dict[int, int]] = field(default_factory=dict)  # wager -> record -> count

    def __getstate__(self) -> dict[str, Any]:
        """What a worker hands over: most counts are zero, and only the others are sent."""
        return {name: thin(getattr(self, name)) for name in COUNTS} | {"wide": self.wide}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.wide = state["wide"]
        for name in COUNTS:
            shape, at, numbers = state[name]
            counts = np.zeros(shape, dtype=np.int64)
            counts.ravel()[at] = numbers
            setattr(self, name, counts)

    def add(self, other: Tally) -> None:
        for name in COUNTS:
            getattr(self, name).__iadd__(getattr(other, name))
        for wager, found in other.wide.items():
            mine = self.wide.setdefault(wager, {})
            for record, count in found.items():
                mine[record] = mine.get(record, 0) + count

    def same(self, other: Tally) -> bool:
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in COUNTS)


def thin(counts: Counts) -> tuple[tuple[int, ...], Counts, Counts]:
    """The shape, where something was counted, and how much."""
    at = np.flatnonzero(counts)
    return counts.shape, at, counts.ravel()[at]


ROUNDS, SHOES_DEALT, CALLED_OFF, OVER = range(4)


def blank(seat: Seat, depths: int = 0) -> Tally:
    wagers = len(seat.sorters)
    return Tally(
        nets=np.zeros(NET_CODES, dtype=np.int64),
        outcomes=np.zeros((wagers, OUTCOMES), dtype=np.int64),
        depths=np.zeros((DEPTHS, 2), dtype=np.int64),
        deep=np.zeros((wagers, depths, OUTCOMES), dtype=np.int64),
        over=np.zeros((1 + wagers, NET_CODES), dtype=np.int64),
        extras=np.zeros(4, dtype=np.int64),
    )


def run_block(job: Job, block: int, rounds: int = BLOCK) -> list[Tally]:
    """Block number `block` of a job: a tally for every lineup. `rounds` is its size where shoes
    are fresh; with a cut card a block is so many whole shoes, whatever their rounds."""
    if job.made_by != maker():
        raise OtherVersion(
            f"this worker has holecard {maker()}, the job was made by {job.made_by}: "
            "install the same version everywhere"
        )
    tallies = []
    for number, seat in enumerate(job.seats):
        if job.fast and not seat.word:
            tallies.append(fresh_block(job, seat, number, block, rounds))
        else:
            from holecard.simulator.engine.shoe_blocks import shoe_block

            tallies.append(shoe_block(job, seat, number, block, rounds))
    return tallies


def fresh_block(job: Job, seat: Seat, number: int, block: int, rounds: int) -> Tally:
    """One seat, a fresh shoe every round: the fast kernel."""
    from holecard.simulator.engine.fast_round import deal_rounds

    tally = blank(seat)
    shoe, words = packed_shoe(job.decks, job.deck), np.zeros(WORDS, dtype=np.uint64)
    desk = lay_desk(job.cards, job.seed, block, number)
    records = np.zeros(ROOM, dtype=np.uint64)
    buttons = np.full((len(seat.sorters), 1), -1, dtype=np.int64)
    left = rounds
    while left:
        some = records[: min(ROOM, left)]
        deal_rounds(seat.plan, shoe, words, desk, some, tally.nets)
        sort_block(seat, some, tally, buttons, True)
        left -= some.size
    spare = np.zeros_like(tally.nets)
    while (buttons >= 0).any():
        some = records[:64]
        deal_rounds(seat.plan, shoe, words, desk, some, spare)
        sort_block(seat, some, tally, buttons, False)
    tally.extras[ROUNDS] = rounds
    return tally


def sort_block(seat: Seat, records: Any, tally: Tally, buttons: Any, placing: bool) -> None:
    """Every wager of the lineup sorts the records; after the block's end only those that ride."""
    from holecard.simulator.engine.sorter import ride_records, sort_records

    for at, (sorter, riding) in enumerate(zip(seat.sorters, seat.riding, strict=True)):
        if riding:
            ride_records(
                records, sorter.pieces, sorter.table, tally.outcomes[at], buttons[at], placing
            )
        elif not placing:
            continue
        elif sorter.mask:
            sort_wide(sorter, records, tally.wide.setdefault(at, {}))
        else:
            sort_records(records, sorter.pieces, sorter.table, tally.outcomes[at])


def sort_wide(sorter: Sorter, records: Any, found: dict[int, int]) -> None:
    """Count the different records a wager with many looks sees, to be classified later."""
    seen, counts = np.unique(records & sorter.mask, return_counts=True)
    for record, count in zip(seen.tolist(), counts.tolist(), strict=True):
        found[record] = found.get(record, 0) + count


__all__ = ["BLOCK", "SHOES", "Tally", "blank", "run_block"]
