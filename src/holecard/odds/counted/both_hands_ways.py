"""Both hands drawn by the house, in whole numbers: counted by remainders, and put together.

There are fifteen million pairs of hands, and their ways do not fit in a machine word: in whole
numbers that takes seconds. Remainders by a few primes fit. No count is larger than the ways to deal
as many cards, so once the primes multiply to more than that, the remainders say it exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isqrt, perm
from typing import Any

import numpy as np

from holecard.jit.cache import njit
from holecard.jit.scratch import integers
from holecard.odds.composition import VALUES
from holecard.odds.counted.both_hands_ends import (
    End,
    Ints,
    Together,
    Weight,
    final_rows,
    finishes,
    kinds_of,
)
from holecard.odds.solve.dealer_finals import DEEPEST

LARGEST = 2**31  # products of two remainders, and of remainders with orders added up, fit


def primes_over(least: int) -> list[int]:
    """The primes below LARGEST, greatest first, until they multiply to more than this."""
    found: list[int] = []
    product = 1
    for number in primes_down(LARGEST):
        if product > least:
            break
        found.append(number)
        product *= number
    return found


def primes_down(below: int) -> Iterator[int]:
    for number in range(below - 1, 2, -2):
        if all(number % one for one in range(3, isqrt(number) + 1, 2)):
            yield number


@njit
def count_by_remainders(hands: Any, shoe: Any, primes: Any, ways: Any) -> None:
    """ways[own kind, dealer kind, prime]: both hands finished, neither a blackjack, as a remainder.
    The tree of the dealer's hands is walked once for each own hand, for all primes side by side."""
    lanes = primes.size
    falling = integers((VALUES * DEEPEST, lanes))
    falling[:] = 1
    before = integers((VALUES + 2, lanes))
    before[:] = 1
    found = integers((hands.number.size, lanes))
    weight = integers(lanes)
    for row in range(hands.row_kind.size):
        weight[:] = np.int64(hands.row_orders[row])
        for worth in range(VALUES):
            taken = hands.counts[row, worth]
            for k in range(taken):
                for lane in range(lanes):
                    weight[lane] = weight[lane] * max(shoe[worth] - k, 0) % primes[lane]
            for k in range(DEEPEST - 1):
                at = worth * DEEPEST + k
                for lane in range(lanes):
                    left = max(shoe[worth] - taken - k, 0)
                    falling[at + 1, lane] = falling[at, lane] * left % primes[lane]
        found[:] = 0
        for node in range(hands.part.size):
            depth, kind = hands.depth[node], hands.kind[node]
            part, orders = hands.part[node], np.int64(hands.orders[node])
            for lane in range(lanes):
                here = before[depth, lane] * falling[part, lane] % primes[lane]
                before[depth + 1, lane] = here
                found[kind, lane] += here * orders
        own = hands.row_kind[row]
        for kind in range(hands.number.size):
            for lane in range(lanes):
                more = weight[lane] * (found[kind, lane] % primes[lane]) + ways[own, kind, lane]
                ways[own, kind, lane] = more % primes[lane]


def whole(remainders: Ints, primes: Sequence[int]) -> Any:
    """The numbers with these remainders, below the product of the primes."""
    found = np.zeros(remainders.shape[:-1], dtype=object)
    product = 1
    for at, prime in enumerate(primes):
        inverse = pow(product, -1, prime)
        found += product * ((remainders[..., at].astype(object) - found) * inverse % prime)
        product *= prime
    return found


@lru_cache(maxsize=4)
def both_drawn(of: Together) -> dict[End, Weight]:
    """Both hands finished and no blackjack, in whole numbers."""
    hands = finishes(of.add, of.draws)
    most = 2 * int(hands.number.max())
    primes = primes_over(max(perm(of.size, cards) for cards in range(most + 1)))
    kinds = kinds_of(final_rows(of.add, of.draws))
    remainders = np.zeros((len(kinds), len(kinds), len(primes)), dtype=np.int64)
    shoe = np.array(of.values, dtype=np.int64)
    count_by_remainders(hands, shoe, np.array(primes, dtype=np.int64), remainders)
    ways = whole(remainders, primes)
    return {
        End(*own, *dealer, 1): (ways[at, beside], own[1] + dealer[1])
        for at, own in enumerate(kinds)
        for beside, dealer in enumerate(kinds)
        if ways[at, beside]
    }
