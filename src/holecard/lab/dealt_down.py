"""Shoes dealt down at random, and what a wager is worth in each of them.

Every value used is exact; only the shoes are a sample. Where a value takes long, all shoes get a
guess from what is left in them, and some of them, likelier where it matters, their exact value: the
guess then only makes the error smaller, it does not enter the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, rank, suit, value
from holecard.lab.distribution import Floats
from holecard.odds.composition import Composition

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Values = Callable[[Ints], Floats]  # the value of a wager in shoes[shoe, card]
CARDS_A_ROUND = 6  # a seat and a dealer, about; the figures hardly depend on it
SEED = 11
BY_VALUE = np.array([[value(c) == v for c in range(CARDS_IN_A_DECK)] for v in range(1, 11)])
BY_RANK = np.array([[rank(c) == r for c in range(CARDS_IN_A_DECK)] for r in range(1, 14)])
BY_SUIT = np.array([[suit(c) == s for c in range(CARDS_IN_A_DECK)] for s in range(4)])


def depths(cards: int, cut: float) -> range:
    """The cards seen when the rounds of a shoe begin, up to a cut card."""
    return range(0, ceil(cards * cut), CARDS_A_ROUND)


@dataclass(frozen=True)
class Estimate:
    """A mean over sampled shoes, with its standard error."""

    mean: float
    stderr: float


@dataclass(frozen=True, eq=False)
class DealtDown:
    """Random shoes at every depth, more of them deeper, where values differ more. `guess` is the
    value itself unless some shoes were `chosen` to be valued, each with its share of the draws."""

    seen: Ints  # [shoe] cards dealt before
    shoes: Ints  # [shoe, card]
    guess: Floats  # [shoe]
    weight: Floats  # [shoe] its share of all rounds
    chosen: Ints  # shoes valued exactly, if not all are
    drawn: Floats  # [chosen] the chance that a draw takes this one
    values: Floats  # [chosen]

    @property
    def number(self) -> int:
        """How many shoes were valued exactly."""
        return len(self.chosen) or len(self.guess)

    def mean(
        self, worth: Callable[[Floats], Floats], bet: Flags | None = None, later: bool = False
    ) -> Estimate:
        """The mean of `worth(value)` over all rounds, 0 where `bet` says not to bet. `later`: over
        every second shoe, those that a trigger was not chosen by."""
        weight = self.weight if bet is None else self.weight * bet
        if later:
            weight = 2 * weight * (np.arange(len(weight)) % 2)
        plain = worth(self.guess) * weight
        mean, variance = float(plain.sum()), self.spread(plain, later)
        if len(self.chosen):
            off = worth(self.values) - worth(self.guess[self.chosen])
            off *= weight[self.chosen] / self.drawn
            mean += float(off.mean())
            variance += float(off.var(ddof=1)) / len(off)
        return Estimate(mean, sqrt(variance))

    def spread(self, plain: Floats, later: bool) -> float:
        """The variance of the sum: that of each depth's shoes among themselves."""
        used = slice(1, None, 2) if later else slice(None)
        total = 0.0
        for seen in np.unique(self.seen):
            here = plain[used][self.seen[used] == seen]
            total += len(here) * float(here.var(ddof=1))
        return total


def deal_down(full: Composition, cut: float, shoes: int, seed: int = SEED) -> tuple[Ints, Ints]:
    """The cards seen, and what is left, of about so many shuffled shoes."""
    draw = np.random.default_rng(seed)
    places = np.array(depths(full.size, cut))
    uneven = places / (full.size - places)
    numbers = 4 + 2 * np.rint(shoes / 2 * uneven / max(uneven.sum(), 1e-9)).astype(np.int64)
    left = [
        draw.multivariate_hypergeometric(full.cards, full.size - seen, size=number)
        for seen, number in zip(places, numbers, strict=True)
    ]
    return np.repeat(places, numbers), np.concatenate(left).astype(np.int64)


def weights(seen: Ints) -> Floats:
    """Each depth has the same share of the rounds, each of its shoes the same share of that."""
    places, where, numbers = np.unique(seen, return_inverse=True, return_counts=True)
    return np.asarray(1 / (len(places) * numbers[where]))


def valued(full: Composition, cut: float, shoes: int, values: Values) -> DealtDown:
    """Every shoe valued exactly."""
    seen, left = deal_down(full, cut, shoes)
    none = np.zeros(0)
    whole = none.astype(np.int64)
    return DealtDown(seen, left, values(left), weights(seen), whole, none, none)


def partly_valued(
    full: Composition, cut: float, shoes: int, values: Values, numbers: tuple[int, int], by: Floats
) -> DealtDown:
    """Some shoes for the guess, by what is left of each group of cards in `by`; then some drawn in
    proportion to how likely they favour the player. `numbers` says how many of either."""
    seen, left = deal_down(full, cut, shoes)
    draw = np.random.default_rng(SEED + 1)
    some = draw.choice(len(left), numbers[0], replace=False)
    known = values(left[some])
    told = parts(left, by)
    line, *_ = np.linalg.lstsq(told[some], known, rcond=None)
    guess = told @ line
    off = float(np.std(known - guess[some])) + 1e-9
    share = weights(seen)
    chance = (np.maximum(guess + 3 * off, 0) + off / 5) * share
    chance /= chance.sum()
    chosen = draw.choice(len(left), numbers[1], p=chance)
    return DealtDown(seen, left, guess, share, chosen, chance[chosen], values(left[chosen]))


def parts(shoes: Ints, by: Floats) -> Floats:
    """1, the share of each group of cards in a shoe, and how uneven ranks, suits and cards are."""
    plain = shoes.astype(np.float64)
    size = plain.sum(axis=1, keepdims=True)
    shares = (plain @ by.T) / size
    groups = BY_RANK.astype(np.float64), BY_SUIT.astype(np.float64)
    squares = [((plain @ group.T) ** 2).sum(axis=1, keepdims=True) / size**2 for group in groups]
    alike = (plain**2).sum(axis=1, keepdims=True) / size**2
    return np.hstack([np.ones_like(size), shares[:, 1:], *squares, alike, 1 / size])
