"""The compiled arithmetic of the exact engine: chances of draws and of the dealer's final hand.

Kernels take arrays only and know no rule: results, legal actions and final hands come in as tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit import njit

VALUES = 10
NATURAL = 32
STANDINGS = 33
DEEPEST = 24
LANES = 8
BUST = -1


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
def lane_tables(shoe: Any, lane: int, falling: Any, share: Any) -> None:
    """For one shoe: falling[v, k], the ways to draw k of value v in order; share[k], one over the
    ways to draw any k cards."""
    cards = 0
    for worth in range(VALUES):
        cards += shoe[worth]
        product = 1.0
        for k in range(21 // (worth + 1) + 2):  # no final hand holds more of the value
            falling[worth * DEEPEST + k, lane] = product
            product *= max(shoe[worth] - k, 0)
    product = 1.0
    for k in range(DEEPEST):
        share[k, lane] = product
        product = product / (cards - k) if cards > k else 0.0


@njit
def final_lanes(finals: Any, start: int, falling: Any, share: Any, ways: Any, chances: Any) -> None:
    """The chance of each standing of the dealer's final hand for LANES shoes side by side: the
    processor does the same arithmetic on all of them at once."""
    for standing in range(STANDINGS):
        for lane in range(LANES):
            chances[standing, lane] = 0.0
    for lane in range(LANES):
        ways[0, lane] = 1.0
    for node in range(finals.first[start], finals.first[start + 1]):
        depth = finals.depth[node]
        part = finals.part[node]
        orders = finals.orders[node]
        number = finals.number[node]
        standing = finals.standing[node]
        for lane in range(LANES):
            here = ways[depth, lane] * falling[part, lane]
            ways[depth + 1, lane] = here
            chances[standing, lane] += here * orders * share[number, lane]


@njit
def final_chances(finals: Any, start: int, shoe: Any, hole_not: int, chances: Any) -> None:
    """The chance of each standing of the dealer's final hand, given the shoe without every card
    seen. With `hole_not` the dealer is known to have no blackjack."""
    falling = np.empty((VALUES * DEEPEST, LANES))
    share = np.empty((DEEPEST, LANES))
    ways = np.empty((VALUES + 1, LANES))
    lanes = np.empty((STANDINGS, LANES))
    for lane in range(LANES):
        lane_tables(shoe, lane, falling, share)
    final_lanes(finals, start, falling, share, ways, lanes)
    scale = no_natural_scale(shoe, hole_not)
    for standing in range(STANDINGS):
        chances[standing] = lanes[standing, 0] * scale
    known(hole_not, chances)


@njit
def known(hole_not: int, chances: Any) -> None:
    chances[0] = 0.0  # where nodes without an end of their own are gathered
    if hole_not >= 0:
        chances[NATURAL] = 0.0


@njit
def no_natural_scale(shoe: Any, hole_not: int) -> float:
    """One over the chance that the dealer has no blackjack, where that is known."""
    if hole_not < 0:
        return 1.0
    cards = 0
    for worth in range(VALUES):
        cards += shoe[worth]
    other = cards - shoe[hole_not]
    return float(cards / other) if other > 0 else 0.0


@njit
def hand_finals(
    hands: Any, finals: Any, start: int, shoe: Any, hole_not: int, wanted: Any, table: Any
) -> None:
    """table[hand, standing] for every wanted hand the shoe can make: the chances of the dealer's
    final hand when the seat holds it. Hands are worked LANES at a time."""
    falling = np.ones((VALUES * DEEPEST, LANES))
    share = np.ones((DEEPEST, LANES))
    ways = np.empty((VALUES + 1, LANES))
    lanes = np.empty((STANDINGS, LANES))
    scales = np.empty(LANES)
    places = np.empty(LANES, dtype=np.int64)
    left = np.empty(VALUES, dtype=np.int64)
    filled = 0
    for hand in range(hands.state.size + 1):
        last = hand == hands.state.size
        if not last and wanted[hand] and take_out(hands.counts, hand, shoe, left):
            lane_tables(left, filled, falling, share)
            scales[filled] = no_natural_scale(left, hole_not)
            places[filled] = hand
            filled += 1
        if filled == LANES or (last and filled > 0):
            final_lanes(finals, start, falling, share, ways, lanes)
            for lane in range(filled):
                for standing in range(STANDINGS):
                    table[places[lane], standing] = lanes[standing, lane] * scales[lane]
                known(hole_not, table[places[lane]])
            filled = 0


@njit
def stand_odds(
    hands: Any, finals: Any, start: int, shoe: Any, hole_not: int, sign: Any, wanted: Any,
    wins: Any, losses: Any,
) -> None:  # fmt: skip
    """For every wanted hand: the chance that standing wins and that it loses.

    `sign[own standing, dealer standing]` is 1, 0 or -1. Hands the shoe cannot make are left."""
    table = np.empty((hands.state.size, STANDINGS))
    hand_finals(hands, finals, start, shoe, hole_not, wanted, table)
    left = np.empty(VALUES, dtype=np.int64)
    for hand in range(hands.state.size):
        if wanted[hand] and take_out(hands.counts, hand, shoe, left):
            own = hands.state[hand] % 32
            win = 0.0
            lose = 0.0
            for standing in range(STANDINGS):
                if sign[own, standing] > 0:
                    win += table[hand, standing]
                elif sign[own, standing] < 0:
                    lose += table[hand, standing]
            wins[hand] = win
            losses[hand] = lose


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
        better = out[0] - out[1] > stand_win[hand] - stand_lose[hand]
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
def spread_reach(hands: Any, shoe: Any, hole_not: int, hits: Any, reach: Any) -> None:
    """Carry the chance of each hand on to the hands one more card makes of it, where it hits."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    for hand in range(hands.state.size):
        if hits[hand] and reach[hand] > 0.0 and take_out(hands.counts, hand, shoe, left):
            draw_chances(left, hole_not, chances)
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into != BUST:
                    reach[into] += reach[hand] * chances[worth]


@njit
def mark_split_hands(hands: Any, pair: int, acts: Any, needed: Any, stands: Any) -> None:
    """Mark the hands a fixed way of playing can reach from one card of a pair, and those of them
    it stands on. `acts[hand]` is 0 stand, 1 hit, 2 double."""
    for hand in range(hands.state.size):
        needed[hand] = False
        stands[hand] = False
    for worth in range(VALUES):
        needed[hands.two[pair, worth]] = True
    for hand in range(hands.state.size):
        if needed[hand] and acts[hand] > 0:
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into != BUST:
                    needed[into] = True
                    if acts[hand] == 2:
                        stands[into] = True
        if needed[hand] and acts[hand] == 0:
            stands[hand] = True


@njit
def split_hand_odds(
    hands: Any,
    pair: int,
    acts: Any,
    shoe: Any,
    hole_not: int,
    stand_win: Any,
    stand_lose: Any,
    needed: Any,
    out: Any,
) -> None:
    """A hand that starts with one card of a pair, played by `acts`, from a shoe without that card:
    out[0] its value, out[1] what it wagers, out[2] and out[3] the same when the second card is
    another of the pair."""
    size = hands.state.size
    win = np.zeros(size)
    lose = np.zeros(size)
    left = np.empty(VALUES, dtype=np.int64)
    pick = np.empty(2)
    for hand in range(size - 1, -1, -1):
        if needed[hand] and take_out(hands.counts, hand, shoe, left):
            win[hand] = stand_win[hand]
            lose[hand] = stand_lose[hand]
            if acts[hand] == 1:
                hit_odds(hands, hand, shoe, hole_not, win, lose, pick)
                win[hand] = pick[0]
                lose[hand] = pick[1]
    chances = np.empty(VALUES)
    take_out(hands.counts, hands.one[pair], shoe, left)
    draw_chances(left, hole_not, chances)
    for k in range(4):
        out[k] = 0.0
    for worth in range(VALUES):
        if left[worth] <= 0:
            continue
        hand = hands.two[pair, worth]
        worthy = win[hand] - lose[hand]
        stake = 1.0
        if acts[hand] == 2:
            hit_odds(hands, hand, shoe, hole_not, stand_win, stand_lose, pick)
            worthy = 2.0 * (pick[0] - pick[1])
            stake = 2.0
        out[0] += chances[worth] * worthy
        out[1] += chances[worth] * stake
        if worth == pair:
            out[2] = worthy
            out[3] = stake


@njit
def split_hand_joint(
    hands: Any,
    finals: Any,
    start: int,
    pair: int,
    acts: Any,
    shoe: Any,
    hole_not: int,
    sign: Any,
    second_not: int,
    joint: Any,
) -> None:
    """joint[units + 2, dealer standing]: a split hand's result in units beside the dealer's final
    hand, when played by `acts`; its second card is not of value `second_not`. Busted hands count
    against the dealer's hand as it would come."""
    size = hands.state.size
    reach = np.zeros(size)
    doubled = np.zeros(size)
    left = np.empty(VALUES, dtype=np.int64)
    draws = np.empty(VALUES)
    take_out(hands.counts, hands.one[pair], shoe, left)
    draw_chances(left, hole_not, draws)
    kept = 1.0 - draws[second_not] if second_not >= 0 else 1.0
    for worth in range(VALUES):
        if worth != second_not:
            reach[hands.two[pair, worth]] += draws[worth] / kept
    bust = np.zeros(3)
    stood = np.zeros(size)
    ends = np.zeros(size, dtype=np.bool_)
    for hand in range(size):
        if reach[hand] > 0.0 and take_out(hands.counts, hand, shoe, left):
            units = acts[hand]
            if units == 0:
                stood[hand] = reach[hand]
                ends[hand] = True
                continue
            draw_chances(left, hole_not, draws)
            for worth in range(VALUES):
                into = hands.after[hand, worth]
                if into == BUST:
                    bust[units] += reach[hand] * draws[worth]
                elif units == 2:
                    doubled[into] += reach[hand] * draws[worth]
                    ends[into] = True
                else:
                    reach[into] += reach[hand] * draws[worth]
    table = np.empty((size, STANDINGS))
    one = hands.one[pair]
    ends[one] = True  # the dealer's hand beside a busted one, by the pair card alone
    hand_finals(hands, finals, start, shoe, hole_not, ends, table)
    for standing in range(STANDINGS):
        joint[1, standing] += bust[1] * table[one, standing]
        joint[0, standing] += bust[2] * table[one, standing]
    for hand in range(size):
        if ends[hand] and hand != one and take_out(hands.counts, hand, shoe, left):
            own = hands.state[hand] % 32
            for standing in range(STANDINGS):
                way = sign[own, standing]
                joint[2 + way, standing] += stood[hand] * table[hand, standing]
                joint[2 + 2 * way, standing] += doubled[hand] * table[hand, standing]
