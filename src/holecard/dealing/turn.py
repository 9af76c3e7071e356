"""A seat's turn: its hands from the first two cards until they stand, bust or are split on.

Part of the round procedure (round.py): plain ints and flat rows, so that it compiles.
"""

from __future__ import annotations

from typing import Any

from holecard.dealing.actions import BURN, DOUBLE, KEEP, SPLIT, STAND
from holecard.dealing.actions import SURRENDER as GIVE_UP
from holecard.dealing.answers import MOST_COUNTED, TAKES_ORIGINAL
from holecard.dealing.felt import (
    ACTED,
    ALIVE,
    BACKS,
    BURN_CARD,
    BURNED,
    CARDS,
    COUNT,
    DOUBLED,
    DRAW,
    FILL,
    FREE,
    FREE_DOUBLE,
    FREE_SPLIT,
    FROM_SPLIT,
    GIVEN_UP,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    HELD,
    HELD_CARDS,
    HOUSE_DRAW,
    INSURED,
    INSURED_EVEN,
    LOWEST,
    NATURAL_HAND,
    NO_CARD,
    PAID,
    REPLACE,
    RESULT,
    SEAT_ROW,
    SPLIT_ACES,
    SPLIT_OFF,
    STAGE,
    STATE,
)
from holecard.dealing.moves import (
    ask,
    busted,
    draw,
    give,
    hand_total,
    is_certain,
    keep_next,
    note,
    pay_row,
    settle_hand,
    up_value,
)
from holecard.dealing.own_tables import (
    AFTER_DOUBLE,
    AGAINST,
    ENDS,
    SPECIAL,
    TAKES_PART,
)
from holecard.dealing.own_tables import FREE as FREE_STAKES
from holecard.dealing.settle import (
    DEALER,
    LOSE,
    OPEN,
    SURRENDER,
)
from holecard.dealing.tables import (
    ACES_DRAWN,
    ACES_TWO,
    DRAWN,
    FIRST_TWO,
    RANKS,
    SPLIT_TWO,
)
from holecard.hand import STATES, TOP

ACE = 1


def act(felt: Any, seat: int) -> bool:
    """A seat's turn; true when it has yet to decide."""
    row = seat * SEAT_ROW
    early = felt.hands[seat * HANDS_A_SEAT * HAND_ROW + GIVEN_UP]
    if not felt.seats[row + NATURAL_HAND] and not early:
        if felt.seats[row + BACKS] == DEALER:
            house_plays(felt, seat)
        elif play_hands(felt, seat):
            return True
    felt.seats[row + LOWEST] = lowest_total(felt, seat)
    felt.seats[row + ALIVE] = int(needs_dealer(felt, seat))
    note(felt, STAGE, seat, 0, NO_CARD, ACTED)
    return False


def house_plays(felt: Any, seat: int) -> None:
    """The hand of a seat that backs the dealer draws exactly as the dealer does (B2)."""
    slot = seat * HANDS_A_SEAT
    while felt.tables.draws[felt.hands[slot * HAND_ROW + STATE]]:
        card = draw(felt)
        give(felt, slot, card)
        keep_next(felt, seat, card)
        note(felt, HOUSE_DRAW, seat, 0, card, 0)


def play_hands(felt: Any, seat: int) -> bool:
    """The seat's hand, then each hand split off it, the newest first; true when waiting."""
    row = seat * SEAT_ROW
    hand = 0
    while True:
        if play_hand(felt, seat, hand):
            return True
        if felt.tables.asks[SPECIAL]:
            settle_sure(felt, seat, hand)
        if felt.seats[row + HELD] == 0:
            return False
        hand += 1
        take_up_held(felt, seat, hand)


def settle_sure(felt: Any, seat: int, hand: int) -> None:
    """A finished hand that comes to the same whatever the dealer draws is paid at once, where the
    game settles hands by more than their totals: a Charlie, a 21 that always wins."""
    slot = seat * HANDS_A_SEAT + hand
    open_hand = felt.hands[slot * HAND_ROW + RESULT] == OPEN
    gone = felt.hands[slot * HAND_ROW + GIVEN_UP] or busted(felt, seat, hand)
    if open_hand and not gone:
        certain = int(is_certain(felt, len(felt.seats) // SEAT_ROW))
        result = int(felt.tables.sure[pay_row(felt, slot) * 2 + certain])
        if result != OPEN:
            settle_hand(felt, seat, hand, result)


def take_up_held(felt: Any, seat: int, hand: int) -> None:
    """Put the split card laid aside last before the seat as its next hand, with a second card."""
    row = seat * SEAT_ROW
    felt.seats[row + HELD] -= 1
    card = felt.seats[row + HELD_CARDS + felt.seats[row + HELD]]
    slot = seat * HANDS_A_SEAT + hand
    give(felt, slot, card)
    felt.hands[slot * HAND_ROW + FROM_SPLIT] = 1
    felt.hands[slot * HAND_ROW + SPLIT_ACES] = int(felt.tables.value[card] == ACE)
    if felt.tables.asks[FREE_STAKES] and felt.tables.free_split[felt.tables.value[card]]:
        felt.hands[slot * HAND_ROW + FREE] = FREE_SPLIT
    fill(felt, seat, hand)


def fill(felt: Any, seat: int, hand: int) -> None:
    card = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, card)
    keep_next(felt, seat, card)
    note(felt, FILL, seat, hand, card, 0)


def play_hand(felt: Any, seat: int, hand: int) -> bool:
    """One hand until it stands, busts or may not act; true when waiting."""
    while True:
        legal = legal_actions(felt, seat, hand)
        if legal == 0 or legal == 1 << STAND:
            return False
        action = ask(felt, seat, hand, legal)
        if action < 0:
            return True
        if action == STAND:
            return False
        if action == GIVE_UP:
            surrender(felt, seat, hand)
            return False
        if action == SPLIT:
            split(felt, seat, hand)
        elif take_card(felt, seat, hand, action):
            return True
        elif busted(felt, seat, hand) or (action == DOUBLE and not felt.tables.asks[AFTER_DOUBLE]):
            return False


def surrender(felt: Any, seat: int, hand: int) -> None:
    """Late surrender (R12): half the wager is taken at once, unless a dealer blackjack, not looked
    for, may still take it all."""
    felt.hands[(seat * HANDS_A_SEAT + hand) * HAND_ROW + GIVEN_UP] = 1
    if is_certain(felt, len(felt.seats) // SEAT_ROW):
        settle_hand(felt, seat, hand, SURRENDER)


def legal_actions(felt: Any, seat: int, hand: int) -> int:
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    if felt.hands[row + DOUBLED]:
        times = felt.hands[row + DOUBLED]
        return int(felt.tables.after_double[times * STATES + felt.hands[row + STATE]])
    if felt.tables.asks[ENDS]:
        cards = min(felt.hands[row + COUNT], MOST_COUNTED)
        if felt.tables.ends[cards * STATES + felt.hands[row + STATE]]:
            return 0
    phase = phase_of(felt, row)
    two = felt.hands[row + COUNT] == 2
    legal = int(felt.tables.legal[phase * STATES + felt.hands[row + STATE]])
    if felt.tables.asks[AGAINST]:
        up = up_value(felt, len(felt.seats) // SEAT_ROW)
        legal &= ~((1 - int(felt.tables.against[up])) << GIVE_UP)
    if two:
        one, other = felt.hands[row + CARDS], felt.hands[row + CARDS + 1]
        hands = felt.seats[seat * SEAT_ROW + HANDS]
        if (
            felt.tables.pair[one // 4 * RANKS + other // 4]
            and felt.tables.may_split[felt.tables.value[one] * 5 + hands]
        ):
            legal |= 1 << SPLIT
    return legal


def phase_of(felt: Any, row: int) -> int:
    """Where a hand stands in its life, for what it may do."""
    two = felt.hands[row + COUNT] == 2
    if felt.hands[row + SPLIT_ACES]:
        phase = ACES_TWO if two else ACES_DRAWN
    elif felt.hands[row + FROM_SPLIT]:
        phase = SPLIT_TWO if two else DRAWN
    else:
        phase = FIRST_TWO if two else DRAWN
    return phase


def split(felt: Any, seat: int, hand: int) -> None:
    """Lay the second card aside as a hand to come and deal a new second card."""
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    own = seat * SEAT_ROW
    one, other = felt.hands[row + CARDS], felt.hands[row + CARDS + 1]
    felt.seats[own + HELD_CARDS + felt.seats[own + HELD]] = other
    felt.seats[own + HELD] += 1
    felt.seats[own + HANDS] += 1
    felt.hands[row + COUNT] = 0
    felt.hands[row + STATE] = 0
    give(felt, seat * HANDS_A_SEAT + hand, one)
    felt.hands[row + FROM_SPLIT] = 1
    felt.hands[row + SPLIT_ACES] = int(felt.tables.value[one] == ACE)
    note(felt, SPLIT_OFF, seat, hand, other, 0)
    fill(felt, seat, hand)


def take_card(felt: Any, seat: int, hand: int, action: int) -> bool:
    """A card by hit or double, and the burn if it may be burned; true when waiting.

    Blackjack Burnout: once a round, with the payment made and no split, the card just received may
    be discarded for the next one, which stays (U2, U3)."""
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    own = seat * SEAT_ROW
    before = felt.hands[row + STATE]
    if action == DOUBLE:
        if felt.tables.asks[FREE_STAKES] and not felt.hands[row + DOUBLED]:
            at = phase_of(felt, row) * STATES + before
            felt.hands[row + FREE] |= int(felt.tables.free_double[at]) * FREE_DOUBLE
        felt.hands[row + DOUBLED] += 1
    card = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, card)
    keep_next(felt, seat, card)
    note(felt, DRAW, seat, hand, card, action)
    if (
        felt.seats[own + PAID]
        and felt.seats[own + HANDS] == 1
        and felt.seats[own + BURNED] == NO_CARD
        and felt.tables.burnable[felt.hands[row + STATE]]
    ):
        choice = ask(felt, seat, hand, 1 << BURN | 1 << KEEP)
        if choice < 0:
            return True
        if choice == BURN:
            burn(felt, seat, hand, card, before)
    if busted(felt, seat, hand) and not may_come_back(felt):
        settle_hand(felt, seat, hand, LOSE)
    return False


def may_come_back(felt: Any) -> bool:
    """Whether a busted bet lies until the dealer's hand is known: a dealer blackjack that takes one
    bet gives back all the others."""
    only_one = felt.tables.asks[TAKES_PART] == TAKES_ORIGINAL
    return bool(only_one and not is_certain(felt, len(felt.seats) // SEAT_ROW))


def burn(felt: Any, seat: int, hand: int, card: int, before: int) -> None:
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    felt.seats[seat * SEAT_ROW + BURNED] = card
    felt.hands[row + COUNT] -= 1
    felt.hands[row + STATE] = before
    note(felt, BURN_CARD, seat, hand, card, 0)
    fresh = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, fresh)
    note(felt, REPLACE, seat, hand, fresh, 0)


def lowest_total(felt: Any, seat: int) -> int:
    lowest = TOP
    for hand in range(felt.seats[seat * SEAT_ROW + HANDS]):
        lowest = min(lowest, hand_total(felt, seat * HANDS_A_SEAT + hand))
    return lowest


def needs_dealer(felt: Any, seat: int) -> bool:
    """Whether the seat's main wager waits for the dealer's drawn hand (R5)."""
    row = seat * SEAT_ROW
    if felt.seats[row + INSURED] == INSURED_EVEN:
        return False
    if felt.seats[row + NATURAL_HAND]:
        open_hand = felt.hands[seat * HANDS_A_SEAT * HAND_ROW + RESULT] == OPEN
        return bool(open_hand and felt.tables.natural_waits[felt.seats[row + BACKS]])
    for hand in range(felt.seats[row + HANDS]):
        at = (seat * HANDS_A_SEAT + hand) * HAND_ROW
        lies = felt.tables.asks[TAKES_PART] and busted(felt, seat, hand)
        gone = felt.hands[at + GIVEN_UP] or lies
        if felt.hands[at + RESULT] == OPEN and not gone:
            return True
    return False
