"""The compiled arithmetic of several split hands beside one dealer, given that cards are put back:
for LANES shoes side by side, as in dealer_kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import flags, floats
from holecard.odds.solve.hand_kernels import VALUES

LANES = 64
UNITS = 5  # results of a hand: two units lost to two units won


class Sizes(NamedTuple):
    """How many hands a pair can become, in how many ways, and what they can come to together."""

    most: int
    ways: Any  # [hands, filled] orders of pair cards and others
    cells: Any  # [hands] how many
    grow: Any  # [hands, cell, units + 2] the cell with one hand more


@lent
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


@lent
def clear(part: Any, cells: int) -> None:
    """Only what some hands can come to: clearing all would be most of the work."""
    for cell in range(cells):
        one = part[cell]
        for lane in range(LANES):
            one[lane] = 0.0


@lent
def any_of(chance: Any) -> bool:
    found = False
    for lane in range(LANES):
        found = found or chance[lane] != 0.0
    return found


@lent
def one_hand_more(before: Any, cells: int, grow: Any, results: Any, after: Any) -> None:
    """Add to `after` what some hands come to with one hand more, given each result's chance."""
    for units in range(UNITS):
        chance = results[units]
        if not any_of(chance):  # two units, where nothing is doubled
            continue
        for cell in range(cells):
            more = after[grow[cell, units]]
            one = before[cell]
            for lane in range(LANES):
                more[lane] += one[lane] * chance[lane]


@lent
def add_part(part: Any, cells: int, ways: int, pairs: Any, into: Any) -> None:
    """Add so many ways of what some hands come to, beside the chance of the pair cards drawn."""
    for cell in range(cells):
        one = part[cell]
        more = into[cell]
        for lane in range(LANES):
            more[lane] += ways * pairs[lane] * one[lane]


@lent
def add_hands(
    sizes: Any, pairs: Any, filled: Any, second: Any, powers: Any, parts: Any, tally: Any
) -> None:
    """Add to tally[hands, cell] all ways a split can end beside one ending of the dealer, whose
    chance is in powers[0]: `filled` are the results of a hand whose second card is not of the pair,
    `second` those with any, pairs[hands] the chance of the pair cards that make so many."""
    most, cells, grow = sizes.most, sizes.cells, sizes.grow
    for hands in range(1, most if most > 2 else 1):
        clear(powers[hands], cells[hands])
        one_hand_more(powers[hands - 1], cells[hands - 1], grow[hands - 1], filled, powers[hands])
    for hands in range(2, most):
        ways = sizes.ways[hands, hands]
        add_part(powers[hands], cells[hands], ways, pairs[hands], tally[hands])
    # By Horner's rule, the sum over f of ways[f] filled^f second^(most - f).
    clear(parts[0], cells[0])
    for hands in range(most):
        ways = sizes.ways[most, hands]
        if ways > 0:
            add_part(powers[hands], cells[hands], ways, pairs[most], parts[hands])
        more = tally[most] if hands == most - 1 else parts[hands + 1]
        if hands < most - 1:
            clear(more, cells[hands + 1])
        one_hand_more(parts[hands], cells[hands], grow[hands], second, more)


@lent
def hand_results(ends: Any, used: Any, results: Any, ending: int, out: Any) -> None:
    """Add to out[units + 2] the chance of each result of a hand beside an ending of the dealer."""
    for at in used:
        one = out[results[at, ending]]
        chance = ends[at]
        for lane in range(LANES):
            one[lane] += chance[lane]


@lent
def weighed(one: Any, weights: Any, start: int, width: int) -> float:
    """Four sums side by side: each addition waits for the one before it."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    fours = width - width % 4
    for lane in range(0, fours, 4):
        a += one[lane] * weights[start + lane]
        b += one[lane + 1] * weights[start + lane + 1]
        c += one[lane + 2] * weights[start + lane + 2]
        d += one[lane + 3] * weights[start + lane + 3]
    for lane in range(fours, width):
        a += one[lane] * weights[start + lane]
    return (a + b) + (c + d)


@lent
def weigh(tally: Any, sizes: Any, weights: Any, start: int, width: int, out: Any) -> None:
    """Add up the points of one round of lanes, by their weights in each sum."""
    for hands in range(2, sizes.most + 1):
        for cell in range(sizes.cells[hands]):
            for at in range(out.shape[0]):
                out[at, hands, cell] += weighed(tally[hands, cell], weights[at], start, width)


@njit
def together(
    hand: Any, dealer: Any, pair: int, used: Any, results: Any, sizes: Any, mix: Any, out: Any
) -> None:
    """out[sum, hands, cell]: the chance of each number of hands and what they come to, by each sum
    of the mixture. `results[end, ending]` is a hand's, units + 2."""
    endings, most = results.shape[1], sizes.most
    shoes = floats((VALUES, LANES))
    pairs = floats((most + 1, LANES))
    pairs[:] = 1.0
    reach = floats((max(hand.into.shape[0], dealer.into.shape[0]), LANES))
    finals = floats((endings + 1, LANES))
    ends = floats((results.shape[0], LANES))
    with_pair = floats((results.shape[0], LANES))
    filled = floats((UNITS, LANES))
    second = floats((UNITS, LANES))
    powers = floats((most + 1, out.shape[2], LANES))
    parts = floats((most + 1, out.shape[2], LANES))
    tally = floats((most + 1, out.shape[2], LANES))
    every, others = flags(VALUES), flags(VALUES)
    every[:] = True
    others[:] = True
    others[pair] = False
    only = flags(VALUES)
    only[pair] = True
    points = mix.weights.shape[1]
    for start in range(0, points, LANES):
        width = min(LANES, points - start)
        for worth in range(VALUES):
            for lane in range(width):
                shoes[worth, lane] = mix.chances[worth, start + lane]
        for hands in range(3, most + 1):
            for lane in range(LANES):
                pairs[hands, lane] = pairs[hands - 1, lane] * shoes[pair, lane]
        draw_on(dealer, shoes, every, reach, finals)
        draw_on(hand, shoes, others, reach, ends)
        draw_on(hand, shoes, only, reach, with_pair)
        tally[:] = 0.0
        for ending in range(endings):
            filled[:] = 0.0
            second[:] = 0.0
            hand_results(ends, used, results, ending, filled)
            hand_results(ends, used, results, ending, second)
            hand_results(with_pair, used, results, ending, second)
            for lane in range(LANES):
                powers[0, 0, lane] = finals[ending, lane]
            add_hands(sizes, pairs, filled, second, powers, parts, tally)
        weigh(tally, sizes, mix.weights, start, width, out)
