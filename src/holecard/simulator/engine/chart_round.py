"""The general path: the round procedure itself, its seats asked by a chart.

dealing/round.py is compiled as it stands, with one name exchanged: where its steps `ask` for the
next decision of a script, the chart answers. One to seven seats, any game, a real shoe.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from holecard.cards import RED_SUITS
from holecard.dealing.compiled import PARTS, compile_steps, is_step
from holecard.dealing.felt import (
    ALIVE,
    AT_ROW,
    BURNED,
    CARD,
    CARDS,
    COUNT,
    DEALS_NEXT,
    DOUBLED,
    FIRST,
    FREE,
    FREE_DOUBLE,
    FREE_SPLIT,
    GIVEN,
    GIVEN_UP,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    LOWEST,
    NATURAL_HAND,
    NEXT,
    NO_CARD,
    OUTCOME,
    PEEKED,
    PLACED,
    RAISED,
    RESULT,
    SEAT_ROW,
    SECOND,
    STATE,
)
from holecard.dealing.moves import is_natural, three_ranks, whole_net
from holecard.dealing.round import DONE, play_round
from holecard.dealing.settle import LOSE_BET, PUSH
from holecard.dealing.tables import TOTALS, Tables
from holecard.errors import BadDefinition
from holecard.jit.cache import cache_folder, machine_code
from holecard.jit.laid import laid
from holecard.simulator.engine import chart as charts
from holecard.simulator.engine.chart import Chart
from holecard.simulator.engine.drawn_word import DRAWN_AT, NONE
from holecard.simulator.engine.net_word import DRAWN_WORD, MOST_NET, NET_AT, NET_WORD, USUAL_WORD
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO
from holecard.simulator.engine.random_stream import BATCH, shuffle
from holecard.simulator.engine.record_word import AT


class ChartedFelt(NamedTuple):
    """A felt whose seats are played by a chart; the names are those of felt.Felt."""

    tables: Tables
    seats: Any
    hands: Any
    shoe: Any
    script: Any
    at: Any
    trace: Any
    chart: Chart


# `place`: cards dealt from the shoe, shoes finished, the running count, rounds called off, where
# the cut card lies, how many shoes there are to be, which word is written, and how many cards are
# in random order.
RED_BITS = sum(1 << suit for suit in RED_SUITS)
NONE_BITS = 4 * NONE  # a card that is not there
PLACES = 8
OUT_CARDS, OUT_SHOES, RUNNING, OUT_DRY, CUT_AT, MOST_SHOES, WORD_KIND, SHUFFLED = range(PLACES)
NO_WORD = -1  # of WORD_KIND: no wager looks at the round
FEW = BATCH  # cards of a fresh shoe shuffled at a time, for each seat and the dealer


def lay_table(tables: Any, chart: Chart, seats: int, shoe: Any) -> ChartedFelt:
    """A table for that many seats, as arrays."""
    arrays: Any = [np.array(one, dtype=np.int64) for one in tables]
    return ChartedFelt(
        tables=Tables(*arrays),
        seats=np.zeros(SEAT_ROW * seats, dtype=np.int64),
        hands=np.zeros(HAND_ROW * (HANDS_A_SEAT * seats + 1), dtype=np.int64),
        shoe=shoe,
        script=np.zeros(0, dtype=np.int64),
        at=np.zeros(AT_ROW, dtype=np.int64),
        trace=np.zeros(0, dtype=np.int64),
        chart=chart,
    )


def keep_no_trace(felt: Any, kind: int, seat: int, hand: int, card: int, detail: int) -> None:
    """Where the steps `note` what happens: nobody reads it here."""


def clear(felt: Any, given: Any, dealt: int) -> None:
    """Before a deal: the seats as `given` (backs, paid, placed, button), nothing on the felt."""
    seats = len(felt.seats) // SEAT_ROW
    for seat in range(seats):
        for hand in range(max(felt.seats[seat * SEAT_ROW + HANDS], 1)):
            lift(felt, seat * HANDS_A_SEAT + hand)
    lift(felt, seats * HANDS_A_SEAT)
    for field in range(len(felt.seats)):
        felt.seats[field] = 0
    for field in range(AT_ROW):
        felt.at[field] = 0
    felt.at[CARD] = dealt
    for seat in range(seats):
        felt.seats[seat * SEAT_ROW + BURNED] = NO_CARD
        for field in range(GIVEN):
            felt.seats[seat * SEAT_ROW + field] = given[field]


def lift(felt: Any, slot: int) -> None:
    """A hand of the round before; the cards of the next are laid over its own."""
    for field in range(CARDS):
        felt.hands[slot * HAND_ROW + field] = 0


def told_result(felt: Any, result: int) -> int:
    """A result as a record has it: of a game's own, whether it won, tied or lost."""
    return int(PUSH + felt.tables.counts[result]) if result >= LOSE_BET else result


def pack(felt: Any, seat: int) -> int:
    """The record of a seat's finished round."""
    seats = len(felt.seats) // SEAT_ROW
    row, hand = seat * SEAT_ROW, seat * HANDS_A_SEAT * HAND_ROW
    dealer = seats * HANDS_A_SEAT * HAND_ROW
    cards = felt.hands[dealer + COUNT]
    suited = 1
    for place in range(1, cards):
        if felt.hands[dealer + CARDS + place] % 4 != felt.hands[dealer + CARDS] % 4:
            suited = 0
    natural = int(is_natural(felt, seats * HANDS_A_SEAT))
    record = (
        felt.seats[row + FIRST] << AT.first
        | felt.seats[row + SECOND] << AT.second
        | felt.hands[dealer + CARDS] << AT.up
        | felt.hands[dealer + CARDS + 1] << AT.hole
        | felt.hands[dealer + STATE] % TOTALS << AT.dealer_total
        | cards << AT.dealer_cards
        | suited << AT.dealer_suited
        | natural << AT.dealer_natural
        | felt.at[PEEKED] << AT.peeked
        | (felt.seats[row + HANDS] - 1) << AT.more_hands
        | felt.hands[hand + STATE] % TOTALS << AT.hand_total
        | felt.hands[hand + COUNT] << AT.hand_cards
        | told_result(felt, felt.hands[hand + RESULT]) << AT.hand_result
        | felt.hands[hand + GIVEN_UP] << AT.surrendered
        | felt.seats[row + LOWEST] << AT.lowest
        | felt.seats[row + ALIVE] << AT.alive
        | (felt.seats[row + OUTCOME] + 1) << AT.outcome_up
        | felt.seats[row + NATURAL_HAND] << AT.natural
    )
    return int(record)


def pack_drawn(felt: Any, seat: int) -> int:
    """The same in the word that has drawn cards."""
    seats = len(felt.seats) // SEAT_ROW
    row, hand = seat * SEAT_ROW, seat * HANDS_A_SEAT * HAND_ROW
    dealer = seats * HANDS_A_SEAT * HAND_ROW
    cards = felt.hands[dealer + COUNT]
    suits = 0
    reds = 0
    for place in range(cards):
        suit_bit = 1 << felt.hands[dealer + CARDS + place] % 4
        suits |= suit_bit
        if reds == place and suit_bit & RED_BITS:
            reds += 1
    in_common = 0
    if suits & (suits - 1) == 0:
        in_common = 2
    elif suits & RED_BITS == 0 or suits | RED_BITS == RED_BITS:
        in_common = 1
    third = NONE_BITS
    if felt.hands[hand + COUNT] > 2:
        third = felt.hands[hand + CARDS + 2]
    if felt.seats[row + PLACED] & DEALS_NEXT:
        third = felt.seats[row + NEXT] - 1
    dealer_third = NONE_BITS
    if cards > 2:
        dealer_third = felt.hands[dealer + CARDS + 2]
    record = (
        felt.seats[row + FIRST] << DRAWN_AT.first
        | felt.seats[row + SECOND] << DRAWN_AT.second
        | third << DRAWN_AT.third
        | felt.hands[dealer + CARDS] << DRAWN_AT.up
        | felt.hands[dealer + CARDS + 1] << DRAWN_AT.hole
        | dealer_third << DRAWN_AT.dealer_third
        | felt.hands[dealer + STATE] % TOTALS << DRAWN_AT.dealer_total
        | cards << DRAWN_AT.dealer_cards
        | in_common << DRAWN_AT.in_common
        | reds << DRAWN_AT.dealer_reds
        | felt.hands[hand + STATE] % TOTALS << DRAWN_AT.hand_total
        | told_result(felt, felt.hands[hand + RESULT]) << DRAWN_AT.hand_result
        | int(felt.hands[hand + DOUBLED] > 0) << DRAWN_AT.doubled
        | felt.hands[hand + GIVEN_UP] << DRAWN_AT.surrendered
        | (felt.seats[row + HANDS] - 1) << DRAWN_AT.more_hands
    )
    return int(record)


def pack_net(felt: Any, seat: int) -> int:
    """The first cards, what the main wager came to, and the suits of the first hand."""
    seats = len(felt.seats) // SEAT_ROW
    row, dealer = seat * SEAT_ROW, seats * HANDS_A_SEAT * HAND_ROW
    hand = seat * HANDS_A_SEAT * HAND_ROW
    suits = 0
    for place in range(felt.hands[hand + COUNT]):
        suits |= 1 << felt.hands[hand + CARDS + place] % 4
    in_common = 0
    if suits & (suits - 1) == 0:
        in_common = 2
    elif suits & RED_BITS == 0 or suits | RED_BITS == RED_BITS:
        in_common = 1
    net = whole_net(felt, seat)
    if net < -MOST_NET or net > MOST_NET:
        net = 0  # of hands doubled again: games that have them have no bets on it
    record = (
        felt.seats[row + FIRST] << NET_AT.first
        | felt.seats[row + SECOND] << NET_AT.second
        | felt.hands[dealer + CARDS] << NET_AT.up
        | felt.hands[dealer + CARDS + 1] << NET_AT.hole
        | (net + MOST_NET) << NET_AT.net
        | (felt.seats[row + HANDS] - 1) << NET_AT.more_hands
        | in_common << NET_AT.in_common
        | felt.hands[hand + STATE] % TOTALS << NET_AT.hand_total
        | felt.hands[hand + COUNT] << NET_AT.hand_cards
        | three_ranks(felt, seat * HANDS_A_SEAT) << NET_AT.hand_three
        | told_result(felt, felt.hands[hand + RESULT]) << NET_AT.hand_result
        | int(felt.hands[hand + DOUBLED] > 0) << NET_AT.doubled
        | felt.hands[hand + GIVEN_UP] << NET_AT.surrendered
        | felt.hands[dealer + STATE] % TOTALS << NET_AT.dealer_total
    )
    return int(record)


def net_code(felt: Any, seat: int, tenths: Any) -> int:
    """The seat's net in tenths of a wager, and the wagers it added, in one code."""
    net = 0
    extra = -1
    for hand in range(felt.seats[seat * SEAT_ROW + HANDS]):
        row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
        stake = 1 << felt.hands[row + DOUBLED]
        free = felt.hands[row + FREE]
        own = stake - int(free & FREE_SPLIT > 0) - int(free & FREE_DOUBLE > 0)
        pays = tenths[felt.hands[row + RESULT]]
        if felt.hands[row + RESULT] == LOSE_BET:
            net += pays
        else:
            net += pays * (stake if pays > 0 else own)
        extra += own
    raised = 1 + felt.seats[seat * SEAT_ROW + RAISED]
    net *= raised
    extra = raised * (extra + 1) - 1
    return int((net + NET_ZERO) * NET_STEP + extra)


def dealt_round(felt: Any, given: Any, words: Any, desk: Any, place: Any) -> int:
    """The next round. Of a fresh shoe no more is shuffled than it takes: one that ran past the
    cards in random order is dealt again from its first card with more of them; those it had stay,
    and the chart answers as before."""
    cards = len(felt.shoe)
    more = cards if place[CUT_AT] else FEW * (1 + len(felt.seats) // SEAT_ROW)
    if place[SHUFFLED] == 0:
        shuffle_on(felt, words, desk, place, more)
    while True:
        clear(felt, given, place[OUT_CARDS])
        status = play_round(felt)
        if felt.at[CARD] <= place[SHUFFLED]:
            return int(status)
        shuffle_on(felt, words, desk, place, more)


def shuffle_on(felt: Any, words: Any, desk: Any, place: Any, more: int) -> None:
    upto = min(place[SHUFFLED] + more, len(felt.shoe))
    shuffle(felt.shoe, desk, words, place[SHUFFLED], upto)
    place[SHUFFLED] = upto


def deal_seated(
    table: Any, given: Any, tenths: Any, tags: Any, words: Any, desk: Any, place: Any, out: Any
) -> int:
    """Rounds until `out` is full or the last shoe has ended; how many were played. `out` has the
    records, nets, cards dealt before each round, and the running count then. A round that runs out
    of cards is called off, and the shoe with it."""
    felt = laid(table)
    seats = len(felt.seats) // SEAT_ROW
    played = 0
    while played < len(out.before):
        if place[OUT_CARDS] >= place[CUT_AT]:
            if place[OUT_SHOES] < place[MOST_SHOES]:
                place[OUT_SHOES] += 1
            if place[OUT_SHOES] == place[MOST_SHOES]:
                break
            place[OUT_CARDS] = 0
            place[RUNNING] = 0
            place[SHUFFLED] = 0
        status = dealt_round(felt, given, words, desk, place)
        if status != DONE:
            place[OUT_DRY] += 1
            place[OUT_CARDS] = len(felt.shoe)
            continue
        out.before[played] = place[OUT_CARDS]
        out.running[played] = place[RUNNING]
        for seat in range(seats):
            if place[WORD_KIND] == USUAL_WORD:
                out.records[played * seats + seat] = pack(felt, seat)
            elif place[WORD_KIND] == DRAWN_WORD:
                out.records[played * seats + seat] = pack_drawn(felt, seat)
            elif place[WORD_KIND] == NET_WORD:
                out.records[played * seats + seat] = pack_net(felt, seat)
            out.nets[played * seats + seat] = net_code(felt, seat, tenths)
        if place[CUT_AT]:  # a fresh shoe has nothing to count
            for card in range(place[OUT_CARDS], felt.at[CARD]):
                place[RUNNING] += tags[felt.shoe[card] // 4]
        place[OUT_CARDS] = felt.at[CARD]
        played += 1
    return played


class Out(NamedTuple):
    """Where rounds are written: records and nets by seat, the rest by round."""

    records: Any
    nets: Any
    before: Any
    running: Any


@cache
def steps(compiled: bool = True) -> dict[str, Callable[..., Any]]:
    """Every step of the round, with the chart asked instead of the script, and the driver above."""
    names: dict[str, Any] = {}
    for part in (*PARTS, charts, sys.modules[__name__]):
        for name, thing in vars(part).items():
            if isinstance(thing, int) and names.setdefault(name, thing) != thing:
                raise BadDefinition(f"{name} means two things in the compiled round: rename one")
    for part in PARTS:
        names |= {k: v for k, v in vars(part).items() if not k.startswith("__")}
    names |= {
        "shuffle": shuffle,
        "ChartedFelt": ChartedFelt,
        "Tables": Tables,
        "Chart": Chart,
        "AT": AT,
        "DRAWN_AT": DRAWN_AT,
        "NET_AT": NET_AT,
    }
    names |= {"laid": laid if compiled else as_made, "__name__": __name__}
    own = {name: thing for name, thing in names.items() if is_step(thing)}
    own |= {"ask": charts.ask_chart, "note": keep_no_trace}
    own |= {
        one.__name__: one
        for one in (
            charts.granted,
            charts.switch_gain,
            charts.two_worth,
            lift,
            clear,
            told_result,
            pack,
            pack_drawn,
            pack_net,
            net_code,
            shuffle_on,
            dealt_round,
            deal_seated,
        )
    }
    compile_steps(own, names, compile_step if compiled else as_made)
    return {name: names[name] for name in own}


def as_made(thing: Any) -> Any:
    return thing


def compile_step(step: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled, and kept in a folder apart: dealing/round.py's own have the same names. Without
    reference counting: the driver keeps the arrays, and no step makes one."""
    folder = cache_folder("simulator")
    return machine_code(step, folder and folder / "seated", quick=True, _nrt=False)
