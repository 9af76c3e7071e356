"""The compiled arithmetic of one hand of a split pair, played by a fixed set of actions."""

from __future__ import annotations

from typing import Any

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import few_floats, few_integers, flags, floats
from holecard.odds.solve.acts import DOUBLE, HIT, STAND
from holecard.odds.solve.hand_kernels import BUST, VALUES, Odds, draw_chances, hit_odds, take_out


@lent
def mark_split_hands(hands: Any, pair: int, acts: Any, needed: Any, stands: Any) -> None:
    """Mark the hands a fixed way of playing can reach from one card of a pair, and those of them
    it stands on. `acts[hand]` is STAND, HIT or DOUBLE."""
    for hand in range(hands.state.size):
        needed[hand] = False
        stands[hand] = False
    for worth in range(VALUES):
        needed[hands.two[pair, worth]] = True
    for hand in range(hands.state.size):
        if needed[hand] and acts[hand] != STAND:
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into != BUST:
                    needed[into] = True
                    if acts[hand] == DOUBLE:
                        stands[into] = True
        if needed[hand] and acts[hand] == STAND:
            stands[hand] = True


@njit
def split_hand_odds(hands: Any, pair: int, acts: Any, shoe: Any, stand: Any, out: Any) -> None:
    """A hand that starts with one card of a pair, played by `acts`, from a shoe without that card:
    out[0] its value, out[1] what it wagers, out[2] and out[3] the same when the second card is
    another of the pair."""
    size = hands.state.size
    needed = flags(size)
    stands = flags(size)
    mark_split_hands(hands, pair, acts, needed, stands)
    played = Odds(floats(size), floats(size))
    left = few_integers(VALUES)
    pick = few_floats(2)
    for hand in range(size - 1, -1, -1):
        if needed[hand] and take_out(hands.counts, hand, shoe.left, left):
            played.win[hand] = stand.win[hand]
            played.lose[hand] = stand.lose[hand]
            if acts[hand] == HIT:
                hit_odds(hands, hand, shoe, played, pick)
                played.win[hand] = pick[0]
                played.lose[hand] = pick[1]
    chances = few_floats(VALUES)
    take_out(hands.counts, hands.one[pair], shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    for k in range(4):
        out[k] = 0.0
    for worth in range(VALUES):
        if left[worth] <= 0:
            continue
        hand = hands.two[pair, worth]
        worthy = played.win[hand] - played.lose[hand]
        stake = 1.0
        if acts[hand] == DOUBLE:
            hit_odds(hands, hand, shoe, stand, pick)
            worthy = 2.0 * (pick[0] - pick[1])
            stake = 2.0
        out[0] += chances[worth] * worthy
        out[1] += chances[worth] * stake
        if worth == pair:
            out[2] = worthy
            out[3] = stake
