"""Blocks of the general path: several seats, and shoes dealt to the cut card.

With a cut card a block is a fixed number of whole shoes: stopping in the middle of one would count
early rounds more often than late ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.shoe import full_shoe
from holecard.simulator.engine.blocks import (
    CALLED_OFF,
    DEPTHS,
    OUTCOMES,
    OVER,
    ROUNDS,
    SHOES_DEALT,
    Tally,
    blank,
    sort_block,
)
from holecard.simulator.engine.chart_round import (
    CUT_AT,
    MOST_SHOES,
    NO_WORD,
    OUT_CARDS,
    OUT_DRY,
    OUT_SHOES,
    PLACES,
    WORD_KIND,
    Out,
    lay_table,
    steps,
)
from holecard.simulator.engine.job import SHOES, Job, Seat
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO
from holecard.simulator.engine.random_stream import WORDS, lay_desk
from holecard.simulator.engine.sorter import sort_deep

ROUNDS_A_CALL = 8192
NO_END = 1 << 62


class Dealing:
    """A table with its shoe, dealt on from call to call."""

    def __init__(self, job: Job, seat: Seat, number: int, block: int) -> None:
        self.job, self.seat = job, seat
        shoe = np.array(full_shoe(job.decks, job.deck), dtype=np.int64)
        self.table = lay_table(seat.tables, seat.chart, job.players, shoe)
        self.words = np.zeros(WORDS, dtype=np.uint64)
        self.desk = lay_desk(job.cards, job.seed, block, number)
        # A fresh shoe every round is a cut card on top; taking the first shoe out of its box
        # finishes none.
        self.place = np.zeros(PLACES, dtype=np.int64)
        self.place[OUT_CARDS], self.place[OUT_SHOES] = job.cards, -1
        self.place[WORD_KIND] = seat.word if seat.sorters else NO_WORD
        self.place[CUT_AT], self.place[MOST_SHOES] = job.cut, SHOES if job.cut else NO_END
        self.given = np.array(seat.given, dtype=np.int64)
        self.tags = np.array(job.tags, dtype=np.int64)
        self.room = Out(
            records=np.zeros(ROUNDS_A_CALL * job.players, dtype=np.uint64),
            nets=np.zeros(ROUNDS_A_CALL * job.players, dtype=np.int64),
            before=np.zeros(ROUNDS_A_CALL, dtype=np.int64),
            running=np.zeros(ROUNDS_A_CALL, dtype=np.int64),
        )

    def deal(self, most: int = ROUNDS_A_CALL) -> Out:
        """Some rounds, at most to the end of the last shoe."""
        out = Out(
            self.room.records[: most * self.job.players],
            self.room.nets[: most * self.job.players],
            self.room.before[:most],
            self.room.running[:most],
        )
        played = steps()["deal_seated"](
            self.table,
            self.given,
            self.seat.tenths,
            self.tags,
            self.words,
            self.desk,
            self.place,
            out,
        )
        seats = played * self.job.players
        return Out(out.records[:seats], out.nets[:seats], out.before[:played], out.running[:played])


def shoe_block(job: Job, seat: Seat, number: int, block: int, rounds: int) -> Tally:
    tally = blank(seat, DEPTHS if job.cut else 0)
    dealing = Dealing(job, seat, number, block)
    buttons = np.full((len(seat.sorters), job.players), -1, dtype=np.int64)
    while job.cut or tally.extras[ROUNDS] < rounds:
        left = ROUNDS_A_CALL if job.cut else rounds - int(tally.extras[ROUNDS])
        out = dealing.deal(min(ROUNDS_A_CALL, left))
        if out.before.size == 0:
            break
        count_rounds(job, seat, out, tally, buttons)
    tally.extras[SHOES_DEALT] = int(dealing.place[OUT_SHOES]) if job.cut else 0
    tally.extras[CALLED_OFF] = int(dealing.place[OUT_DRY])
    dealing.place[MOST_SHOES] = NO_END
    while (buttons >= 0).any():
        sort_block(seat, dealing.deal(64).records, tally, buttons, False)
    return tally


def count_rounds(job: Job, seat: Seat, out: Out, tally: Tally, buttons: Any) -> None:
    tally.nets += np.bincount(out.nets, minlength=tally.nets.size)
    tally.extras[ROUNDS] += out.before.size
    sort_block(seat, out.records, tally, buttons, True)
    tenths = (out.nets // NET_STEP - NET_ZERO).reshape(-1, job.players).sum(axis=1)
    if job.cut:
        depth = out.before * DEPTHS // job.cards
        tally.depths[:, 0] += np.bincount(depth, minlength=DEPTHS) * job.players
        np.add.at(tally.depths[:, 1], depth, tenths)
        count_deep(job, seat, out, depth, tally)
    else:
        tally.depths[0] += out.nets.size, tenths.sum()
    if job.trigger is not None:
        count_over(job, seat, out, tally)


def count_deep(job: Job, seat: Seat, out: Out, depth: Any, tally: Tally) -> None:
    """What became of each wager by how deep in the shoe its round began. A riding wager has no one
    depth, and wagers that look at too much for a table are left out."""
    by_seat = np.repeat(depth, job.players)
    for at, (sorter, riding) in enumerate(zip(seat.sorters, seat.riding, strict=True)):
        if not riding and not sorter.mask:
            sort_deep(out.records, by_seat, sorter.pieces, sorter.table, tally.deep[at])


def count_over(job: Job, seat: Seat, out: Out, tally: Tally) -> None:
    """The rounds a counter bets: true count (running count over decks left) at the trigger or
    more. Riding wagers are not counted here."""
    assert job.trigger is not None
    top, bottom = job.trigger
    left = job.cards - out.before
    over = out.running * 52 * bottom >= top * left
    tally.extras[OVER] += int(over.sum())
    by_seat = np.repeat(over, job.players)
    tally.over[0] += np.bincount(out.nets[by_seat], minlength=tally.over.shape[1])
    only = blank(seat)
    sort_block(seat, out.records[by_seat], only, np.full((len(seat.sorters), 1), -1), True)
    for at, riding in enumerate(seat.riding):
        if not riding:
            tally.over[1 + at, :OUTCOMES] += only.outcomes[at]
