"""The compiled arithmetic of hands in games with answers of their own: values, not odds.

What a hand wins and what it loses may differ by more than a sign there (a bonus, a free double), so
each hand has one value, and a bust one of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent
from holecard.jit.scratch import few_floats, few_integers
from holecard.odds.solve.acts import BEST_ACT, HIT
from holecard.odds.solve.hand_kernels import BUST, EVEN, VALUES, draw_chances, take_out


class Bust(NamedTuple):
    """What a bust is worth, and what of it comes back if the hole card has the value that makes a
    blackjack; -1 where none can, or where nothing comes back."""

    value: float
    back: float = 0.0
    looked_for: int = -1


@lent
def card_value(hands: Any, hand: int, shoe: Any, values: Any, bust: Any) -> float:
    """One card to a hand whose successors have values already."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    take_out(hands.counts, hand, shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    value = 0.0
    for worth in range(VALUES):
        if left[worth] > 0:
            into = hands.after[hand, worth]
            value += chances[worth] * (bust.value if into == BUST else values[into])
    if bust.looked_for >= 0:
        value += bust.back * busts_beside(hands, hand, left, bust.looked_for)
    return value


@lent
def busts_beside(hands: Any, hand: int, left: Any, looked_for: int) -> float:
    """The chance that the next card busts a hand, and the hole card has the value looked for, from
    what is left of the shoe, the hole card in it."""
    cards = 0
    busts = 0
    for worth in range(VALUES):
        cards += left[worth]
        if hands.after[hand, worth] == BUST:
            busts += left[worth]
    if cards < 2:
        return 0.0
    if hands.after[hand, looked_for] == BUST:
        busts -= 1
    return float(left[looked_for] * busts / (cards * (cards - 1.0)))


@lent
def draw_values(
    hands: Any, shoe: Any, may: Any, wanted: Any, values: Any, bust: Any, out: Any
) -> None:
    """One card and no more, for every wanted hand that may take it."""
    left = few_integers(VALUES)
    for hand in range(hands.state.size):
        if wanted[hand] and may[hand] and take_out(hands.counts, hand, shoe.left, left):
            out[hand] = card_value(hands, hand, shoe, values, bust)


@lent
def play_values(
    hands: Any, shoe: Any, may_hit: Any, wanted: Any, forced: Any, stop: Any, bust: Any, out: Any
) -> None:
    """Hit or stop, best first: out[0] the value of hitting, out[1] of the better of the two. Where
    `forced[hand]` is an act it decides instead. The walk is backwards, as in hand_kernels."""
    left = few_integers(VALUES)
    hit, best = out[0], out[1]
    for hand in range(hands.state.size - 1, -1, -1):
        if not wanted[hand] or not take_out(hands.counts, hand, shoe.left, left):
            continue
        best[hand] = stop[hand]
        if not may_hit[hand]:
            continue
        hit[hand] = card_value(hands, hand, shoe, best, bust)
        better = hit[hand] > stop[hand] + EVEN
        if (better and forced[hand] == BEST_ACT) or forced[hand] == HIT:
            best[hand] = hit[hand]


@lent
def spread(hands: Any, shoe: Any, takes: Any, reach: Any, into: Any) -> float:
    """Carry the chance of each hand that takes a card on to the hands it makes; what busts is
    returned. `into` is `reach` itself where hands go on, another array where they stop."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    busted = 0.0
    for hand in range(hands.state.size):
        if takes[hand] and reach[hand] > 0.0 and take_out(hands.counts, hand, shoe.left, left):
            draw_chances(left, shoe.hole_not, chances)
            for worth in range(VALUES):
                if left[worth] > 0:
                    after = hands.after[hand, worth]
                    if after == BUST:
                        busted += reach[hand] * chances[worth]
                    else:
                        into[after] += reach[hand] * chances[worth]
    return busted


@lent
def busted_beside(hands: Any, shoe: Any, takes: Any, reach: Any, looked_for: int) -> float:
    """Of the busts that `spread` found, the chance of those beside a dealer blackjack that shows up
    late."""
    left = few_integers(VALUES)
    busted = 0.0
    for hand in range(hands.state.size):
        if takes[hand] and reach[hand] > 0.0 and take_out(hands.counts, hand, shoe.left, left):
            busted += reach[hand] * busts_beside(hands, hand, left, looked_for)
    return busted
