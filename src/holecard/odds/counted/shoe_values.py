"""The value of a decision-free wager in any shoe, for many shoes at once.

A sequence's chance depends only on which cards it has, so a wager's value is a sum of terms, each a
number times the ways to draw some cards: for a bet on the first cards one term for each lot of them
that does not simply lose, for a bet on the dealer's hand one for each final hand. The terms are
whole numbers, found once; a shoe then takes microseconds, and no shoe is approximated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, suit, value
from holecard.jit.cache import njit
from holecard.jit.scratch import floats
from holecard.odds.composition import VALUES
from holecard.odds.counted.dealer_hand import (
    MIXED,
    can_finish,
    final_looks,
    in_common,
    one_answer,
    shown_places,
)
from holecard.odds.counted.outcome_grid import DEAL_LOOKS, Deals, outcome_grid
from holecard.odds.solve.dealer_finals import draw_out
from holecard.wagers.game import Game
from holecard.wagers.paytable import TIP_STAKE, PayTable
from holecard.wagers.wager import OFFER, SIDE, Wager

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
LANES = 16  # shoes side by side
NO_CARD = -1
Term = tuple[tuple[int, ...], int]  # kinds of the cards in order, and a weight


class Nodes(NamedTuple):
    """Terms as a tree: those that begin with the same cards share the work."""

    depth: Ints
    kind: Ints
    taken: Ints  # how many of that kind come before
    weight: Floats  # 0 where no term ends


@dataclass(frozen=True, eq=False)
class ShoeValues:
    """What one unit of a wager is worth, in whatever shoe: `base`, and the terms over `scale`."""

    members: Ints  # [kind, card] which cards are one kind
    picks: Ints  # [term, place] kinds in order, NO_CARD after the last
    weights: Ints  # [term]
    base: Fraction
    scale: int

    @cached_property
    def nodes(self) -> Nodes:
        return tree(self.picks, self.weights)

    def of(self, shoes: Ints) -> Floats:
        """[shoe] the player's expected value, from shoes[shoe, card]."""
        counts = np.ascontiguousarray(self.members @ shoes.T).astype(np.float64)
        found = np.zeros(len(shoes))
        most = self.picks.shape[1]
        sizes = shoes.sum(axis=1).astype(np.float64)
        add_up(self.nodes, counts, sizes, most, found)
        return np.asarray(float(self.base) + found / self.scale)


def tree(picks: Ints, weights: Ints) -> Nodes:
    """Each term's nodes from the first card that differs from the term before."""
    terms, most = picks.shape
    length = (picks != NO_CARD).sum(axis=1)
    differs = np.ones((terms, most), dtype=bool)
    differs[1:] = np.logical_or.accumulate(picks[1:] != picks[:-1], axis=1)
    place = np.arange(most)
    at = differs & (place < length[:, None])
    row, depth = np.nonzero(at)
    taken = np.zeros((terms, most), dtype=np.int64)
    for later in range(1, most):
        taken[:, later] = (picks[:, :later] == picks[:, later : later + 1]).sum(axis=1)
    ends = depth == length[row] - 1
    weight = np.where(ends, weights[row], 0).astype(np.float64)
    return Nodes(depth, picks[row, depth], taken[row, depth], weight)


@njit
def add_up(nodes: Any, counts: Any, sizes: Any, most: int, found: Any) -> None:
    """found[shoe] gains the terms' sum over the ways to deal; LANES shoes side by side."""
    ways = floats((most + 1, LANES))
    ways[:] = 1.0
    sums = floats((most + 1, LANES))
    left = floats((counts.shape[0], LANES))
    for first in range(0, sizes.size, LANES):
        lanes = min(LANES, sizes.size - first)
        for kind in range(counts.shape[0]):
            for lane in range(lanes):
                left[kind, lane] = counts[kind, first + lane]
        sums[:] = 0.0
        for node in range(nodes.depth.size):
            before = ways[nodes.depth[node]]
            here = ways[nodes.depth[node] + 1]
            of_kind = left[nodes.kind[node]]
            total = sums[nodes.depth[node] + 1]
            taken = nodes.taken[node]
            weight = nodes.weight[node]
            for lane in range(LANES):
                product = before[lane] * (of_kind[lane] - taken)
                here[lane] = product
                total[lane] += product * weight
        for lane in range(lanes):
            deals = 1.0
            for number in range(1, most + 1):
                deals *= max(sizes[first + lane] - number + 1, 1.0)
                found[first + lane] += sums[number, lane] / deals


def shoe_values(
    game: Game, wager: Wager, table: PayTable, lowest: int | None = None
) -> ShoeValues | None:
    """The values of a wager on the first cards, or on the dealer's finished hand alone; none where
    its value is no such sum. `lowest` as in `free_chances`."""
    if wager.kind not in (SIDE, OFFER):
        return None
    if wager.kind == SIDE and set(wager.looks) <= DEAL_LOOKS:
        return deal_values(game, wager, table)
    if wager.kind == SIDE and can_finish(wager, lowest) and not shown_places(wager.looks):
        return house_values(game, wager, table, lowest)
    return None


def whole_pays(game: Game, wager: Wager, table: PayTable) -> tuple[list[int], int]:
    """What each outcome pays in whole parts, and how many parts a unit has. A tip that is the
    player's to pay is taken off, as in `WagerOdds.tipped_by_player`."""
    tips = Fraction(game.tip_from_player, TIP_STAKE)
    pays = [table.pays(name) - tips * table.tip(name) for name in wager.outcomes]
    scale = lcm(*(one.denominator for one in pays))
    return [int(one * scale) for one in pays], scale


def deal_values(game: Game, wager: Wager, table: PayTable) -> ShoeValues:
    """From the wager's outcome for every deal of the cards it looks at."""
    deals = Deals.of(wager, tuple(game.tables.peeks))
    pays, scale = whole_pays(game, wager, table)
    grid = outcome_grid(deals)
    base = pays[int(np.bincount(grid).argmax())]
    kinds, places = len(deals.kinds.cards), len(deals.places)
    picks = lots_of(kinds, places)
    weights = pooled(grid, np.array(pays, dtype=np.int64) - base, picks, kinds)
    keys = [deals.kinds.key(card) for card in deals.kinds.cards]
    members = np.zeros((kinds, CARDS_IN_A_DECK), dtype=np.int64)
    for card in range(CARDS_IN_A_DECK):
        members[keys.index(deals.kinds.key(card)), card] = 1
    kept = weights != 0
    return ShoeValues(members, picks[kept], weights[kept], Fraction(base, scale), scale)


def lots_of(kinds: int, places: int) -> Ints:
    """Every lot of so many cards, kinds in order."""
    picks = np.zeros((1, 0), dtype=np.int64)
    for _ in range(places):
        low = picks[:, -1] if picks.shape[1] else np.zeros(1, dtype=np.int64)
        more = kinds - low
        ahead = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more, more)
        picks = np.column_stack([np.repeat(picks, more, axis=0), np.repeat(low, more) + ahead])
    return picks


def pooled(grid: Any, pays: Ints, picks: Ints, kinds: int) -> Ints:
    """What a lot of cards pays, summed over the orders in which it can come."""
    places = picks.shape[1]
    total = np.zeros(len(picks), dtype=np.int64)
    for order in permutations(range(places)):
        deal = np.zeros(len(picks), dtype=np.int64)
        for place in order:
            deal = deal * kinds + picks[:, place]
        total += pays[grid[deal]]
    return total // alike_orders(picks)


def alike_orders(picks: Ints) -> Ints:
    """How many of all the orders of a lot are the same sequence of kinds."""
    orders = np.ones(len(picks), dtype=np.int64)
    run = np.ones(len(picks), dtype=np.int64)
    for at in range(1, picks.shape[1]):
        run = np.where(picks[:, at] == picks[:, at - 1], run + 1, 1)
        orders *= run
    return orders


def house_values(game: Game, wager: Wager, table: PayTable, lowest: int | None) -> ShoeValues:
    """From the wager's outcome for every final hand of the dealer's; one suit, or one colour, is
    the same hand drawn from its own cards."""
    pays, scale = whole_pays(game, wager, table)
    common = [*in_common("dealer_suited" in wager.looks, "dealer_coloured" in wager.looks)]
    finals = draw_out(tuple(game.tables.add), tuple(game.tables.draws), ())
    paid: dict[tuple[int, int, int], int] = {}
    for cards, _, standing in finals:
        for kind in (MIXED, *(one for one, _, _ in common)):
            key = standing, sum(cards), kind
            if key not in paid:
                paid[key] = pays[answer(wager, lowest, *key)]
    base = Counter(paid[standing, sum(cards), MIXED] for cards, _, standing in finals)
    lost = base.most_common(1)[0][0]
    lots = [lot for _, _, suits in common for lot in suits]
    terms: list[Term] = []
    for cards, orders, standing in finals:
        drawn = tuple(kind for kind, number in enumerate(cards) for _ in range(number))
        terms.append((drawn, orders * (paid[standing, len(drawn), MIXED] - lost)))
        offset = VALUES
        for kind, whole, suits in common:
            more = paid[standing, len(drawn), kind] - paid[standing, len(drawn), whole]
            for _ in suits:
                terms.append((tuple(one + offset for one in drawn), orders * more))
                offset += VALUES
    return ShoeValues(by_value(lots), *laid_out(terms), Fraction(lost, scale), scale)


def answer(wager: Wager, lowest: int | None, standing: int, cards: int, kind: int) -> int:
    place = one_answer(wager, final_looks({}, standing, cards, kind), lowest)
    assert place is not None, f"{wager.id} minds how low the seat's lowest hand is"
    return place


def laid_out(terms: Sequence[Term]) -> tuple[Ints, Ints]:
    """Terms as arrays, in order, those that weigh nothing left out."""
    kept = sorted(term for term in terms if term[1])
    most = max((len(cards) for cards, _ in kept), default=0)
    picks = np.full((len(kept), most), NO_CARD, dtype=np.int64)
    for at, (cards, _) in enumerate(kept):
        picks[at, : len(cards)] = cards
    return picks, np.array([weight for _, weight in kept], dtype=np.int64)


def by_value(lots: Sequence[tuple[int, ...]]) -> Ints:
    """Cards by value, and by value within each lot of suits after that."""
    members = np.zeros((VALUES * (1 + len(lots)), CARDS_IN_A_DECK), dtype=np.int64)
    for card in range(CARDS_IN_A_DECK):
        members[value(card) - 1, card] = 1
        for at, lot in enumerate(lots, start=1):
            if suit(card) in lot:
                members[VALUES * at + value(card) - 1, card] = 1
    return members
