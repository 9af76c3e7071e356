"""The best whole-number tags for a count: found exactly, not by rounding.

Of all balanced tags from -level to level, those whose running count follows the wager's value most
closely: the highest correlation with the effects of removal, weighed by how many cards there are.
For a given sum of squares the best tags are a knapsack, and the sums are small, so every one of
them is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, sqrt

from holecard.errors import BadDefinition
from holecard.lab.effects import Effects

MOST_LEVEL = 4
Key = tuple[int, int]  # sum of tags, sum of squares


@dataclass(frozen=True)
class Tags:
    """A whole number for each row of the effects, and how well they follow the wager."""

    level: int
    numbers: tuple[int, ...]
    correlation: float
    per_tag: float  # change of value for one tag, one card out of the full shoe


def best_tags(effects: Effects, level: int) -> Tags:
    """The balanced tags of at most this size with the highest correlation."""
    if not 1 <= level <= MOST_LEVEL:
        raise BadDefinition(f"tags cannot go up to {level}: 1 to {MOST_LEVEL}")
    ways: dict[Key, tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    most = level * sum(row.number for row in effects.rows)
    for row in effects.rows:
        longer: dict[Key, tuple[float, tuple[int, ...]]] = {}
        for (total, squares), (product, numbers) in ways.items():
            for tag in range(-level, level + 1):
                key = total + tag * row.number, squares + tag * tag * row.number
                score = product + tag * row.number * row.effect
                if abs(key[0]) <= most and (key not in longer or score > longer[key][0]):
                    longer[key] = score, (*numbers, tag)
        ways = longer
    found = [
        (product / sqrt(key[1]), key[1], numbers)
        for key, (product, numbers) in ways.items()
        if key[0] == 0 and key[1]
    ]
    _, _, numbers = max(found, key=lambda one: (round(one[0], 15), -one[1]))
    return measured(effects, smallest(numbers), level)


def smallest(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """2 0 -2 counts as 1 0 -1 does."""
    shared = gcd(*numbers) or 1
    return tuple(number // shared for number in numbers)


def measured(effects: Effects, numbers: tuple[int, ...], level: int = 0) -> Tags:
    """Any tags, with their correlation and what one of them is worth."""
    rows = list(zip(effects.rows, numbers, strict=True))
    product = sum(row.number * row.effect * tag for row, tag in rows)
    squares = sum(row.number * tag * tag for row, tag in rows)
    energy = sum(row.number * row.effect**2 for row, _ in rows)
    if not squares or not energy:
        raise BadDefinition("these tags count nothing: some of them must not be 0")
    return Tags(
        level or max(abs(tag) for tag in numbers),
        numbers,
        product / sqrt(squares * energy),
        product / squares,
    )
