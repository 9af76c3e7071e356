"""How far a mixture of shoes can be from the shoe it stands for: a bound that is proved.

Let P(K) be the chance of cards K, k_v of value v, in one given order, if each is put back; T(K) if
none is; Q(K) the mixture's. A round of a split takes some cards K in all, so with D = (T - Q) / P
the chance of any E is off by the mean of D over the rounds in E, cards put back. For every z > 0,
by Cauchy and Schwarz, and as no more rounds take K than there are orders of K,

    (mean of |D| over E)^2  <=  (mean of z^|K| over E) (sum over m of z^-m mean of D^2 over m cards)

The first is a split dealt from one more point, P times z. The second depends on the shoe and the
level alone, and is summed here over all cards of every number. It rests on D as a sum of products,
the values broken off one after the other (`shoe_mixture.py`): with C_d the mixture's terms of
degree d in the values before v, t what the shoe gives a value and q_l what a level l gives it,

    D = sum over v and d of C_d (t - q of level L - d at v) (t at all values after it)

so D^2 is a sum over pairs of such terms, and cards dealt with putting back are independent numbers,
value after value, given how many are left (docs/decisions/0032).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import floats
from holecard.odds.solve.splitting.shoe_mixture import Mixture, break_off, from_moments, offsets
from holecard.odds.solve.splitting.split_chains import Chain

# Rounds of more cards count for more: any z proves a bound, one of these is near the best.
LENGTHS = np.geomspace(1.2, 30.0, 16)
STEP = 16
THOUSAND_ROUNDINGS = 1000 * 2.0**-53
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def rounded(mix: Mixture) -> float:
    """What the rounding of floats does to a mixture's chances, reckoned high: a thousand roundings
    of what each point is given for, whose signs differ."""
    return THOUSAND_ROUNDINGS * float(np.abs(mix.weights).sum())


def by_length(shoe: Ints) -> Mixture:
    """A point for each z, counted by itself."""
    return Mixture(np.outer(shoe / shoe.sum(), LENGTHS), np.eye(LENGTHS.size))


def all_cards(hands: int, of_hand: Iterable[Chain], dealer: Chain) -> int:
    """No fewer than so many hands of a split and the dealer can draw, pair cards among them: a few
    numbers serve all splits."""
    most = hands - 2 + hands * max(most_cards(chain) for chain in of_hand) + most_cards(dealer)
    return -(-most // STEP) * STEP


def most_cards(chain: Chain) -> int:
    """The most cards a chain draws: each of its states leads to states before it."""
    longest: list[int] = []
    for row in chain.into.tolist():
        longest.append(1 + max((longest[into] for into in row if into >= 0), default=0))
    return 1 + max((longest[into] for into in chain.first.tolist() if into >= 0), default=0)


class Bound:
    """How far the chances of a split can be off, by the level of the mixture: `reached[z, hands,
    cell]` is what its hands come to from each point, `given` the chance of what is known."""

    def __init__(self, shoe: Ints, cards: int, reached: Floats, given: float) -> None:
        self.shoe, self.cards, self.reached, self.given = shoe, cards, reached, given

    def any(self, level: int) -> float:
        """Of any chance at all: those too high and those too low are as much in all, so each is
        half of the mean of |D|."""
        whole = self.reached.sum(axis=2, keepdims=True)
        return float(self.off_by(level, whole)[0]) / 2

    def each(self, level: int, events: Floats) -> Floats:
        """[event] of the chance of each event by itself: `events[hands, cell, event]` is one where
        it is part of it."""
        reached = np.einsum("zhc,hce->zhe", self.reached, events, optimize=True)
        return np.minimum(self.off_by(level, reached), self.any(level))

    def off_by(self, level: int, reached: Floats) -> Floats:
        """[event] the mean of |D| over events reached so from each z, with each number of hands:
        by the z that says the least."""
        lacks = lacking(self.shoe, level, self.cards)
        least = np.sqrt(reached * lacks[:, None, None]).min(axis=0)
        return np.asarray(least.sum(axis=0) / self.given)


def lacking(shoe: Ints, level: int, cards: int) -> Floats:
    """[z] the sum over m of z^-m times the mean of D^2 over m cards, up to so many. Values with as
    many cards may change places: it is the same."""
    squares = mean_squares(tuple(np.sort(shoe[shoe > 0]).tolist()), level, cards)
    return np.asarray((LENGTHS[:, None] ** -np.arange(cards + 1.0)) @ squares)


@lru_cache(maxsize=256)
def mean_squares(counts: tuple[int, ...], level: int, cards: int) -> Floats:
    """[m] the mean of D^2 over m cards dealt with putting back."""
    shoe = np.array(counts)
    terms = level + 2  # degrees of the mixture's terms, and what it lacks
    after = np.zeros((cards + 1, terms, terms))
    after[:, -1, -1] = 1.0
    left = int(shoe[-1])
    for own in shoe[-2::-1].tolist():
        left += own
        before = np.zeros_like(after)
        add_value(own, left, from_moments(level), offsets(level), after, before)
        after = before
    return np.maximum(after[:, 0, 0], 0.0)


@njit
def add_value(
    own: int, left: int, from_moments: Any, offsets: Any, after: Any, before: Any
) -> None:
    """before[m, a, b]: the mean of products of two terms over m cards of this value and those after
    it, from after[m, a, b], of those after it alone."""
    levels, cards = from_moments.shape[0], after.shape[0] - 1
    true, near = floats((cards + 1, cards + 1)), floats((levels, cards + 1, cards + 1))
    compare(own, left, from_moments, offsets, true, near)
    share = own / left
    terms = levels + 1
    step = floats((terms, terms))
    half = floats((terms, terms))
    ways = floats(cards + 1)
    for m in range(cards + 1):
        binomial(m, share, ways)
        for own_cards in range(m + 1):
            rest = m - own_cards
            lead(true, near, own_cards, rest, step)
            times(step, after[rest], half)
            for a in range(terms):
                for b in range(terms):
                    total = 0.0
                    for c in range(b, terms):
                        total += step[b, c] * half[a, c]
                    before[m, a, b] += ways[own_cards] * total


@lent
def lead(true: Any, near: Any, own: int, rest: int, step: Any) -> None:
    """step[a, b]: what so many cards of a value, so many of values after it, make of each term; the
    last is what the mixture lacks."""
    levels = near.shape[0]
    for a in range(levels):
        for b in range(a, levels):
            lower = near[b - a - 1, own, rest] if b > a else 0.0
            step[a, b] = near[b - a, own, rest] - lower
        step[a, levels] = true[own, rest] - near[levels - 1 - a, own, rest]
    step[levels, levels] = true[own, rest]


@lent
def times(step: Any, after: Any, half: Any) -> None:
    """The product of two matrices, the first of which leads upward only."""
    for a in range(step.shape[0]):
        for b in range(step.shape[0]):
            total = 0.0
            for c in range(a, step.shape[0]):
                total += step[a, c] * after[c, b]
            half[a, b] = total


@lent
def binomial(cards: int, share: float, ways: Any) -> None:
    """ways[k]: the chance that k of so many cards are of a value, each put back."""
    ways[0] = 1.0
    for card in range(1, cards + 1):
        ways[card] = 0.0
        for k in range(card, 0, -1):
            ways[k] = (1.0 - share) * ways[k] + share * ways[k - 1]
        ways[0] *= 1.0 - share


@njit
def compare(own: int, left: int, from_moments: Any, offsets: Any, true: Any, near: Any) -> None:
    """true[k, rest] and near[level, k, rest]: the chance of k cards of a value of which there are
    `own` among `left`, and so many others, from the shoe and by each level, as parts of what it is
    with cards put back."""
    levels, wide = from_moments.shape[0], offsets.size
    cards = true.shape[0] - 1
    adds = floats((levels, wide))
    break_off(own, left, from_moments, adds)
    share = own / left
    deviation = np.sqrt(share * (1.0 - share) / (left - 1))
    powers, others = floats((wide, cards + 1)), floats((wide, cards + 1))
    gone = floats((3, cards + 1))
    powers[:] = 1.0
    others[:] = 1.0
    gone[:] = 1.0
    for k in range(cards):
        for place in range(wide):
            point = share + offsets[place] * deviation
            powers[place, k + 1] = powers[place, k] * point / share
            others[place, k + 1] = others[place, k] * (1.0 - point) / (1.0 - share)
        gone[0, k + 1] = gone[0, k] * max(own - k, 0) / own
        gone[1, k + 1] = gone[1, k] * max(left - own - k, 0) / (left - own)
        gone[2, k + 1] = gone[2, k] * max(left - k, 0) / left
    for k in range(cards + 1):
        for rest in range(cards + 1 - k):
            if gone[2, k + rest] > 0.0:
                true[k, rest] = gone[0, k] * gone[1, rest] / gone[2, k + rest]
            for level in range(levels):
                total = near[level - 1, k, rest] if level > 0 else 0.0
                for place in range(2 * level + 1):
                    total += adds[level, place] * powers[place, k] * others[place, rest]
                near[level, k, rest] = total
