"""One hand of a split in a game with answers of its own, its cards put back: a chain whose ends are
ways of ending that come to the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.odds.solve.acts import DOUBLE, STAND, SURRENDER
from holecard.odds.solve.answers.answered import Answered
from holecard.odds.solve.answers.answered_hands import Side
from holecard.odds.solve.hand_kernels import BUST, VALUES
from holecard.odds.solve.splitting.split_chains import Chain, end
from holecard.odds.solve.splitting.together_kernels import HandWays

Ints = npt.NDArray[np.int64]


class SplitEnd(NamedTuple):
    """How a hand of a split ended, with what lies on it and what of that is the seat's own; `hand`
    stands for all that come to the same."""

    hand: int
    kind: int
    stake: int
    own: Fraction
    given_up: bool = False
    freed: bool = False  # the house put up the hand

    @property
    def busted(self) -> bool:
        return self.hand == BUST


Ways = Sequence[tuple[Hashable, float]]  # what an end comes to, with their chances


class SplitHand:
    """A hand that begins with one card of a pair (value from 0) and is played by fixed acts;
    `doubled[times]` says what is done once it is doubled."""

    def __init__(self, of: Answered, pair: int, side: Side, acts: Ints, doubled: Ints) -> None:
        self.of, self.pair, self.side, self.acts = of, pair, side, acts
        self.after_double = doubled
        self.hands = of.spec.hands
        self.own = Fraction(int(side.own))
        self.once, self.twice = side.kinds
        self.free = of.free(side.split, side.aces)
        self.ends: dict[Hashable, SplitEnd] = {}
        self.numbers: dict[Hashable, int] = {}
        self.code: dict[int, int] = {}
        self.rows: dict[tuple[int, ...], int] = {}
        first = [self.state(int(self.hands.two[pair, worth])) for worth in range(VALUES)]
        rows = np.array(list(self.rows), dtype=np.int64).reshape(-1, VALUES)
        self.chain = Chain(rows, np.array(first))

    def ways(
        self,
        endings: int,
        comes_to: Callable[[SplitEnd, int], Ways],
        level: Callable[[Hashable], int],
    ) -> HandWays:
        """As arrays: an end has a row for each of its shares, which are the same beside every
        ending of the dealer's."""
        end_of, shares, levels = [], [], []
        for number, ended in enumerate(self.ends.values()):
            beside = [comes_to(ended, ending) for ending in range(endings)]
            for part, (_, share) in enumerate(beside[0]):
                end_of.append(number)
                shares.append(share)
                levels.append([level(one[part][0]) for one in beside])
        return HandWays(
            self.chain,
            np.array(end_of),
            np.array(shares),
            np.array(levels, dtype=np.int64),
            len(self.ends),
        )

    def ended(self, key: Hashable, ended: SplitEnd) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.ends[key] = ended._replace(freed=not self.own)
        return int(end(self.numbers[key]))

    def state(self, hand: int) -> int:
        """A hand that is played on, as a state or an end."""
        if hand not in self.code:
            act = self.acts[hand]
            if act == STAND:
                key = ("stand", *self.of.key(self.once, hand))
                self.code[hand] = self.ended(key, SplitEnd(hand, self.once, 1, self.own))
            elif act == SURRENDER:
                self.code[hand] = self.given_up(hand, self.once, 1, self.own)
            else:
                cards = range(VALUES)
                self.code[hand] = self.row(tuple(self.one_card(hand, worth) for worth in cards))
        return self.code[hand]

    def given_up(self, hand: int, kind: int, stake: int, own: Fraction) -> int:
        key = ("given up", own, float(self.of.beaten[kind, hand]) if self.of.takes else 1.0)
        return self.ended(key, SplitEnd(hand, kind, stake, own, given_up=True))

    def one_card(self, hand: int, worth: int) -> int:
        after = int(self.hands.after[hand, worth])
        if self.acts[hand] == DOUBLE:
            return self.doubled(after, 1, self.own + (0 if self.free[hand] else 1))
        if after == BUST:
            return self.ended(("bust", self.own), SplitEnd(BUST, self.once, 1, self.own))
        return self.state(after)

    def doubled(self, hand: int, times: int, own: Fraction) -> int:
        if hand == BUST:
            return self.ended(("bust", own), SplitEnd(BUST, self.twice, 2, own))
        act, stake = self.after_double[times][hand], 1 << times
        if act == SURRENDER:
            return self.given_up(hand, self.twice, stake, own)
        if act == DOUBLE:
            more = self.hands.after[hand]
            return self.row(tuple(self.doubled(int(one), times + 1, 2 * own) for one in more))
        key = ("doubled", stake, own, *self.of.key(self.twice, hand))
        return self.ended(key, SplitEnd(hand, self.twice, stake, own))

    def row(self, row: tuple[int, ...]) -> int:
        return self.rows.setdefault(row, len(self.rows))
