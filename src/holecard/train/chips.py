"""A payment in chips: the fewest of the house's set that make an amount."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import gcd

from holecard.errors import BadDefinition
from holecard.money import money_text

Stack = tuple[int, ...]  # chips by value in cents, the largest first


def fewest(cents: int, chips: Sequence[int]) -> Stack:
    """The smallest number of chips that makes the amount; of equal ones that with larger chips."""
    found = best_stack(cents, tuple(sorted(chips, reverse=True)))
    if found is None:
        have = ", ".join(money_text(one) for one in sorted(chips))
        raise BadDefinition(f"{money_text(cents)} cannot be made of chips of {have}")
    return found


def can_make(cents: int, chips: Sequence[int]) -> bool:
    return best_stack(cents, tuple(sorted(chips, reverse=True))) is not None


@lru_cache(maxsize=8192)
def best_stack(cents: int, chips: Stack) -> Stack | None:
    """None where no chips make it. In units of the whole set a fewest stack has fewer other chips
    than the largest one counts: of more, some would come to a multiple of it and could be changed
    for fewer. So what lies above the two largest multiplied is made of the largest."""
    unit = gcd(*chips)
    if cents < 0 or cents % unit:
        return None
    largest = chips[0] // unit
    amount = cents // unit
    second = chips[min(1, len(chips) - 1)] // unit
    bulk = max(0, amount - largest * second) // largest
    rest = exchanged(amount - bulk * largest, tuple(one // unit for one in chips))
    return None if rest is None else (chips[0],) * bulk + tuple(one * unit for one in rest)


@lru_cache(maxsize=64)
def table_to(most: int, chips: Stack) -> tuple[int, ...]:
    """For each amount up to `most` the largest chip that begins a fewest stack; 0 where none."""
    fewest_of, first = [0] + [most + 1] * most, [0] * (most + 1)
    for amount in range(1, most + 1):
        for chip in chips:
            if chip <= amount and fewest_of[amount - chip] + 1 < fewest_of[amount]:
                fewest_of[amount], first[amount] = fewest_of[amount - chip] + 1, chip
    return tuple(first)


def exchanged(amount: int, chips: Stack) -> Stack | None:
    if is_doubling(chips):
        return greedy(amount, chips)
    first = table_to(1 << max(1, amount).bit_length(), chips)
    found: list[int] = []
    while amount:
        if not first[amount]:
            return None
        found.append(first[amount])
        amount -= first[amount]
    return tuple(found)


def is_doubling(chips: Stack) -> bool:
    """Whether each chip is a multiple of the next: then the largest that fits is always right."""
    return all(big % small == 0 for big, small in pairwise(chips))


def greedy(amount: int, chips: Stack) -> Stack | None:
    found: list[int] = []
    for chip in chips:
        found += [chip] * (amount // chip)
        amount %= chip
    return None if amount else tuple(found)
