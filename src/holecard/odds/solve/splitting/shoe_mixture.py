"""A shoe drawn without putting back, as a weighted mixture of shoes drawn with putting back.

The chance of drawing given cards in some order, k_v of value v from n_v among N, is
prod falling(n_v, k_v) / falling(N, sum k). These are the moments of a Dirichlet distribution whose
parameters are -n_v: no distribution, but sums over it are as good. Breaking the values off one
after the other makes it independent numbers in one dimension each, and for those there are points
and (signed) weights that give as many moments as wanted. Given a point, every card is drawn with
the same chances, so hands and dealer are independent of one another: chances of several hands
together are sums of products (docs/decisions/0014).

Level L keeps all terms to the order of 1/N to the L; the levels share their points.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.jit.cache import njit
from holecard.jit.scratch import floats
from holecard.odds.solve.hand_kernels import VALUES

APART = 1.0  # deviations: nearer points have weights that lose digits, farther ones gain none
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@lru_cache(maxsize=64)
def places(dimensions: int, level: int) -> Ints:
    """[point, dimension] where each point lies: 0 in the middle, 1 and 2 a step to either side, 3
    and 4 two steps; as many steps in all as the level."""
    if dimensions == 0:
        return np.zeros((1, 0), dtype=np.int64)
    found = []
    for place in range(2 * level + 1):
        rest = places(dimensions - 1, level - (place + 1) // 2)
        found.append(np.insert(rest, 0, place, axis=1))
    return np.concatenate(found)


@lru_cache(maxsize=16)
def offsets(level: int) -> Floats:
    """[place] its distance from the middle, in deviations."""
    sides = range(2 * level + 1)
    return np.array([APART * ((place + 1) // 2) * (1 if place % 2 else -1) for place in sides])


@lru_cache(maxsize=16)
def from_moments(level: int) -> Floats:
    """[level, place, moment] the weights that give a level's places its moments, both in
    deviations."""
    found = np.zeros((level + 1, 2 * level + 1, 2 * level + 1))
    for one in range(level + 1):
        size = 2 * one + 1
        found[one, :size, :size] = np.linalg.inv(np.vander(offsets(one), increasing=True).T)
    return found


class Mixture(NamedTuple):
    """Shoes drawn with putting back: the chance of each value, and what each counts for in one sum
    or several."""

    chances: Floats  # [value, point]
    weights: Floats  # [sum, point]


def deepest(counts: Ints) -> int:
    """The highest level a shoe has moments for."""
    return int(np.sort(counts)[-2:].sum()) // 2


def mixture(counts: Ints, level: int) -> Mixture:
    """A shoe (its cards by value) as a mixture of this level. The value with most cards is broken
    off last: so the last to be broken off is still one of many cards."""
    order = np.array([v for v in np.argsort(counts, kind="stable") if counts[v]], dtype=np.int64)
    at = places(order.size - 1, level)
    chances, weights = np.zeros((VALUES, len(at))), np.zeros((1, len(at)))
    fill(counts, order, at, offsets(level), from_moments(level), chances, weights[0])
    return Mixture(chances, weights)


@njit
def fill(
    counts: Any, order: Any, at: Any, offsets: Any, from_moments: Any, chances: Any, weights: Any
) -> None:
    """The mixture's chances and weights."""
    levels = from_moments.shape[0]
    wide = offsets.size
    adds = floats((order.size - 1, levels, wide))
    parts = floats((order.size - 1, wide))
    cards = 0
    for worth in range(VALUES):
        cards += counts[worth]
    for k in range(order.size - 1):
        own = counts[order[k]]
        break_off(own, cards, from_moments, adds[k])
        share = own / cards
        deviation = np.sqrt(share * (1.0 - share) / (cards - 1))
        for place in range(wide):
            parts[k, place] = share + offsets[place] * deviation
        cards -= own
    # Points in order share their first places with the one before.
    left = floats(order.size)
    left[0] = 1.0
    reached = floats((order.size, levels))
    reached[0, 0] = 1.0
    for point in range(at.shape[0]):
        shared = True
        for k in range(order.size - 1):
            place = at[point, k]
            shared = shared and point > 0 and place == at[point - 1, k]
            chances[order[k], point] = left[k] * parts[k, place]
            if shared:
                continue
            left[k + 1] = left[k] * (1.0 - parts[k, place])
            for level in range(levels):
                reached[k + 1, level] = 0.0
                for one in range((place + 1) // 2, level + 1):  # the levels with this place
                    reached[k + 1, level] += reached[k, level - one] * adds[k, one, place]
        chances[order[-1], point] = left[-1]
        for level in range(levels):
            weights[point] += reached[-1, level]


@njit
def break_off(own: int, cards: int, from_moments: Any, adds: Any) -> None:
    """adds[level, place]: what each level adds to a place's weight, for the share of a value of
    which there are `own` among `cards`: a beta distribution with negative parameters.

    Its moments about the mean: (k - cards) m[k + 1] = k (p q m[k - 1] + (q - p) m[k])."""
    levels, wide = adds.shape
    p = own / cards
    q = 1.0 - p
    deviation = np.sqrt(p * q / (cards - 1))
    moments = floats(wide)
    moments[0] = 1.0
    if wide > 1:
        moments[1] = 0.0
    for k in range(1, wide - 1):
        spread = p * q / deviation**2 * moments[k - 1] + (q - p) / deviation * moments[k]
        moments[k + 1] = k * spread / (k - cards)
    for level in range(levels):
        for place in range(wide):
            total = 0.0
            for k in range(2 * level + 1):
                total += from_moments[level, place, k] * moments[k]
            adds[level, place] = total
    for level in range(levels - 1, 0, -1):
        for place in range(wide):
            adds[level, place] -= adds[level - 1, place]
