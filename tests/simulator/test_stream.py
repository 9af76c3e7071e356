"""Random numbers: the published generator, unbiased draws, uniform shuffles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.special import chdtr, chdtrc  # scipy.stats takes a second to import

from holecard.simulator.engine.random_stream import (
    BATCH,
    CURSOR,
    WORDS,
    fill_words,
    lay_desk,
    shuffle,
    stream_state,
)

# xoshiro256++ from the state 1, 2, 3, 4: the vectors of the generator's Rust and Julia ports.
VECTORS = (
    41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205,
    9973669472204895162, 14011001112246962877, 12406186145184390807, 15849039046786891736,
    10450023813501588000,
)  # fmt: skip
LEVEL = 1e-4  # fixed beforehand, for each test here


def test_generator_gives_the_published_words() -> None:
    desk = np.zeros(32, dtype=np.uint64)
    desk[:4] = (1, 2, 3, 4)
    words = np.zeros(len(VECTORS), dtype=np.uint64)
    fill_words(desk, words)
    assert words.tolist() == list(VECTORS)


def test_streams_of_blocks_lineups_and_seeds_differ() -> None:
    states = {
        tuple(stream_state(seed, block, lineup).tolist())
        for seed in (0, 1, 7, 1 << 32, (1 << 64) - 1)
        for block in range(40)
        for lineup in range(3)
    }
    assert len(states) == 5 * 40 * 3


@pytest.mark.parametrize("cards", range(2, 8))
def test_every_draw_gives_every_order_once(cards: int) -> None:
    """All n! draws from a word, one after the other: each order of a tiny shoe comes once."""
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(factorial(cards)):
        # The word in the middle of the number-th part of the unit interval.
        word = ((2 * number + 1) << 64) // (2 * factorial(cards))
        desk = lay_desk(cards, seed=1, block=0)
        desk[CURSOR] = 0
        words = np.full(WORDS, word, dtype=np.uint64)
        shoe = np.arange(cards)
        shuffle(shoe, desk, words, 0, shoe.size)
        orders[tuple(shoe.tolist())] += 1
    assert set(orders) == set(permutations(range(cards)))
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("bits", [7, 9, 11])
@pytest.mark.parametrize("bounds", [(5, 4), (6, 5, 4), (7, 3, 2), (3, 3, 3)])
def test_rejection_makes_batches_exactly_even(bits: int, bounds: tuple[int, ...]) -> None:
    """The same arithmetic with short words, over its whole range."""
    product = int(np.prod(bounds))
    seen: Counter[tuple[int, ...]] = Counter()
    for word in range(1 << bits):
        if word * product % (1 << bits) < (1 << bits) % product:
            continue
        drawn = []
        for bound in bounds:
            drawn.append(word * bound >> bits)
            word = word * bound % (1 << bits)
        seen[tuple(drawn)] += 1
    assert len(seen) == product
    assert len(set(seen.values())) == 1


def test_words_are_thrown_away_by_the_exact_remainder() -> None:
    for decks in range(1, 9):
        cards = 52 * decks
        desk = lay_desk(cards, seed=1, block=0)
        for batch, start in enumerate(range(0, cards, BATCH)):
            product = 1
            for drawn in range(start, min(start + BATCH, cards)):
                product *= cards - drawn
            assert product < 1 << 64
            assert int(desk[32 + 2 * batch]) == product
            assert int(desk[33 + 2 * batch]) == (1 << 64) % product


def six_deck_shuffles(number: int, seed: int) -> np.ndarray:
    desk, words = lay_desk(312, seed, block=0), np.zeros(WORDS, dtype=np.uint64)
    shoe = np.arange(312)
    found = np.empty((number, 312), dtype=np.int16)
    for row in range(number):
        shuffle(shoe, desk, words, 0, shoe.size)
        found[row] = shoe
    return found


def check_positions(number: int, seed: int) -> None:
    """Each of 312 cards in each of 312 places, neighbours, and the first three ranks."""
    orders = six_deck_shuffles(number, seed)
    counts = np.stack([np.bincount(orders[:, at], minlength=312) for at in range(312)])
    even = number / 312
    statistic = ((counts - even) ** 2 / even).sum()
    assert chdtrc(311 * 311, statistic) > LEVEL and chdtr(311 * 311, statistic) > LEVEL
    ranks = orders // 24
    follows = np.zeros((13, 13))
    np.add.at(follows, (ranks[:, :-1].ravel(), ranks[:, 1:].ravel()), 1)
    same, other = 24 * 23 / (312 * 311), 24 * 24 / (312 * 311)
    expected = np.where(np.eye(13), same, other) * number * 311
    assert chdtrc(168, ((follows - expected) ** 2 / expected).sum()) > LEVEL


def test_six_deck_shuffles_are_even() -> None:
    check_positions(40_000, seed=2026)


@pytest.mark.nightly
def test_ten_million_cards_in_each_place() -> None:
    for seed in range(10):
        check_positions(400_000, seed)
