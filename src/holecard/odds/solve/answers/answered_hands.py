"""What each act of a hand is worth in a game with answers of its own: bonuses, hands that end by
themselves, doubling with more cards and again, rescue, free bets.

The same order of choices as best_play.py, in values: what a hand is worth to the seat per initial
wager, whoever put up what lies on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.answers import TAKES_ALL, TAKES_ORIGINAL
from holecard.dealing.own_tables import TIMES
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered import DOUBLED, SPLIT, SPLIT_DOUBLED, UNSPLIT, Answered
from holecard.odds.solve.best_play import NEVER
from holecard.odds.solve.hand_kernels import EVEN, Odds, Shoe
from holecard.odds.solve.sights import Seen

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Side(NamedTuple):
    """A hand in its life, what of its first unit is the seat's own, and what a dealer blackjack
    that takes no more than one bet takes for it, if it loses to that."""

    split: bool = False
    aces: bool = False
    own: float = 1.0
    taken: float = 1.0

    @property
    def kinds(self) -> tuple[int, int]:
        return (SPLIT, SPLIT_DOUBLED) if self.split else (UNSPLIT, DOUBLED)


@dataclass(frozen=True)
class Stood:
    """What standing wins and loses per unit on the hand, undoubled and doubled; and the chance of a
    dealer blackjack that shows up late, takes a part of the bets, and beats the hand: its losses
    are not among the others."""

    once: Odds
    doubled: Odds
    beaten: Floats
    beaten_doubled: Floats

    def value(self, side: Side) -> Floats:
        """[hand] standing on it."""
        return np.asarray(self.once.win - side.own * self.once.lose - side.taken * self.beaten)

    def twice(self, own: float, taken: float) -> Floats:
        """[hand] standing on a doubled hand, `own` of its two units being the seat's."""
        lost = own * self.doubled.lose + taken * self.beaten_doubled
        return np.asarray(2 * self.doubled.win - lost)


@dataclass(frozen=True)
class Moves:
    """One side's hands from one shoe: the value of each act, and of what is best."""

    stand: Floats
    hit: Floats
    double: Floats
    given_up: Floats  # allowed or not
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
                self.hands, self.spec.finals, self.seen.place, aside, shoe,
                self.of.pays(kind, late=True), wanted, odds,
            )  # fmt: skip
            found.append(odds)
        once, doubled = found
        stood = []
        for j in range(gone + 1):
            fewer = left.copy()
            fewer[aside] -= j
            late, late_doubled = (self.beaten(kind, fewer) for kind in side.kinds)
            one = Odds(once.win[j], once.lose[j])
            two = Odds(doubled.win[j], doubled.lose[j])
            stood.append(Stood(one, two, late, late_doubled))
        return stood

    def beaten(self, kind: int, left: Ints) -> Floats:
        """[hand] the chance that a dealer blackjack shows up late and beats a hand that stands,
        where it takes a part of the bets."""
        if self.of.takes == TAKES_ALL or not self.seen.unseen:
            return np.zeros(self.size)
        return np.asarray(self.unseen(left) * self.of.beaten[kind])

    def moves(
        self, side: Side, left: Ints, wanted: Bools, stood: Stood, sheet: bool, forced: Ints
    ) -> Moves:
        """Every act of one side's hands. A given chart (`sheet`) rescues nothing and doubles only
        two cards."""
        shoe = Shoe(left, self.seen.hole_not)
        stand = stood.value(side)
        double, wagered, doubled = self.doubles(side, shoe, wanted, stood, sheet)
        given_up = self.given_up(side, left, stood)
        stop = stand.copy()
        if not sheet:
            drawn = (self.hands.cards > 2) & wanted
            stop = np.where(drawn & ~np.isnan(double), np.fmax(stop, double), stop)
            gives_up = drawn & self.may_give_up(side)
            stop = np.where(gives_up, np.maximum(stop, given_up), stop)
        out = np.full((2, self.size), np.nan)
        may_hit = self.of.may(actions.HIT, side.split, side.aces)
        bust = self.bust(side.own, side.taken)
        kernels.play_values(self.hands, shoe, may_hit, wanted, forced, stop, bust, out)
        return Moves(stand, out[0], double, given_up, stop, out[1], doubled, wagered)

    def bust(self, own: float, taken: float) -> kernels.Bust:
        """A bust with so much of the seat's own on it; where busted bets lie until the dealer's
        hand is known, a blackjack takes no more of it than of any other hand."""
        if self.of.takes != TAKES_ORIGINAL or not self.seen.unseen:
            return kernels.Bust(-own)
        return kernels.Bust(-own, own - taken, self.seen.looked_for)

    def may_give_up(self, side: Side) -> Bools:
        may = self.of.may(actions.SURRENDER, side.split, side.aces)
        return may if self.of.against(self.seen.values[0]) else np.zeros_like(may)

    def given_up(self, side: Side, left: Ints, stood: Stood) -> Floats:
        """[hand] half of the bet, all of it where a dealer blackjack may still take it (R12)."""
        half, unseen = side.own * self.spec.surrender_pays, self.unseen(left)
        if self.of.takes == TAKES_ALL:
            return np.asarray(half + (side.own * self.spec.lost_pays - half) * unseen)
        return np.asarray(half * (1 - unseen) - side.taken * stood.beaten)

    def unseen(self, left: Ints) -> Floats:
        """[hand] the chance of a dealer blackjack that nobody has looked for, from a shoe that
        holds the hand's cards."""
        if not self.seen.unseen:
            return np.zeros(self.size)
        after = np.maximum(left - self.hands.counts, 0)
        return np.asarray(after[:, self.seen.looked_for] / np.maximum(after.sum(axis=1), 1))

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
                after, acts = self.after_double(shoe, wanted, stood, own, side.taken, sheet)
                found = np.full(self.size, np.nan)
                bust = self.bust(own, side.taken)
                kernels.draw_values(self.hands, shoe, mask, wanted, after, bust, found)
                value = np.where(mask, found, value)
                wagered = np.where(mask, self.double_wagers(shoe, mask, wanted, own, acts), wagered)
        return value, wagered, acts

    def after_double(
        self, shoe: Shoe, wanted: Bools, stood: Stood, own: float, taken: float, sheet: bool
    ) -> tuple[Floats, Ints]:
        """[hand] what a hand doubled once is worth, `own` of its two units being the seat's, and
        [times, hand] what is done with one doubled so often: it stands, is given up for half of
        what lies there, or is doubled again."""
        acts = np.full((TIMES, self.size), STAND, dtype=np.int64)
        worth = stood.twice(own, taken)
        for one in () if sheet else self.doubled_hands(shoe, wanted, stood, own, taken):
            acts[one.times], worth = one.acts, one.worth
        return worth, acts

    def doubled_hands(
        self, shoe: Shoe, wanted: Bools, stood: Stood, own: float, taken: float
    ) -> Iterator[DoubledHands]:
        """From the most doubles down to one, each as if two units lay there: of the one bet that a
        late blackjack may take, the smaller a part."""
        worth = stood.twice(own, taken)
        for times in range(self.of.most_doubles, 0, -1):
            part = taken / 2 ** (times - 1)
            stood_for = stood.twice(own, part)
            again = np.full(self.size, NEVER)
            may = self.of.after_double(times, actions.DOUBLE) & wanted
            if may.any():
                # Twice what lies there, all of it the seat's own: `worth` is for half as much.
                bust = self.bust(2 * own, part)
                kernels.draw_values(self.hands, shoe, may, wanted, 2 * worth, bust, again)
            may_give = self.of.after_double(times, actions.SURRENDER)
            given = np.where(may_give, self.rescued(shoe.left, stood, own, part), NEVER)
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
            bust = kernels.Bust(2 * units)
            kernels.draw_values(self.hands, shoe, takes, wanted, deepest, bust, more)
            deepest = np.where(takes, more, units)
        found = np.full(self.size, own)
        kernels.draw_values(self.hands, shoe, mask, wanted, deepest, kernels.Bust(own), found)
        return found

    def rescued(self, left: Ints, stood: Stood, own: float, taken: float) -> Floats:
        """[hand] a doubled hand given up: half of what is on it, unless a dealer blackjack may
        still take it all; one bet, where that is all it takes."""
        half, unseen = own * self.spec.surrender_pays, self.unseen(left)
        if self.of.takes == TAKES_ALL:
            return np.asarray(half + (own * self.spec.lost_pays - half) * unseen)
        return np.asarray(half * (1 - unseen) - taken * stood.beaten_doubled)

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
        return np.where(may & (moves.given_up > top + EVEN), SURRENDER, acts).astype(np.int64)
