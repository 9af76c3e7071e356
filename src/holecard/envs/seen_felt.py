"""What the asked seat sees of a felt that was dealt, as numbers: seen.py's `seen_row` once more,
from the felt's own rows, for tables that are stepped in machine code (stepping.py).
"""

from __future__ import annotations

from typing import Any

from holecard.dealing.felt import (
    ASK_HAND,
    ASK_SEAT,
    BURNED,
    CARDS,
    COUNT,
    DOUBLED,
    FREE,
    FROM_SPLIT,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    HELD,
    HELD_CARDS,
    INSURED,
    NO_CARD,
    PAID,
    RAISED,
    SEAT_ROW,
    STATE,
)
from holecard.dealing.tables import TOTALS
from holecard.envs.one_felt import DEALER_HIDES, TWO_HANDS
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    COUNTED,
    SEE_BESIDE,
    SEE_BESIDE_NEWEST,
    SEE_BURNED,
    SEE_DEALER,
    SEE_DOUBLED,
    SEE_FREE,
    SEE_HAND,
    SEE_HAND_NUMBER,
    SEE_HANDS,
    SEE_INSURED,
    SEE_MAY,
    SEE_NEWEST,
    SEE_OPEN,
    SEE_PAID,
    SEE_PHASE,
    SEE_RAISED,
    SEE_SEAT,
    SEE_SEEN,
    SEE_SOFT,
    SEE_SPLIT,
    SEE_SUITS,
    SEE_TOTAL,
    WIDE,
    may_bits,
    phase_asked,
)
from holecard.hand import SOFT


def see(felt: Any, table: Any, rows: Any, start: int) -> None:
    """What the asked seat sees of the felt just dealt: seen.py's `seen_row`, from the felt's own
    rows. The hole card is read only where the round is over or both of the dealer's cards are up.
    """
    over = table.legal == 0
    for place in range(SEE_SEEN):
        rows[start + place] = 0
    for worth in range(COUNTED):
        rows[start + SEE_SEEN + worth] = table.past[worth]
    seat = 0 if over else felt.at[ASK_SEAT]
    hand = 0 if over else felt.at[ASK_HAND]
    rows[start + SEE_PHASE] = phase_asked(table.legal)
    may = may_bits(table.legal)
    for action in range(ACTIONS_KNOWN):
        rows[start + SEE_MAY + action] = may >> action & 1
    rows[start + SEE_SEAT] = seat + 1
    rows[start + SEE_HAND_NUMBER] = hand
    see_hand(felt, (seat * HANDS_A_SEAT + hand) * HAND_ROW, rows, start)
    row = seat * SEAT_ROW
    rows[start + SEE_HANDS] = felt.seats[row + HANDS]
    rows[start + SEE_RAISED] = felt.seats[row + RAISED]
    rows[start + SEE_INSURED] = felt.seats[row + INSURED]
    rows[start + SEE_PAID] = felt.seats[row + PAID]
    if felt.seats[row + BURNED] != NO_CARD:
        rows[start + SEE_BURNED] = felt.tables.value[felt.seats[row + BURNED]]
    if felt.ready[TWO_HANDS]:
        see_beside(felt, (seat ^ 1) * HANDS_A_SEAT * HAND_ROW, rows, start)
    see_dealer(felt, over, rows, start)
    for other in range(len(felt.seats) // SEAT_ROW):
        see_seat(felt, other, hand if other == seat else -1, rows, start)


def see_hand(felt: Any, at: int, rows: Any, start: int) -> None:
    """The hand in play."""
    for place in range(felt.hands[at + COUNT]):
        card = felt.hands[at + CARDS + place]
        rows[start + SEE_HAND + felt.tables.value[card] - 1] += 1
        rows[start + SEE_SUITS + (card & 3)] += 1
        rows[start + SEE_NEWEST] = felt.tables.value[card]
        see_card(felt, card, rows, start)
    rows[start + SEE_TOTAL] = felt.hands[at + STATE] % TOTALS
    rows[start + SEE_SOFT] = int(felt.hands[at + STATE] >= SOFT)
    if felt.hands[at + FROM_SPLIT]:
        rows[start + SEE_SPLIT] = felt.tables.value[felt.hands[at + CARDS]]
    rows[start + SEE_FREE] = felt.hands[at + FREE]
    rows[start + SEE_DOUBLED] = felt.hands[at + DOUBLED]


def see_beside(felt: Any, at: int, rows: Any, start: int) -> None:
    """The first hand of the seat that is played as one with the asked one."""
    for place in range(SEE_BESIDE, WIDE):
        rows[start + place] = 0
    for place in range(felt.hands[at + COUNT]):
        worth = felt.tables.value[felt.hands[at + CARDS + place]]
        rows[start + SEE_BESIDE + worth - 1] += 1
        rows[start + SEE_BESIDE_NEWEST] = worth


def see_dealer(felt: Any, over: bool, rows: Any, start: int) -> None:
    """The dealer's cards as far as they lie open."""
    dealer = len(felt.seats) // SEAT_ROW * HANDS_A_SEAT * HAND_ROW
    shown = felt.hands[dealer + COUNT]
    if not over and felt.ready[DEALER_HIDES] and shown > 1:
        shown = 1
    for place in range(shown):
        card = felt.hands[dealer + CARDS + place]
        if place < 2:
            rows[start + SEE_DEALER + place] = felt.tables.value[card]
        see_card(felt, card, rows, start)


def see_seat(felt: Any, seat: int, own: int, rows: Any, start: int) -> None:
    """A seat's cards but those of the hand in play, if that is its."""
    row = seat * SEAT_ROW
    if felt.seats[row + BURNED] != NO_CARD:
        see_card(felt, felt.seats[row + BURNED], rows, start)
    if own != 0 or felt.seats[row + HANDS] > 1:
        for hand in range(felt.seats[row + HANDS]):
            at = (seat * HANDS_A_SEAT + hand) * HAND_ROW
            for place in range(felt.hands[at + COUNT] if hand != own else 0):
                see_card(felt, felt.hands[at + CARDS + place], rows, start)
        for place in range(felt.seats[row + HELD]):
            see_card(felt, felt.seats[row + HELD_CARDS + place], rows, start)


def see_card(felt: Any, card: int, rows: Any, start: int) -> None:
    """An open card, counted among those of this round and of the shoe: each as it comes, since a
    row read again as a whole right after single numbers of it were written makes the machine
    wait."""
    worth = felt.tables.value[card]
    rows[start + SEE_OPEN + worth - 1] += 1
    rows[start + SEE_SEEN + worth - 1] += 1
