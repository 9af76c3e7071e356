"""The compiled arithmetic of one hand of a split pair, played by a fixed set of actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit.cache import njit
from holecard.odds.solve.acts import DOUBLE, HIT, STAND
from holecard.odds.solve.dealer_kernels import asked, final_table
from holecard.odds.solve.hand_kernels import (
    BUST,
    VALUES,
    Odds,
    Shoe,
    draw_chances,
    hit_odds,
    take_out,
)


@njit
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
    needed = np.empty(size, dtype=np.bool_)
    stands = np.empty(size, dtype=np.bool_)
    mark_split_hands(hands, pair, acts, needed, stands)
    played = Odds(np.zeros(size), np.zeros(size))
    left = np.empty(VALUES, dtype=np.int64)
    pick = np.empty(2)
    for hand in range(size - 1, -1, -1):
        if needed[hand] and take_out(hands.counts, hand, shoe.left, left):
            played.win[hand] = stand.win[hand]
            played.lose[hand] = stand.lose[hand]
            if acts[hand] == HIT:
                hit_odds(hands, hand, shoe, played, pick)
                played.win[hand] = pick[0]
                played.lose[hand] = pick[1]
    chances = np.empty(VALUES)
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


@njit
def follow(
    hands: Any,
    pair: int,
    acts: Any,
    shoe: Any,
    second_not: int,
    reach: Any,
    doubled: Any,
    bust: Any,
) -> None:
    """How a split hand comes to its end when played by `acts`: reach[hand], of which the hands
    that are stood on; doubled[hand]; bust[units]. Its second card is not of value `second_not`."""
    left = np.empty(VALUES, dtype=np.int64)
    draws = np.empty(VALUES)
    reach[:] = 0.0
    doubled[:] = 0.0
    bust[:] = 0.0
    take_out(hands.counts, hands.one[pair], shoe.left, left)
    draw_chances(left, shoe.hole_not, draws)
    kept = 1.0 - draws[second_not] if second_not >= 0 else 1.0
    for worth in range(VALUES):
        if worth != second_not:
            reach[hands.two[pair, worth]] += draws[worth] / kept
    for hand in range(hands.state.size):
        if acts[hand] == STAND or reach[hand] <= 0.0:
            continue
        if not take_out(hands.counts, hand, shoe.left, left):
            continue
        units = 2 if acts[hand] == DOUBLE else 1
        draw_chances(left, shoe.hole_not, draws)
        for worth in range(VALUES):
            into = hands.after[hand, worth]
            if into == BUST:
                bust[units] += reach[hand] * draws[worth]
            elif units == 2:
                doubled[into] += reach[hand] * draws[worth]
            else:
                reach[into] += reach[hand] * draws[worth]


@njit
def split_joints(
    hands: Any, finals: Any, start: int, pair: int, acts: Any, shoe: Any, sign: Any, joints: Any
) -> None:
    """joints[j, s, units + 2, ending]: a split hand's result in units beside how the dealer's hand
    ends, when played by `acts` with j more of the pair out of the shoe; where s is 1 its second
    card is known not to be of the pair. Busted hands count against the dealer's hand as it would
    come beside the pair card alone."""
    size = hands.state.size
    needed = np.empty(size, dtype=np.bool_)
    ends = np.empty(size, dtype=np.bool_)
    mark_split_hands(hands, pair, acts, needed, ends)
    ends[hands.one[pair]] = True
    row = np.empty(size, dtype=np.int64)
    gone = joints.shape[0] - 1
    rows, deepest = asked(hands, pair, gone, ends, row)
    table = np.empty((rows, deepest + 1, finals.standings.size))
    final_table(hands, finals, start, pair, gone, shoe, row, table)
    reach = np.empty(size)
    doubled = np.empty(size)
    bust = np.empty(3)
    fewer = Shoe(shoe.left.copy(), shoe.hole_not)
    for j in range(joints.shape[0]):
        for s in range(2):
            second_not = pair if s == 1 else -1
            follow(hands, pair, acts, fewer, second_not, reach, doubled, bust)
            joint = joints[j, s]
            for ending in range(finals.standings.size):
                joint[1, ending] += bust[1] * table[row[0], 1 + j, ending]
                joint[0, ending] += bust[2] * table[row[0], 1 + j, ending]
            for hand in range(size):
                if ends[hand]:
                    signs = sign[hands.state[hand] % 32]
                    chances = table[row[hands.bare[pair, hand]], hands.counts[hand, pair] + j]
                    stood = reach[hand] if acts[hand] == STAND else 0.0
                    for ending in range(finals.standings.size):
                        way = signs[finals.standings[ending]]
                        joint[2 + way, ending] += stood * chances[ending]
                        joint[2 + 2 * way, ending] += doubled[hand] * chances[ending]
        fewer.left[pair] -= 1
