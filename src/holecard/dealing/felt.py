"""What lies on the table during a round, as flat rows of ints the round procedure reads and writes.

Rows of `hands` are the seats' hands (four a seat) and, last, the dealer's; rows of `seats` hold
what belongs to a seat. Together they are the round's record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holecard.dealing.tables import Tables

HANDS_A_SEAT = 4
SEATS = 7

# A row of `hands`. Twenty-four cards are enough: ten aces, a 2 and nine more aces make 21.
STATE, COUNT, RESULT, DOUBLED, FROM_SPLIT, SPLIT_ACES, GIVEN_UP, FREE, CARDS = range(9)
FREE_DOUBLE, FREE_SPLIT = 1, 2  # bits of FREE: what lies on the hand is the house's
HAND_ROW = CARDS + 24

# A row of `seats`. The first four are given, the rest the round writes.
(
    BACKS,  # OWN or DEALER
    PAID,  # the Burnout payment was made
    PLACED,  # a bit for every wager on the seat's spots
    BUTTON,  # wins in a row before the round
    FIRST,  # starting cards
    SECOND,
    NATURAL_HAND,  # they are a blackjack
    INSURED,  # 1 insured, 2 even money
    HANDS,  # hands the seat has, the ones still to be played included
    HELD,  # split cards waiting to become hands: how many, then the cards
    HELD_CARDS,
) = range(11)
BURNED = HELD_CARDS + HANDS_A_SEAT - 1
(
    ALIVE,  # the main wager waits for the dealer's drawn hand
    LOWEST,  # the lowest total among the seat's hands
    OUTCOME,  # the round by its hands: won 1, pushed 0, lost -1
    RAISED,  # the wager was doubled before the seat's cards came
    NEXT,  # the card after the seat's first two, and one; 0 for none
) = range(BURNED + 1, BURNED + 6)
SEAT_ROW = BURNED + 6
DEALS_NEXT = 1 << 60  # of PLACED: a seat that takes no card is dealt one for a bet
GIVEN = 4
NO_CARD = -1

# `at`: how far the round has come, and what it waits for.
CARD, ASKED, EVENTS, DRY, PEEKED, DEALER_DONE, ASK_SEAT, ASK_HAND, ASK_LEGAL = range(9)
AT_ROW = 9

# A row of `trace`: kind, seat, hand, card, detail.
TRACE_ROW = 5
TRACE_ROWS = 700
(
    DEAL,  # a first or second card
    DEAL_UP,
    DEAL_HOLE,
    CHOICE,  # detail: the action
    DRAW,  # a card by hit or double
    FILL,  # a split hand's second card
    SPLIT_OFF,
    BURN_CARD,
    REPLACE,
    HOUSE_DRAW,  # a card to a hand the house plays
    PEEK,  # detail: 1 for a blackjack
    OFFER,
    TURN,  # the hole card
    DEALER_DRAW,
    SETTLE,  # detail: the result
    STAGE,  # detail: the stage this seat has reached
    CALLED_OFF,
    DEAL_NEXT,  # a card for a bet, of no hand
) = range(18)

# The stages at which a wager can be settled.
DEALT, LOOKED, ACTED, ENDED = range(4)
STAGE_NAMES = ("dealt", "looked", "acted", "ended")

INSURED_HALF, INSURED_EVEN = 1, 2


class Felt(NamedTuple):
    tables: Tables
    seats: Sequence[int]
    hands: Sequence[int]
    shoe: Sequence[int]
    script: Sequence[int]
    at: Sequence[int]
    trace: Sequence[int]


def lay_felt(
    tables: Tables,
    seats: Sequence[tuple[int, int, int, int]],
    shoe: Sequence[int],
    script: Sequence[int],
) -> Felt:
    """A felt before the deal: each seat as (backs, paid, placed, button)."""
    rows: list[int] = []
    for given in seats:
        row = [*given] + [0] * (SEAT_ROW - GIVEN)
        row[BURNED] = NO_CARD
        rows += row
    return Felt(
        tables=tables,
        seats=rows,
        hands=[0] * (HAND_ROW * (HANDS_A_SEAT * len(seats) + 1)),
        shoe=shoe,
        script=script,
        at=[0] * AT_ROW,
        trace=[0] * (TRACE_ROW * TRACE_ROWS),
    )


def hand_cards(felt: Felt, slot: int) -> tuple[int, ...]:
    start = slot * HAND_ROW + CARDS
    return tuple(felt.hands[start : start + felt.hands[slot * HAND_ROW + COUNT]])


def seat_slot(seat: int, hand: int) -> int:
    return seat * HANDS_A_SEAT + hand


def dealer_slot(felt: Felt) -> int:
    return len(felt.seats) // SEAT_ROW * HANDS_A_SEAT


def events(felt: Felt) -> list[tuple[int, int, int, int, int]]:
    """The trace as rows: kind, seat, hand, card, detail."""
    trace = felt.trace
    rows = range(0, felt.at[EVENTS] * TRACE_ROW, TRACE_ROW)
    return [(trace[i], trace[i + 1], trace[i + 2], trace[i + 3], trace[i + 4]) for i in rows]


def has_happened(felt: Felt, kind: int) -> bool:
    """Whether the trace has an event of that kind."""
    return kind in felt.trace[: felt.at[EVENTS] * TRACE_ROW : TRACE_ROW]
