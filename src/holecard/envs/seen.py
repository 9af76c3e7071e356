"""What a seat sees, as numbers: the cards that lie open, the rest by the seat's own choices.

Cards come from `play.open_cards` alone, as those of every client do. An observation is a row of
whole numbers, cut into named fields; counts of cards are by value, aces first and tens last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, suit, value
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, BURN, DECLINE, DOUBLE, KEEP, STAND, SWITCH
from holecard.dealing.actions import SURRENDER as GIVE_UP  # a result is called SURRENDER too
from holecard.hand import EMPTY, TOP, add, is_soft, total
from holecard.play.open_cards import Cards, SeatOpen, dealer_open, is_turned, seat_open
from holecard.wagers.dealt import Dealt

Row = npt.NDArray[np.int16]
# What is asked: nothing any more, what to bet, whether to raise the wager before the cards come,
# insurance or even money, surrender before the dealer looks, a hand's play, burn or keep.
# And where two hands are one player's, whether their second cards are swapped.
OVER, BETS, RAISE, OFFERED, EARLY_OUT, HAND_PLAY, BURN_OR_KEEP, SWAP = range(8)
PHASES = ("over", "bet", "raise", "insurance", "early surrender", "play", "burn")
COUNTED, SUITS_COUNTED = 10, 4
ACTIONS_KNOWN = len(ACTION_NAMES)
WORTH = tuple(value(card) for card in range(CARDS_IN_A_DECK))
MOST = (
    400  # no count of cards is higher: eight decks hold 416, and a hand is never all of one value
)


class Field(NamedTuple):
    name: str
    size: int  # numbers in it
    high: int  # none is more, and none is less than 0
    says: str


FIELDS = (
    Field("phase", 1, len(PHASES) - 1, "what is asked: " + ", ".join(PHASES)),
    Field("seat", 1, f.SEATS, "the seat whose hand this is, from 1"),
    Field("hand_number", 1, f.HANDS_A_SEAT - 1, "which of its hands, from 0"),
    Field("hands", 1, f.HANDS_A_SEAT, "how many hands it has, those to come included"),
    Field("hand", COUNTED, 24, "the hand's cards: how many of each value, aces first"),
    Field("suits", SUITS_COUNTED, 24, "the hand's cards: clubs, diamonds, hearts, spades"),
    Field("newest", 1, COUNTED, "the value of the card the hand got last; 0 if it has none"),
    Field("total", 1, TOP, "what the hand counts"),
    Field("soft", 1, 1, "1 if an ace in it counts eleven"),
    Field("dealer", 2, COUNTED, "the dealer's first two cards by value; 0 while one is hidden"),
    Field("split", 1, COUNTED, "the value of the pair the hand was split from; 0 if from none"),
    Field("free", 1, 3, "what the house put up: 1 the double, 2 the hand"),
    Field("doubled", 1, 3, "how often the hand was doubled"),
    Field("raised", 1, 1, "1 if the wager was raised before the cards came"),
    Field("insured", 1, 2, "1 if insured, 2 if even money was taken"),
    Field("paid", 1, 1, "1 if the Burnout payment was made"),
    Field("burned", 1, COUNTED, "the value of the card that was burned; 0 if none was"),
    Field("may", ACTIONS_KNOWN, 1, "the legal actions"),
    Field("open", COUNTED, MOST, "every card open in this round, by value"),
)
# Where two seats are one player's: the phases, and the other hand after all other fields.
TWO_PHASES = (*PHASES, "switch")
TWO_PHASE = Field("phase", 1, len(TWO_PHASES) - 1, "what is asked: " + ", ".join(TWO_PHASES))
BESIDE = (
    Field("beside", COUNTED, 24, "the player's other hand, its first once split, as `hand`"),
    Field("beside_newest", 1, COUNTED, "the value of the card that hand got last"),
)
MAY = "may"  # in named fields it is the action mask, which has the lines of bets too
SEEN = Field("seen", COUNTED, MOST, "every card seen since the shuffle, by value")
SIZES = tuple(one.size for one in FIELDS)
(
    SEE_PHASE,
    SEE_SEAT,
    SEE_HAND_NUMBER,
    SEE_HANDS,
    SEE_HAND,
    SEE_SUITS,
    SEE_NEWEST,
    SEE_TOTAL,
    SEE_SOFT,
    SEE_DEALER,
    SEE_SPLIT,
    SEE_FREE,
    SEE_DOUBLED,
    SEE_RAISED,
    SEE_INSURED,
    SEE_PAID,
    SEE_BURNED,
    SEE_MAY,
    SEE_OPEN,
    SEE_SEEN,
) = (sum(SIZES[:place]) for place in range(len(SIZES) + 1))
WIDTH = SEE_SEEN + COUNTED  # `seen` is always worked out, and left out where it is not wanted
BEFORE_OPEN, BEFORE_SEEN = SEE_OPEN - 1, SEE_SEEN - 1  # a count by value: aces, worth 1, first
SEE_BESIDE, SEE_BESIDE_NEWEST = WIDTH, WIDTH + COUNTED
WIDE = SEE_BESIDE_NEWEST + 1  # of a player's two hands


def phase_asked(legal: int) -> int:
    """What is asked, by what is legal. Plain ints: it compiles."""
    if legal == 0:
        return OVER
    if legal == 1 << DOUBLE | 1 << KEEP:
        return RAISE
    if legal >> SWITCH & 1:
        return SWAP
    if legal >> DECLINE & 1:
        return OFFERED
    if legal == 1 << GIVE_UP | 1 << KEEP:
        return EARLY_OUT
    return BURN_OR_KEEP if legal >> BURN & 1 else HAND_PLAY


def usual_choice(legal: int) -> int:
    """What is chosen for a seat that names nothing legal, as at a table whose clock runs out:
    stand, keep, no insurance. Plain ints: it compiles."""
    if legal >> STAND & 1 or legal == 0:
        return STAND
    return KEEP if legal >> KEEP & 1 else DECLINE


def may_bits(legal: int) -> int:
    """The legal actions, a bit each; a round that asks nothing takes `stand`. Plain ints: it
    compiles."""
    return legal if legal else 1 << STAND


@cache
def bits_of(bits: int, many: int) -> tuple[int, ...]:
    """A 1 for each bit that is set, from the lowest."""
    return tuple(bits >> at & 1 for at in range(many))


def between_rounds(past: Sequence[int], two: bool = False) -> Row:
    """Before a bet: nothing lies on the felt."""
    row = [0] * (WIDE if two else WIDTH)
    row[SEE_PHASE], row[SEE_SEAT] = BETS, 1
    row[SEE_SEEN:WIDTH] = past
    return np.array(row, dtype=np.int16)


def seen_row(dealt: Dealt, past: Sequence[int], whose: int = -1) -> Row:
    """The asked hand as its seat sees it; of a round that asks nobody, the first seat's first hand.
    Of another place at the table, `whose`, its first hand: nothing is asked of it."""
    two = dealt.game.seats_a_player > 1
    row = [0] * (WIDE if two else WIDTH)
    ask = dealt.ask if dealt.ask and whose in (-1, dealt.ask.place) else None
    place, hand = (ask.place, ask.hand) if ask else (max(whose, 0), 0)
    legal = ask.legal.mask if ask else 0
    row[SEE_PHASE] = phase_asked(legal)
    row[SEE_MAY:SEE_OPEN] = bits_of(may_bits(legal), ACTIONS_KNOWN)
    row[SEE_SEAT] = dealt.seats[place].seat
    row[SEE_HAND_NUMBER], row[SEE_HANDS] = hand, dealt.hand_count(place)
    seats = [seat_open(dealt, at) for at in range(len(dealt.seats))]
    see_hand(row, seats[place], hand)
    see_choices(row, dealt, place, hand)
    see_table(row, dealer_open(dealt, is_turned(dealt)), seats, past)
    if two:
        see_beside(row, seats[place ^ 1].hands[0])
    return np.array(row, dtype=np.int16)


def see_table(
    row: list[int], dealer: Cards, seats: Sequence[SeatOpen], past: Sequence[int]
) -> None:
    """The dealer's cards and all seats', as far as they lie open, and those of earlier rounds."""
    for at, card in enumerate(dealer[:2]):
        row[SEE_DEALER + at] = WORTH[card]
    row[SEE_SEEN:WIDTH] = past
    for seat in seats:
        for cards in (*seat.hands.values(), seat.held, seat.burned):
            see_open(row, cards)
    see_open(row, dealer)


def see_open(row: list[int], cards: Cards) -> None:
    """Open cards, counted among those of this round and of the shoe."""
    for card in cards:
        worth = WORTH[card]
        row[BEFORE_OPEN + worth] += 1
        row[BEFORE_SEEN + worth] += 1


def see_beside(row: list[int], cards: Cards) -> None:
    """The first hand of the seat that is played as one with the asked one."""
    for card in cards:
        row[SEE_BESIDE + WORTH[card] - 1] += 1
    row[SEE_BESIDE_NEWEST] = WORTH[cards[-1]]


def see_hand(row: list[int], seat: SeatOpen, hand: int) -> None:
    cards, state = seat.hands.get(hand, ()), EMPTY
    for card in cards:
        worth = WORTH[card]
        row[SEE_HAND + worth - 1] += 1
        row[SEE_SUITS + suit(card)] += 1
        row[SEE_NEWEST] = worth
        state = add(state, worth)
    row[SEE_TOTAL], row[SEE_SOFT] = total(state), int(is_soft(state))
    if row[SEE_HANDS] > 1:
        row[SEE_SPLIT] = WORTH[cards[0]]
    for card in seat.burned:
        row[SEE_BURNED] = WORTH[card]


def see_choices(row: list[int], dealt: Dealt, place: int, hand: int) -> None:
    """What the seat itself has put up and chosen."""
    row[SEE_FREE] = dealt.hand_field(place, hand, f.FREE)
    row[SEE_DOUBLED] = dealt.hand_field(place, hand, f.DOUBLED)
    row[SEE_RAISED] = dealt.seat_field(place, f.RAISED)
    row[SEE_INSURED] = dealt.seat_field(place, f.INSURED)
    row[SEE_PAID] = dealt.seat_field(place, f.PAID)
