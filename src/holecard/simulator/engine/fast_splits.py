"""Split hands of the fast kernel, in a function of their own so that it keeps its registers."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.jit.intrinsics import bare, high_half
from holecard.simulator.engine import plan
from holecard.simulator.engine.offsets import (
    BATCH,
    BATCHES,
    BOOK,
    HAND_COUNTS,
    LAST,
    MORE_BIT,
    NODE,
    RANK,
    RANK_TO_PLACE,
    RANK_TO_ROW,
    ROW_BITS,
    SQUARE_BITS,
    STANDING,
    TOTAL,
    TWENTY_ONE,
    TWO_CARDS,
    U0,
    U1,
    U2,
    VALUE,
    VALUE_BIT,
    U,
)
from holecard.simulator.engine.random_stream import CURSOR, DRAWN, ENDS, LIMIT, WORD

NET_ZERO, TENTHS_ZERO, TENTHS_BIT = plan.NET_ZERO, plan.TENTHS_ZERO, plan.TENTHS_BIT
STREAK_BIT, RESULT_MASK = plan.STREAK_BIT, (1 << plan.STREAK_BIT) - 1
STREAK_MASK = (1 << plan.TENTHS_BIT - plan.STREAK_BIT) - 1
# Places on the desk, for what becomes of a seat that splits: its hands, their lowest total, whether
# one waits for the dealer, the first hand's total and cards, the net, wagers added, what the round
# counts; then a total and a double for each hand, and the cards held for hands to come.
HANDS, LOWEST, ALIVE, FIRST_TOTAL, FIRST_CARDS, NET, EXTRA, WON, TOTALS = range(ENDS, ENDS + 9)
DOUBLES = TOTALS + HANDS_A_SEAT
HELD = DOUBLES + HANDS_A_SEAT


@bare
def draw(shoe: Any, words: Any, desk: Any) -> Any:
    """The next card."""
    drawn = desk[DRAWN]
    if drawn == desk[LIMIT]:
        batch = drawn // BATCH * U2 + BATCHES
        while True:
            desk[WORD] = words[desk[CURSOR] & LAST]
            desk[CURSOR] += U1
            if desk[WORD] * desk[batch] >= desk[batch + U1]:
                break
        desk[LIMIT] += BATCH
    left = U(shoe.size) - drawn
    place = drawn + high_half(desk[WORD], left)
    card = U(shoe[place])
    shoe[place] = shoe[drawn]
    shoe[drawn] = card
    desk[WORD] *= left
    desk[DRAWN] = drawn + U1
    return card


@bare
def play_split(
    book: Any, splits: Any, shoe: Any, words: Any, desk: Any, sight: Any, base: Any, states: Any
) -> None:
    """The first hand, then each hand split off it, the newest first. The pair is in the shoe's
    places 0 and 2; `base` is where its acts start in `splits`."""
    kept = U(shoe[0])
    desk[HELD] = shoe[2]
    held, hand = 1, 0
    hands, lowest, alive = U2, TOTAL, U0
    while True:
        while True:  # a second card; a pair may be split again
            card = draw(shoe, words, desk)
            ranks = ((kept & RANK) << RANK_TO_ROW) | ((card & RANK) >> RANK_TO_PLACE)
            if not splits[((sight * HAND_COUNTS + hands) << SQUARE_BITS) | ranks]:
                break
            desk[HELD + held] = card
            held += 1
            hands += U1
        node = U(book[BOOK.start + ranks]) & NODE
        cards, doubled = U2, U0
        act = U(splits[base + node]) & TWO_CARDS
        while act:
            card = draw(shoe, words, desk)
            node = U(book[BOOK.after + (node << ROW_BITS) + ((card >> VALUE_BIT) & VALUE)])
            cards += U1
            doubled = act >> U1
            act = U0 if doubled else U(splits[base + node]) >> MORE_BIT
        total = U(book[states + node]) & TOTAL
        if hand == 0:
            desk[FIRST_TOTAL], desk[FIRST_CARDS] = total, cards
        desk[TOTALS + hand], desk[DOUBLES + hand] = total, doubled
        lowest = min(lowest, total)
        alive |= U(total <= TWENTY_ONE)
        if held == 0:
            break
        held -= 1
        hand += 1
        kept = desk[HELD + held]
    desk[HANDS], desk[LOWEST], desk[ALIVE] = hands, lowest, alive


@bare
def settle_split(book: Any, desk: Any, standing: Any) -> Any:
    """Net, added wagers and the round by its hands onto the desk; the first hand's result."""
    net, extra = NET_ZERO, -1
    won, lost = U0, U0
    first = U0
    for hand in range(np.int64(desk[HANDS])):
        doubled = int(desk[DOUBLES + hand])
        end = int(book[BOOK.result + desk[TOTALS + hand] * STANDING + standing])
        net += ((end >> TENTHS_BIT) - TENTHS_ZERO) * (1 + doubled)
        extra += 1 + doubled
        count = ((end >> STREAK_BIT) & STREAK_MASK) - 1
        won += U(count > 0)
        lost += U(count < 0)
        if hand == 0:
            first = U(end & RESULT_MASK)
    desk[NET], desk[EXTRA] = net, extra
    place = (desk[HANDS] * HAND_COUNTS + won) * HAND_COUNTS + lost
    desk[WON] = book[BOOK.outcome + place]
    return first
