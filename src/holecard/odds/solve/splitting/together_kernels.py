"""The compiled arithmetic of several split hands beside one dealer, given that cards are put back:
for LANES shoes side by side, as in dealer_kernels. The first hand may be played otherwise than the
others, as the seat's own is where the house puts up the rest."""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent, njit
from holecard.jit.lanes import add_product, add_times
from holecard.jit.scratch import few_floats, flags, floats
from holecard.odds.solve.hand_kernels import VALUES

LANES = 64
UNITS = 5  # results of a hand: two units lost to two units won


class Sizes(NamedTuple):
    """How many hands a pair can become, in how many ways, and what they can come to together."""

    most: int
    ways: Any  # [hands, filled] orders of pair cards and others
    cells: Any  # [hands] how many
    grow: Any  # [hands, cell, level] the cell with one hand more


class HandWays(NamedTuple):
    """How a hand of a split can end, and which level of pay that is: an end has several rows where
    its cards' suits decide."""

    chain: Any
    end: Any  # [row]
    share: Any  # [row]
    level: Any  # [row, ending]
    ends: int


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
            if state == states:
                add_times(LANES, more, shoes[worth], 1.0)
            else:
                add_product(LANES, more, reach[state], shoes[worth])


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
def one_hand_more(before: Any, cells: int, grow: Any, levels: Any, after: Any) -> None:
    """Add to `after` what some hands come to with one hand more, given each level's chance."""
    for level in range(levels.shape[0]):
        chance = levels[level]
        if not any_of(chance):  # two units, where nothing is doubled
            continue
        for cell in range(cells):
            add_product(LANES, after[grow[cell, level]], before[cell], chance)


@lent
def add_part(part: Any, cells: int, ways: int, pairs: Any, into: Any) -> None:
    """Add so many ways of what some hands come to, beside the chance of the pair cards drawn."""
    in_ways = few_floats(LANES)
    add_times(LANES, in_ways, pairs, ways)
    for cell in range(cells):
        add_product(LANES, into[cell], in_ways, part[cell])


@lent
def add_hands(sizes: Any, pairs: Any, filled: Any, second: Any, work: Any, tally: Any) -> None:
    """Add to tally[hands, cell] all ways a split can end beside one ending of the dealer, whose
    chance is in work[0][0]: `filled` are the levels of a hand whose second card is not of the pair,
    `second` those with any, pairs[hands] the chance of the pair cards that make so many. The first
    hand's come first, then those of the others."""
    powers, parts = work
    most, cells, grow = sizes.most, sizes.cells, sizes.grow
    for hands in range(1, most if most > 2 else 1):
        clear(powers[hands], cells[hands])
        own = filled[0] if hands == 1 else filled[1]
        one_hand_more(powers[hands - 1], cells[hands - 1], grow[hands - 1], own, powers[hands])
    for hands in range(2, most):
        ways = sizes.ways[hands, hands]
        add_part(powers[hands], cells[hands], ways, pairs[hands], tally[hands])
    # By Horner's rule, the sum over f of ways[f] filled^f second^(most - f).
    clear(parts[0], cells[0])
    for hands in range(most):
        ways = sizes.ways[most, hands]
        if ways > 0:
            add_part(powers[hands], cells[hands], ways, pairs[most], parts[hands])
        own = second[0] if hands == 0 else second[1]
        more = tally[most] if hands == most - 1 else parts[hands + 1]
        if hands < most - 1:
            clear(more, cells[hands + 1])
        one_hand_more(parts[hands], cells[hands], grow[hands], own, more)


@lent
def level_chances(ways: Any, ends: Any, ending: int, out: Any) -> None:
    """Add to out[level] the chance of each pay of a hand beside an ending of the dealer."""
    for row in range(ways.end.size):
        add_times(LANES, out[ways.level[row, ending]], ends[ways.end[row]], ways.share[row])


@lent
def copy_levels(given: Any, out: Any) -> None:
    """By hand: one slice assigned to another compiles six seconds of words for a shape that does
    not fit."""
    for whose in range(given.shape[0]):
        for level in range(given.shape[1]):
            for lane in range(LANES):
                out[whose, level, lane] = given[whose, level, lane]


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
    first: Any, rest: Any, dealer: Any, pair: int, levels: int, sizes: Any, mix: Any, out: Any
) -> None:
    """out[sum, hands, cell]: the chance of each number of hands and what they come to, by each sum
    of the mixture. Hands that are all played alike are given as the first, and `rest` has no
    rows."""
    endings, most = first.level.shape[1], sizes.most
    apart = rest.end.size > 0
    whose = 1 if apart else 0
    states = max(first.chain.into.shape[0], rest.chain.into.shape[0], dealer.into.shape[0])
    shoes = floats((VALUES, LANES))
    pairs = floats((most + 1, LANES))
    pairs[:] = 1.0
    reach = floats((states, LANES))
    finals = floats((endings + 1, LANES))
    many = max(first.ends, rest.ends)
    ends = floats((1 + whose, many, LANES))
    with_pair = floats((1 + whose, many, LANES))
    filled = floats((1 + whose, levels, LANES))
    second = floats((1 + whose, levels, LANES))
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
        draw_on(first.chain, shoes, others, reach, ends[0])
        draw_on(first.chain, shoes, only, reach, with_pair[0])
        if apart:
            draw_on(rest.chain, shoes, others, reach, ends[1])
            draw_on(rest.chain, shoes, only, reach, with_pair[1])
        tally[:] = 0.0
        for ending in range(endings):
            filled[:] = 0.0
            level_chances(first, ends[0], ending, filled[0])
            if apart:
                level_chances(rest, ends[1], ending, filled[1])
            copy_levels(filled, second)
            level_chances(first, with_pair[0], ending, second[0])
            if apart:
                level_chances(rest, with_pair[1], ending, second[1])
            for lane in range(LANES):
                powers[0, 0, lane] = finals[ending, lane]
            by_hand = filled[0], filled[whose]
            add_hands(sizes, pairs, by_hand, (second[0], second[whose]), (powers, parts), tally)
        weigh(tally, sizes, mix.weights, start, width, out)
