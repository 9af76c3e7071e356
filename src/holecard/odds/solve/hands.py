"""Every hand a seat can hold, as a multiset of values, with the hand each card leads to."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.hand import EMPTY, add

VALUES = 10
BUST = -1
NAMES = "A23456789T"
Ints = npt.NDArray[np.int64]


class Lattice(NamedTuple):
    """Hands of 21 or less (aces as one), each after all hands it can come from."""

    counts: Ints  # [hand, value]
    state: Ints  # [hand]
    cards: Ints  # [hand] how many cards
    after: Ints  # [hand, value] the hand with one more card, or BUST
    one: Ints  # [value] the hand of that single card
    two: Ints  # [value, value] the hand of those two cards
    bare: Ints  # [value, hand] the hand without any cards of that value


@lru_cache(maxsize=1)
def lattice() -> Lattice:
    place: dict[tuple[int, ...], int] = {}
    layers: list[list[tuple[int, ...]]] = [[] for _ in range(22)]
    layers[0] = [(0,) * VALUES]
    for points in range(22):
        for hand in layers[points]:
            place[hand] = len(place)
        for hand in layers[points]:
            for worth in range(1, VALUES + 1):
                more = with_card(hand, worth)
                if points + worth <= 21 and more not in place and is_last(hand, worth):
                    layers[points + worth].append(more)
    hands = list(place)
    after = np.full((len(hands), VALUES), BUST, dtype=np.int64)
    for hand, at in place.items():
        for worth in range(1, VALUES + 1):
            after[at, worth - 1] = place.get(with_card(hand, worth), BUST)
    one = after[0].copy()
    bare = [[place[without(hand, worth)] for hand in hands] for worth in range(VALUES)]
    return Lattice(
        counts=np.array(hands, dtype=np.int64),
        state=np.array([state_of_counts(hand) for hand in hands], dtype=np.int64),
        cards=np.array([sum(hand) for hand in hands], dtype=np.int64),
        after=after,
        one=one,
        two=after[one],
        bare=np.array(bare, dtype=np.int64),
    )


def with_card(hand: tuple[int, ...], worth: int) -> tuple[int, ...]:
    return (*hand[: worth - 1], hand[worth - 1] + 1, *hand[worth:])


def without(hand: tuple[int, ...], worth: int) -> tuple[int, ...]:
    return (*hand[:worth], 0, *hand[worth + 1 :])


def is_last(hand: tuple[int, ...], worth: int) -> bool:
    """Whether every card of the hand is at most `worth`: builds each multiset once."""
    return not any(hand[worth:])


def state_of_counts(hand: tuple[int, ...]) -> int:
    state = EMPTY
    for worth, number in enumerate(hand, start=1):
        for _ in range(number):
            state = add(state, worth)
    return state


def is_pair(counts: Ints) -> int:
    """The value of a pair, from 0; -1 for two different cards."""
    top = int(counts.argmax())
    return top if counts[top] == 2 else -1
