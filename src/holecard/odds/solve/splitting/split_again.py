"""What splitting once more is worth, and what else may be done with a split hand that got another
card of the pair.

What is known is what counting knows: how many hands there are, which of them are filled with a card
that is not of the pair, and which were left with one of it. All else is played by the policy that
is priced (splits.py): every further card of the pair is split, until the limit. Say T(u, s, now) is
the worth of u hands that wait for their second card, s more splits being open, each added up along
the tree of `dealt_on`. Then a hand of the pair, not split, is worth what is done with it, given
what is gone, beside T(u, s) of the hands that wait; split, it is two of those that wait:
T(u + 2, s - 1). Hands that are filled come to the same in either case and drop out: so splitting
once more is worth T(u + 2, s - 1) - T(u, s), for that policy exactly (docs/decisions/0037).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.odds.solve.acts import DOUBLE, HIT, SPLIT, STAND
from holecard.odds.solve.hand_kernels import Odds
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting.splits import (
    Four,
    Ints,
    SoFar,
    SplitHands,
    Two,
    best_acts,
    dealt_on,
    forced_acts,
    hand_values,
    hands_with,
    pair_pattern,
    plus,
    stand_odds,
)

DEEPEST = 2 * (HANDS_A_SEAT - 2)  # second cards of sisters that a value can be asked without
Forced = Callable[[int | None, bool], SplitHands]


class Again(NamedTuple):
    """A hand with another of the pair, and the hands beside it."""

    hands: int  # all of them, this one too
    filled: int  # with a second card that is known not to be of the pair
    left: int  # with one that is, not split
    waiting: int  # for their second card

    @property
    def is_first(self) -> bool:
        """Whether it is the hand that is played first: where the house puts up the others, the
        seat's own."""
        return self.waiting == self.hands - 1


class PairAgain:
    """One pair against one sight. `hands(act, first)` are split hands as they are played, but for
    what is done with two of the pair; the first of them may be played otherwise than the rest."""

    def __init__(self, hands: Forced, acts: tuple[int, ...], most: int) -> None:
        self.forced, self.acts, self.most = hands, acts, most
        self.own, self.rest = hands(None, True), hands(None, False)
        self.known: dict[Again, dict[int, float]] = {}

    def worths(self, at: Again) -> dict[int, float]:
        """[act] what each choice is worth per initial wager."""
        if at not in self.known:
            self.known[at] = self.add_up(at)
        return self.known[at]

    def add_up(self, at: Again) -> dict[int, float]:
        before = SoFar(at.hands, at.filled, at.left)
        found = {
            act: self.forced(act, at.is_first).gone(before.gone, at.filled)[2] for act in self.acts
        }
        stays = self.to_come(before._replace(left=at.left + 1), at.waiting, False)
        more = self.to_come(before._replace(hands=at.hands + 1), at.waiting + 2, at.is_first)
        return {**found, SPLIT: more - stays}

    def to_come(self, start: SoFar, waiting: int, with_own: bool) -> float:
        """What the hands that wait come to in the mean; the first is among them or not."""

        def all_hands(hands: int, filled: int) -> Two:
            more = filled - start.filled
            still = waiting + hands - start.hands - more
            gone = hands - 2 + start.left
            total = (0.0, 0.0)
            for one in range(more):
                of = self.own if with_own and one == 0 else self.rest
                total = plus(total, 1, of.other_second(gone, filled - 1))
            for one in range(still):
                of = self.own if with_own and more + one == 0 else self.rest
                total = plus(total, 1, of.any_second(gone, filled))
            return total

        return dealt_on(self.rest.pattern, self.most, all_hands, start)[0][0]


def pair_again(spec: Spec, seen: Seen, pair: int, convention: str, acts: Ints) -> PairAgain:
    """A pair (value from 0) whose hands are played by `acts`; under cdp, by the best given how many
    pair cards are gone."""
    shoe = seen.shoe.copy()
    shoe[pair] -= 1  # the other card of the pair that was split
    stand = stand_odds(spec, seen, pair, shoe, DEEPEST, hands_with(pair))
    deck = shoe.copy()
    deck[pair] -= 1
    pattern = pair_pattern(seen, pair, int(deck[pair]), deck)

    def hands(forced: int | None, first: bool) -> SplitHands:
        def evaluate(gone: int) -> Four:
            left = shoe.copy()
            left[pair] -= gone
            stood = Odds(stand.win[gone], stand.lose[gone])
            anew = convention == "cdp" and gone and left[pair] >= 1
            now = best_acts(spec, seen, pair, left, stood) if anew else acts
            now = forced_acts(spec, pair, now, forced)
            return hand_values(spec, seen, pair, now, left, stood)

        return SplitHands(pattern, evaluate)

    two = spec.hands.two[pair, pair]
    may = {
        STAND: True,
        HIT: bool(spec.may_hit_split(pair)[two]),
        DOUBLE: bool(spec.may_double_split(pair)[two]),
    }
    return PairAgain(hands, tuple(act for act in may if may[act]), spec.most_hands(pair))
