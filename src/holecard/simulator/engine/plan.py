"""One seat's round as small arrays: the tabulated rules and the chart, looked up in advance.

The fast kernel reads nothing else. Every entry is computed from game.tables and the chart's own
wishes, so no rule and no choice is written a second time.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, suit
from holecard.dealing.actions import HIT, SPLIT, STAND
from holecard.dealing.rules import Rules
from holecard.dealing.settle import STANDINGS, result_pays
from holecard.dealing.tables import (
    ACES_DRAWN,
    ACES_TWO,
    DRAWN,
    FIRST_TWO,
    RANKS,
    SPLIT_TWO,
    TOTALS,
    VALUES,
    Tables,
)
from holecard.hand import BLACKJACK_STATE, STATES
from holecard.shoe import full_shoe
from holecard.simulator.engine.chart import AFTER_BURN, UNSPLIT, Chart
from holecard.simulator.engine.random_stream import Words

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
ROW = 16  # values, and ranks, padded to a power of two
# Money in tenths of a wager, so that 6 to 5 and surrender come out whole; a round's net and the
# wagers added to the first one share a code.
TENTHS = 10
NET_ZERO, NET_STEP = 90, 8
NET_CODES = 2048


class Plan(NamedTuple):
    book: Shorts  # the tables asked in every round, one after the other: see below
    opening: Bytes  # [sight, first rank, second rank] what is done with two cards
    then: Bytes  # [burned value or 0, sight, node] hit again, with more cards
    burn: Bytes  # [doubled, sight, node, value]
    splits: Shorts  # [sight, hands, rank, rank] split again; [pair, sight, node] two, more << 4
    sizes: Words  # cards, nodes, sights * nodes, natural waits, house plays, paid, splits' start


# The book's tables, by where they start.
FACING = 0  # [up value, hole value]: state, sight << 6, found << 12, natural << 13, peeked << 14
START = FACING + ROW * ROW  # [first rank, second rank]: node, natural << 15
DEALER = START + ROW * ROW  # [state, value]: state, draws << 6
DRAWS = DEALER + STATES * ROW  # [state]: state, draws << 6
NEEDED = DRAWS + STATES  # [alive, lowest]
UP = NEEDED + 2 * TOTALS  # [up value]: a surrender is certain, a blackjack settled now << 1
RESULT = UP + ROW  # [own standing, dealer's standing]: result, streak + 1 << 3, tenths + 40 << 5
STANDING = 64  # the length of its rows
AFTER = RESULT + STANDING * STANDINGS  # [node, value]: node
DRAWS_BIT, SIGHT_BIT, FOUND_BIT, NATURAL_BIT, PEEKED_BIT, NOW_BIT = 6, 6, 12, 13, 14, 1
STREAK_BIT, TENTHS_BIT, TENTHS_ZERO, START_NATURAL_BIT, MORE_BIT = 3, 5, 40, 15, 4


def make_plan(
    tables: Tables, chart: Chart, rules: Rules, backs: int, paid: int, placed: int
) -> Plan:
    """The plan of a seat that backs its own hand or the dealer's, with or without the payment, and
    with these wagers (bits) on its spots."""
    plane = chart.sights * chart.nodes
    again = chart.sights * 5 * ROW * ROW
    waits = tables.natural_waits[backs]
    cards = rules.decks * CARDS_IN_A_DECK
    sizes = [cards, chart.nodes, plane, waits, backs, paid, again]
    return Plan(
        book=make_book(tables, chart, rules, backs, placed),
        **chart_arrays(tables, chart, bool(paid)),
        sizes=np.array(sizes, dtype=np.uint64),
    )


def make_book(
    tables: Tables, chart: Chart, rules: Rules, backs: int, placed: int
) -> npt.NDArray[np.uint16]:
    add = np.array(tables.add).reshape(STATES, VALUES)
    draws = np.arange(STATES) | np.array(tables.draws) << DRAWS_BIT
    values = np.minimum(np.arange(1, RANKS + 1), 10)
    after = chart.after.reshape(chart.nodes, VALUES)
    facing = add[add[0]]
    peeks = np.array(tables.peeks)[:, None]
    facing |= chart.sight.reshape(VALUES, VALUES) << SIGHT_BIT
    facing |= peeks * (add[add[0]] == BLACKJACK_STATE) << FOUND_BIT
    facing |= (add[add[0]] == BLACKJACK_STATE).astype(np.int64) << NATURAL_BIT
    facing |= peeks << PEEKED_BIT
    start = after[after[0, values]][:, values]
    start = start | (chart.state[start] == BLACKJACK_STATE).astype(np.int64) << START_NATURAL_BIT
    needed = [
        int(alive or tables.needs[alive * TOTALS + lowest] & placed)
        for alive in (0, 1)
        for lowest in range(TOTALS)
    ]
    now = np.array(tables.natural_now).reshape(2, VALUES)[backs]
    book = [
        squares(facing, np.uint16),
        squares(start, np.uint16),
        rows(draws[add]),
        draws,
        needed,
        rows(np.array(tables.certain) | now << NOW_BIT),
        results(tables, rules, backs),
        rows(after, np.uint16),
        chart.state,
    ]
    return np.concatenate([np.asarray(part).reshape(-1) for part in book]).astype(np.uint16)


def results(tables: Tables, rules: Rules, backs: int) -> Any:
    """[own standing, dealer's standing]: the result, what it counts and what it pays."""
    own = np.array(tables.result).reshape(2, STANDINGS, STANDINGS)[backs]
    results = range(len(tables.counts))
    tenths = np.array([int(result_pays(r, backs, rules) * TENTHS) for r in results])
    packed = own | np.array(tables.counts)[own] + 1 << STREAK_BIT
    packed |= tenths[own] + TENTHS_ZERO << TENTHS_BIT
    return np.pad(packed, [(0, 0), (0, STANDING - STANDINGS)])


def chart_arrays(tables: Tables, chart: Chart, paid: bool) -> dict[str, Any]:
    """What the chart does in every case, already cut down to what is legal there."""
    wish = chart.wish.reshape(-1, chart.sights, chart.nodes)
    legal = np.array(tables.legal).reshape(-1, STATES)[:, chart.state]  # [phase, node]
    after = chart.after.reshape(chart.nodes, VALUES)
    splits = chart.splits.reshape(chart.sights, VALUES)

    def act(kind: int, more: int, phase: int) -> Any:
        return grant_all(wish[chart.lanes[kind * 2 + more]], legal[phase])

    values = np.minimum(np.arange(1, RANKS + 1), 10)
    start = after[after[0, values]][:, values]  # [rank, rank]
    pair = np.array(tables.pair).reshape(RANKS, RANKS)
    may = np.array(tables.may_split).reshape(VALUES, 5)
    # [sight, hands, rank, rank]: a pair that may be split once more, and that the chart splits.
    again = pair[None, None] & may[values].T[None, :, :, None] & splits[:, None, values, None]
    opening = np.where(again[:, 1], SPLIT, act(UNSPLIT, 0, FIRST_TWO)[:, start])
    kinds = [UNSPLIT, *range(AFTER_BURN + 1, AFTER_BURN + VALUES)] if paid else [UNSPLIT]
    pairs = range(1, VALUES)
    two = [act(p, 0, ACES_TWO if p == 1 else SPLIT_TWO) for p in pairs]
    more = [act(p, 1, ACES_DRAWN if p == 1 else DRAWN) for p in pairs]
    acts = [a | b << MORE_BIT for a, b in zip(two, more, strict=True)]
    flat = np.stack([np.zeros_like(acts[0]), *acts]).reshape(-1)
    burn = chart.burns.reshape(2, chart.sights, chart.nodes, VALUES)
    burnable = np.array(tables.burnable)[chart.state[after]]  # [node, value]
    return {
        "opening": squares(opening),
        "then": as_bytes([act(kind, 1, DRAWN) == HIT for kind in kinds]),
        "splits": np.concatenate([squares(again), flat]).astype(np.uint16),
        "burn": rows(burn & burnable) if paid else np.zeros(1, dtype=np.uint8),
    }


def grant_all(wish: Any, legal: Any) -> Any:
    """`granted` for every sight and node: wish [sight, node], legal [node]."""
    first, then = wish & 15, wish >> 4
    may_first, may_then = legal >> first & 1, legal >> then & 1
    return np.where(may_first, first, np.where(may_then, then, STAND))


def as_bytes(numbers: Any) -> Bytes:
    return np.asarray(numbers).astype(np.uint8).reshape(-1)


def rows(numbers: Any, kind: Any = np.uint8) -> Any:
    """The last axis padded to ROW, flat."""
    room = [(0, 0)] * (numbers.ndim - 1) + [(0, ROW - numbers.shape[-1])]
    return np.pad(numbers, room).astype(kind).reshape(-1)


def squares(numbers: Any, kind: Any = np.uint8) -> Any:
    """The last two axes padded to ROW each, flat."""
    room = [(0, 0)] * (numbers.ndim - 2) + [(0, ROW - n) for n in numbers.shape[-2:]]
    return np.pad(numbers, room).astype(kind).reshape(-1)


@cache
def packed_cards(decks: int) -> npt.NDArray[np.uint16]:
    """A full shoe, each card with its value and a bit for its suit."""
    cards = [card | min(card // 4 + 1, 10) << 6 | 1 << 10 + suit(card) for card in full_shoe(decks)]
    return np.array(cards, dtype=np.uint16)


def packed_shoe(decks: int) -> npt.NDArray[np.uint16]:
    return packed_cards(decks).copy()
