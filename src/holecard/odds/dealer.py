"""The dealer's final hands, as multisets of the cards drawn.

Drawing without replacement, a sequence's chance depends only on which cards it has, so sequences
with the same cards are one row with the number of orders that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.hand import BLACKJACK_STATE, EMPTY, total
from holecard.settle import NATURAL
from holecard.tables import VALUES as VALUE_STEP
from holecard.tables import Tables

VALUES = 10
DEEPEST = 24  # more than any hand has cards
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Finals(NamedTuple):
    """Final hands for a list of starts, as a tree: hands that share their first parts share the
    work. A part is some number of cards of one value; node i of start s lies in
    first[s]..first[s + 1], each after its parent."""

    first: Ints
    depth: Ints  # [node] parts before this one
    part: Ints  # [node] value * DEEPEST + how many of it
    orders: Floats  # [node] sequences with these cards that end here; 0 if none does
    number: Ints  # [node] cards drawn
    standing: Ints  # [node] final total, or NATURAL


Row = tuple[tuple[int, ...], int, int]  # cards drawn by value, orders, standing


def draw_out(tables: Tables, start: tuple[int, ...]) -> list[Row]:
    """Every final hand from some values already dealt: (cards drawn, orders, standing)."""
    state = EMPTY
    for worth in start:
        state = tables.add[state * VALUE_STEP + worth]
    dealt = len(start)
    if dealt >= 2 and not tables.draws[state]:
        return [((0,) * VALUES, 1, standing(state, dealt))]
    finals: dict[tuple[int, ...], tuple[int, int]] = {}
    waiting = {(0,) * VALUES: (state, 1)}
    while waiting:
        dealt += 1
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for drawn, (before, orders) in waiting.items():
            for worth in range(1, VALUES + 1):
                after = tables.add[before * VALUE_STEP + worth]
                cards = (*drawn[: worth - 1], drawn[worth - 1] + 1, *drawn[worth:])
                goes_on = dealt < 2 or tables.draws[after]
                into = longer if goes_on else finals
                into[cards] = (after, into.get(cards, (0, 0))[1] + orders)
        waiting = longer
    return [
        (cards, orders, standing(state, len(start) + sum(cards)))
        for cards, (state, orders) in finals.items()
    ]


def standing(state: int, cards: int) -> int:
    return NATURAL if state == BLACKJACK_STATE and cards == 2 else total(state)


def finals_from(tables: Tables, starts: Iterable[tuple[int, ...]]) -> Finals:
    """The final hands of several starts, one tree after another."""
    first = [0]
    nodes: list[tuple[int, int, int, int, int]] = []
    for start in starts:
        nodes += tree_of(draw_out(tables, start))
        first.append(len(nodes))
    depth, part, orders, number, standings = zip(*nodes, strict=True)
    return Finals(
        first=np.array(first, dtype=np.int64),
        depth=np.array(depth, dtype=np.int64),
        part=np.array(part, dtype=np.int64),
        orders=np.array(orders, dtype=np.float64),
        number=np.array(number, dtype=np.int64),
        standing=np.array(standings, dtype=np.int64),
    )


def tree_of(rows: list[Row]) -> list[tuple[int, int, int, int, int]]:
    """The rows as nodes (depth, part, orders, number, standing), each after its parent."""
    ends = {tuple(row_parts(drawn)): (orders, standing) for drawn, orders, standing in rows}
    nodes = []
    for parts in sorted({end[:k] for end in ends for k in range(len(end) + 1)}):
        if parts or parts in ends:
            orders, standing = ends.get(parts, (0, 0))
            last = parts[-1] if parts else 0  # no card drawn: zero aces
            nodes.append((max(len(parts) - 1, 0), last, orders, cards_in(parts), standing))
    return nodes


def row_parts(drawn: tuple[int, ...]) -> list[int]:
    return [worth * DEEPEST + k for worth, k in enumerate(drawn) if k]


def cards_in(parts: tuple[int, ...]) -> int:
    return sum(part % DEEPEST for part in parts)


UP_CARDS = tuple((worth,) for worth in range(1, VALUES + 1))
TWO_CARDS = tuple((a, b) for a in range(1, VALUES + 1) for b in range(a, VALUES + 1))


@lru_cache(maxsize=16)
def _finals(
    add: tuple[int, ...], draws: tuple[int, ...], starts: tuple[tuple[int, ...], ...]
) -> Finals:
    tables = Tables(*([()] * len(Tables._fields)))._replace(add=add, draws=draws)
    return finals_from(tables, starts)


def dealer_finals(tables: Tables, starts: tuple[tuple[int, ...], ...]) -> Finals:
    """As `finals_from`, remembered: the rows depend only on how the dealer draws."""
    return _finals(tuple(tables.add), tuple(tables.draws), starts)
