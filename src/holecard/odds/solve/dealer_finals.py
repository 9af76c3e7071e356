"""The dealer's final hands, as multisets of the cards drawn.

Drawing without replacement, a sequence's chance depends only on which cards it has, so sequences
with the same cards are one row with the number of orders that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import SPECIAL
from holecard.dealing.settle import NATURAL, STANDINGS
from holecard.dealing.tables import VALUES as VALUE_STEP
from holecard.dealing.tables import Tables
from holecard.hand import EMPTY, is_blackjack, total

VALUES = 10
DEEPEST = 24  # more than any hand has cards
BUSTED = 22  # the lowest busted total
HIGHEST = 27  # above any: a dealer draws to 16
Ints = npt.NDArray[np.int64]
Smalls = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float64]


class Finals(NamedTuple):
    """Final hands for a list of starts, as a tree: hands that share their first parts share the
    work. A part is some number of cards of one value; node i of start s lies in
    first[s]..first[s + 1], each after its parent.

    One value can be set aside: the final hands of a start then fall into groups that hold as many
    cards of that value, as many in all, and end alike. What a group adds up to, the value set
    aside left out, serves every shoe that differs only in how many of it are left."""

    first: Ints
    depth: Smalls  # [node] parts before this one
    part: Smalls  # [node] value * DEEPEST + how many of it
    orders: Floats  # [node] sequences with these cards that end here; 0 if none does
    group: Smalls  # [value set aside, node] counted from its start's first group
    groups: Ints  # [value set aside, start] where its groups begin; the first is no end at all
    taken: Smalls  # [group] cards of the value set aside
    most: Ints  # [value set aside, start] the most of them in any of its groups
    number: Smalls  # [group] cards drawn
    ending: Smalls  # [group]
    deepest: Ints  # [start] the most cards drawn
    standings: Ints  # [ending] final total, or NATURAL
    rest: int  # the ending whose hands are left out: it has the chance the others leave


Row = tuple[tuple[int, ...], int, int]  # cards drawn by value, orders, standing


def draw_out(add: Sequence[int], draws: Sequence[int], start: tuple[int, ...]) -> list[Row]:
    """Every final hand from some values already dealt: (cards drawn, orders, standing). `add` and
    `draws` are those of the rules' tables."""
    state = EMPTY
    for worth in start:
        state = add[state * VALUE_STEP + worth]
    dealt = len(start)
    if dealt >= 2 and not draws[state]:
        return [((0,) * VALUES, 1, standing(state, dealt))]
    finals: dict[tuple[int, ...], tuple[int, int]] = {}
    waiting = {(0,) * VALUES: (state, 1)}
    while waiting:
        dealt += 1
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for drawn, (before, orders) in waiting.items():
            for worth in range(1, VALUES + 1):
                after = add[before * VALUE_STEP + worth]
                cards = (*drawn[: worth - 1], drawn[worth - 1] + 1, *drawn[worth:])
                goes_on = dealt < 2 or draws[after]
                into = longer if goes_on else finals
                into[cards] = (after, into.get(cards, (0, 0))[1] + orders)
        waiting = longer
    return [
        (cards, orders, standing(state, len(start) + sum(cards)))
        for cards, (state, orders) in finals.items()
    ]


def standing(state: int, cards: int) -> int:
    return NATURAL if is_blackjack(state, cards) else total(state)


@lru_cache(maxsize=16)
def finals_from(
    add: tuple[int, ...],
    draws: tuple[int, ...],
    result: tuple[int, ...],
    starts: tuple[tuple[int, ...], ...],
) -> Finals:
    """The final hands of several starts, one tree after another."""
    rest = busts_alike(result)
    trees = [
        tree_of(row for row in draw_out(add, draws, start) if row[2] not in rest)
        for start in starts
    ]
    nodes = [node for tree in trees for node in tree]
    ends = sorted({node.standing for node in nodes if node.orders})
    places = {standing: at for at, standing in enumerate(ends)}
    taken = list(map(taken_by_value, trees))
    grouped = [
        [grouped_by(of[aside], tree, places) for of, tree in zip(taken, trees, strict=True)]
        for aside in range(VALUES)
    ]
    lots = [keys for row in grouped for _, keys in row]
    groups = [group for keys in lots for group in keys]
    return Finals(
        first=np.cumsum([0, *map(len, trees)]),
        depth=smalls(node.depth for node in nodes),
        part=smalls(node.part for node in nodes),
        orders=np.array([node.orders for node in nodes], dtype=np.float64),
        group=smalls(at for row in grouped for places, _ in row for at in places).reshape(
            VALUES, len(nodes)
        ),
        groups=np.cumsum([0, *map(len, lots)]),
        taken=smalls(taken for taken, _, _ in groups),
        most=np.array([max(taken for taken, _, _ in keys) for keys in lots]),
        number=smalls(number for _, number, _ in groups),
        ending=smalls(ending for _, _, ending in groups),
        deepest=np.array([max(node.number for node in tree) for tree in trees]),
        standings=np.array([*ends, min(rest, default=0)]),
        rest=len(ends),
    )


def smalls(numbers: Iterable[int]) -> Smalls:
    return np.fromiter(numbers, dtype=np.uint16)


def busts_alike(result: tuple[int, ...]) -> frozenset[int]:
    """The busted standings, where no hand's result tells one from another: then only the chance
    of any of them matters, and that is what the other final hands leave."""
    busted = np.array(result).reshape(-1, STANDINGS)[:, BUSTED:HIGHEST]
    return frozenset(range(BUSTED, NATURAL)) if (busted == busted[:, :1]).all() else frozenset()


class Node(NamedTuple):
    """Some parts that one or more final hands begin with; a final hand of its own if it has
    orders."""

    depth: int
    part: int  # the last; with no card drawn, zero aces
    orders: int
    number: int
    standing: int
    parts: tuple[int, ...]


def tree_of(rows: Iterable[Row]) -> list[Node]:
    """The rows as nodes, each after its parent."""
    ends = {tuple(row_parts(drawn)): (orders, standing) for drawn, orders, standing in rows}
    nodes = []
    for parts in sorted({end[:k] for end in ends for k in range(len(end) + 1)}):
        if parts or parts in ends:
            orders, standing = ends.get(parts, (0, 0))
            last = parts[-1] if parts else 0
            depth = max(len(parts) - 1, 0)
            nodes.append(Node(depth, last, orders, cards_in(parts), standing, parts))
    return nodes


Group = tuple[int, int, int]  # cards of the value set aside, cards drawn, ending


def grouped_by(
    taken: list[int], tree: list[Node], ends: dict[int, int]
) -> tuple[list[int], list[Group]]:
    """Each node's group, and the groups; the first is for nodes that are no final hand. `taken` is
    how many cards of the value set aside each node has."""
    found: dict[Group, int] = {(0, 0, len(ends)): 0}
    places = []
    for gone, node in zip(taken, tree, strict=True):
        at = 0
        if node.orders:
            group = (gone, node.number, ends[node.standing])
            at = found.setdefault(group, len(found))
        places.append(at)
    return places, list(found)


def taken_by_value(tree: list[Node]) -> list[list[int]]:
    """[value, node]: how many cards of the value the node's parts are."""
    taken = [[0] * len(tree) for _ in range(VALUES)]
    for at, node in enumerate(tree):
        for part in node.parts:
            taken[part // DEEPEST][at] = part % DEEPEST
    return taken


def row_parts(drawn: tuple[int, ...]) -> list[int]:
    return [worth * DEEPEST + k for worth, k in enumerate(drawn) if k]


def cards_in(parts: tuple[int, ...]) -> int:
    return sum(part % DEEPEST for part in parts)


UP_CARDS = tuple((worth,) for worth in range(1, VALUES + 1))
TWO_CARDS = tuple((a, b) for a in range(1, VALUES + 1) for b in range(a, VALUES + 1))


def dealer_finals(
    tables: Tables, starts: tuple[tuple[int, ...], ...], busts_apart: bool = False
) -> Finals:
    """The final hands of several starts under some rules: they depend only on how the dealer draws,
    and on whether one bust is as good as another; to a bet it may not be (`busts_apart`)."""
    settled = tables.settles if tables.asks[SPECIAL] else tables.result[: STANDINGS * STANDINGS]
    result = tuple(range(STANDINGS)) if busts_apart else tuple(settled)
    return finals_from(tuple(tables.add), tuple(tables.draws), result, starts)
