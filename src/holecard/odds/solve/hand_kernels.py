"""The compiled arithmetic of play: chances of draws, and the odds of hitting, standing, doubling.

Kernels take arrays only and know no rule: results, legal actions and final hands come in as tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit.cache import njit

VALUES = 10
BUST = -1
EVEN = 1e-13  # actions worth the same but for rounding: the simpler one is taken


@njit
def draw_chances(shoe: Any, hole_not: int, chances: Any) -> None:
    """The chance of each value being the next card, when one more card of the shoe lies face down
    as the hole card and is known not to be `hole_not` (-1: nothing is known, or none is down)."""
    cards = 0
    for worth in range(VALUES):
        cards += shoe[worth]
    if hole_not < 0:
        for worth in range(VALUES):
            chances[worth] = shoe[worth] / cards
        return
    other = cards - shoe[hole_not]
    for worth in range(VALUES):
        if other == 0:
            chances[worth] = 0.0  # the hole card must make a blackjack: nobody draws
        elif worth == hole_not:
            chances[worth] = shoe[worth] / (cards - 1)
        else:
            chances[worth] = shoe[worth] / (cards - 1) * ((other - 1) / other)


@njit
def take_out(counts: Any, hand: int, shoe: Any, left: Any) -> bool:
    """The shoe without a hand's cards; false if it does not hold them."""
    for worth in range(VALUES):
        left[worth] = shoe[worth] - counts[hand, worth]
        if left[worth] < 0:
            return False
    return True


@njit
def hit_odds(
    hands: Any, hand: int, shoe: Any, hole_not: int, wins: Any, losses: Any, out: Any
) -> None:
    """One card to a hand whose successors have odds already: out[0] wins, out[1] loses."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    take_out(hands.counts, hand, shoe, left)
    draw_chances(left, hole_not, chances)
    win = 0.0
    lose = 0.0
    for worth in range(VALUES):
        if left[worth] > 0:
            into = hands.after[hand, worth]
            if into == BUST:
                lose += chances[worth]
            else:
                win += chances[worth] * wins[into]
                lose += chances[worth] * losses[into]
    out[0] = win
    out[1] = lose


@njit
def play_odds(
    hands: Any,
    shoe: Any,
    hole_not: int,
    may_hit: Any,
    wanted: Any,
    stand_win: Any,
    stand_lose: Any,
    hit_win: Any,
    hit_lose: Any,
    win: Any,
    lose: Any,
    forced: Any,
) -> None:
    """Hit or stand, best first, for every wanted hand: fills the odds of hitting and of the better
    of the two. `forced[hand]` >= 0 decides instead: 0 stands, 1 hits. Hands come after the hands
    they grow from, so the walk is backwards."""
    left = np.empty(VALUES, dtype=np.int64)
    out = np.empty(2)
    for hand in range(hands.state.size - 1, -1, -1):
        if not wanted[hand] or not take_out(hands.counts, hand, shoe, left):
            continue
        win[hand] = stand_win[hand]
        lose[hand] = stand_lose[hand]
        if not may_hit[hand]:
            continue
        hit_odds(hands, hand, shoe, hole_not, win, lose, out)
        hit_win[hand] = out[0]
        hit_lose[hand] = out[1]
        better = out[0] - out[1] > stand_win[hand] - stand_lose[hand] + EVEN
        if (better and forced[hand] < 0) or forced[hand] == 1:
            win[hand] = out[0]
            lose[hand] = out[1]


@njit
def double_odds(
    hands: Any,
    shoe: Any,
    hole_not: int,
    may_double: Any,
    stand_win: Any,
    stand_lose: Any,
    double_win: Any,
    double_lose: Any,
) -> None:
    """One card and stand, for every hand that may double: chances of winning and losing."""
    left = np.empty(VALUES, dtype=np.int64)
    out = np.empty(2)
    for hand in range(hands.state.size):
        if may_double[hand] and take_out(hands.counts, hand, shoe, left):
            hit_odds(hands, hand, shoe, hole_not, stand_win, stand_lose, out)
            double_win[hand] = out[0]
            double_lose[hand] = out[1]


@njit
def spread_reach(hands: Any, shoe: Any, hole_not: int, hits: Any, burned: Any, reach: Any) -> None:
    """Carry the chance of each hand on to the hands one more card makes of it, where it hits and
    does not burn that card."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    for hand in range(hands.state.size):
        if hits[hand] and reach[hand] > 0.0 and take_out(hands.counts, hand, shoe, left):
            draw_chances(left, hole_not, chances)
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into != BUST and not burned[hand, worth]:
                    reach[into] += reach[hand] * chances[worth]
