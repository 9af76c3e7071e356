"""What a wager may look at, by name.

A wager's classify function names the things it looks at as its parameters; this is the list of
names, with the number of values each can take, when it is known to everybody, and how it is read.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from holecard.cards import colour, rank, suit, suited, value
from holecard.dealing.felt import (
    ACTED,
    ALIVE,
    BUTTON,
    COUNT,
    DEALT,
    DOUBLED,
    ENDED,
    FIRST,
    GIVEN_UP,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    LOOKED,
    LOWEST,
    NATURAL_HAND,
    NEXT,
    NO_CARD,
    OUTCOME,
    PEEKED,
    RESULT,
    SEAT_ROW,
    SECOND,
    STATE,
    Felt,
    dealer_slot,
    hand_cards,
    seat_slot,
)
from holecard.dealing.moves import is_natural, three_ranks, whole_net
from holecard.dealing.settle import LOSE_BET, PUSH, streak_after
from holecard.errors import BadDefinition, UnknownName
from holecard.hand import state_of, total

Read = Callable[[Felt, int], int]
Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    name: str
    says: str
    lowest: int
    highest: int
    known: int  # the stage from which everybody knows it
    read: Read


def seat_field(field: int) -> Read:
    return lambda felt, seat: felt.seats[seat * SEAT_ROW + field]


def first_hand_field(field: int) -> Read:
    return lambda felt, seat: felt.hands[seat * HANDS_A_SEAT * HAND_ROW + field]


def dealer_card(place: int) -> Read:
    return lambda felt, seat: hand_cards(felt, dealer_slot(felt))[place]


def dealer_field(field: int) -> Read:
    return lambda felt, seat: felt.hands[dealer_slot(felt) * HAND_ROW + field]


def card_looks(who: str, read: Read, known: int) -> list[Look]:
    return [
        Look(f"{who}_rank", "1 ace to 13 king", 1, 13, known, lambda f, s: rank(read(f, s))),
        Look(f"{who}_suit", "0 ♣, 1 ♦, 2 ♥, 3 ♠", 0, 3, known, lambda f, s: suit(read(f, s))),
        Look(f"{who}_value", "1 ace to 10", 1, 10, known, lambda f, s: value(read(f, s))),
        Look(f"{who}_colour", "0 black, 1 red", 0, 1, known, lambda f, s: colour(read(f, s))),
    ]


def third_looks(who: str, says: str, cards: Callable[[Felt, int], Cards], known: int) -> list[Look]:
    """Of a third card, which may not be there."""

    def third(felt: Felt, seat: int) -> int:
        drawn = cards(felt, seat)
        return drawn[2] if len(drawn) > 2 else NO_CARD

    def of(read: Callable[[int], int], none: int) -> Read:
        return lambda f, s: read(third(f, s)) if third(f, s) != NO_CARD else none

    return [
        Look(f"{who}_rank", f"{says}: 0 none, 1 ace to 13", 0, 13, known, of(rank, 0)),
        Look(f"{who}_suit", "of that card; 4 where there is none", 0, 4, known, of(suit, 4)),
    ]


def red_run(cards: Cards) -> int:
    """How many cards from the first on are red."""
    return next((at for at, card in enumerate(cards) if not colour(card)), len(cards))


def dealers(felt: Felt, seat: int) -> Cards:
    return hand_cards(felt, dealer_slot(felt))


def first_hand(felt: Felt, seat: int) -> Cards:
    return hand_cards(felt, seat_slot(seat, 0))


def start_state(felt: Felt, seat: int) -> int:
    row = seat * SEAT_ROW
    return state_of((felt.seats[row + FIRST], felt.seats[row + SECOND]))


def hand_total(felt: Felt, seat: int) -> int:
    return total(first_hand_field(STATE)(felt, seat))


def peek_found(felt: Felt, seat: int) -> int:
    return felt.at[PEEKED] and 1 + int(is_natural(felt, dealer_slot(felt)))


def streak(felt: Felt, seat: int) -> int:
    row = seat * SEAT_ROW
    return streak_after(felt.seats[row + BUTTON], felt.seats[row + OUTCOME])


def plain_result(felt: Felt, seat: int) -> int:
    """A result of the game's own counts as a win, a push or a loss."""
    result = first_hand_field(RESULT)(felt, seat)
    return result if result < LOSE_BET else PUSH + felt.tables.counts[result]


def next_card(felt: Felt, seat: int) -> int:
    """The first card the seat got after its two, or that was dealt for a bet: there is one, where a
    bet that looks at it lies."""
    return felt.seats[seat * SEAT_ROW + NEXT] - 1


ALL_LOOKS = (
    *card_looks("first", seat_field(FIRST), DEALT),
    *card_looks("second", seat_field(SECOND), DEALT),
    *card_looks("up", dealer_card(0), DEALT),
    *card_looks("hole", dealer_card(1), ENDED),
    *(
        replace(look, says=f"the seat's next card, dealt for the bet if it takes none: {look.says}")
        for look in card_looks("next", next_card, ENDED)
    ),
    Look("start_total", "the first two cards", 4, 21, DEALT, lambda f, s: total(start_state(f, s))),
    Look("natural", "they are a blackjack", 0, 1, DEALT, seat_field(NATURAL_HAND)),
    Look("peek_found", "0 not looked, 1 no blackjack, 2 a blackjack", 0, 2, LOOKED, peek_found),
    Look(
        "dealer_natural",
        "the dealer has a blackjack",
        0,
        1,
        ENDED,
        lambda f, s: int(is_natural(f, dealer_slot(f))),
    ),
    Look(
        "dealer_total",
        "the dealer's final hand",
        4,
        26,
        ENDED,
        lambda f, s: total(dealer_field(STATE)(f, s)),
    ),
    Look("dealer_cards", "cards in it", 2, 20, ENDED, dealer_field(COUNT)),
    Look(
        "dealer_suited",
        "all of one suit",
        0,
        1,
        ENDED,
        lambda f, s: int(suited(hand_cards(f, dealer_slot(f)))),
    ),
    Look(
        "dealer_coloured",
        "all of one colour",
        0,
        1,
        ENDED,
        lambda f, s: int(len({colour(card) for card in dealers(f, s)}) == 1),
    ),
    Look(
        "dealer_reds",
        "red cards in it before the first black one",
        0,
        15,
        ENDED,
        lambda f, s: red_run(dealers(f, s)),
    ),
    *third_looks("dealer_third", "its third card", dealers, ENDED),
    *third_looks("third", "the third card of the seat's first hand", first_hand, ACTED),
    Look(
        "doubled",
        "the seat's first hand was doubled",
        0,
        1,
        ACTED,
        lambda f, s: int(first_hand_field(DOUBLED)(f, s) > 0),
    ),
    Look("hands", "hands after splitting: splits and one", 1, 4, ACTED, seat_field(HANDS)),
    Look("hand_total", "the seat's first hand", 4, 31, ACTED, hand_total),
    Look("hand_cards", "cards in it", 2, 22, ACTED, first_hand_field(COUNT)),
    Look("hand_result", "its result so far", 0, 7, LOOKED, plain_result),
    Look(
        "hand_suited",
        "the seat's first hand is all of one suit",
        0,
        1,
        ACTED,
        lambda f, s: int(suited(first_hand(f, s))),
    ),
    Look(
        "hand_coloured",
        "it is all of one colour",
        0,
        1,
        ACTED,
        lambda f, s: int(len({colour(card) for card in first_hand(f, s)}) == 1),
    ),
    Look(
        "hand_three",
        "it is 0 no, 1 a 6-7-8, 2 a 7-7-7, of three cards",
        0,
        2,
        ACTED,
        lambda f, s: three_ranks(f, seat_slot(s, 0)),
    ),
    Look(
        "net",
        "the main wager in whole wagers: -2 a lost double, 1 a blackjack",
        -8,
        8,
        ENDED,
        whole_net,
    ),
    Look("surrendered", "it was given up", 0, 1, ACTED, first_hand_field(GIVEN_UP)),
    Look("lowest", "lowest total of the seat's hands", 4, 31, ACTED, seat_field(LOWEST)),
    Look("alive", "the main wager waits for the dealer", 0, 1, ACTED, seat_field(ALIVE)),
    Look(
        "outcome",
        "the round by its hands: 1 won, 0 pushed, -1 lost",
        -1,
        1,
        ENDED,
        seat_field(OUTCOME),
    ),
    Look("streak", "wins in a row after the round", 0, 20, ENDED, streak),
)
# Of the first card the seat gets after its two; if it takes none, one is dealt for the bet.
NEXT_LOOKS = frozenset({"next_rank", "next_suit", "next_value", "next_colour"})
LOOKS: Mapping[str, Look] = MappingProxyType({look.name: look for look in ALL_LOOKS})
# Of the hand the dealer has drawn out, which happens only while a wager needs it.
FINISHED = frozenset(
    {
        "dealer_total",
        "dealer_cards",
        "dealer_suited",
        "dealer_coloured",
        "dealer_reds",
        "dealer_third_rank",
        "dealer_third_suit",
    }
)
# What depends on how the seat plays.
PLAYED = frozenset(
    {
        "hands",
        "hand_total",
        "hand_cards",
        "hand_result",
        "surrendered",
        "lowest",
        "alive",
        "outcome",
        "doubled",
        "third_rank",
        "third_suit",
        "hand_suited",
        "hand_coloured",
        "hand_three",
        "net",
    }
)


@lru_cache(maxsize=4096)
def looked_at(function: Callable[..., object], owner: str) -> tuple[str, ...]:
    """The names a function looks at: its parameters, each of which must be known here."""
    try:
        names = tuple(inspect.signature(function).parameters)
    except ValueError as wrong:  # some of Python's own, `int` among them
        raise BadDefinition(
            f"{owner}: {function!r} does not say what it looks at: write a function"
        ) from wrong
    for name in names:
        if name not in LOOKS:
            near = UnknownName("thing to look at", name, LOOKS)
            raise BadDefinition(f"{owner} looks at something a round does not record: {near}")
    return names


def read_looks(names: tuple[str, ...], felt: Felt, seat: int) -> dict[str, int]:
    return {name: LOOKS[name].read(felt, seat) for name in names}
