"""The fast kernel: one seat, a fresh shoe every round, nothing but table lookups.

A second path beside the round procedure, locked to it round by round (tests/simulator). The shoe is
a permutation that lives on: drawing card k swaps it into place k, and any permutation is as good a
start as any other, so a fresh shoe costs nothing and the cards of a round lie at its front. All
numbers are unsigned 64-bit: signed ones would make every index a possible negative. What is done
for every card is written out: a call that takes arrays counts them in and out. Why it is so is in
docs/decisions/0004.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit.intrinsics import bare, high_half
from holecard.simulator.engine.fast_splits import (
    ALIVE,
    CARDS,
    EXTRA,
    HANDS,
    LOWEST,
    NET,
    TOTAL,
    WON,
    play_split,
    settle_split,
)
from holecard.simulator.engine.random_stream import BATCH, SPARE, WORDS, fill_words

U = np.uint64
U0, U1, U2, U3, U4, U5, U6, U7, U8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8))
U10, U12, U13, U15, U21, U31, U60, U63, U64 = (
    np.uint64(n) for n in (10, 12, 13, 15, 21, 31, 60, 63, 64)
)
HIGH_VALUE, NODE = np.uint64(0xF0), np.uint64(0x7FFF)
SPLIT, NATURAL, TWENTY = np.uint64(3), np.uint64(32), np.uint64(20)
LIMIT, FULL, LAST = np.uint64(BATCH), np.uint64(WORDS - SPARE), np.uint64(WORDS - 1)
NET_STEP, NET_ZERO, TENTHS_ZERO = np.uint64(8), np.uint64(90), np.uint64(40)
GIVEN_UP = np.uint64(7 | 0 << 3 | (40 - 5) << 5)  # a surrender: result, streak, half a wager lost
# Where the book's tables (plan.py), the desk's places (random_stream.py) and the record's fields
# start.
START, DEALER, DRAWS, NEEDED, UP, RESULT, AFTER = (
    np.uint64(n) for n in (256, 512, 1536, 1600, 1664, 1680, 3792)
)
CURSOR, BATCHES = 4, np.uint64(32)
(
    AT_SECOND, AT_UP, AT_HOLE, AT_NATURALS, AT_DEALER, AT_SUITED, AT_HANDS, AT_TOTAL, AT_CARDS,
    AT_RESULT, AT_OUTCOME, AT_GIVEN_UP, AT_LOWEST, AT_ALIVE, AT_NATURAL,
) = (np.uint64(n) for n in (6, 12, 18, 24, 26, 36, 37, 39, 44, 49, 52, 54, 55, 60, 61))  # fmt: skip
ONE_DEALER_CARD, ONE_CARD = np.uint64(1 << 31), np.uint64(1 << 44)
TWO_CARDS_EACH = np.uint64(2 << 31 | 2 << 44)
TOTAL_AND_LOWEST = np.uint64(1 << 39 | 1 << 55)


@bare
def deal_rounds(plan: Any, shoe: Any, words: Any, desk: Any, records: Any, nets: Any) -> None:
    """Play as many rounds as there is room in `records`, and count nets by code in `nets`."""
    book, opening, then, burn, splits = plan.book, plan.opening, plan.then, plan.burn, plan.splits
    n0, nodes, plane = plan.sizes[0], plan.sizes[1], plan.sizes[2]
    waits, house, paid, again = plan.sizes[3], plan.sizes[4], plan.sizes[5], plan.sizes[6]
    states = AFTER + (nodes << U4)
    product, reject = desk[BATCHES], desk[BATCHES + U1]
    at = desk[CURSOR]
    drawn = U0
    for row in range(records.size):
        if at > FULL:
            fill_words(desk, words)
            at = U0
        word = words[at]
        at += U1
        while word * product < reject:
            word = words[at & LAST]
            at += U1
        # R2: seat, dealer's up card, seat, hole card.
        place = high_half(word, n0)
        first = U(shoe[place])
        shoe[place] = shoe[U0]
        shoe[U0] = first
        word *= n0
        place = U1 + high_half(word, n0 - U1)
        up = U(shoe[place])
        shoe[place] = shoe[U1]
        shoe[U1] = up
        word *= n0 - U1
        place = U2 + high_half(word, n0 - U2)
        second = U(shoe[place])
        shoe[place] = shoe[U2]
        shoe[U2] = second
        word *= n0 - U2
        place = U3 + high_half(word, n0 - U3)
        hole = U(shoe[place])
        shoe[place] = shoe[U3]
        shoe[U3] = hole
        word *= n0 - U3
        drawn, limit = U4, LIMIT

        facing = U(book[((up >> U2) & HIGH_VALUE) | ((hole >> U6) & U15)])
        ranks = ((first & U60) << U2) | ((second & U60) >> U2)
        record = (
            (first & U63)
            | (second & U63) << AT_SECOND
            | (up & U63) << AT_UP
            | (hole & U63) << AT_HOLE
            | (facing >> U13) << AT_NATURALS
        ) + TWO_CARDS_EACH
        sight = (facing >> U6) & U63
        start = U(book[START + ranks])
        node = start & NODE
        dealer = U(book[DRAWS + (facing & U63)])
        suits = (up & hole) >> U10
        doubled = U0
        act = U(opening[(sight << U8) | ranks])
        if (start >> U15) | ((facing >> U12) & U1) | U(act >= SPLIT):
            natural, found = start >> U15, (facing >> U12) & U1
            total = U(book[states + node]) & U31
            lowest = total
            given_up, alive, settled, hands = U0, U0, U0, U1
            if not (natural | found):
                if act == SPLIT:
                    desk[4], desk[5], desk[6], desk[7] = at, word, drawn, limit
                    base = again + ((first >> U6) & U15) * plane + sight * nodes
                    play_split(book, splits, shoe, words, desk, sight, base, states)
                    at, word, drawn, limit = desk[4], desk[5], desk[6], desk[7]
                    hands, lowest, alive = desk[HANDS], desk[LOWEST], desk[ALIVE]
                    total = desk[TOTAL]
                    record += (desk[CARDS] - U2) * ONE_CARD
                else:
                    given_up = U1
                    settled = GIVEN_UP * (U(book[UP + ((up >> U6) & U15)]) & U1)
            elif not found:
                # A seat's blackjack: settled now, or when the dealer's hand is known.
                now = U(book[UP + ((up >> U6) & U15)]) >> U1
                settled = now * U(book[RESULT + NATURAL * U64 + TWENTY])
                alive = (U1 - now) * waits
            if not found and book[NEEDED + (alive << U5) + lowest]:
                while dealer & U64:
                    if drawn == limit:
                        spot = BATCHES + limit // U7 * U2
                        word = words[at & LAST]
                        at += U1
                        while word * desk[spot] < desk[spot + U1]:
                            word = words[at & LAST]
                            at += U1
                        limit += U7
                    left = n0 - drawn
                    place = drawn + high_half(word, left)
                    card = U(shoe[place])
                    shoe[place] = shoe[drawn]
                    shoe[drawn] = card
                    word *= left
                    drawn += U1
                    dealer = U(book[DEALER + ((dealer & U63) << U4) + ((card >> U6) & U15)])
                    suits &= card >> U10
                    record += ONE_DEALER_CARD
            dealer_natural = (facing >> U13) & U1
            standing = NATURAL if dealer_natural else dealer & U31
            end = U(book[RESULT + (NATURAL if natural else total) * U64 + standing])
            if settled:
                end = settled
            elif given_up and not dealer_natural:
                end = GIVEN_UP
            net = NET_ZERO + (end >> U5) - TENTHS_ZERO
            result = end & U31
            if hands > U1:
                result = settle_split(book, desk, standing)
                net, doubled = desk[NET], desk[EXTRA]
                result |= desk[WON] << U3
            record |= (
                (hands - U1) << AT_HANDS
                | given_up << AT_GIVEN_UP
                | natural << AT_NATURAL
                | alive << AT_ALIVE
                | total << AT_TOTAL
                | lowest << AT_LOWEST
                | result << AT_RESULT
            )
        else:
            zone = sight * nodes
            burned = U1 - paid
            while act:
                if drawn == limit:
                    spot = BATCHES + limit // U7 * U2
                    word = words[at & LAST]
                    at += U1
                    while word * desk[spot] < desk[spot + U1]:
                        word = words[at & LAST]
                        at += U1
                    limit += U7
                left = n0 - drawn
                place = drawn + high_half(word, left)
                card = U(shoe[place])
                shoe[place] = shoe[drawn]
                shoe[drawn] = card
                word *= left
                drawn += U1
                before = node
                node = U(book[AFTER + (node << U4) + ((card >> U6) & U15)])
                record += ONE_CARD
                doubled = act >> U1
                if not burned:
                    spot = doubled * plane + sight * nodes + before
                    if burn[(spot << U4) | ((card >> U6) & U15)]:
                        burned = U1
                        zone += ((card >> U6) & U15) * plane
                        if drawn == limit:
                            spot = BATCHES + limit // U7 * U2
                            word = words[at & LAST]
                            at += U1
                            while word * desk[spot] < desk[spot + U1]:
                                word = words[at & LAST]
                                at += U1
                            limit += U7
                        left = n0 - drawn
                        place = drawn + high_half(word, left)
                        card = U(shoe[place])
                        shoe[place] = shoe[drawn]
                        shoe[drawn] = card
                        word *= left
                        drawn += U1
                        node = U(book[AFTER + (before << U4) + ((card >> U6) & U15)])
                act = U0 if doubled else U(then[zone + node])
            total = U(book[states + node]) & U31
            alive = U(total <= U21) | house
            if book[NEEDED + (alive << U5) + total]:
                while dealer & U64:
                    if drawn == limit:
                        spot = BATCHES + limit // U7 * U2
                        word = words[at & LAST]
                        at += U1
                        while word * desk[spot] < desk[spot + U1]:
                            word = words[at & LAST]
                            at += U1
                        limit += U7
                    left = n0 - drawn
                    place = drawn + high_half(word, left)
                    card = U(shoe[place])
                    shoe[place] = shoe[drawn]
                    shoe[drawn] = card
                    word *= left
                    drawn += U1
                    dealer = U(book[DEALER + ((dealer & U63) << U4) + ((card >> U6) & U15)])
                    suits &= card >> U10
                    record += ONE_DEALER_CARD
            # Without a peek a blackjack may be waiting in the dealer's two cards.
            standing = NATURAL if (facing >> U13) & U1 else dealer & U31
            end = U(book[RESULT + total * U64 + standing])
            net = NET_ZERO + ((end >> U5) - TENTHS_ZERO) * (U1 + doubled)
            record |= total * TOTAL_AND_LOWEST | (end & U31) << AT_RESULT | alive << AT_ALIVE
        nets[net * NET_STEP + doubled] += 1
        records[row] = record | (dealer & U31) << AT_DEALER | U(suits != U0) << AT_SUITED
    desk[CURSOR] = at
    desk[6] = drawn
