"""The compiled arithmetic of several split hands beside one dealer, in games with answers of their
own: as together_kernels.py, with any pays, and a first hand that may be played otherwise.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import flags, floats
from holecard.odds.solve.hand_kernels import VALUES
from holecard.odds.solve.splitting.together_kernels import LANES, add_part, clear, draw_on, weigh


class HandWays(NamedTuple):
    """How a hand of a split can end, and which level of pay that is: an end has several rows where
    its cards' suits decide."""

    chain: Any
    end: Any  # [row]
    share: Any  # [row]
    level: Any  # [row, ending]
    ends: int


@lent
def level_chances(ways: Any, ends: Any, ending: int, out: Any) -> None:
    """Add to out[level] the chance of each pay of a hand beside an ending of the dealer."""
    for row in range(ways.end.size):
        one = out[ways.level[row, ending]]
        chance = ends[ways.end[row]]
        share = ways.share[row]
        for lane in range(LANES):
            one[lane] += chance[lane] * share


@lent
def copy_levels(given: Any, out: Any) -> None:
    """By hand: one slice assigned to another compiles six seconds of words for a shape that does
    not fit."""
    for whose in range(given.shape[0]):
        for level in range(given.shape[1]):
            for lane in range(LANES):
                out[whose, level, lane] = given[whose, level, lane]


@lent
def one_more(before: Any, cells: int, grow: Any, levels: Any, after: Any) -> None:
    """Add to `after` what some hands come to with one hand more."""
    for cell in range(cells):
        for level in range(levels.shape[0]):
            more = after[grow[cell, level]]
            one = before[cell]
            chance = levels[level]
            for lane in range(LANES):
                more[lane] += one[lane] * chance[lane]


@lent
def add_split(sizes: Any, pairs: Any, filled: Any, second: Any, work: Any, tally: Any) -> None:
    """Add to tally[hands, cell] all ways a split can end beside one ending of the dealer, whose
    chance is in work[0][0]. `filled[0]` and `second[0]` are the first hand's pays, `filled[1]` and
    `second[1]` the others'."""
    powers, parts = work
    most, cells, grow = sizes.most, sizes.cells, sizes.grow
    for hands in range(1, most if most > 2 else 1):
        clear(powers[hands], cells[hands])
        own = filled[0] if hands == 1 else filled[1]
        one_more(powers[hands - 1], cells[hands - 1], grow[hands - 1], own, powers[hands])
    for hands in range(2, most):
        ways = sizes.ways[hands, hands]
        add_part(powers[hands], cells[hands], ways, pairs[hands], tally[hands])
    clear(parts[0], cells[0])
    for hands in range(most):
        ways = sizes.ways[most, hands]
        if ways > 0:
            add_part(powers[hands], cells[hands], ways, pairs[most], parts[hands])
        own = second[0] if hands == 0 else second[1]
        more = tally[most] if hands == most - 1 else parts[hands + 1]
        if hands < most - 1:
            clear(more, cells[hands + 1])
        one_more(parts[hands], cells[hands], grow[hands], own, more)


@njit
def together(
    first: Any, rest: Any, dealer: Any, pair: int, levels: int, sizes: Any, mix: Any, out: Any
) -> None:
    """out[sum, hands, cell]: the chance of each number of hands and what they come to."""
    endings, most = first.level.shape[1], sizes.most
    states = max(first.chain.into.shape[0], rest.chain.into.shape[0], dealer.into.shape[0])
    shoes = floats((VALUES, LANES))
    pairs = floats((most + 1, LANES))
    pairs[:] = 1.0
    reach = floats((states, LANES))
    finals = floats((endings + 1, LANES))
    many = max(first.ends, rest.ends)
    ends = floats((2, many, LANES))
    with_pair = floats((2, many, LANES))
    filled = floats((2, levels, LANES))
    second = floats((2, levels, LANES))
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
        draw_on(rest.chain, shoes, others, reach, ends[1])
        draw_on(rest.chain, shoes, only, reach, with_pair[1])
        tally[:] = 0.0
        for ending in range(endings):
            filled[:] = 0.0
            level_chances(first, ends[0], ending, filled[0])
            level_chances(rest, ends[1], ending, filled[1])
            copy_levels(filled, second)
            level_chances(first, with_pair[0], ending, second[0])
            level_chances(rest, with_pair[1], ending, second[1])
            for lane in range(LANES):
                powers[0, 0, lane] = finals[ending, lane]
            add_split(sizes, pairs, filled, second, (powers, parts), tally)
        weigh(tally, sizes, mix.weights, start, width, out)
