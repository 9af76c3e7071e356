"""A way of playing, as arrays: what a seat does with every hand against every sight of the dealer.

A hand is a node of a small automaton: `after[node * VALUES + value]` is the node one more card
leads to. A chart by totals has the 64 hand states as nodes, best play has a node for every multiset
of card values. `wish` holds two choices, first and fallback, never a split: pairs are split where
`splits` says so, before anything else is asked. What is legal is not the chart's
business. Nothing is ever insured.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.actions import BURN, DECLINE, DOUBLE, HIT, KEEP, SPLIT, STAND, SWITCH
from holecard.dealing.actions import SURRENDER as GIVE_UP  # a result is called SURRENDER too
from holecard.dealing.felt import (
    ASK_HAND,
    ASK_LEGAL,
    ASK_SEAT,
    BURNED,
    CARDS,
    COUNT,
    DOUBLED,
    DRY,
    FREE,
    FREE_SPLIT,
    FROM_SPLIT,
    HAND_ROW,
    HANDS_A_SEAT,
    NO_CARD,
    SEAT_ROW,
)
from holecard.dealing.tables import VALUES, Tables
from holecard.hand import STATES, is_soft, total
from holecard.wagers.dealt import Choice, Dealt

Ints = npt.NDArray[np.int64]
# Kinds of hand a chart may tell apart: unsplit, split off a pair of value 1..10, and unsplit after
# a card of value 1..10 was burned; in games with free splits, which have no burn, the latter are
# the house's hands of a pair. A doubled hand that may still act is a kind too, by how often it was
# doubled, and so are two cards that may be given up before the dealer looks. Each has a lane for
# two cards and one for more.
UNSPLIT, AFTER_BURN, DOUBLED_KIND, EARLY_KIND, KINDS = 0, 10, 21, 24, 25
FALLBACK = 4  # the bits of `wish` above which the fallback stands
FIRST_WISH = (1 << FALLBACK) - 1


class Chart(NamedTuple):
    sight: Ints  # [up value * VALUES + hole value] what the seat sees
    after: Ints  # [node * VALUES + value]
    state: Ints  # [node] the hand's state
    lanes: Ints  # [kind * 2 + (more than two cards)]
    wish: npt.NDArray[np.int8]  # [(lane * sights + sight) * nodes + node]
    splits: npt.NDArray[np.uint8]  # [sight * VALUES + value] split this pair
    burns: npt.NDArray[np.uint8]  # [((doubled * sights + sight) * nodes + node) * VALUES + value]
    worth: Ints  # [((switched * sights + sight) * VALUES + first) * VALUES + second] of two cards
    nodes: int
    sights: int


def ask_chart(felt: Any, seat: int, hand: int, legal: int) -> int:
    """What the chart does where `ask` would read a script; chart_round.py puts it in its place."""
    if felt.at[DRY]:
        felt.at[ASK_SEAT] = seat
        felt.at[ASK_HAND] = hand
        felt.at[ASK_LEGAL] = legal
        return -1
    if legal >> DECLINE & 1:
        return DECLINE
    chart = felt.chart
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    dealer = len(felt.seats) // SEAT_ROW * HANDS_A_SEAT * HAND_ROW + CARDS
    up = felt.tables.value[felt.hands[dealer]]
    if legal == 1 << DOUBLE | 1 << KEEP:  # a raise: the pair of no value says it
        return DOUBLE if chart.splits[chart.sight[up * VALUES + 1] * VALUES] else KEEP
    hole = felt.tables.value[felt.hands[dealer + 1]]
    sight = chart.sight[up * VALUES + hole]
    if legal == 1 << SWITCH | 1 << KEEP:
        return SWITCH if switch_gain(felt, seat, sight) > 0 else KEEP
    cards = felt.hands[row + COUNT]
    node = 0
    before = 0
    for place in range(cards):
        before = node
        node = chart.after[node * VALUES + felt.tables.value[felt.hands[row + CARDS + place]]]
    if legal >> BURN & 1:
        last = felt.tables.value[felt.hands[row + CARDS + cards - 1]]
        at = (felt.hands[row + DOUBLED] * chart.sights + sight) * chart.nodes + before
        return BURN if chart.burns[at * VALUES + last] else KEEP
    first = felt.tables.value[felt.hands[row + CARDS]]
    if legal == 1 << GIVE_UP | 1 << KEEP:
        lane = chart.lanes[EARLY_KIND * 2]
        wish = int(chart.wish[(lane * chart.sights + sight) * chart.nodes + node])
        return GIVE_UP if wish & FIRST_WISH == GIVE_UP else KEEP
    if legal >> SPLIT & 1 and chart.splits[sight * VALUES + first]:
        return SPLIT
    burned = felt.seats[seat * SEAT_ROW + BURNED]
    kind = UNSPLIT
    if felt.hands[row + DOUBLED]:
        kind = DOUBLED_KIND + felt.hands[row + DOUBLED] - 1
    elif felt.hands[row + FROM_SPLIT]:
        kind = first + (AFTER_BURN if felt.hands[row + FREE] & FREE_SPLIT else 0)
    elif burned != NO_CARD:
        kind = AFTER_BURN + felt.tables.value[burned]
    lane = chart.lanes[kind * 2 + int(cards > 2)]
    wish = int(chart.wish[(lane * chart.sights + sight) * chart.nodes + node])
    return granted(wish, legal)


def switch_gain(felt: Any, seat: int, sight: int) -> int:
    """What both hands are worth more with their second cards swapped."""
    rows = seat * HANDS_A_SEAT * HAND_ROW, (seat + 1) * HANDS_A_SEAT * HAND_ROW
    one, other = felt.hands[rows[0] + CARDS], felt.hands[rows[1] + CARDS]
    second, others = felt.hands[rows[0] + CARDS + 1], felt.hands[rows[1] + CARDS + 1]
    kept = two_worth(felt, 0, sight, one, second) + two_worth(felt, 0, sight, other, others)
    return two_worth(felt, 1, sight, one, others) + two_worth(felt, 1, sight, other, second) - kept


def two_worth(felt: Any, switched: int, sight: int, first: int, second: int) -> int:
    at = (switched * felt.chart.sights + sight) * VALUES + felt.tables.value[first]
    return int(felt.chart.worth[at * VALUES + felt.tables.value[second]])


def granted(wish: int, legal: int) -> int:
    """The first choice where it is legal, else the fallback, else stand."""
    if legal >> (wish & FIRST_WISH) & 1:
        return wish & FIRST_WISH
    if legal >> (wish >> FALLBACK) & 1:
        return wish >> FALLBACK
    return STAND


class Seated(NamedTuple):
    """What `ask_chart` reads of a felt, for rounds dealt with a script."""

    tables: Tables
    seats: Any
    hands: Any
    at: Any
    chart: Chart


def choose(chart: Chart, dealt: Dealt) -> Choice:
    """The chart's choice for the hand that is asked."""
    ask = dealt.ask
    if ask is None:
        raise ValueError("no seat is asked for anything")
    felt = dealt.felt
    seated = Seated(felt.tables, felt.seats, felt.hands, felt.at, chart)
    return Choice(ask_chart(seated, ask.place, ask.hand, ask.legal.mask))


def wishes(first: Any, then: Any) -> npt.NDArray[np.int8]:
    """Two choices in a byte, element by element. Signed: to Numba a number that is either signed
    or unsigned is a float."""
    packed: npt.NDArray[np.int64] = np.asarray(first) | np.asarray(then) << FALLBACK
    return packed.astype(np.int8)


def no_worth(sights: int) -> Ints:
    """Two cards are worth nothing, whatever they are: none are ever swapped."""
    return np.zeros(2 * sights * VALUES * VALUES, dtype=np.int64)


def total_lanes() -> Ints:
    """Lane 0 for two cards, lane 1 for more, whatever the kind of hand."""
    return np.tile(np.array([0, 1], dtype=np.int64), KINDS)


def chart_by_state(
    tables: Tables, sight: Ints, first: Any, then: Any, splits: Any, sights: int
) -> Chart:
    """A chart by totals from [sight, state] arrays of first choices and fallbacks."""
    wish = np.stack([wishes(first, then), wishes(then, then)])
    return Chart(
        sight=sight,
        after=np.array(tables.add, dtype=np.int64),
        state=np.arange(STATES, dtype=np.int64),
        lanes=total_lanes(),
        wish=wish.reshape(-1),
        splits=np.asarray(splits, dtype=np.uint8).reshape(-1),
        burns=np.zeros(2 * sights * STATES * VALUES, dtype=np.uint8),
        worth=no_worth(sights),
        nodes=STATES,
        sights=sights,
    )


def blind_chart(tables: Tables, moves: list[int]) -> Chart:
    """Hit or stand by the own hand's state alone; never double, split or burn."""
    acts = np.array([moves], dtype=np.int64)
    nothing = np.zeros((1, VALUES))
    return chart_by_state(tables, np.zeros(VALUES * VALUES, np.int64), acts, acts, nothing, 1)


def mimic(tables: Tables) -> Chart:
    """Hit and stand exactly as the dealer does."""
    return blind_chart(tables, [HIT if draws else STAND for draws in tables.draws])


def never_bust(tables: Tables) -> Chart:
    """Hit only what cannot bust and is not yet 17."""
    return blind_chart(
        tables,
        [HIT if total(s) <= 11 or (is_soft(s) and total(s) < 17) else STAND for s in range(STATES)],
    )
