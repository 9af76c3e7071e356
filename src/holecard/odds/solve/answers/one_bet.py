"""The one bet that a dealer blackjack, which nobody looked for, takes of all the hands of a split.

Two rules take one bet of all: original bets only, and busted bets and one more. A hand that loses
to the blackjack (under the second, one that has not busted) makes that bet lost, and any further
such hand adds nothing, so it hangs on all hands at once: the chance that the dealer has the
blackjack and at least one hand loses to it. The hands and the hole card are drawn from one shoe, as
in split_rounds.py: of a small shoe exactly, of a larger one within a bound that is proved.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.dealing.answers import TAKES_BUSTED
from holecard.odds.solve.answers.answered import Answered
from holecard.odds.solve.answers.split_hand import SplitEnd, SplitHand, Ways
from holecard.odds.solve.hand_kernels import VALUES
from holecard.odds.solve.sights import Seen
from holecard.odds.solve.splitting.shoe_mixture import Mixture, mixture
from holecard.odds.solve.splitting.split_bound import Bound, all_cards, by_length, rounded
from holecard.odds.solve.splitting.split_chains import Chain, end
from holecard.odds.solve.splitting.split_rounds import FEW, ROUNDING, levels_of, no_other, ways
from holecard.odds.solve.splitting.split_unions import HoleCard, count_unions
from holecard.odds.solve.splitting.together_kernels import Sizes, together

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
KEPT, LOST, OTHER = range(3)  # no hand loses to the blackjack, one does, or the dealer has none
CLOSE = 1e-9  # of a split: a level more of the mixture where that is not proved


@dataclass(frozen=True)
class Taken:
    """The chance that the bet is taken, and how far that can be off."""

    chance: float = 0.0
    error: float = 0.0


def one_bet_taken(of: Answered, seen: Seen, hand: SplitHand) -> Taken:
    """Of a pair split against a sight, every hand of it played as this one."""
    return OneBet(of, seen, hand).taken()


class OneBet:
    """The hands of a split pair beside the hole card."""

    def __init__(self, of: Answered, seen: Seen, hand: SplitHand) -> None:
        self.of, self.seen, self.pair = of, seen, hand.pair
        self.shoe = seen.shoe.copy()
        self.shoe[hand.pair] -= 2
        most = of.spec.most_hands(hand.pair)
        cells = np.array([1, *[3] * most])
        self.sizes = Sizes(most, ways(most), cells, growing(most))
        self.hands = hand.ways(2, self.comes_to, level)

    def comes_to(self, ended: SplitEnd, ending: int) -> Ways:
        """What a hand comes to beside another hole card, and beside the one of the blackjack."""
        if ended.busted:
            loses = float(self.of.takes != TAKES_BUSTED)
        else:
            loses = float(self.of.beaten[ended.kind, ended.hand])
        if not ending:
            return [(OTHER, loses), (OTHER, 1 - loses)]
        return [(LOST, loses), (KEPT, 1 - loses)]

    @property
    def natural(self) -> float:
        return float(self.shoe[self.seen.looked_for] / self.shoe.sum())

    def taken(self) -> Taken:
        if np.prod(self.shoe + 1.0) <= FEW:
            hole = HoleCard(self.seen.looked_for)
            alike = no_other(self.hands)
            out = count_unions(hole, self.pair, self.hands, alike, self.sizes, self.shoe)
            return Taken(float(out[:, LOST].sum()), ROUNDING)
        first, *more = levels_of(self.shoe)
        found = self.by_mixture(first)
        for one in more:
            if found.error > CLOSE:
                found = self.by_mixture(one)
        return found

    def by_mixture(self, level: int) -> Taken:
        """The chance that no hand loses is the smaller, and the better known."""
        mix = mixture(self.shoe, level)
        kept = self.out(mix)[0, :, KEPT].sum()
        events = np.zeros((self.sizes.most + 1, 3, 1))
        events[:, KEPT] = 1.0
        error = float(self.bound.each(level, events)[0]) + rounded(mix)
        return Taken(self.natural - float(kept), error)

    @cached_property
    def bound(self) -> Bound:
        cards = all_cards(self.sizes.most, [self.hands.chain], self.hole)
        return Bound(self.shoe, cards, self.out(by_length(self.shoe)), 1.0)

    @cached_property
    def hole(self) -> Chain:
        """One card: the one of the blackjack, or another."""
        first = np.full(VALUES, end(0))
        first[self.seen.looked_for] = end(1)
        return Chain(np.zeros((0, VALUES), dtype=np.int64), first)

    def out(self, mix: Mixture) -> Floats:
        """[sum, hands, cell]"""
        out = np.zeros((len(mix.weights), self.sizes.most + 1, 3))
        alike = no_other(self.hands)
        together(self.hands, alike, self.hole, self.pair, 3, self.sizes, mix, out)
        return out


def level(what: Hashable) -> int:
    """What a hand comes to is its level."""
    assert isinstance(what, int)
    return what


def growing(most: int) -> Ints:
    """[hands, cell, level] what some hands come to with one more: one that loses is enough."""
    grow = np.zeros((most, 3, 3), dtype=np.int64)
    for cell in range(3):
        for one in range(3):
            grow[1:, cell, one] = max(cell, one)
    grow[0, 0] = range(3)
    return grow
