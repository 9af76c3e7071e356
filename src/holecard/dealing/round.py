"""A round, in the order the dealer does it.

One procedure for every game: a total, deterministic function of the tabulated rules, the seats'
wagers, the order of the cards and the decisions. When it needs a decision that is not there yet it
returns WAITING and `felt.at` says who is asked for what; running it again from the start with one
more decision goes on. It knows no rule: every question is looked up in `felt.tables`. It is plain
Python that also compiles (see compiled.py), so it keeps to ints, loops and flat rows.
"""

from __future__ import annotations

from typing import Any

from holecard.dealing.actions import DECLINE, DOUBLE, EVEN_MONEY, INSURE, KEEP, SWITCH
from holecard.dealing.actions import SURRENDER as GIVE_UP
from holecard.dealing.answers import TAKES_EACH
from holecard.dealing.felt import (
    ALIVE,
    BACKS,
    CALLED_OFF,
    CARDS,
    COUNT,
    DEAL,
    DEAL_HOLE,
    DEAL_NEXT,
    DEAL_UP,
    DEALER_DONE,
    DEALER_DRAW,
    DEALS_NEXT,
    DEALT,
    DRY,
    ENDED,
    FIRST,
    FREE,
    FREE_SPLIT,
    GIVEN_UP,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    INSURED,
    INSURED_EVEN,
    INSURED_HALF,
    LOOKED,
    LOWEST,
    NATURAL_HAND,
    NEXT,
    NO_CARD,
    OFFER,
    OUTCOME,
    PEEK,
    PEEKED,
    PLACED,
    RAISED,
    RESULT,
    SEAT_ROW,
    SETTLE,
    STAGE,
    STATE,
    TURN,
)
from holecard.dealing.moves import (
    ask,
    draw,
    give,
    hand_total,
    hole_card,
    is_natural,
    keep_next,
    note,
    pay_row,
    settle_hand,
    up_value,
)
from holecard.dealing.own_tables import (
    EARLY,
    NO_EVEN_MONEY,
    RAISES,
    SPECIAL,
    SWITCHES,
    TAKES_PART,
)
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import (
    EVEN_MONEY_PUSH,
    LOSE,
    LOSE_BET,
    NATURAL,
    OPEN,
    OWN,
    PUSH,
    STANDINGS,
    SURRENDER,
)
from holecard.dealing.tables import (
    HAND_COUNTS,
    TOTALS,
    VALUES,
)
from holecard.dealing.turn import act, lowest_total

DONE, WAITING, OUT_OF_CARDS = 0, 1, 2
NOBODY = -1


def play_round(felt: Any) -> int:
    """Deal a round as far as the decisions go: DONE, WAITING or OUT_OF_CARDS."""
    seats = len(felt.seats) // SEAT_ROW
    waiting = deal(felt, seats) or offer_insurance(felt, seats) or offer_early(felt, seats)
    if not waiting:
        if peek(felt, seats):
            note(felt, TURN, NOBODY, 0, hole_card(felt, seats), 0)
        else:
            waiting = offer_switch(felt, seats) or play_on(felt, seats)
    if not waiting:
        deal_next(felt, seats)
    if felt.at[DRY]:
        note(felt, CALLED_OFF, NOBODY, 0, NO_CARD, 0)
        return OUT_OF_CARDS
    if waiting:
        return WAITING
    for seat in range(seats):
        settle_seat(felt, seat, seats)
    return DONE


def deal_next(felt: Any, seats: int) -> None:
    """A card for each bet that looks at the seat's next one, where it has taken none."""
    for seat in range(seats):
        row = seat * SEAT_ROW
        if felt.seats[row + PLACED] & DEALS_NEXT and felt.seats[row + NEXT] == 0:
            card = draw(felt)
            keep_next(felt, seat, card)
            note(felt, DEAL_NEXT, seat, 0, card, 0)


def play_on(felt: Any, seats: int) -> bool:
    """From the dealer's look to the dealer's last card; true when a seat has yet to decide."""
    settle_naturals(felt, seats)
    for seat in range(seats):
        if act(felt, seat):
            return True
    dealer_plays(felt, seats)
    return False


def deal(felt: Any, seats: int) -> bool:
    """R2: one card to each seat, one to the dealer, a second to each seat, the hole card. Where the
    wager may be raised the up card comes first; true when a seat has yet to say whether."""
    dealer = seats * HANDS_A_SEAT
    raises = felt.tables.asks[RAISES]
    if raises and offer_raise(felt, seats):
        return True
    for turn in range(2):
        for seat in range(seats):
            card = draw(felt)
            give(felt, seat * HANDS_A_SEAT, card)
            felt.seats[seat * SEAT_ROW + FIRST + turn] = card
            note(felt, DEAL, seat, 0, card, 0)
        if turn or not raises:
            deal_dealer(felt, dealer, DEAL_HOLE if turn else DEAL_UP)
    for seat in range(seats):
        row = seat * SEAT_ROW
        felt.seats[row + HANDS] = 1
        felt.seats[row + NATURAL_HAND] = int(is_natural(felt, seat * HANDS_A_SEAT))
        felt.seats[row + LOWEST] = lowest_total(felt, seat)
        note(felt, STAGE, seat, 0, NO_CARD, DEALT)
    return False


def deal_dealer(felt: Any, slot: int, kind: int) -> None:
    card = draw(felt)
    give(felt, slot, card)
    note(felt, kind, NOBODY, 0, card, 0)


def offer_raise(felt: Any, seats: int) -> bool:
    """The up card, and each seat doubles its wager or keeps it; true when waiting."""
    deal_dealer(felt, seats * HANDS_A_SEAT, DEAL_UP)
    for seat in range(seats):
        action = ask(felt, seat, 0, 1 << DOUBLE | 1 << KEEP)
        if action < 0:
            return True
        felt.seats[seat * SEAT_ROW + RAISED] = int(action == DOUBLE)
    return False


def offer_insurance(felt: Any, seats: int) -> bool:
    """Insurance, or even money on a blackjack, to seats backing their own hand (R3, R11, B8);
    true when a seat has yet to answer."""
    if not felt.tables.insures[up_value(felt, seats)]:
        return False
    for seat in range(seats):
        row = seat * SEAT_ROW
        natural = felt.seats[row + NATURAL_HAND]
        if felt.seats[row + BACKS] == OWN and not (natural and felt.tables.asks[NO_EVEN_MONEY]):
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


def offer_early(felt: Any, seats: int) -> bool:
    """Surrender before the dealer looks, where a game has it: half the wager, whatever the dealer
    has; true when a seat has yet to answer."""
    if not felt.tables.asks[EARLY] or not felt.tables.early[up_value(felt, seats)]:
        return False
    for seat in range(seats):
        row = seat * SEAT_ROW
        if felt.seats[row + BACKS] == OWN and not felt.seats[row + NATURAL_HAND]:
            action = ask(felt, seat, 0, 1 << GIVE_UP | 1 << KEEP)
            if action < 0:
                return True
            if action == GIVE_UP:
                felt.hands[seat * HANDS_A_SEAT * HAND_ROW + GIVEN_UP] = 1
                settle_hand(felt, seat, 0, SURRENDER)
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


def offer_switch(felt: Any, seats: int) -> bool:
    """Blackjack Switch: after the dealer has looked, whoever plays two neighbouring seats may swap
    the second cards of their hands; true when that has yet to be said."""
    if not felt.tables.asks[SWITCHES]:
        return False
    for seat in range(0, seats - 1, 2):
        if is_whole(felt, seat) and is_whole(felt, seat + 1):
            action = ask(felt, seat, 0, 1 << SWITCH | 1 << KEEP)
            if action < 0:
                return True
            if action == SWITCH:
                switch(felt, seat)
    return False


def is_whole(felt: Any, seat: int) -> bool:
    """Whether nothing of the hand has been paid or given up yet."""
    early = felt.hands[seat * HANDS_A_SEAT * HAND_ROW + GIVEN_UP]
    return not early and felt.seats[seat * SEAT_ROW + INSURED] != INSURED_EVEN


def switch(felt: Any, seat: int) -> None:
    """Swap the second cards of two hands. An ace and a ten that come together so are 21, and no
    blackjack."""
    one, other = seat * HANDS_A_SEAT, (seat + 1) * HANDS_A_SEAT
    for slot, second in (
        (one, felt.hands[other * HAND_ROW + CARDS + 1]),
        (other, felt.hands[one * HAND_ROW + CARDS + 1]),
    ):
        row = slot * HAND_ROW
        first = felt.hands[row + CARDS]
        felt.hands[row + COUNT] = 0
        felt.hands[row + STATE] = 0
        give(felt, slot, first)
        give(felt, slot, second)
        at = slot // HANDS_A_SEAT
        felt.seats[at * SEAT_ROW + NATURAL_HAND] = 0
        felt.seats[at * SEAT_ROW + LOWEST] = lowest_total(felt, at)


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
            settle_hand(felt, seat, 0, compared(felt, seat, 0, NATURAL, 20))
        note(felt, STAGE, seat, 0, NO_CARD, LOOKED)


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


def compared(felt: Any, seat: int, hand: int, own: int, dealer: int) -> int:
    """The result of a hand of that standing against the dealer's."""
    backs = felt.seats[seat * SEAT_ROW + BACKS]
    if felt.tables.asks[SPECIAL] and backs == OWN:
        row = pay_row(felt, seat * HANDS_A_SEAT + hand)
        return int(felt.tables.settles[row * STANDINGS + dealer])
    return int(felt.tables.result[(backs * STANDINGS + own) * STANDINGS + dealer])


def leave_rest(felt: Any, seat: int) -> None:
    """A dealer blackjack that nobody looked for, where it does not take all: of the hands that lose
    to it and have not busted the first loses its bet, or each does, and the rest is given back;
    bets that were taken when they busted stay lost."""
    taken = False
    for hand in range(felt.seats[seat * SEAT_ROW + HANDS]):
        at = (seat * HANDS_A_SEAT + hand) * HAND_ROW
        own = hand_total(felt, seat * HANDS_A_SEAT + hand)
        loses = compared(felt, seat, hand, own, NATURAL) == LOSE
        if felt.hands[at + RESULT] == OPEN and loses:
            if felt.hands[at + FREE] & FREE_SPLIT or taken:
                settle_hand(felt, seat, hand, PUSH)
            else:
                settle_hand(felt, seat, hand, LOSE_BET)
                taken = felt.tables.asks[TAKES_PART] != TAKES_EACH


def settle_seat(felt: Any, seat: int, seats: int) -> None:
    """Compare what is still open with the dealer's hand, and count the hands won and lost."""
    row = seat * SEAT_ROW
    natural = felt.seats[row + NATURAL_HAND]
    dealer_natural = is_natural(felt, seats * HANDS_A_SEAT)
    dealer = standing(felt, seats * HANDS_A_SEAT, int(dealer_natural))
    won, lost = 0, 0
    if felt.tables.asks[TAKES_PART] and dealer_natural and not natural:
        leave_rest(felt, seat)
    for hand in range(felt.seats[row + HANDS]):
        slot = seat * HANDS_A_SEAT + hand
        if felt.seats[row + INSURED] == INSURED_EVEN:
            # Paid already; U5 lets it count for a streak only if the dealer had no blackjack.
            felt.hands[slot * HAND_ROW + RESULT] = EVEN_MONEY_PUSH if dealer_natural else PAID_EVEN
        elif felt.hands[slot * HAND_ROW + RESULT] == OPEN:
            result = compared(felt, seat, hand, standing(felt, slot, natural), dealer)
            if felt.hands[slot * HAND_ROW + GIVEN_UP] and not dealer_natural:
                result = SURRENDER
            settle_hand(felt, seat, hand, result)
        count = felt.tables.counts[felt.hands[slot * HAND_ROW + RESULT]]
        won += int(count > 0)
        lost += int(count < 0)
    place = (felt.seats[row + HANDS] * HAND_COUNTS + won) * HAND_COUNTS + lost
    felt.seats[row + OUTCOME] = int(felt.tables.outcome[place])
    note(felt, STAGE, seat, 0, NO_CARD, ENDED)
