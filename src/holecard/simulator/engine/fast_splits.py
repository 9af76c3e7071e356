"""Split hands of the fast kernel, in a function of their own so that it keeps its registers."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit.intrinsics import bare, high_half

U = np.uint64
U0, U1, U2, U3, U4, U5, U6, U7, U8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8))
U15, U21, U31, U63, U64, LAST = (np.uint64(n) for n in (15, 21, 31, 63, 64, 1023))
START, RESULT, AFTER = np.uint64(256), np.uint64(1680), np.uint64(3792)  # of the book (plan.py)
NET_ZERO, TENTHS_ZERO = 90, 40
# Places on the desk: the cursor, and what becomes of a seat that splits: its hands, their lowest
# total, whether one waits for the dealer, the first hand's total and cards, the net, wagers added,
# won over lost; then a total and a double for each hand, and the cards held for hands to come.
AT, WORD, DRAWN, LIMIT = range(4, 8)
HANDS, LOWEST, ALIVE, TOTAL, CARDS, NET, EXTRA, WON = range(8, 16)
TOTALS, DOUBLES, HELD, BATCHES = 16, 20, 24, 32


@bare
def draw(shoe: Any, words: Any, desk: Any) -> Any:
    """The next card."""
    drawn = desk[DRAWN]
    if drawn == desk[LIMIT]:
        batch = drawn // U7 * U2 + U(BATCHES)
        while True:
            desk[WORD] = words[desk[AT] & LAST]
            desk[AT] += U1
            if desk[WORD] * desk[batch] >= desk[batch + U1]:
                break
        desk[LIMIT] += U7
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
    hands, lowest, alive = U2, U31, U0
    while True:
        while True:  # a second card; a pair may be split again
            card = draw(shoe, words, desk)
            ranks = (((kept & U63) >> U2) << U4) | ((card & U63) >> U2)
            if not splits[((sight * U5 + hands) << U8) | ranks]:
                break
            desk[HELD + held] = card
            held += 1
            hands += U1
        node = U(book[START + ranks]) & U(0x7FFF)
        cards, doubled = U2, U0
        act = U(splits[base + node]) & U15
        while act:
            card = draw(shoe, words, desk)
            node = U(book[AFTER + (node << U4) + ((card >> U6) & U15)])
            cards += U1
            doubled = act >> U1
            act = U0 if doubled else U(splits[base + node]) >> U4
        total = U(book[states + node]) & U31
        if hand == 0:
            desk[TOTAL], desk[CARDS] = total, cards
        desk[TOTALS + hand], desk[DOUBLES + hand] = total, doubled
        lowest = min(lowest, total)
        alive |= U(total <= U21)
        if held == 0:
            break
        held -= 1
        hand += 1
        kept = desk[HELD + held]
    desk[HANDS], desk[LOWEST], desk[ALIVE] = hands, lowest, alive


@bare
def settle_split(book: Any, desk: Any, standing: Any) -> Any:
    """Net, added wagers and hands won over lost onto the desk; the first hand's result."""
    net, extra, won = NET_ZERO, -1, 0
    first = U0
    for hand in range(np.int64(desk[HANDS])):
        doubled = int(desk[DOUBLES + hand])
        end = int(book[RESULT + desk[TOTALS + hand] * U64 + standing])
        net += ((end >> 5) - TENTHS_ZERO) * (1 + doubled)
        extra += 1 + doubled
        won += ((end >> 3) & 3) - 1
        if hand == 0:
            first = U(end & 7)
    desk[NET], desk[EXTRA] = net, extra
    desk[WON] = 1 + int(won > 0) - int(won < 0)
    return first
