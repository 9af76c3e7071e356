"""Wagers on the first cards: every deal of the cards they look at, counted in whole numbers."""

from __future__ import annotations

from functools import lru_cache
from math import perm
from typing import Any

import numpy as np

from holecard.cards import value
from holecard.errors import BadDefinition
from holecard.jit.cache import lent
from holecard.odds.composition import Composition
from holecard.odds.counted.outcome_grid import Deals, outcome_grid
from holecard.odds.result import Chances
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

MOST_WAYS = 2**62  # what whole numbers of the machine hold


def deal_chances(game: Game, wager: Wager, shoe: Composition) -> Chances:
    """The chances of a wager that looks only at the first cards. An offer's are given that it is
    made, with only the up card seen."""
    deals = Deals.of(wager, tuple(game.tables.peeks))
    if not deals.places:
        only = int(outcome_grid(deals)[0])
        return Chances.counted([int(place == only) for place in range(len(wager.outcomes))], 1)
    allowed = np.ones((len(deals.places), len(deals.kinds.cards)), dtype=np.int64)
    if deals.offered:
        offers = [game.tables.insures[value(card)] for card in deals.kinds.cards]
        allowed[deals.places.index("up")] = offers
    ways = count(deals, shoe, tuple(map(tuple, allowed.tolist())))
    if not sum(ways):
        raise BadDefinition(f"{wager.id} is never offered: the shoe has no card that brings it")
    if not deals.offered and sum(ways) != perm(shoe.size, len(deals.places)):
        raise BadDefinition(f"{wager.id}: its outcomes do not cover every deal of the shoe")
    return Chances.counted(ways, sum(ways))


@lru_cache(maxsize=256)
def count(deals: Deals, shoe: Composition, allowed: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The ways of each outcome, as whole numbers however large the shoe: the same under every rule
    that the wager does not look at, so a sheet counts a shoe once."""
    grid, kernel = outcome_grid(deals), weigh
    fits = shoe.size ** len(deals.places) < MOST_WAYS
    counts = np.array(deals.kinds.counts(shoe), dtype=np.int64 if fits else object)
    ways = np.zeros(len(deals.outcomes), dtype=counts.dtype)
    if not fits:
        kernel = weigh.py_func  # type: ignore[attr-defined]
    kernel(grid, counts, np.array(allowed, dtype=counts.dtype), counts.copy(), ways)
    return tuple(int(one) for one in ways)


@lent
def weigh(grid: Any, counts: Any, allowed: Any, left: Any, ways: Any) -> None:
    """Adds the ways of every deal to its outcome: counts by kind, without replacement. No card is
    dealt to a place where `allowed[place, kind]` is 0. `left` is room for the counts of a deal."""
    cards, kinds = allowed.shape
    prefixes = 1
    for _ in range(cards - 1):
        prefixes *= kinds
    for prefix in range(prefixes):
        rest = prefix
        step = prefixes
        weight = 1
        for kind in range(kinds):  # a whole array at once takes two seconds to compile
            left[kind] = counts[kind]
        for place in range(cards - 1):
            step = step // kinds
            kind = rest // step
            rest = rest % step
            weight = weight * left[kind] * allowed[place, kind]
            left[kind] -= 1
        if weight > 0:
            for kind in range(kinds):
                ways[grid[prefix * kinds + kind]] += weight * left[kind] * allowed[cards - 1, kind]
