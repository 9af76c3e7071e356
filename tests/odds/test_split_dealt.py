"""The hands of a split together, from whole decks: against rounds dealt card by card.

The chance of given hands is T(k), falling factorials of the cards k that they take in all; the
mixture has Q(k) in its place. So whatever the hands come to,

    the chance = the mixture's chance + the mean over dealt rounds of (1 - Q(k) / T(k))

where they come to that. The mean is of tiny numbers, so a few thousand rounds say what the mixture
lacks to nine digits and more; its size beside any event is at most half the mean of |1 - Q / T|,
which the bound that is proved (split_bound.py) may not be less than.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from holecard.games import CLASSIC
from holecard.odds.composition import full_decks
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import Sight, solve
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.splitting.shoe_mixture import mixture
from holecard.odds.solve.splitting.split_rounds import Split, SplitRounds

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MOST_CARDS = 50  # of four hands and the dealer's
BEYOND = 4  # standard errors


@dataclass(frozen=True)
class Dealt:
    """A pair split again and again from whole decks, the dealer showing a card that makes no
    blackjack; so many rounds."""

    decks: int
    pair: int
    up: int
    rounds: int

    @cached_property
    def spec(self) -> Spec:
        return Spec(CLASSIC.but(decks=self.decks), full_decks(self.decks))

    @cached_property
    def sight(self) -> Sight:
        seen = next(one for one in self.spec.sights if one.values == (self.up,))
        return solve(self.spec, seen, "cdp1")

    @cached_property
    def acts(self) -> list[int]:
        return [int(act) for act in self.sight.splits[self.pair - 1].acts]

    @cached_property
    def split(self) -> Split:
        acts = self.sight.splits[self.pair - 1].acts
        return Split(self.spec, self.sight.seen, self.pair - 1, acts)

    @cached_property
    def dealt(self) -> tuple[Ints, Ints]:
        """[round, value] the cards taken, and [round] the units won."""
        chance = random.Random(self.decks)
        deck = [worth for worth in range(1, 11) for _ in range(self.split.shoe[worth - 1])]
        taken = np.zeros((self.rounds, 10), dtype=np.int64)
        nets = np.zeros(self.rounds, dtype=np.int64)
        for at in range(self.rounds):
            cards = chance.sample(deck, min(MOST_CARDS, len(deck)))
            drawn: list[int] = []
            nets[at] = self.net(record(cards, drawn))
            taken[at] = np.bincount(drawn, minlength=11)[1:]
        return taken, nets

    def net(self, cards: Iterator[int]) -> int:
        """One round: further cards of the pair are hands, then each hand is played, then the
        dealer's."""
        hands, seconds = 2, list[int]()
        while len(seconds) < hands:
            card = next(cards)
            if card == self.pair and hands < self.spec.most_hands(self.pair - 1):
                hands += 1
            else:
                seconds.append(card)
        ends = [self.played([self.pair, second], cards) for second in seconds]
        dealer = [self.up]
        while len(dealer) < 2 or points(dealer) < 17 or is_soft_17(dealer):
            dealer.append(next(cards))
        house = points(dealer)
        return sum(
            units * (-1 if own > 21 else 1 if house > 21 else (own > house) - (own < house))
            for own, units in ends
        )

    def played(self, hand: list[int], cards: Iterator[int]) -> tuple[int, int]:
        """The points and the wagers that a hand comes to by the acts of the split."""
        while points(hand) <= 21:
            act = self.acts[self.place(hand)]
            if act not in (HIT, DOUBLE):
                break
            hand.append(next(cards))
            if act == DOUBLE:
                return points(hand), 2
        return points(hand), 1

    def place(self, hand: list[int]) -> int:
        at = int(self.spec.hands.one[hand[0] - 1])
        for worth in hand[1:]:
            at = int(self.spec.hands.after[at, worth - 1])
        return at

    def lacking(self, level: int) -> Floats:
        """[round] 1 - Q / T."""
        shoe, taken = self.split.shoe, self.dealt[0]
        mix = mixture(shoe, level)
        size = int(shoe.sum())
        parts = []
        for some in np.array_split(taken, max(1, self.rounds // 500)):
            share = np.ones((len(some), mix.chances.shape[1]))
            true = np.ones(len(some))
            for worth in range(10):
                number = shoe[worth] - np.arange(some[:, worth].max() + 1)
                share *= mix.chances[worth] ** some[:, worth][:, None]
                true *= np.cumprod([1.0, *number[:-1]])[some[:, worth]]
            drawn = np.cumprod([1.0, *(size - np.arange(MOST_CARDS))])
            parts.append(1 - (share @ mix.weights[0]) * drawn[some.sum(axis=1)] / true)
        return np.concatenate(parts)


def record(cards: list[int], drawn: list[int]) -> Iterator[int]:
    for card in cards:
        drawn.append(card)
        yield card


def points(hand: list[int]) -> int:
    hard = sum(hand)
    return hard + 10 if 1 in hand and hard <= 11 else hard


def is_soft_17(hand: list[int]) -> bool:
    return points(hand) == 17 and sum(hand) == 7


@cache
def by_day() -> Dealt:
    return Dealt(decks=6, pair=8, up=6, rounds=1_000)


def beyond(dealt: Dealt, off: Floats, found: SplitRounds) -> list[int]:
    """The nets whose chance the rounds show to be further off than its error says."""
    nets = dealt.dealt[1]
    wrong = []
    for units in sorted({units for units, _ in found.chances}):
        here = np.where(nets == units, off, 0.0)
        if abs(here.mean()) > found.errors[units] + BEYOND * here.std() / dealt.rounds**0.5:
            wrong.append(units)
    return wrong


@pytest.mark.parametrize(
    ("dealt", "level"),
    [
        (by_day(), 3),
        *(
            pytest.param(Dealt(decks, pair, up, 20_000), level, marks=pytest.mark.nightly)
            for decks, level in ((1, 4), (2, 3), (6, 3), (8, 3))
            for pair, up in ((8, 6), (2, 3), (9, 8))
        ),
    ],
)
def test_what_the_mixture_lacks_is_within_its_error(dealt: Dealt, level: int) -> None:
    found, off = dealt.split.by_mixture(level), dealt.lacking(level)
    assert not beyond(dealt, off, found)
    size = np.abs(off)
    assert size.mean() / 2 < found.error + BEYOND * size.std() / dealt.rounds**0.5
    assert found.error < 200 * size.mean()  # and not far above what anything could be off by


def test_the_error_of_a_level_does_not_cover_one_below() -> None:
    dealt = by_day()
    assert np.abs(dealt.lacking(1)).mean() / 2 > 10 * dealt.split.by_mixture(3).error


def test_each_level_lacks_less_than_a_tenth_of_the_one_before() -> None:
    """Every card put back, hands are independent: that is the lowest level, and far off."""
    sizes = [float(np.abs(by_day().lacking(level)).mean()) for level in range(4)]
    assert sizes[0] > 1e-2
    assert all(less < more / 10 for more, less in pairwise(sizes))


def test_nets_of_dealt_rounds_are_as_often_as_priced() -> None:
    dealt = by_day()
    found = dealt.split.by_mixture(3)
    for units in (-2, -1, 1, 2, 3):
        chance = sum(one for (net, _), one in found.chances.items() if net == units)
        seen = float((dealt.dealt[1] == units).mean())
        assert abs(seen - chance) < BEYOND * (chance * (1 - chance) / dealt.rounds) ** 0.5
