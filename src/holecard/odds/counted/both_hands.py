"""Wagers beside a main wager on the dealer's hand: the house draws both hands, nobody decides.

The ends of the round are counted in both_hands_ends.py, in whole numbers in both_hands_ways.py;
results come from the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import fsum, perm

import numpy as np

from holecard.dealing.settle import DEALER, NATURAL, STANDINGS
from holecard.dealing.tables import Tables
from holecard.odds.composition import Composition
from holecard.odds.counted.both_hands_ends import (
    End,
    Ints,
    Together,
    both_drawn_chances,
    dealer_blackjacks,
    seat_blackjacks,
)
from holecard.odds.counted.both_hands_ways import both_drawn
from holecard.odds.counted.dealer_hand import over_one_total, runs_out
from holecard.odds.result import Chances
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

NEAR = 1e-12
OWN, OWN_CARDS, DEALERS, DEALERS_CARDS, ALIVE = range(5)  # columns of an array of ends


def total_of(standings: Ints) -> Ints:
    return np.where(standings == NATURAL, 21, standings)


def result_of(tables: Tables, ends: Ints) -> Ints:
    own = DEALER * STANDINGS + ends[:, OWN]
    results: Ints = np.array(tables.result, dtype=np.int64)
    return results.take(own * STANDINGS + ends[:, DEALERS])


LOOKED_UP: Mapping[str, Callable[[Tables, Ints], Ints]] = {
    "hand_total": lambda tables, ends: total_of(ends[:, OWN]),
    "hand_cards": lambda tables, ends: ends[:, OWN_CARDS],
    "natural": lambda tables, ends: np.int64(1) * (ends[:, OWN] == NATURAL),
    "dealer_total": lambda tables, ends: total_of(ends[:, DEALERS]),
    "dealer_cards": lambda tables, ends: ends[:, DEALERS_CARDS],
    "dealer_natural": lambda tables, ends: np.int64(1) * (ends[:, DEALERS] == NATURAL),
    "hand_result": result_of,
    "outcome": lambda tables, ends: np.sign(np.array(tables.counts)[result_of(tables, ends)]),
    "alive": lambda tables, ends: ends[:, ALIVE],
    "lowest": lambda tables, ends: total_of(ends[:, OWN]),
    "hands": lambda tables, ends: np.ones(len(ends), dtype=np.int64),
    "surrendered": lambda tables, ends: np.zeros(len(ends), dtype=np.int64),
}
JOINT_LOOKS = frozenset(LOOKED_UP)


def outcomes_of(tables: Tables, wager: Wager, ends: Ints) -> Ints:
    """The wager's outcome for each end; ends that look alike to it are asked once."""
    if not len(ends):
        return np.zeros(0, dtype=np.int64)
    columns = [LOOKED_UP[name](tables, ends) for name in wager.looks]
    key = np.zeros(len(ends), dtype=np.int64)
    for column in columns:
        key = key * (np.ptp(column) + 1) + column - column.min()
    _, at, alike = np.unique(key, return_index=True, return_inverse=True)
    known = answers(wager.classify, wager.looks, wager.outcomes)
    asked = []
    for row in zip(*(column[at].tolist() for column in columns), strict=True):
        if row not in known:
            known[row] = wager.classified(dict(zip(wager.looks, row, strict=True)))
        asked.append(known[row])
    return np.array(asked, dtype=np.int64)[alike]


@lru_cache(maxsize=16)
def answers(
    classify: Callable[..., int], looks: tuple[str, ...], outcomes: tuple[str, ...]
) -> dict[tuple[int, ...], int]:
    """What a wager has answered before: recounting many shoes asks it the same over and over."""
    return {}


def joint_chances(game: Game, wager: Wager, shoe: Composition, exact: bool = False) -> Chances:
    """The chances of a wager beside a main wager on the dealer's hand, the seat alone at the
    table; as fractions too if `exact`."""
    of = Together.of(game.tables, shoe)
    needed = wager.needs_dealer(of.natural_waits, 21)
    rows = [*dealer_blackjacks(of), *seat_blackjacks(of, needed)]
    if exact:
        rows += both_drawn(of).items()
    ends = np.array([end for end, _ in rows], dtype=np.int64).reshape(-1, len(End._fields))
    places = outcomes_of(game.tables, wager, ends)
    if exact:
        weighed = zip(places.tolist(), (weight for _, weight in rows), strict=True)
        return over_one_total(wager, of.size, [(place, *weight) for place, weight in weighed])
    drawn, both = both_drawn_chances(of)
    chances = np.array([*(ways / perm(of.size, cards) for _, (ways, cards) in rows), *both])
    places = np.concatenate([places, outcomes_of(game.tables, wager, drawn)])
    floats = tuple(fsum(chances[places == place]) for place in range(len(wager.outcomes)))
    if abs(fsum(floats) - 1) > NEAR:
        raise runs_out(wager, of.size)
    return Chances(floats)
