"""What each act of a hand is worth in a game with answers of its own: bonuses, hands that end by
themselves, doubling with more cards and again, rescue, free bets.

The same order of choices as best_play.py, in values: what a hand is worth to the seat per initial
wager, whoever put up what lies on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.own_tables import TAKES_PART, TIMES
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered import DOUBLED, SPLIT, SPLIT_DOUBLED, UNSPLIT, Answered
from holecard.odds.solve.best_play import NEVER
from holecard.odds.solve.hand_kernels import EVEN, Odds, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Side(NamedTuple):
    """A hand in its life, and what of its first unit is the seat's own."""

    split: bool = False
    aces: bool = False
    own: float = 1.0

    @property
    def kinds(self) -> tuple[int, int]:
        return (SPLIT, SPLIT_DOUBLED) if self.split else (UNSPLIT, DOUBLED)


@dataclass(frozen=True)
class Stood:
    """What standing wins and loses per unit on the hand, undoubled and doubled."""

    once: Odds
    doubled: Odds


@dataclass(frozen=True)
class Moves:
    """One side's hands from one shoe: the value of each act, and of what is best."""

    stand: Floats
    hit: Floats
    double: Floats
    stop: Floats  # the best that takes no further choice
    best: Floats
    doubled: Ints
    wagered: Floats  # [hand] all that a double puts up of the seat's own


@dataclass(frozen=True)
class DoubledHands:
    """Hands doubled so often: [act][hand] the value of each choice, NEVER where it is none, and
    [hand] what is done and what that is worth."""

    times: int
    values: dict[int, Floats]
    acts: Ints
    worth: Floats


class HandValues:
    """One sight of the dealer: what every act of every hand is worth."""

    def __init__(self, of: Answered, seen: Seen) -> None:
        self.of, self.seen, self.spec = of, seen, of.spec
        self.hands = of.spec.hands
        self.size = of.spec.hands.state.size
        # [times, hand] what is done with a doubled hand; once it is known for unsplit hands, split
        # ones of the same cards do the same.
        self.doubled: Ints | None = None

    def stood(
        self, side: Side, aside: int, left: Ints, wanted: Bools, gone: int = 0
    ) -> list[Stood]:
        """[j] with j more of the value set aside out of the shoe."""
        found = []
        for kind in side.kinds:
            odds = Odds(*np.zeros((2, gone + 1, self.size)))
            shoe = Shoe(left, self.seen.hole_not)
            dealer_kernels.stand_odds(
                self.hands, self.spec.finals, self.seen.place, aside, shoe, self.of.pays(kind),
                wanted, odds,
            )  # fmt: skip
            found.append(odds)
        once, doubled = found
        return [
            Stood(Odds(once.win[j], once.lose[j]), Odds(doubled.win[j], doubled.lose[j]))
            for j in range(gone + 1)
        ]

    def moves(
        self, side: Side, left: Ints, wanted: Bools, stood: Stood, sheet: bool, forced: Ints
    ) -> Moves:
        """Every act of one side's hands. A given chart (`sheet`) rescues nothing and doubles only
        two cards."""
        shoe = Shoe(left, self.seen.hole_not)
        stand = stood.once.win - side.own * stood.once.lose
        double, wagered, doubled = self.doubles(side, shoe, wanted, stood, sheet)
        stop = stand.copy()
        if not sheet:
            drawn = (self.hands.cards > 2) & wanted
            stop = np.where(drawn & ~np.isnan(double), np.fmax(stop, double), stop)
            gives_up = drawn & self.may_give_up(side)
            stop = np.where(gives_up, np.maximum(stop, self.given_up(side)), stop)
        out = np.full((2, self.size), np.nan)
        may_hit = self.of.may(actions.HIT, side.split, side.aces)
        kernels.play_values(self.hands, shoe, may_hit, wanted, forced, stop, -side.own, out)
        return Moves(stand, out[0], double, stop, out[1], doubled, wagered)

    def may_give_up(self, side: Side) -> Bools:
        may = self.of.may(actions.SURRENDER, side.split, side.aces)
        return may if self.of.against(self.seen.values[0]) else np.zeros_like(may)

    def given_up(self, side: Side) -> Floats:
        """[hand] half of the bet, all of it where a dealer blackjack may still take it (R12)."""
        half = self.spec.surrender_pays
        return side.own * (half + (self.spec.lost_pays - half) * self.unseen)

    @cached_property
    def unseen(self) -> Floats:
        """[hand] the chance of a dealer blackjack that nobody has looked for."""
        seen = self.seen
        if seen.hole_not != NOTHING_KNOWN or seen.looked_for == NOTHING_KNOWN:
            return np.zeros(self.size)
        left = np.maximum(seen.shoe - self.hands.counts, 0)
        return np.asarray(left[:, seen.looked_for] / np.maximum(left.sum(axis=1), 1))

    def doubles(
        self, side: Side, shoe: Shoe, wanted: Bools, stood: Stood, sheet: bool
    ) -> tuple[Floats, Floats, Ints]:
        """[hand] the value of doubling and what it puts up, not a number where it may not; and what
        is then done with a doubled hand."""
        of = self.of
        may = of.may(actions.DOUBLE, side.split, side.aces)
        free = of.free(side.split, side.aces)
        value, wagered = np.full((2, self.size), np.nan)
        acts = np.full((TIMES, self.size), STAND, dtype=np.int64)
        for mask, own in ((may & ~free, side.own + 1), (may & free, side.own)):
            if mask.any():
                after, acts = self.after_double(shoe, wanted, stood, own, sheet)
                found = np.full(self.size, np.nan)
                kernels.draw_values(self.hands, shoe, mask, wanted, after, -own, found)
                value = np.where(mask, found, value)
                wagered = np.where(mask, self.double_wagers(shoe, mask, wanted, own, acts), wagered)
        return value, wagered, acts

    def after_double(
        self, shoe: Shoe, wanted: Bools, stood: Stood, own: float, sheet: bool
    ) -> tuple[Floats, Ints]:
        """[hand] what a hand doubled once is worth, `own` of its two units being the seat's, and
        [times, hand] what is done with one doubled so often: it stands, is given up for half of
        what lies there, or is doubled again."""
        acts = np.full((TIMES, self.size), STAND, dtype=np.int64)
        worth = stood_twice(stood, own)
        for one in () if sheet else self.doubled_hands(shoe, wanted, stood, own):
            acts[one.times], worth = one.acts, one.worth
        return worth, acts

    def doubled_hands(
        self, shoe: Shoe, wanted: Bools, stood: Stood, own: float
    ) -> Iterator[DoubledHands]:
        """From the most doubles down to one, each as if two units lay there."""
        stood_for = worth = stood_twice(stood, own)
        for times in range(self.of.most_doubles, 0, -1):
            again = np.full(self.size, NEVER)
            may = self.of.after_double(times, actions.DOUBLE) & wanted
            if may.any():
                # Twice what lies there, all of it the seat's own: `worth` is for half as much.
                kernels.draw_values(self.hands, shoe, may, wanted, 2 * worth, -2 * own, again)
            may_give = self.of.after_double(times, actions.SURRENDER)
            given = np.where(may_give, self.rescued(own), NEVER)
            values = {STAND: stood_for, SURRENDER: given, DOUBLE: again}
            acts = self.doubled_acts(times, values)
            worth = np.select([acts == one for one in values], list(values.values()))
            yield DoubledHands(times, values, acts, worth)

    def doubled_acts(self, times: int, values: dict[int, Floats]) -> Ints:
        """[hand] what is done with a hand doubled so often; ties go to the simpler choice."""
        if self.doubled is not None:
            return np.asarray(self.doubled[times])
        act = np.where(values[SURRENDER] > values[STAND] + EVEN, SURRENDER, STAND)
        top = np.maximum(values[SURRENDER], values[STAND])
        return np.where(values[DOUBLE] > top + EVEN, DOUBLE, act)

    def double_wagers(
        self, shoe: Shoe, mask: Bools, wanted: Bools, own: float, acts: Ints
    ) -> Floats:
        """[hand] what of its own a seat that doubles puts up in the end, doubled again or not."""
        if not (acts == DOUBLE).any():
            return np.full(self.size, own)
        deepest = np.full(self.size, own * 2 ** (TIMES - 2))
        for times in range(TIMES - 1, 0, -1):
            units = own * 2 ** (times - 1)
            more = np.zeros(self.size)
            takes = acts[times] == DOUBLE
            kernels.draw_values(self.hands, shoe, takes, wanted, deepest, 2 * units, more)
            deepest = np.where(takes, more, units)
        found = np.full(self.size, own)
        kernels.draw_values(self.hands, shoe, mask, wanted, deepest, own, found)
        return found

    def rescued(self, own: float) -> Floats:
        """[hand] a doubled hand given up: half of what is on it, unless a dealer blackjack may
        still take it all; one bet, where that is all it takes."""
        half = self.spec.surrender_pays
        if self.of.asks[TAKES_PART]:
            return np.full(self.size, own * half)
        return own * (half + (self.spec.lost_pays - half) * self.unseen)

    def acts(self, side: Side, moves: Moves) -> Ints:
        """The best act of every hand, splitting apart; ties go to the simpler one."""
        never = np.full(self.size, NEVER)
        hit = np.where(np.isnan(moves.hit), never, moves.hit)
        double = np.where(np.isnan(moves.double), never, moves.double)
        acts = np.where(hit > moves.stand + EVEN, HIT, STAND)
        top = np.maximum(hit, moves.stand)
        acts = np.where(double > top + EVEN, DOUBLE, acts)
        top = np.maximum(double, top)
        may = self.may_give_up(side)
        return np.where(may & (self.given_up(side) > top + EVEN), SURRENDER, acts).astype(np.int64)


def stood_twice(stood: Stood, own: float) -> Floats:
    """[hand] standing on a doubled hand, `own` of its two units being the seat's."""
    return np.asarray(2 * stood.doubled.win - own * stood.doubled.lose)
