"""A round, in the order the dealer does it.

One procedure for every game: a total, deterministic function of the tabulated rules, the seats'
wagers, the order of the cards and the decisions. When it needs a decision that is not there yet it
returns WAITING and `felt.at` says who is asked for what; running it again from the start with one
more decision goes on. It knows no rule: every question is looked up in `felt.tables`. It is plain
Python that also compiles (see compiled.py), so it keeps to ints, loops and flat rows.
"""

from __future__ import annotations

from typing import Any

from holecard.actions import BURN, DECLINE, DOUBLE, EVEN_MONEY, INSURE, KEEP, SPLIT, STAND
from holecard.actions import SURRENDER as GIVE_UP
from holecard.felt import (
    ACTED,
    ALIVE,
    ASK_HAND,
    ASK_LEGAL,
    ASK_SEAT,
    ASKED,
    BACKS,
    BURN_CARD,
    BURNED,
    CALLED_OFF,
    CARD,
    CARDS,
    CHOICE,
    COUNT,
    DEAL,
    DEAL_HOLE,
    DEAL_UP,
    DEALER_DONE,
    DEALER_DRAW,
    DEALT,
    DOUBLED,
    DRAW,
    DRY,
    ENDED,
    EVENTS,
    FILL,
    FIRST,
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
    INSURED_HALF,
    LOOKED,
    LOWEST,
    NATURAL_HAND,
    NO_CARD,
    OFFER,
    OUTCOME,
    PAID,
    PEEK,
    PEEKED,
    PLACED,
    REPLACE,
    RESULT,
    SEAT_ROW,
    SETTLE,
    SPLIT_ACES,
    SPLIT_OFF,
    STAGE,
    STATE,
    TRACE_ROW,
    TURN,
)
from holecard.hand import BLACKJACK_STATE, STATES, TOP
from holecard.settle import (
    DEALER,
    EVEN_MONEY_PUSH,
    LOSE,
    NATURAL,
    OPEN,
    OWN,
    STANDINGS,
    SURRENDER,
)
from holecard.settle import EVEN_MONEY as PAID_EVEN
from holecard.tables import (
    ACES_DRAWN,
    ACES_TWO,
    DRAWN,
    FIRST_TWO,
    RANKS,
    SPLIT_TWO,
    TOTALS,
    VALUES,
)

DONE, WAITING, OUT_OF_CARDS = 0, 1, 2
NOBODY = -1
ACE = 1


def play_round(felt: Any) -> int:
    """Deal a round as far as the decisions go: DONE, WAITING or OUT_OF_CARDS."""
    seats = len(felt.seats) // SEAT_ROW
    deal(felt, seats)
    waiting = offer_insurance(felt, seats)
    if not waiting:
        if peek(felt, seats):
            note(felt, TURN, NOBODY, 0, hole_card(felt, seats), 0)
        else:
            settle_naturals(felt, seats)
            for seat in range(seats):
                if not waiting:
                    waiting = act(felt, seat)
            if not waiting:
                dealer_plays(felt, seats)
    if felt.at[DRY]:
        note(felt, CALLED_OFF, NOBODY, 0, NO_CARD, 0)
        return OUT_OF_CARDS
    if waiting:
        return WAITING
    for seat in range(seats):
        settle_seat(felt, seat, seats)
    return DONE


def deal(felt: Any, seats: int) -> None:
    """R2: one card to each seat, one to the dealer, a second to each seat, the hole card."""
    dealer = seats * HANDS_A_SEAT
    for turn in range(2):
        for seat in range(seats):
            card = draw(felt)
            give(felt, seat * HANDS_A_SEAT, card)
            felt.seats[seat * SEAT_ROW + FIRST + turn] = card
            note(felt, DEAL, seat, 0, card, 0)
        card = draw(felt)
        give(felt, dealer, card)
        note(felt, DEAL_HOLE if turn else DEAL_UP, NOBODY, 0, card, 0)
    for seat in range(seats):
        row = seat * SEAT_ROW
        felt.seats[row + HANDS] = 1
        felt.seats[row + NATURAL_HAND] = int(is_natural(felt, seat * HANDS_A_SEAT))
        felt.seats[row + LOWEST] = lowest_total(felt, seat)
        note(felt, STAGE, seat, 0, NO_CARD, DEALT)


def draw(felt: Any) -> int:
    """The next card. An empty shoe is only marked: the round is called off at the end."""
    place = felt.at[CARD]
    if place >= len(felt.shoe):
        felt.at[DRY] = 1
        return int(felt.shoe[0])
    felt.at[CARD] = place + 1
    return int(felt.shoe[place])


def give(felt: Any, slot: int, card: int) -> None:
    row = slot * HAND_ROW
    felt.hands[row + CARDS + felt.hands[row + COUNT]] = card
    felt.hands[row + COUNT] += 1
    felt.hands[row + STATE] = felt.tables.add[
        felt.hands[row + STATE] * VALUES + felt.tables.value[card]
    ]


def note(felt: Any, kind: int, seat: int, hand: int, card: int, detail: int) -> None:
    """One event of the trace; a felt without room for a trace keeps none, and nothing that
    happens after the shoe ran out is told."""
    if felt.at[DRY] and kind != CALLED_OFF:
        return
    at = felt.at[EVENTS] * TRACE_ROW
    if at + TRACE_ROW <= len(felt.trace):
        felt.trace[at] = kind
        felt.trace[at + 1] = seat
        felt.trace[at + 2] = hand
        felt.trace[at + 3] = card
        felt.trace[at + 4] = detail
        felt.at[EVENTS] += 1


def ask(felt: Any, seat: int, hand: int, legal: int) -> int:
    """The next decision of the script, or -1 after leaving word of who is asked for what."""
    place = felt.at[ASKED]
    if felt.at[DRY] or place >= len(felt.script):
        felt.at[ASK_SEAT] = seat
        felt.at[ASK_HAND] = hand
        felt.at[ASK_LEGAL] = legal
        return -1
    felt.at[ASKED] = place + 1
    action = int(felt.script[place])
    note(felt, CHOICE, seat, hand, NO_CARD, action)
    return action


def is_natural(felt: Any, slot: int) -> bool:
    row = slot * HAND_ROW
    return bool(felt.hands[row + STATE] == BLACKJACK_STATE and felt.hands[row + COUNT] == 2)


def up_value(felt: Any, seats: int) -> int:
    return int(felt.tables.value[felt.hands[seats * HANDS_A_SEAT * HAND_ROW + CARDS]])


def hole_card(felt: Any, seats: int) -> int:
    return int(felt.hands[seats * HANDS_A_SEAT * HAND_ROW + CARDS + 1])


def offer_insurance(felt: Any, seats: int) -> bool:
    """Insurance, or even money on a blackjack, to seats backing their own hand (R3, R11, B8);
    true when a seat has yet to answer."""
    if not felt.tables.insures[up_value(felt, seats)]:
        return False
    for seat in range(seats):
        row = seat * SEAT_ROW
        if felt.seats[row + BACKS] == OWN:
            natural = felt.seats[row + NATURAL_HAND]
            offered = EVEN_MONEY if natural else INSURE
            note(felt, OFFER, seat, 0, NO_CARD, offered)
            action = ask(felt, seat, 0, 1 << offered | 1 << DECLINE)
            if action < 0:
                return True
            if action == INSURE:
                felt.seats[row + INSURED] = INSURED_HALF
            if action == EVEN_MONEY:
                felt.seats[row + INSURED] = INSURED_EVEN
                note(felt, SETTLE, seat, 0, NO_CARD, PAID_EVEN)
    return False


def peek(felt: Any, seats: int) -> bool:
    """Whether the dealer looks and finds a blackjack: the round is over."""
    if not felt.tables.peeks[up_value(felt, seats)]:
        return False
    found = is_natural(felt, seats * HANDS_A_SEAT)
    felt.at[PEEKED] = 1
    note(felt, PEEK, NOBODY, 0, NO_CARD, int(found))
    if found:
        felt.at[DEALER_DONE] = 1
    return found


def settle_naturals(felt: Any, seats: int) -> None:
    """Seats' blackjacks that nothing can change any more: own-hand wagers are paid, dealer-hand
    wagers taken before another card is dealt (Breakout, "Player Hand Blackjack")."""
    up = up_value(felt, seats)
    for seat in range(seats):
        row = seat * SEAT_ROW
        backs = felt.seats[row + BACKS]
        if (
            felt.seats[row + NATURAL_HAND]
            and felt.seats[row + INSURED] != INSURED_EVEN
            and felt.tables.natural_now[backs * VALUES + up]
        ):
            # The dealer has no blackjack, and no other standing of the dealer's matters: take 20.
            own = backs * STANDINGS + NATURAL
            settle_hand(felt, seat, 0, int(felt.tables.result[own * STANDINGS + 20]))
        note(felt, STAGE, seat, 0, NO_CARD, LOOKED)


def settle_hand(felt: Any, seat: int, hand: int, result: int) -> None:
    felt.hands[(seat * HANDS_A_SEAT + hand) * HAND_ROW + RESULT] = result
    note(felt, SETTLE, seat, hand, NO_CARD, result)


def act(felt: Any, seat: int) -> bool:
    """A seat's turn; true when it has yet to decide."""
    row = seat * SEAT_ROW
    if not felt.seats[row + NATURAL_HAND]:
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
        note(felt, HOUSE_DRAW, seat, 0, card, 0)


def play_hands(felt: Any, seat: int) -> bool:
    """The seat's hand, then each hand split off it, the newest first; true when waiting."""
    row = seat * SEAT_ROW
    hand = 0
    while True:
        if play_hand(felt, seat, hand):
            return True
        if felt.seats[row + HELD] == 0:
            return False
        hand += 1
        take_up_held(felt, seat, hand)


def take_up_held(felt: Any, seat: int, hand: int) -> None:
    """Put the split card laid aside last before the seat as its next hand, with a second card."""
    row = seat * SEAT_ROW
    felt.seats[row + HELD] -= 1
    card = felt.seats[row + HELD_CARDS + felt.seats[row + HELD]]
    slot = seat * HANDS_A_SEAT + hand
    give(felt, slot, card)
    felt.hands[slot * HAND_ROW + FROM_SPLIT] = 1
    felt.hands[slot * HAND_ROW + SPLIT_ACES] = int(felt.tables.value[card] == ACE)
    fill(felt, seat, hand)


def fill(felt: Any, seat: int, hand: int) -> None:
    card = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, card)
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
        elif action == DOUBLE or busted(felt, seat, hand):
            return False


def surrender(felt: Any, seat: int, hand: int) -> None:
    """Late surrender (R12): half the wager is taken at once, unless a dealer blackjack, not looked
    for, may still take it all."""
    felt.hands[(seat * HANDS_A_SEAT + hand) * HAND_ROW + GIVEN_UP] = 1
    if felt.tables.certain[up_value(felt, len(felt.seats) // SEAT_ROW)]:
        settle_hand(felt, seat, hand, SURRENDER)


def legal_actions(felt: Any, seat: int, hand: int) -> int:
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    two = felt.hands[row + COUNT] == 2
    if felt.hands[row + SPLIT_ACES]:
        phase = ACES_TWO if two else ACES_DRAWN
    elif felt.hands[row + FROM_SPLIT]:
        phase = SPLIT_TWO if two else DRAWN
    else:
        phase = FIRST_TWO if two else DRAWN
    legal = int(felt.tables.legal[phase * STATES + felt.hands[row + STATE]])
    if two:
        one, other = felt.hands[row + CARDS], felt.hands[row + CARDS + 1]
        hands = felt.seats[seat * SEAT_ROW + HANDS]
        if (
            felt.tables.pair[one // 4 * RANKS + other // 4]
            and felt.tables.may_split[felt.tables.value[one] * 5 + hands]
        ):
            legal |= 1 << SPLIT
    return legal


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
        felt.hands[row + DOUBLED] = 1
    card = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, card)
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
    if busted(felt, seat, hand):
        settle_hand(felt, seat, hand, LOSE)
    return False


def burn(felt: Any, seat: int, hand: int, card: int, before: int) -> None:
    row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
    felt.seats[seat * SEAT_ROW + BURNED] = card
    felt.hands[row + COUNT] -= 1
    felt.hands[row + STATE] = before
    note(felt, BURN_CARD, seat, hand, card, 0)
    fresh = draw(felt)
    give(felt, seat * HANDS_A_SEAT + hand, fresh)
    note(felt, REPLACE, seat, hand, fresh, 0)


def busted(felt: Any, seat: int, hand: int) -> bool:
    return hand_total(felt, seat * HANDS_A_SEAT + hand) > 21


def hand_total(felt: Any, slot: int) -> int:
    return int(felt.hands[slot * HAND_ROW + STATE] % TOTALS)


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
        if felt.hands[at + RESULT] == OPEN and not felt.hands[at + GIVEN_UP]:
            return True
    return False


def dealer_plays(felt: Any, seats: int) -> None:
    """The hole card is turned; the dealer draws only if a wager still needs the hand (R5)."""
    slot = seats * HANDS_A_SEAT
    note(felt, TURN, NOBODY, 0, hole_card(felt, seats), 0)
    needed = False
    for seat in range(seats):
        row = seat * SEAT_ROW
        waits = felt.tables.needs[felt.seats[row + ALIVE] * TOTALS + felt.seats[row + LOWEST]]
        if felt.seats[row + ALIVE] or waits & felt.seats[row + PLACED]:
            needed = True
    while needed and felt.tables.draws[felt.hands[slot * HAND_ROW + STATE]]:
        card = draw(felt)
        give(felt, slot, card)
        note(felt, DEALER_DRAW, NOBODY, 0, card, 0)
    felt.at[DEALER_DONE] = int(not felt.tables.draws[felt.hands[slot * HAND_ROW + STATE]])


def standing(felt: Any, slot: int, natural: int) -> int:
    return NATURAL if natural else hand_total(felt, slot)


def settle_seat(felt: Any, seat: int, seats: int) -> None:
    """Compare what is still open with the dealer's hand, and count the hands won and lost."""
    row = seat * SEAT_ROW
    backs = felt.seats[row + BACKS]
    natural = felt.seats[row + NATURAL_HAND]
    dealer_natural = is_natural(felt, seats * HANDS_A_SEAT)
    dealer = standing(felt, seats * HANDS_A_SEAT, int(dealer_natural))
    won = 0
    for hand in range(felt.seats[row + HANDS]):
        slot = seat * HANDS_A_SEAT + hand
        if felt.seats[row + INSURED] == INSURED_EVEN:
            # Paid already; U5 lets it count for a streak only if the dealer had no blackjack.
            felt.hands[slot * HAND_ROW + RESULT] = EVEN_MONEY_PUSH if dealer_natural else PAID_EVEN
        elif felt.hands[slot * HAND_ROW + RESULT] == OPEN:
            own = standing(felt, slot, natural)
            result = int(felt.tables.result[(backs * STANDINGS + own) * STANDINGS + dealer])
            if felt.hands[slot * HAND_ROW + GIVEN_UP] and not dealer_natural:
                result = SURRENDER
            settle_hand(felt, seat, hand, result)
        won += felt.tables.counts[felt.hands[slot * HAND_ROW + RESULT]]
    felt.seats[row + OUTCOME] = int(won > 0) - int(won < 0)
    note(felt, STAGE, seat, 0, NO_CARD, ENDED)
