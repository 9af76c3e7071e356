"""Both hands drawn by the house, in whole numbers of a full shoe: tiny ones are in test_free.py."""

from __future__ import annotations

from itertools import starmap
from math import perm, prod

import numpy as np
import pytest

from holecard.dealing.settle import NATURAL
from holecard.games import BREAKOUT
from holecard.odds.composition import full_decks
from holecard.odds.counted.both_hands_ends import End, Together, both_drawn_chances, final_rows
from holecard.odds.counted.both_hands_ways import both_drawn, primes_over, whole
from holecard.odds.counted.dealer_hand import ways_to_finish

BOTH = Together.of(BREAKOUT.tables, full_decks(6))


def test_whole_numbers_from_remainders() -> None:
    """More than one prime, and every last digit: numbers of sixty digits come back."""
    primes = primes_over(10**60)
    numbers = [0, 1, 2**31, 10**60, 10**60 - 1, 3**125]
    left = np.array([[one % prime for prime in primes] for one in numbers], dtype=np.int64)
    assert len(primes) > 1 and whole(left, primes).tolist() == numbers


@pytest.mark.nightly
def test_both_hands_of_six_decks_in_whole_numbers() -> None:
    """Against the chances in floating point, end by end; and seat and dealer draw alike, so that
    either may have either hand, to the last digit."""
    exact = both_drawn(BOTH)
    ends, chances = both_drawn_chances(BOTH)
    for end, chance in zip(starmap(End, ends.tolist()), chances.tolist(), strict=True):
        ways, cards = exact[end]
        assert abs(ways / perm(BOTH.size, cards) - chance) < 1e-11 * chance
        other = End(end.dealer, end.dealer_cards, end.own, end.own_cards, end.alive)
        assert exact[other] == (ways, cards)


@pytest.mark.nightly
def test_both_hands_counted_without_remainders() -> None:
    found: dict[End, int] = {}
    for counts, orders, own in final_rows(BOTH.add, BOTH.draws):
        ways = orders * prod(map(perm, BOTH.values, counts))
        left = [number - taken for number, taken in zip(BOTH.values, counts, strict=True)]
        for (dealer, number), more in ways_to_finish(BOTH.nodes, left).items():
            if dealer != NATURAL:
                end = End(own, sum(counts), dealer, number, 1)
                found[end] = found.get(end, 0) + ways * more
    assert found == {end: ways for end, (ways, _) in both_drawn(BOTH).items()}
