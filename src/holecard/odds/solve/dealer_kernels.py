"""The compiled arithmetic of the dealer's final hand, for many shoes at once.

The seat's hands that differ only in how many cards of one value they hold share most of the work:
that value is set aside, the dealer's final hands are added up without it in groups (Finals), and
each group is then weighed for every number of that value out of the shoe. docs/decisions/0005.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import NATURAL
from holecard.jit.cache import lent, njit
from holecard.jit.scratch import few_integers, floats, integers
from holecard.odds.solve.dealer_finals import DEEPEST
from holecard.odds.solve.hand_kernels import BUST, VALUES, take_out

LANES = 32
NONE_ASIDE = -1


class Pays(NamedTuple):
    """What standing wins and loses, by a hand's row and the dealer's standing."""

    row: Any  # [hand]
    win: Any  # [row, standing]
    lose: Any


class Lanes(NamedTuple):
    """LANES shoes side by side: in each the cards of the value set aside, and all its cards."""

    pile: Any
    cards: Any


@lent
def lane_tables(shoe: Any, aside: int, lane: int, falling: Any) -> None:
    """For one shoe: falling[v, k], the ways to draw k of value v in order; the value set aside
    counts for nothing here."""
    for worth in range(VALUES):
        product = 1.0
        for k in range(21 // (worth + 1) + 2):  # no final hand holds more of the value
            falling[worth * DEEPEST + k, lane] = product
            if worth != aside:
                product *= max(shoe[worth] - k, 0)


@lent
def gather(finals: Any, start: int, aside: int, falling: Any, ways: Any, sums: Any) -> None:
    """What each group of final hands adds up to for LANES shoes side by side: the processor does
    the same arithmetic on several of them at once."""
    sums[:] = 0.0
    ways[0] = 1.0
    for node in range(finals.first[start], finals.first[start + 1]):
        before = ways[finals.depth[node]]
        here = ways[finals.depth[node] + 1]
        part = falling[finals.part[node]]
        total = sums[finals.group[aside, node]]
        orders = finals.orders[node]
        for lane in range(LANES):
            product = before[lane] * part[lane]
            here[lane] = product
            total[lane] += product * orders


@lent
def end_chances(
    finals: Any,
    start: int,
    aside: int,
    shoes: Any,
    sums: Any,
    fell: Any,
    share: Any,
    chances: Any,
) -> None:
    """The chance of each ending for the shoes of all lanes: chances[ending, lane]."""
    pile, cards = shoes.pile, shoes.cards
    for k in range(21 // (aside + 1) + 2):
        for lane in range(LANES):
            fell[k + 1, lane] = fell[k, lane] * max(pile[lane] - k, 0.0)
    for k in range(finals.deepest[start]):
        for lane in range(LANES):
            share[k + 1, lane] = share[k, lane] / max(cards[lane] - k, 1.0)
    chances[:] = 0.0
    at = aside * finals.deepest.size + start
    for group in range(finals.groups[at] + 1, finals.groups[at + 1]):
        taken = fell[finals.taken[group]]
        of = share[finals.number[group]]
        total = sums[group - finals.groups[at]]
        chance = chances[finals.ending[group]]
        for lane in range(LANES):
            chance[lane] += total[lane] * taken[lane] * of[lane]
    if finals.standings[finals.rest] > 0:  # some were left out
        rest = chances[finals.rest]
        rest[:] = 1.0
        for ending in range(finals.rest):
            chance = chances[ending]
            for lane in range(LANES):
                rest[lane] -= chance[lane]


@lent
def know(finals: Any, other: float, cards: float, chances: Any) -> None:
    """One shoe's chances, given that the dealer has no blackjack: `other` of its cards are not
    the hole card that would make one."""
    scale = cards / other if other > 0 else 0.0
    for ending in range(chances.size):
        chances[ending] *= 0.0 if finals.standings[ending] == NATURAL else scale


@lent
def asked(hands: Any, aside: int, gone: int, wanted: Any, row: Any) -> tuple[int, int]:
    """Number the hands without the value set aside that wanted hands come from: row[hand], or -1.
    Returns how many there are, and the most cards of that value that go with any of them when
    `gone` more are out of the shoe."""
    rows = 0
    deepest = 0
    for hand in range(hands.state.size):
        row[hand] = -1
    for hand in range(hands.state.size):
        if wanted[hand]:
            bare = hands.bare[aside, hand]
            if row[bare] < 0:
                row[bare] = rows
                rows += 1
            deepest = max(deepest, hands.counts[hand, aside] + gone)
    return rows, deepest


@lent
def room(hands: Any, hand: int, worth: int) -> int:
    """How many cards of a value a hand can take before it busts, aces as one."""
    number = 0
    after = hands.after[hand, worth]
    while after != BUST:
        number += 1
        after = hands.after[after, worth]
    return number


@njit
def final_table(
    hands: Any, finals: Any, start: int, aside: int, gone: int, shoe: Any, row: Any, table: Any
) -> None:
    """table[row, t, ending]: the chances of the dealer's final hand when the hand of that row is
    out of the shoe, and t of the value set aside with it: as many as the hand can take, and `gone`
    more. What the shoe does not hold has none.

    The final hands are added up once a row, then weighed for every t: LANES rows at a time."""
    falling = floats((VALUES * DEEPEST, LANES))
    falling[:] = 1.0
    ways = floats((VALUES + 1, LANES))
    at = aside * finals.deepest.size + start
    sums = floats((finals.groups[at + 1] - finals.groups[at], LANES))
    fell, share = floats((DEEPEST + 1, LANES)), floats((DEEPEST + 1, LANES))
    fell[:] = 1.0
    share[:] = 1.0
    chances = floats((finals.standings.size, LANES))
    pile = floats(LANES)
    cards = floats(LANES)
    other = floats(LANES)
    shoes = Lanes(pile, cards)
    hole_not = shoe.hole_not
    places = integers(LANES)
    left = few_integers(VALUES)
    filled = 0
    deepest = 0
    for hand in range(hands.state.size + 1):
        last = hand == hands.state.size
        if not last and row[hand] >= 0:
            deepest = max(deepest, room(hands, hand, aside) + gone)
            if take_out(hands.counts, hand, shoe.left, left):
                lane_tables(left, aside, filled, falling)
                places[filled] = row[hand]
                pile[filled] = left[aside]
                cards[filled] = 0.0
                for worth in range(VALUES):
                    cards[filled] += left[worth]
                other[filled] = cards[filled] - left[hole_not] if hole_not >= 0 else 0.0
                filled += 1
            else:
                table[row[hand]] = 0.0
        if filled < LANES and not (last and filled > 0):
            continue
        gather(finals, start, aside, falling, ways, sums)
        for t in range(min(deepest + 1, table.shape[1])):
            end_chances(finals, start, aside, shoes, sums, fell, share, chances)
            for lane in range(filled):
                into = table[places[lane], t]
                for ending in range(into.size):
                    into[ending] = chances[ending, lane] if pile[lane] >= 0 else 0.0
                if hole_not >= 0:
                    know(finals, other[lane], cards[lane], into)
            for lane in range(LANES):
                pile[lane] -= 1
                cards[lane] -= 1
                other[lane] -= 0 if hole_not == aside else 1
        filled = 0
        deepest = 0


def finals_beside(
    hands: Any, finals: Any, start: int, aside: int, gone: int, shoe: Any, wanted: Any
) -> tuple[Any, Any]:
    """The row of each hand without the value set aside, and their table, for all wanted hands."""
    row = np.empty(hands.state.size, dtype=np.int64)
    rows, deepest = asked(hands, aside, gone, wanted, row)
    table = np.empty((rows, deepest + 1, finals.standings.size))
    final_table(hands, finals, start, aside, gone, shoe, row, table)
    return row, table


def final_chances(hands: Any, finals: Any, start: int, shoe: Any, chances: Any) -> None:
    """The chance of each standing of the dealer's final hand, given the shoe without every card
    seen. Where its hole card is known, the dealer has no blackjack."""
    table = np.empty((1, 1, finals.standings.size))
    row = np.full(hands.state.size, -1)
    row[0] = 0  # the hand of no cards
    final_table(hands, finals, start, 0, 0, shoe, row, table)
    chances[:] = 0.0
    np.add.at(chances, finals.standings, table[0, 0])


def ending_chances(
    hands: Any, finals: Any, start: int, aside: int, shoe: Any, wanted: Any
) -> npt.NDArray[np.float64]:
    """[wanted hand, ending]: the chance of each ending of the dealer's beside it."""
    row, table = finals_beside(hands, finals, start, aside, 0, shoe, wanted)
    chances: npt.NDArray[np.float64] = table[
        row[hands.bare[aside, wanted]], hands.counts[wanted, aside]
    ]
    return chances


def stand_odds(
    hands: Any, finals: Any, start: int, aside: int, shoe: Any, pays: Any, wanted: Any, odds: Any
) -> None:
    """For every wanted hand: the chance that standing wins and that it loses, odds.win[j, hand]
    with j cards of the value set aside out of the shoe besides it. Where results pay otherwise than
    one to one, what is won and what is lost.

    Hands the shoe cannot make have no chance of either."""
    gone = odds.win.shape[0] - 1
    row, table = finals_beside(hands, finals, start, aside, gone, shoe, wanted)
    settle(hands, aside, finals.standings, row, table, pays, wanted, odds)


@lent
def settle(
    hands: Any, aside: int, standings: Any, row: Any, table: Any, pays: Any, wanted: Any, odds: Any
) -> None:
    """Weigh what every wanted hand wins and loses by the dealer's endings beside it."""
    for hand in range(hands.state.size):
        if wanted[hand]:
            wins, losses = pays.win[pays.row[hand]], pays.lose[pays.row[hand]]
            chances = table[row[hands.bare[aside, hand]]]
            for j in range(odds.win.shape[0]):
                t = hands.counts[hand, aside] + j
                win = 0.0
                lose = 0.0
                for ending in range(standings.size):
                    win += chances[t, ending] * wins[standings[ending]]
                    lose += chances[t, ending] * losses[standings[ending]]
                odds.win[j, hand] = win
                odds.lose[j, hand] = lose
