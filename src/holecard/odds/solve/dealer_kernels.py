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
from holecard.jit.lanes import (
    add_product,
    add_product_of_three,
    add_product_times,
    add_times,
    set_fewer,
    set_product,
    set_shared,
)
from holecard.jit.scratch import few_integers, floats, integers
from holecard.odds.solve.dealer_finals import DEEPEST
from holecard.odds.solve.hand_kernels import BUST, VALUES, take_out

LANES = 64
NONE_ASIDE = -1


class Pays(NamedTuple):
    """What standing wins and loses, by a hand's row and the dealer's standing."""

    row: Any  # [hand]
    win: Any  # [row, standing]
    lose: Any


class Bares(NamedTuple):
    """What is left of the hands asked for, a value set aside, in their order: LANES of them are a
    lot. And the fewest cards of that value a hand asked for has."""

    aside: int
    least: int
    hands: Any


class Lanes(NamedTuple):
    """LANES shoes side by side: in each the cards of the value set aside, all its cards, and those
    that are not the hole card of a blackjack."""

    pile: Any
    cards: Any
    other: Any


@lent
def falling_products(shoes: Any, aside: int, falling: Any) -> None:
    """falling[v, k], the ways to draw k of value v in order, for the cards by value of LANES shoes
    side by side, shoes[v, lane]; the value set aside counts for nothing here."""
    for worth in range(VALUES):
        falling[worth * DEEPEST] = 1.0
        if worth == aside:
            falling[worth * DEEPEST : (worth + 1) * DEEPEST] = 1.0
            continue
        for k in range(21 // (worth + 1) + 1):  # no final hand holds more of the value
            at = worth * DEEPEST + k
            set_fewer(LANES, falling[at + 1], falling[at], shoes[worth], k)


@lent
def gather(finals: Any, start: int, aside: int, falling: Any, ways: Any, sums: Any) -> None:
    """What each group of final hands adds up to for LANES shoes side by side: the processor does
    the same arithmetic on several of them at once."""
    sums[:] = 0.0
    ways[0] = 1.0
    last = finals.first[start + 1] - 1
    for node in range(finals.first[start], last + 1):
        depth = finals.depth[node]
        before = ways[depth]
        part = falling[finals.part[node]]
        total = sums[finals.group[aside, node]]
        orders = finals.orders[node]
        if node == last or finals.depth[node + 1] <= depth:  # no node has it as its parent
            add_product_times(LANES, total, before, part, orders)
        else:
            here = ways[depth + 1]
            set_product(LANES, here, before, part)
            if orders > 0:
                add_times(LANES, total, here, orders)


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
    at = aside * finals.deepest.size + start
    for k in range(finals.most[at]):
        set_fewer(LANES, fell[k + 1], fell[k], shoes.pile, k)
    for k in range(finals.deepest[start]):
        set_shared(LANES, share[k + 1], share[k], shoes.cards, k)
    chances[:] = 0.0
    for group in range(finals.groups[at] + 1, finals.groups[at + 1]):
        taken = fell[finals.taken[group]]
        of = share[finals.number[group]]
        total = sums[group - finals.groups[at]]
        chance = chances[finals.ending[group]]
        add_product_of_three(LANES, chance, total, taken, of)
    if finals.standings[finals.rest] > 0:  # some were left out
        rest = chances[finals.rest]
        rest[:] = 1.0
        for ending in range(finals.rest):
            chance = chances[ending]
            for lane in range(LANES):
                rest[lane] -= chance[lane]


@lent
def know(finals: Any, shoes: Any, chances: Any) -> None:
    """The chances of each lane, given that the dealer has no blackjack: `other` of its cards are
    not the hole card that would make one."""
    cards, other = shoes.cards, shoes.other
    for ending in range(finals.standings.size):
        chance = chances[ending]
        if finals.standings[ending] == NATURAL:
            chance[:] = 0.0
            continue
        for lane in range(LANES):
            chance[lane] *= cards[lane] / other[lane] if other[lane] > 0 else 0.0


@lent
def asked(hands: Any, aside: int, wanted: Any, shoe: Any, bares: Any) -> tuple[int, int]:
    """Put into `bares` the hands without the value set aside that wanted hands come from, in their
    order, those the shoe holds. Returns how many there are, and the fewest cards of that value a
    wanted hand has."""
    left = few_integers(VALUES)
    least = DEEPEST
    bares[:] = 0
    for hand in range(hands.state.size):
        if wanted[hand]:
            bares[hands.bare[aside, hand]] = 1
            least = min(least, hands.counts[hand, aside])
    number = 0
    for hand in range(hands.state.size):
        if bares[hand] == 1 and take_out(hands.counts, hand, shoe.left, left):
            bares[number] = hand  # behind what is still to be read
            number += 1
    return number, least


@lent
def room(hands: Any, hand: int, worth: int) -> int:
    """How many cards of a value a hand can take before it busts, aces as one."""
    number = 0
    after = hands.after[hand, worth]
    while after != BUST:
        number += 1
        after = hands.after[after, worth]
    return number


@lent
def steps(hands: Any, aside: int, least: int, gone: int, shoe: Any, bare: int) -> int:
    """How many numbers of the value set aside, from the least on, such a hand is asked for."""
    most: int = min(room(hands, bare, aside) + gone, shoe.left[aside])
    return max(most + 1 - least, 0)


@lent
def lay_out(hands: Any, bares: Any, lot: int, shoe: Any, shoes: Any, lefts: Any) -> None:
    """The shoe without each hand of a lot, and without the least of the value set aside."""
    aside, least, first = bares.aside, bares.least, lot * LANES
    for lane in range(min(LANES, bares.hands.size - first)):
        cards = 0
        for worth in range(VALUES):
            left = shoe.left[worth] - hands.counts[bares.hands[first + lane], worth]
            lefts[worth, lane] = left
            cards += left
        shoes.pile[lane] = lefts[aside, lane] - least
        shoes.cards[lane] = cards - least
        if shoe.hole_not >= 0:
            out = 0 if shoe.hole_not == aside else least
            shoes.other[lane] = cards - lefts[shoe.hole_not, lane] - out


@njit
def final_table(
    hands: Any, finals: Any, start: int, bares: Any, gone: int, shoe: Any, table: Any
) -> None:
    """table[lot, t, ending, lane]: the chances of the dealer's final hand when the hand of that
    lane of the lot is out of the shoe, and with it the least of the value set aside and t more: as
    many as the hand can take, and `gone` more, if the shoe holds them.

    The final hands are added up once a lot, then weighed for every t."""
    aside, least = bares.aside, bares.least
    falling = floats((VALUES * DEEPEST, LANES))
    ways = floats((VALUES + 1, LANES))
    at = aside * finals.deepest.size + start
    sums = floats((finals.groups[at + 1] - finals.groups[at], LANES))
    fell, share = floats((DEEPEST + 1, LANES)), floats((DEEPEST + 1, LANES))
    fell[0] = 1.0
    share[0] = 1.0
    lefts = floats((VALUES, LANES))
    shoes = Lanes(floats(LANES), floats(LANES), floats(LANES))
    for lot in range(table.shape[0]):
        lay_out(hands, bares, lot, shoe, shoes, lefts)
        falling_products(lefts, aside, falling)
        gather(finals, start, aside, falling, ways, sums)
        # The first hand of a lot has the fewest points, and the most room.
        most = steps(hands, aside, least, gone, shoe, bares.hands[lot * LANES])
        for t in range(min(most, table.shape[1])):
            end_chances(finals, start, aside, shoes, sums, fell, share, table[lot, t])
            if shoe.hole_not >= 0:
                know(finals, shoes, table[lot, t])
            for lane in range(LANES):
                shoes.pile[lane] -= 1
                shoes.cards[lane] -= 1
                shoes.other[lane] -= 0 if shoe.hole_not == aside else 1


def finals_beside(
    hands: Any, finals: Any, start: int, aside: int, gone: int, shoe: Any, wanted: Any
) -> tuple[Bares, Any]:
    """The wanted hands without the value set aside, and the table of all they come to with it."""
    bare = np.empty(hands.state.size, dtype=np.int64)
    number, least = asked(hands, aside, wanted, shoe, bare)
    bares = Bares(aside, least, bare[:number])
    most = steps(hands, aside, least, gone, shoe, bare[0]) if number else 0
    table = np.empty((-(-number // LANES), most, finals.standings.size, LANES))
    final_table(hands, finals, start, bares, gone, shoe, table)
    return bares, table


def final_chances(hands: Any, finals: Any, start: int, shoe: Any, chances: Any) -> None:
    """The chance of each standing of the dealer's final hand, given the shoe without every card
    seen. Where its hole card is known, the dealer has no blackjack."""
    table = np.empty((1, 1, finals.standings.size, LANES))
    no_cards = Bares(0, 0, np.zeros(1, dtype=np.int64))
    final_table(hands, finals, start, no_cards, 0, shoe, table)
    chances[:] = 0.0
    np.add.at(chances, finals.standings, table[0, 0, :, 0])


def ending_chances(
    hands: Any, finals: Any, start: int, aside: int, shoe: Any, wanted: Any
) -> npt.NDArray[np.float64]:
    """[wanted hand, ending]: the chance of each ending of the dealer's beside it."""
    bares, table = finals_beside(hands, finals, start, aside, 0, shoe, wanted)
    place = np.full(hands.state.size, -1)
    place[bares.hands] = np.arange(bares.hands.size)
    at, own = place[hands.bare[aside, wanted]], hands.counts[wanted, aside]
    held = (at >= 0) & (own <= shoe.left[aside])
    chances = np.zeros((at.size, finals.standings.size))
    lot, lane = np.divmod(at[held], LANES)
    chances[held] = table[lot, own[held] - bares.least, :, lane]
    return chances


def stand_odds(
    hands: Any, finals: Any, start: int, aside: int, shoe: Any, pays: Any, wanted: Any, odds: Any
) -> None:
    """For every wanted hand: the chance that standing wins and that it loses, odds.win[j, hand]
    with j cards of the value set aside out of the shoe besides it. Where results pay otherwise than
    one to one, what is won and what is lost.

    Hands the shoe cannot make have no chance of either."""
    gone = odds.win.shape[0] - 1
    bares, table = finals_beside(hands, finals, start, aside, gone, shoe, wanted)
    settle(hands, finals.standings, bares, shoe, table, pays, wanted, odds)


@njit
def settle(
    hands: Any, standings: Any, bares: Any, shoe: Any, table: Any, pays: Any, wanted: Any, odds: Any
) -> None:
    """Weigh what every wanted hand wins and loses by the dealer's endings beside it, a lot of hands
    with as many cards of the value set aside at a time."""
    aside, least = bares.aside, bares.least
    wins, losses = floats((standings.size, LANES)), floats((standings.size, LANES))
    win, lose = floats(LANES), floats(LANES)
    own = integers(LANES)
    numbers = odds.win.shape[0]
    for hand in range(hands.state.size):
        if wanted[hand]:
            for j in range(numbers):
                odds.win[j, hand] = 0.0
                odds.lose[j, hand] = 0.0
    for lot in range(table.shape[0]):
        lanes = min(LANES, bares.hands.size - lot * LANES)
        for lane in range(lanes):
            own[lane] = bares.hands[lot * LANES + lane]
            for _ in range(least):
                own[lane] = hands.after[own[lane], aside]
        for t in range(room(hands, bares.hands[lot * LANES], aside) + 1 - least):
            some = False
            for lane in range(lanes):
                if t > 0 and own[lane] != BUST:
                    own[lane] = hands.after[own[lane], aside]
                if own[lane] != BUST and wanted[own[lane]]:
                    some = True
                    pay = pays.row[own[lane]]
                    for ending in range(standings.size):
                        wins[ending, lane] = pays.win[pay, standings[ending]]
                        losses[ending, lane] = pays.lose[pay, standings[ending]]
            for j in range(min(numbers, shoe.left[aside] + 1 - least - t) if some else 0):
                win[:] = 0.0
                lose[:] = 0.0
                for ending in range(standings.size):
                    add_product(LANES, win, table[lot, t + j, ending], wins[ending])
                    add_product(LANES, lose, table[lot, t + j, ending], losses[ending])
                for lane in range(lanes):
                    if own[lane] != BUST and wanted[own[lane]]:
                        odds.win[j, own[lane]] = win[lane]
                        odds.lose[j, own[lane]] = lose[lane]
