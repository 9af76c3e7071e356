"""Every end of a round in which the house draws both hands, counted by the cards they hold.

The order of play is the round's. A dealer blackjack that is found ends the round with the seat's
two cards; a seat's blackjack draws no card, and the dealer then draws only for a wager that says it
needs the hand; otherwise both hands are finished.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import ACE, TEN
from holecard.dealing.settle import DEALER, NATURAL
from holecard.dealing.tables import VALUES as VALUE_STEP
from holecard.dealing.tables import Tables
from holecard.hand import EMPTY
from holecard.jit.cache import njit
from holecard.jit.lanes import add_times, set_product
from holecard.jit.scratch import few_integers, floats, integers
from holecard.odds.composition import VALUES, Composition
from holecard.odds.counted.dealer_hand import final_nodes, left_of, ways_to_finish
from holecard.odds.solve.dealer_finals import (
    DEEPEST,
    Node,
    Row,
    Smalls,
    draw_out,
    smalls,
    standing,
    tree_of,
)
from holecard.odds.solve.dealer_kernels import LANES, NONE_ASIDE, falling_products

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class End(NamedTuple):
    """How a round ended: standings, cards, and whether the main wager waited for the dealer."""

    own: int
    own_cards: int
    dealer: int
    dealer_cards: int
    alive: int


Weight = tuple[int, int]  # ways, and how many cards they deal


class Finishes(NamedTuple):
    """The final hands of a house-played hand, blackjacks apart, as rows and as a tree. A kind is a
    standing with a number of cards."""

    counts: Ints  # [row, value]
    row_orders: Floats
    row_kind: Ints
    depth: Smalls  # [node] as in Finals
    part: Smalls
    orders: Floats
    kind: Smalls
    number: Ints  # [kind]


@lru_cache(maxsize=16)
def final_rows(add: tuple[int, ...], draws: tuple[int, ...]) -> tuple[Row, ...]:
    """Every final hand that is no blackjack: cards by value, orders, standing."""
    return tuple(row for row in draw_out(add, draws, ()) if row[2] != NATURAL)


def kinds_of(rows: Sequence[Row]) -> list[tuple[int, int]]:
    return sorted({(ended, sum(cards)) for cards, _, ended in rows})


@lru_cache(maxsize=16)
def finishes(add: tuple[int, ...], draws: tuple[int, ...]) -> Finishes:
    rows = final_rows(add, draws)
    nodes = tree_of(rows)
    place = {kind: at for at, kind in enumerate(kinds_of(rows))}
    return Finishes(
        counts=np.array([cards for cards, _, _ in rows], dtype=np.int64),
        row_orders=np.array([orders for _, orders, _ in rows], dtype=np.float64),
        row_kind=np.array([place[ended, sum(cards)] for cards, _, ended in rows], dtype=np.int64),
        depth=smalls(node.depth for node in nodes),
        part=smalls(node.part for node in nodes),
        orders=np.array([node.orders for node in nodes], dtype=np.float64),
        kind=smalls(place.get((node.standing, node.number), 0) for node in nodes),
        number=np.array([number for _, number in place], dtype=np.int64),
    )


@njit
def both_finish(hands: Any, shoe: Any, chances: Any) -> None:
    """chances[own kind, dealer kind] of both hands being finished, neither a blackjack; the tree
    of the dealer's hands is walked for LANES own hands side by side."""
    falling = floats((VALUES * DEEPEST, LANES))
    share, ways = floats((DEEPEST, LANES)), floats((VALUES + 2, LANES))
    share[:] = 1.0
    ways[:] = 1.0
    found = floats((hands.number.size, LANES))
    lefts, weights = floats((VALUES, LANES)), floats(LANES)
    owns = integers(LANES)
    left = few_integers(VALUES)
    rows = hands.row_kind.size
    filled = 0
    for row in range(rows + 1):
        if row < rows:
            weight = hands.row_orders[row]
            cards = 0
            for worth in range(VALUES):
                cards += shoe[worth]
            for worth in range(VALUES):
                for k in range(hands.counts[row, worth]):
                    weight *= max(shoe[worth] - k, 0) / max(cards, 1)
                    cards -= 1
                left[worth] = max(shoe[worth] - hands.counts[row, worth], 0)
            if weight > 0.0:
                for worth in range(VALUES):
                    lefts[worth, filled] = left[worth]
                for k in range(DEEPEST - 1):
                    share[k + 1, filled] = share[k, filled] / max(cards - k, 1)
                weights[filled] = weight
                owns[filled] = hands.row_kind[row]
                filled += 1
        if filled == LANES or (row == rows and filled > 0):
            found[:] = 0.0
            falling_products(lefts, NONE_ASIDE, falling)
            for node in range(hands.part.size):
                here = ways[hands.depth[node] + 1]
                set_product(LANES, here, ways[hands.depth[node]], falling[hands.part[node]])
                add_times(LANES, found[hands.kind[node]], here, hands.orders[node])
            for lane in range(filled):
                for kind in range(hands.number.size):
                    part_of = found[kind, lane] * share[hands.number[kind], lane]
                    chances[owns[lane], kind] += weights[lane] * part_of
            filled = 0


class Together(NamedTuple):
    """How both hands are drawn, and from what: all that the ends of a round depend on."""

    add: tuple[int, ...]
    draws: tuple[int, ...]
    peeks: tuple[int, ...]
    natural_waits: int
    values: tuple[int, ...]

    @staticmethod
    def of(tables: Tables, shoe: Composition) -> Together:
        values = tuple(int(number) for number in shoe.values)
        waits = tables.natural_waits[DEALER]
        return Together(tuple(tables.add), tuple(tables.draws), tuple(tables.peeks), waits, values)

    @property
    def size(self) -> int:
        return sum(self.values)

    @property
    def nodes(self) -> tuple[Node, ...]:
        return final_nodes(self.add, self.draws, ())

    @property
    def blackjacks(self) -> int:
        """The ways to deal a blackjack in one order."""
        return self.values[ACE - 1] * self.values[TEN - 1]

    @property
    def beside_blackjack(self) -> list[int]:
        return left_of(self.values, ((ACE, 0), (TEN, 0)))


def two_cards(of: Together, counts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The standing of every two cards that are left, with the ways to deal them."""
    for one in range(1, VALUES + 1):
        for other in range(1, VALUES + 1):
            state = of.add[of.add[EMPTY * VALUE_STEP + one] * VALUE_STEP + other]
            ways = counts[one - 1] * (counts[other - 1] - (one == other))
            if ways > 0:
                yield standing(state, 2), ways


def dealer_blackjacks(of: Together) -> Iterator[tuple[End, Weight]]:
    """Found by the dealer, the seat keeps two cards; not looked for, the seat's hand is drawn."""
    if not of.blackjacks:
        return
    for up in (ACE, TEN):
        if of.peeks[up]:
            for own, ways in two_cards(of, of.beside_blackjack):
                yield End(own, 2, NATURAL, 2, 0), (of.blackjacks * ways, 4)
        else:
            for (own, number), ways in ways_to_finish(of.nodes, of.beside_blackjack).items():
                alive = of.natural_waits if own == NATURAL else 1
                yield End(own, number, NATURAL, 2, alive), (of.blackjacks * ways, 2 + number)


def seat_blackjacks(of: Together, needed: bool) -> Iterator[tuple[End, Weight]]:
    """The seat's blackjack alone: the dealer's hand is finished only if it is needed."""
    if not of.blackjacks:
        return
    alive = of.natural_waits
    if alive or needed:
        hands = ways_to_finish(of.nodes, of.beside_blackjack).items()
    else:
        two: dict[tuple[int, int], int] = defaultdict(int)
        for dealer, ways in two_cards(of, of.beside_blackjack):
            two[dealer, 2] += ways
        hands = two.items()
    for (dealer, number), ways in hands:
        if dealer != NATURAL:
            yield End(NATURAL, 2, dealer, number, alive), (2 * of.blackjacks * ways, 2 + number)


@lru_cache(maxsize=16)
def end_table(add: tuple[int, ...], draws: tuple[int, ...]) -> Ints:
    """Every end with both hands finished, as rows: they depend on no shoe."""
    kinds = kinds_of(final_rows(add, draws))
    return np.array([End(*own, *dealer, 1) for own in kinds for dealer in kinds], dtype=np.int64)


@lru_cache(maxsize=256)  # the same random shoes are valued for several wagers, 30 kB each
def both_drawn_chances(of: Together) -> tuple[Ints, Floats]:
    """Both hands finished and no blackjack: rows of ends and their chances, in milliseconds."""
    hands = finishes(of.add, of.draws)
    chances = np.zeros((hands.number.size, hands.number.size))
    both_finish(hands, np.array(of.values, dtype=np.int64), chances)
    return end_table(of.add, of.draws), chances.ravel()
