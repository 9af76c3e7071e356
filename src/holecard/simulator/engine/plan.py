"""One seat's round as small arrays: the tabulated rules and the chart, looked up in advance.

The fast kernel reads nothing else. Every entry is computed from game.tables and the chart's own
wishes, so no rule and no choice is written a second time.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import suit, value
from holecard.dealing import settle
from holecard.dealing.actions import ACTION_NAMES, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.dealing.answers import FULL_DECK
from holecard.dealing.rules import Rules
from holecard.dealing.settle import STANDINGS, result_pays
from holecard.dealing.tables import (
    ACES_DRAWN,
    ACES_TWO,
    DRAWN,
    FIRST_TWO,
    HAND_COUNTS,
    RANKS,
    SPLIT_TWO,
    TOTALS,
    VALUES,
    Tables,
)
from holecard.hand import BLACKJACK_STATE, STATES
from holecard.shoe import full_shoe
from holecard.simulator.engine.chart import AFTER_BURN, FALLBACK, FIRST_WISH, UNSPLIT, Chart
from holecard.simulator.engine.record_word import AT, BITS, CARD_BITS

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
ROW_BITS = 4
ROW = 1 << ROW_BITS  # values, and ranks, padded to a power of two
VALUE_BIT = CARD_BITS  # a packed card: card, value, and from SUITS_BIT on a bit for its suit
SUITS_BIT = VALUE_BIT + ROW_BITS
# Money in tenths of a wager, so that 6 to 5 and surrender come out whole; a round's net and the
# wagers added to the first one share a code.
TENTHS = 10
NET_ZERO, NET_STEP = 330, 32
NET_CODES = 2 * NET_ZERO * NET_STEP + 2048


# What the kernel does with a hand: nothing (0), a card (1), a card and no more (2, so that a shift
# tells a double), and from SPLITS on what is rare.
ACTS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
HITS, SPLITS = ACTS.index(HIT), ACTS.index(SPLIT)
ACT_OF = np.zeros(len(ACTION_NAMES), dtype=np.uint8)
ACT_OF[list(ACTS)] = range(len(ACTS))


class Sizes(NamedTuple):
    """Numbers of a plan, unsigned as all of the kernel's."""

    cards: np.uint64
    nodes: np.uint64
    plane: np.uint64  # sights * nodes
    waits: np.uint64  # an open blackjack needs the dealer's hand
    house: np.uint64  # the house plays the hand
    paid: np.uint64
    again: np.uint64  # where the acts of split hands start in `splits`
    given_up: np.uint64  # how a surrender ends, as an entry of the book's results


class Plan(NamedTuple):
    book: Shorts  # the tables asked in every round, one after the other: see below
    opening: Bytes  # [sight, first rank, second rank] what is done with two cards
    then: Bytes  # [burned value or 0, sight, node] hit again, with more cards
    burn: Bytes  # [doubled, sight, node, value]
    splits: Shorts  # [sight, hands, rank, rank] split again; [pair, sight, node] two, more << 4
    sizes: Sizes


class Book(NamedTuple):
    """Something for each of the book's tables, in the order in which they lie. The state of every
    node comes after the last, whose length is the chart's."""

    facing: Any  # [up value, hole value]: state, sight, found, natural, peeked
    start: Any  # [first rank, second rank]: node, natural
    dealer: Any  # [state, value]: state, draws
    draws: Any  # [state]: state, draws
    needed: Any  # [alive, lowest]
    up: Any  # [up value]: a surrender is certain, a blackjack settled now
    result: Any  # [own standing, dealer's standing]: result, streak + 1, tenths + TENTHS_ZERO
    outcome: Any  # [hands, won, lost]: the round by its hands + 1
    after: Any  # [node, value]: node


STANDING = 64  # the length of a row of results
LENGTHS = {
    "facing": ROW * ROW,
    "start": ROW * ROW,
    "dealer": STATES * ROW,
    "draws": STATES,
    "needed": 2 * TOTALS,
    "up": ROW,
    "result": STANDING * STANDINGS,
    "outcome": HAND_COUNTS**3,
}
BOOK = Book(*accumulate((LENGTHS[name] for name in Book._fields[:-1]), initial=0))
# Where the parts of an entry start. What goes into a record lies as it does there.
DRAWS_BIT, SIGHT_BIT, FOUND_BIT, NATURAL_BIT, NOW_BIT = 6, 6, 12, 13, 1
PEEKED_BIT = NATURAL_BIT + AT.peeked - AT.dealer_natural
STREAK_BIT = AT.outcome_up - AT.hand_result
TENTHS_BIT = STREAK_BIT + BITS.outcome_up
TENTHS_ZERO, START_NATURAL_BIT, MORE_BIT = 40, 15, 4


def make_plan(
    tables: Tables, chart: Chart, rules: Rules, backs: int, paid: int, placed: int, cards: int
) -> Plan:
    """The plan of a seat that backs its own hand or the dealer's, with or without the payment, and
    with these wagers (bits) on its spots, from a shoe of so many cards."""
    plane = chart.sights * chart.nodes
    sizes = Sizes(
        cards=np.uint64(cards),
        nodes=np.uint64(chart.nodes),
        plane=np.uint64(plane),
        waits=np.uint64(tables.natural_waits[backs]),
        house=np.uint64(backs),
        paid=np.uint64(paid),
        again=np.uint64(chart.sights * HAND_COUNTS * ROW * ROW),
        given_up=np.uint64(endings(tables, rules, backs)[settle.SURRENDER]),
    )
    return Plan(
        book=make_book(tables, chart, rules, backs, placed),
        **chart_arrays(tables, chart, bool(paid)),
        sizes=sizes,
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
    book = Book(
        facing=squares(facing, np.uint16),
        start=squares(start, np.uint16),
        dealer=rows(draws[add]),
        draws=draws,
        needed=needed,
        up=rows(np.array(tables.certain) | now << NOW_BIT),
        result=results(tables, rules, backs),
        outcome=np.array(tables.outcome) + 1,
        after=rows(after, np.uint16),
    )
    parts = [np.asarray(part).reshape(-1) for part in (*book, chart.state)]
    return np.concatenate(parts).astype(np.uint16)


def results(tables: Tables, rules: Rules, backs: int) -> Any:
    """[own standing, dealer's standing]: how that ends."""
    own = np.array(tables.result).reshape(2, STANDINGS, STANDINGS)[backs]
    return np.pad(endings(tables, rules, backs)[own], [(0, 0), (0, STANDING - STANDINGS)])


def endings(tables: Tables, rules: Rules, backs: int) -> Any:
    """[result]: the result, what it counts and what it pays."""
    results = np.arange(len(tables.counts))
    tenths = np.array([int(result_pays(int(r), backs, rules) * TENTHS) for r in results])
    counts = np.array(tables.counts) + 1
    return results | counts << STREAK_BIT | tenths + TENTHS_ZERO << TENTHS_BIT


def chart_arrays(tables: Tables, chart: Chart, paid: bool) -> dict[str, Any]:
    """What the chart does in every case, already cut down to what is legal there."""
    wish = chart.wish.reshape(-1, chart.sights, chart.nodes)
    legal = np.array(tables.legal).reshape(-1, STATES)[:, chart.state]  # [phase, node]
    after = chart.after.reshape(chart.nodes, VALUES)
    splits = chart.splits.reshape(chart.sights, VALUES)

    def act(kind: int, more: int, phase: int) -> Any:
        return ACT_OF[grant_all(wish[chart.lanes[kind * 2 + more]], legal[phase])]

    values = np.minimum(np.arange(1, RANKS + 1), 10)
    start = after[after[0, values]][:, values]  # [rank, rank]
    pair = np.array(tables.pair).reshape(RANKS, RANKS)
    may = np.array(tables.may_split).reshape(VALUES, HAND_COUNTS)
    # [sight, hands, rank, rank]: a pair that may be split once more, and that the chart splits.
    again = pair[None, None] & may[values].T[None, :, :, None] & splits[:, None, values, None]
    opening = np.where(again[:, 1], SPLITS, act(UNSPLIT, 0, FIRST_TWO)[:, start])
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
        "then": as_bytes([act(kind, 1, DRAWN) == HITS for kind in kinds]),
        "splits": np.concatenate([squares(again), flat]).astype(np.uint16),
        "burn": rows(burn & burnable) if paid else np.zeros(1, dtype=np.uint8),
    }


def grant_all(wish: Any, legal: Any) -> Any:
    """`granted` for every sight and node: wish [sight, node], legal [node]."""
    first, then = wish & FIRST_WISH, wish >> FALLBACK
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
def packed_cards(decks: int, deck: tuple[int, ...]) -> npt.NDArray[np.uint16]:
    """A full shoe, each card with its value and a bit for its suit."""
    cards = [
        card | value(card) << VALUE_BIT | 1 << SUITS_BIT + suit(card)
        for card in full_shoe(decks, deck)
    ]
    return np.array(cards, dtype=np.uint16)


def packed_shoe(decks: int, deck: tuple[int, ...] = FULL_DECK) -> npt.NDArray[np.uint16]:
    return packed_cards(decks, deck).copy()
