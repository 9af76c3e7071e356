"""The compiled arithmetic of several split hands beside one dealer, given that cards are put back:
for LANES shoes side by side, as in dealer_kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from holecard.jit.cache import njit
from holecard.odds.solve.hand_kernels import VALUES

LANES = 64
UNITS = 5  # results of a hand: two units lost to two units won


class Sizes(NamedTuple):
    """How many hands a pair can become, in how many ways, and what they can come to together."""

    most: int
    ways: Any  # [hands, filled] orders of pair cards and others
    cells: Any  # [hands] how many
    grow: Any  # [hands, cell, units + 2] the cell with one hand more


@njit
def draw_on(chain: Any, shoes: Any, begins: Any, reach: Any, ends: Any) -> None:
    """The chance of each end of a chain whose first card is one of those it may begin with."""
    reach[:] = 0.0
    ends[:] = 0.0
    states = chain.into.shape[0]
    for state in range(states, -1, -1):
        for worth in range(VALUES):
            if state == states and not begins[worth]:
                continue
            into = chain.first[worth] if state == states else chain.into[state, worth]
            more = reach[into] if into >= 0 else ends[-1 - into]
            share = shoes[worth]
            if state == states:
                for lane in range(LANES):
                    more[lane] += share[lane]
            else:
                before = reach[state]
                for lane in range(LANES):
                    more[lane] += before[lane] * share[lane]


@njit
def one_hand_more(before: Any, cells: int, grow: Any, results: Any, after: Any) -> None:
    """Add to `after` what some hands come to with one hand more, given each result's chance."""
    for cell in range(cells):
        for units in range(UNITS):
            more = after[grow[cell, units]]
            one = before[cell]
            chance = results[units]
            for lane in range(LANES):
                more[lane] += one[lane] * chance[lane]


@njit
def add_hands(
    sizes: Any, share: Any, pair: Any, filled: Any, second: Any, powers: Any, tally: Any
) -> None:
    """Add to tally[hands, cell] all ways a split can end beside one ending of the dealer, `share`
    its chance: `filled` are the results of a hand whose second card is not of the pair, `second`
    those with any."""
    most, ways = sizes.most, sizes.ways
    powers[:] = 0.0
    powers[0, 0] = share
    for hands in range(1, most if most > 2 else 1):
        one_hand_more(
            powers[hands - 1], sizes.cells[hands - 1], sizes.grow[hands - 1], filled, powers[hands]
        )
    drawn = np.ones(LANES)
    for hands in range(2, most):
        for cell in range(sizes.cells[hands]):
            for lane in range(LANES):
                tally[hands, cell, lane] += (
                    ways[hands, hands] * drawn[lane] * powers[hands, cell, lane]
                )
        drawn *= pair
    # Horner's rule: sum over f of ways[f] filled^f second^(most - f).
    before = ways[most, 0] * powers[0] * drawn
    for hands in range(1, most + 1):
        after = np.zeros(before.shape)
        one_hand_more(before, sizes.cells[hands - 1], sizes.grow[hands - 1], second, after)
        if hands < most and ways[most, hands] > 0:
            after += ways[most, hands] * powers[hands] * drawn
        before = after
    tally[most] += before


@njit
def hand_results(ends: Any, used: Any, results: Any, ending: int, out: Any) -> None:
    """out[units + 2]: the chance of each result of a hand beside one ending of the dealer."""
    out[:] = 0.0
    for at in used:
        one = out[results[at, ending]]
        chance = ends[at]
        for lane in range(LANES):
            one[lane] += chance[lane]


@njit
def together(
    hand: Any, dealer: Any, pair: int, used: Any, results: Any, sizes: Any, mix: Any, out: Any
) -> None:
    """out[level, hands, cell]: the chance of each number of hands and what they come to, by the
    mixture's own level and by the one below. `results[end, ending]` is a hand's, units + 2."""
    shoes = np.zeros((VALUES, LANES))
    weights = np.zeros((2, LANES))
    endings = results.shape[1]
    reach = np.empty((max(hand.into.shape[0], dealer.into.shape[0]), LANES))
    finals = np.empty((endings + 1, LANES))
    ends = np.empty((results.shape[0], LANES))
    pairs = np.empty((results.shape[0], LANES))
    filled = np.empty((UNITS, LANES))
    second = np.empty((UNITS, LANES))
    powers = np.empty((sizes.most + 1, out.shape[2], LANES))
    tally = np.empty((sizes.most + 1, out.shape[2], LANES))
    all_cards = np.ones(VALUES, dtype=np.bool_)
    others = np.ones(VALUES, dtype=np.bool_)
    others[pair] = False
    points = mix.weights.shape[1]
    for start in range(0, points, LANES):
        width = min(LANES, points - start)
        weights[:] = 0.0
        weights[:, :width] = mix.weights[:, start : start + width]
        shoes[:, :width] = mix.chances[:, start : start + width]
        draw_on(dealer, shoes, all_cards, reach, finals)
        draw_on(hand, shoes, others, reach, ends)
        draw_on(hand, shoes, ~others, reach, pairs)
        tally[:] = 0.0
        for ending in range(endings):
            if not finals[ending].any():
                continue
            hand_results(ends, used, results, ending, filled)
            hand_results(pairs, used, results, ending, second)
            second += filled
            add_hands(sizes, finals[ending], shoes[pair], filled, second, powers, tally)
        for hands in range(2, sizes.most + 1):
            for cell in range(sizes.cells[hands]):
                for lane in range(LANES):
                    out[0, hands, cell] += tally[hands, cell, lane] * weights[0, lane]
                    out[1, hands, cell] += tally[hands, cell, lane] * weights[1, lane]
