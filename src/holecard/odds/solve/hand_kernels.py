"""The compiled arithmetic of play: chances of draws, and the odds of hitting, standing, doubling.

Kernels take arrays only and know no rule: results, legal actions and final hands come in as tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent
from holecard.jit.scratch import few_floats, few_integers
from holecard.odds.solve.acts import BEST_ACT, HIT

VALUES = 10
BUST = -1
EVEN = 1e-13  # actions worth the same but for rounding: the simpler one is taken


class Shoe(NamedTuple):
    """What is drawn from: the cards by value, the hole card among them, and a value it is known
    not to have (-1: nothing is known, or none is down)."""

    left: Any
    hole_not: int


class Odds(NamedTuple):
    """The chances of winning and of losing, by hand; a push has the rest."""

    win: Any
    lose: Any


class May(NamedTuple):
    """[hand] what the rules allow."""

    hit: Any
    double: Any


@lent
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


@lent
def take_out(counts: Any, hand: int, shoe: Any, left: Any) -> bool:
    """The shoe without a hand's cards; false if it does not hold them."""
    for worth in range(VALUES):
        left[worth] = shoe[worth] - counts[hand, worth]
        if left[worth] < 0:
            return False
    return True


@lent
def hit_odds(hands: Any, hand: int, shoe: Any, odds: Any, out: Any) -> None:
    """One card to a hand whose successors have odds already: out[0] wins, out[1] loses."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    take_out(hands.counts, hand, shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    wins, losses = odds
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


@lent
def play_odds(
    hands: Any, shoe: Any, may_hit: Any, wanted: Any, forced: Any, stand: Any, hit: Any, best: Any
) -> None:
    """Hit or stand, best first, for every wanted hand: fills the odds of hitting and of the better
    of the two. Where `forced[hand]` is HIT or STAND it decides instead. Hands come after the hands
    they grow from, so the walk is backwards."""
    left = few_integers(VALUES)
    out = few_floats(2)
    for hand in range(hands.state.size - 1, -1, -1):
        if not wanted[hand] or not take_out(hands.counts, hand, shoe.left, left):
            continue
        best.win[hand] = stand.win[hand]
        best.lose[hand] = stand.lose[hand]
        if not may_hit[hand]:
            continue
        hit_odds(hands, hand, shoe, best, out)
        hit.win[hand] = out[0]
        hit.lose[hand] = out[1]
        better = out[0] - out[1] > stand.win[hand] - stand.lose[hand] + EVEN
        if (better and forced[hand] == BEST_ACT) or forced[hand] == HIT:
            best.win[hand] = out[0]
            best.lose[hand] = out[1]


@lent
def double_odds(hands: Any, shoe: Any, may_double: Any, stand: Any, double: Any) -> None:
    """One card and stand, for every hand that may double: chances of winning and losing."""
    left = few_integers(VALUES)
    out = few_floats(2)
    for hand in range(hands.state.size):
        if may_double[hand] and take_out(hands.counts, hand, shoe.left, left):
            hit_odds(hands, hand, shoe, stand, out)
            double.win[hand] = out[0]
            double.lose[hand] = out[1]


@lent
def spread_reach(hands: Any, shoe: Any, hits: Any, burned: Any, reach: Any) -> None:
    """Carry the chance of each hand on to the hands one more card makes of it, where it hits and
    does not burn that card."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    for hand in range(hands.state.size):
        if hits[hand] and reach[hand] > 0.0 and take_out(hands.counts, hand, shoe.left, left):
            draw_chances(left, shoe.hole_not, chances)
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into != BUST and not burned[hand, worth]:
                    reach[into] += reach[hand] * chances[worth]
