"""Several kinds of start played each in its own way, as one way of playing that asks a hand's cards
alone: found where no two of them do different things with a hand that both can come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import TIMES
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import Sight
from holecard.odds.solve.hands import BUST, NAMES, VALUES, Lattice
from holecard.odds.solve.own_bets.own_hand import Followed

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


class Clash(Exception):
    """The hand that would have to be played in two ways."""

    def __init__(self, hand: int) -> None:
        super().__init__(hand)
        self.hand = hand


class Played(NamedTuple):
    """A way of playing, and the starts played so: hands of two cards as they are, and pairs by
    whether they are split."""

    followed: Followed
    whole: set[int]
    pairs: dict[int, bool]

    def add(self, hand: int, pair: int, share: float) -> None:
        """A start; of two ten-value cards only a share may be a pair."""
        if self.followed.given_up.get(hand):
            return
        if pair >= 0:
            self.pairs[pair] = pair in self.followed.split_acts
        if pair < 0 or not self.pairs[pair] or share < 1:
            self.whole.add(hand)


class OnePlay:
    """What is put together for one sight."""

    def __init__(self, hands: Lattice, sight: Sight, doubled: Ints | None) -> None:
        self.hands, self.shoe = hands, sight.seen.shoe
        self.found = Followed(sight.acts.copy(), np.empty(0), doubled=doubled)
        self.settled = np.zeros((TIMES, sight.acts.size), dtype=np.bool_)  # by how often doubled
        self.pairs: dict[int, bool] = {}

    def together(self, several: Iterable[Played]) -> Followed:
        for one in several:
            self.add(one)
        return self.found

    def add(self, one: Played) -> None:
        followed = one.followed
        reached = self.reached(one.whole, followed.acts)
        self.found.acts = self.settle(0, self.found.acts, followed.acts, reached)
        doubles = [reached & (followed.acts == DOUBLE)]
        for pair, splits in one.pairs.items():
            if self.pairs.setdefault(pair, splits) != splits:
                raise Clash(int(self.hands.two[pair, pair]))
            if not splits:
                continue
            acts = followed.split_acts[pair]
            split = self.reached(set(self.hands.two[pair].tolist()), acts)
            known = self.found.split_acts.get(pair, acts)
            if clashes := np.flatnonzero(split & (known != acts)).tolist():
                raise Clash(clashes[0])
            self.found.split_acts[pair] = acts
            doubles.append(split & (acts == DOUBLE))
        if self.found.doubled is not None and followed.doubled is not None:
            self.add_doubled(np.logical_or.reduce(doubles), followed.doubled)
        for hand, gives in followed.given_up.items():
            if self.found.given_up.setdefault(hand, gives) != gives:
                raise Clash(hand)

    def add_doubled(self, doubles: Bools, acts: Ints) -> None:
        assert self.found.doubled is not None
        mine = self.found.doubled.copy()
        for times in range(1, TIMES):
            reached = self.with_card(doubles)
            mine[times] = self.settle(times, mine[times], acts[times], reached)
            doubles = reached & (acts[times] == DOUBLE)
        self.found.doubled = mine

    def settle(self, times: int, mine: Ints, acts: Ints, reached: Bools) -> Ints:
        settled = self.settled[times]
        if clashes := np.flatnonzero(settled & reached & (mine != acts)).tolist():
            raise Clash(clashes[0])
        settled |= reached
        return np.where(reached, acts, mine)

    def reached(self, starts: set[int], acts: Ints) -> Bools:
        """[hand] whether it can come of these starts."""
        found = np.zeros(acts.size, dtype=np.bool_)
        found[list(starts)] = True
        layer = found.copy()
        while layer.any():
            layer = self.with_card(layer & (acts == HIT)) & ~found
            found |= layer
        return found & self.there

    def with_card(self, takes: Bools) -> Bools:
        found = np.zeros(takes.size, dtype=np.bool_)
        for worth in range(VALUES):
            after = self.hands.after[takes, worth]
            found[after[after != BUST]] = True
        return found & self.there

    @property
    def there(self) -> Bools:
        """[hand] whether the shoe can make it."""
        return np.asarray((self.hands.counts <= self.shoe).all(axis=1))


def cards_text(hands: Lattice, hand: int) -> str:
    return " ".join(
        name for name, n in zip(NAMES, hands.counts[hand], strict=True) for _ in range(n)
    )
