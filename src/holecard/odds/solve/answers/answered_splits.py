"""What splitting is worth in a game with answers of its own.

Split hands are played by their own cards (zero memory); the identity of splits.py makes it exact.
The first hand of a free split is the seat's own, the others are the house's, each with its own
play. What is done with a split hand once it is doubled is what is done with an unsplit one of the
same cards.

Where a dealer blackjack that shows up late takes one bet of all the hands, each is played as if a
sister loses that bet: a hand that loses to it costs nothing more. What is taken for all hands
together is then settled once (one_bet.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered_hands import HandValues, Moves, Side
from holecard.odds.solve.answers.one_bet import Taken, one_bet_taken
from holecard.odds.solve.answers.split_hand import SplitHand
from holecard.odds.solve.best_play import ACE, NEVER, VALUES
from holecard.odds.solve.hand_kernels import EVEN, Shoe, draw_chances
from holecard.odds.solve.splitting.splits import (
    Four,
    SplitHands,
    SplitValue,
    Two,
    dealt_on,
    forced_acts,
    four,
    hands_with,
    pair_pattern,
    plus,
)

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class AnsweredSplit(SplitValue):
    """`acts` are those of the seat's own hand, `free_acts` of the house's; `error`, how far the
    value can be off where one bet is taken of all hands together."""

    free_acts: Ints
    error: float


class Splitter:
    """A pair split against one sight. See splits.py for the identity that makes it exact."""

    def __init__(
        self,
        solver: HandValues,
        pair: int,
        convention: str,
        unsplit: Ints,
        fixed: Ints | None,
        fixed_free: Ints | None = None,  # of the house's hands, where otherwise than `fixed`
    ) -> None:
        self.solver, self.pair, self.fixed = solver, pair, fixed
        self.fixed_free = fixed_free
        self.unsplit = unsplit if convention == "cdz-" else None
        self.by_gone = convention == "cdp"  # each value is that of the best given what is gone
        self.spec, self.seen = solver.spec, solver.seen
        self.shoe = self.seen.shoe.copy()
        self.shoe[pair] -= 1
        self.most = self.spec.most_hands(pair)
        self.wanted = hands_with(pair)
        first = Side(True, pair == ACE)
        frees = solver.of.frees_split(pair)
        # Of hands the house put up a dealer blackjack takes nothing: the first is the one bet.
        self.one_bet = solver.of.takes_once and solver.seen.unseen and not frees
        if self.one_bet:
            first = first._replace(taken=0.0)
        gone = 2 * (self.most - 2)
        self.stood = solver.stood(first, pair, self.shoe, self.wanted, gone)
        self.first = first
        self.rest = first._replace(own=0.0, taken=0.0) if frees else first

    def left(self, gone: int) -> Ints:
        left = self.shoe.copy()
        left[self.pair] -= gone
        return left

    def best(self, side: Side, gone: int = 0) -> Ints:
        """How one side's hands are played: from the shoe as it is after the first split, with so
        many more of the pair out of it."""
        if self.fixed is not None:
            other = self.fixed_free if not side.own else None
            return self.fixed if other is None else other
        solver = self.solver
        free = np.full(solver.size, BEST_ACT)
        moves = solver.moves(side, self.left(gone), self.wanted, self.stood[gone], False, free)
        if self.unsplit is not None:
            return self.legal(side, self.unsplit, moves)
        return solver.acts(side, moves)

    def legal(self, side: Side, acts: Ints, moves: Moves) -> Ints:
        """cdz-: an unsplit hand's acts where they are legal, else the better of hit and stand."""
        plain = np.where(np.nan_to_num(moves.hit, nan=NEVER) > moves.stand + EVEN, HIT, STAND)
        of = self.solver.of
        may = {
            DOUBLE: of.may(actions.DOUBLE, side.split, side.aces),
            SURRENDER: self.solver.may_give_up(side),
            HIT: of.may(actions.HIT, side.split, side.aces),
        }
        for act, allowed in may.items():
            acts = np.where((acts == act) & ~allowed, plain, acts)
        return acts

    def values(self, side: Side, acts: Ints, gone: int) -> Four:
        """[value, wagered] with any second card, and with another of the pair."""
        out = np.zeros(4)
        left = self.left(gone)
        if left[self.pair] < 1:
            return four(out)
        solver, hands = self.solver, self.solver.hands
        free = np.full(solver.size, BEST_ACT)
        moves = solver.moves(side, left, self.wanted, self.stood[gone], False, free)
        bust = solver.bust(side.own, side.taken)
        value = self.followed(moves.stand, moves.double, moves.given_up, acts, left, bust)
        stake, put_up = np.full(solver.size, side.own), kernels.Bust(side.own)
        wagered = self.followed(stake, moves.wagered, stake, acts, left, put_up)
        chances = second_chances(self.solver, int(hands.one[self.pair]), left)
        for worth in np.flatnonzero(chances > 0):
            hand = int(hands.two[self.pair, worth])
            out[0] += chances[worth] * value[hand]
            out[1] += chances[worth] * wagered[hand]
            if worth == self.pair:
                out[2], out[3] = value[hand], wagered[hand]
        return four(out)

    def followed(
        self,
        stand: Floats,
        double: Floats,
        given_up: Floats,
        acts: Ints,
        left: Ints,
        bust: kernels.Bust,
    ) -> Floats:
        """[hand] what these acts come to."""
        stop = np.where(acts == DOUBLE, double, np.where(acts == SURRENDER, given_up, stand))
        out = np.zeros((2, stop.size))
        shoe = Shoe(left, self.seen.hole_not)
        hits = acts == HIT
        forced = np.where(hits, HIT, STAND)
        kernels.play_values(self.solver.hands, shoe, hits, self.wanted, forced, stop, bust, out)
        return np.asarray(out[1])

    def given(self, side: Side, acts: Ints, forced: int | None = None) -> Callable[[int], Four]:
        """The four values with so many more of the pair gone; `forced` is what is done with two of
        the pair, where that is not by the acts."""

        def evaluate(gone: int) -> Four:
            anew = self.by_gone and gone and self.left(gone)[self.pair] >= 1
            now = self.best(side, gone) if anew else acts
            return self.values(side, forced_acts(self.spec, self.pair, now, forced), gone)

        return evaluate

    def value(self) -> AnsweredSplit:
        first_acts, rest_acts = self.best(self.first), self.best(self.rest)
        (value, wagered), ends = self.come_to(first_acts, rest_acts)
        one_bet = self.taken(first_acts) if self.one_bet else Taken()
        value -= one_bet.chance
        return AnsweredSplit(value, wagered, ends, first_acts, rest_acts, one_bet.error)

    def come_to(self, acts: Ints, free_acts: Ints) -> tuple[Two, dict[tuple[int, int], float]]:
        """All hands, played by these acts, each by itself."""
        deck = self.left(1)
        pattern = pair_pattern(self.seen, self.pair, int(deck[self.pair]), deck)
        first = SplitHands(pattern, self.given(self.first, acts))
        rest = first
        if self.rest != self.first:
            rest = SplitHands(pattern, self.given(self.rest, free_acts))
        return free_tree(first, rest, self.most)

    def taken(self, acts: Ints) -> Taken:
        solver = self.solver
        assert solver.doubled is not None
        hand = SplitHand(solver.of, self.pair, self.first, acts, solver.doubled)
        return one_bet_taken(solver.of, self.seen, hand)


def second_chances(solver: HandValues, one: int, left: Ints) -> Floats:
    chances = np.zeros(VALUES)
    draw_chances(left - solver.hands.counts[one], solver.seen.hole_not, chances)
    return chances


def free_tree(
    first: SplitHands, rest: SplitHands, most: int
) -> tuple[Two, dict[tuple[int, int], float]]:
    """As `split_tree`, the first hand apart: it is the first to be filled."""

    def all_hands(hands: int, filled: int) -> Two:
        j = hands - 2
        if not filled:
            return plus(first.any_second(j, 0), hands - 1, rest.any_second(j, 0))
        total = first.other_second(j, filled - 1)
        if filled > 1:
            total = plus(total, filled - 1, rest.other_second(j, filled - 1))
        still = hands - filled
        return plus(total, still, rest.any_second(j, filled)) if still else total

    return dealt_on(first.pattern, most, all_hands)
