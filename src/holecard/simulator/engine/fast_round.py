"""The fast kernel: one seat, a fresh shoe every round, nothing but table lookups.

A second path beside the round procedure, locked to it round by round
(tests/simulator/test_two_paths.py). The shoe is a permutation that lives on: drawing card k swaps
it into place k, and any permutation is as good a start as any other, so a fresh shoe costs nothing
and the cards of a round lie at its front. All numbers are unsigned 64-bit: signed ones would make
every index a possible negative. What is done for every card is written out: a call that takes
arrays counts them in and out. Why it is so is in docs/decisions/0004.
"""

from __future__ import annotations

from typing import Any

from holecard.jit.intrinsics import bare, high_half
from holecard.simulator.engine.fast_splits import (
    ALIVE,
    EXTRA,
    FIRST_CARDS,
    FIRST_TOTAL,
    HANDS,
    LOWEST,
    NET,
    WON,
    play_split,
    settle_split,
)
from holecard.simulator.engine.offsets import (
    AT,
    BATCH,
    BATCHES,
    BOOK,
    CARD,
    DRAWS,
    FOUND_BIT,
    FULL,
    LAST,
    NATURAL,
    NATURAL_BIT,
    NET_STEP,
    NET_ZERO,
    NODE,
    NOW_BIT,
    ONE_CARD,
    ONE_DEALER_CARD,
    RANK,
    RANK_TO_PLACE,
    RANK_TO_ROW,
    RECORDED,
    ROW_BITS,
    SIGHT,
    SIGHT_BIT,
    SPLITS,
    SQUARE_BITS,
    STANDING,
    START_NATURAL_BIT,
    STATE,
    STREAK_BIT,
    SUITS_BIT,
    TENTHS_BIT,
    TENTHS_ZERO,
    TOTAL,
    TOTAL_AND_LOWEST,
    TOTAL_BITS,
    TWENTY,
    TWENTY_ONE,
    TWO_CARDS_EACH,
    U0,
    U1,
    U2,
    U3,
    U4,
    VALUE,
    VALUE_BIT,
    VALUE_ROW,
    VALUE_TO_ROW,
    U,
)
from holecard.simulator.engine.random_stream import CURSOR, DRAWN, LIMIT, WORD, fill_words


@bare
def deal_rounds(plan: Any, shoe: Any, words: Any, desk: Any, records: Any, nets: Any) -> None:
    """Play as many rounds as there is room in `records`, and count nets by code in `nets`."""
    book, opening, then, burn, splits = plan.book, plan.opening, plan.then, plan.burn, plan.splits
    n0, nodes, plane, waits = plan.sizes.cards, plan.sizes.nodes, plan.sizes.plane, plan.sizes.waits
    house, paid, again = plan.sizes.house, plan.sizes.paid, plan.sizes.again
    states = BOOK.after + (nodes << ROW_BITS)
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
        drawn, limit = U4, BATCH

        spot = ((up >> VALUE_TO_ROW) & VALUE_ROW) | ((hole >> VALUE_BIT) & VALUE)
        facing = U(book[BOOK.facing + spot])
        ranks = ((first & RANK) << RANK_TO_ROW) | ((second & RANK) >> RANK_TO_PLACE)
        record = (
            (first & CARD) << AT.first
            | (second & CARD) << AT.second
            | (up & CARD) << AT.up
            | (hole & CARD) << AT.hole
            | (facing >> NATURAL_BIT) << AT.dealer_natural
        ) + TWO_CARDS_EACH
        sight = (facing >> SIGHT_BIT) & SIGHT
        start = U(book[BOOK.start + ranks])
        node = start & NODE
        dealer = U(book[BOOK.draws + (facing & STATE)])
        suits = (up & hole) >> SUITS_BIT
        doubled = U0
        act = U(opening[(sight << SQUARE_BITS) | ranks])
        if (start >> START_NATURAL_BIT) | ((facing >> FOUND_BIT) & U1) | U(act >= SPLITS):
            natural, found = start >> START_NATURAL_BIT, (facing >> FOUND_BIT) & U1
            total = U(book[states + node]) & TOTAL
            lowest = total
            given_up, alive, settled, hands = U0, U0, U0, U1
            if not (natural | found):
                if act == SPLITS:
                    desk[CURSOR], desk[WORD], desk[DRAWN], desk[LIMIT] = at, word, drawn, limit
                    base = again + ((first >> VALUE_BIT) & VALUE) * plane + sight * nodes
                    play_split(book, splits, shoe, words, desk, sight, base, states)
                    at, word, drawn, limit = desk[CURSOR], desk[WORD], desk[DRAWN], desk[LIMIT]
                    hands, lowest, alive = desk[HANDS], desk[LOWEST], desk[ALIVE]
                    total = desk[FIRST_TOTAL]
                    record += (desk[FIRST_CARDS] - U2) * ONE_CARD
                else:
                    given_up = U1
                    settled = plan.sizes.given_up * (
                        U(book[BOOK.up + ((up >> VALUE_BIT) & VALUE)]) & U1
                    )
            elif not found:
                # A seat's blackjack: settled now, or when the dealer's hand is known.
                now = U(book[BOOK.up + ((up >> VALUE_BIT) & VALUE)]) >> NOW_BIT
                settled = now * U(book[BOOK.result + NATURAL * STANDING + TWENTY])
                alive = (U1 - now) * waits
            if not found and book[BOOK.needed + (alive << TOTAL_BITS) + lowest]:
                while dealer & DRAWS:
                    if drawn == limit:
                        spot = BATCHES + limit // BATCH * U2
                        word = words[at & LAST]
                        at += U1
                        while word * desk[spot] < desk[spot + U1]:
                            word = words[at & LAST]
                            at += U1
                        limit += BATCH
                    left = n0 - drawn
                    place = drawn + high_half(word, left)
                    card = U(shoe[place])
                    shoe[place] = shoe[drawn]
                    shoe[drawn] = card
                    word *= left
                    drawn += U1
                    spot = ((dealer & STATE) << ROW_BITS) + ((card >> VALUE_BIT) & VALUE)
                    dealer = U(book[BOOK.dealer + spot])
                    suits &= card >> SUITS_BIT
                    record += ONE_DEALER_CARD
            dealer_natural = (facing >> NATURAL_BIT) & U1
            standing = NATURAL if dealer_natural else dealer & TOTAL
            own = NATURAL if natural else total
            end = U(book[BOOK.result + own * STANDING + standing])
            if settled:
                end = settled
            elif given_up and not dealer_natural:
                end = plan.sizes.given_up
            net = NET_ZERO + (end >> TENTHS_BIT) - TENTHS_ZERO
            result = end & RECORDED
            if hands > U1:
                result = settle_split(book, desk, standing)
                net, doubled = desk[NET], desk[EXTRA]
                result |= desk[WON] << STREAK_BIT
            record |= (
                (hands - U1) << AT.more_hands
                | given_up << AT.surrendered
                | natural << AT.natural
                | alive << AT.alive
                | total << AT.hand_total
                | lowest << AT.lowest
                | result << AT.hand_result
            )
        else:
            zone = sight * nodes
            burned = U1 - paid
            while act:
                if drawn == limit:
                    spot = BATCHES + limit // BATCH * U2
                    word = words[at & LAST]
                    at += U1
                    while word * desk[spot] < desk[spot + U1]:
                        word = words[at & LAST]
                        at += U1
                    limit += BATCH
                left = n0 - drawn
                place = drawn + high_half(word, left)
                card = U(shoe[place])
                shoe[place] = shoe[drawn]
                shoe[drawn] = card
                word *= left
                drawn += U1
                before = node
                node = U(book[BOOK.after + (node << ROW_BITS) + ((card >> VALUE_BIT) & VALUE)])
                record += ONE_CARD
                doubled = act >> U1
                if not burned:
                    spot = doubled * plane + sight * nodes + before
                    if burn[(spot << ROW_BITS) | ((card >> VALUE_BIT) & VALUE)]:
                        burned = U1
                        zone += ((card >> VALUE_BIT) & VALUE) * plane
                        if drawn == limit:
                            spot = BATCHES + limit // BATCH * U2
                            word = words[at & LAST]
                            at += U1
                            while word * desk[spot] < desk[spot + U1]:
                                word = words[at & LAST]
                                at += U1
                            limit += BATCH
                        left = n0 - drawn
                        place = drawn + high_half(word, left)
                        card = U(shoe[place])
                        shoe[place] = shoe[drawn]
                        shoe[drawn] = card
                        word *= left
                        drawn += U1
                        spot = (before << ROW_BITS) + ((card >> VALUE_BIT) & VALUE)
                        node = U(book[BOOK.after + spot])
                act = U0 if doubled else U(then[zone + node])
            total = U(book[states + node]) & TOTAL
            alive = U(total <= TWENTY_ONE) | house
            if book[BOOK.needed + (alive << TOTAL_BITS) + total]:
                while dealer & DRAWS:
                    if drawn == limit:
                        spot = BATCHES + limit // BATCH * U2
                        word = words[at & LAST]
                        at += U1
                        while word * desk[spot] < desk[spot + U1]:
                            word = words[at & LAST]
                            at += U1
                        limit += BATCH
                    left = n0 - drawn
                    place = drawn + high_half(word, left)
                    card = U(shoe[place])
                    shoe[place] = shoe[drawn]
                    shoe[drawn] = card
                    word *= left
                    drawn += U1
                    spot = ((dealer & STATE) << ROW_BITS) + ((card >> VALUE_BIT) & VALUE)
                    dealer = U(book[BOOK.dealer + spot])
                    suits &= card >> SUITS_BIT
                    record += ONE_DEALER_CARD
            # Without a peek a blackjack may be waiting in the dealer's two cards.
            standing = NATURAL if (facing >> NATURAL_BIT) & U1 else dealer & TOTAL
            end = U(book[BOOK.result + total * STANDING + standing])
            net = NET_ZERO + ((end >> TENTHS_BIT) - TENTHS_ZERO) * (U1 + doubled)
            record |= total * TOTAL_AND_LOWEST | alive << AT.alive
            record |= (end & RECORDED) << AT.hand_result
        nets[net * NET_STEP + doubled] += 1
        record |= (dealer & TOTAL) << AT.dealer_total
        records[row] = record | U(suits != U0) << AT.dealer_suited
    desk[CURSOR] = at
    desk[DRAWN] = drawn
