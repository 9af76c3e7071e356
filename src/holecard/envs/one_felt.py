"""A felt as one row of addresses, for tables that are stepped many at a time.

The round procedure is compiled as it stands, with three names exchanged: where its steps `ask` for
a choice, the choices made so far at this table answer; where they `draw`, a card that was not drawn
yet is drawn now, at random from what is left of the shoe; and no trace is kept. A step of the
environment deals the round again from its first card, as a table does.

The felt is passed as one address (jit/one_address.py), not as thirty to every step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.dealing.felt import (
    ASK_HAND,
    ASK_LEGAL,
    ASK_SEAT,
    ASKED,
    AT_ROW,
    CARD,
    DRY,
    HAND_ROW,
    HANDS_A_SEAT,
    SEAT_ROW,
)
from holecard.dealing.tables import Tables

MOST_CARDS = 128  # of a round, for each seat: five hands of 24 cards and a few to spare
MOST_CHOICES = 128
SHOE_WORDS = 7  # a bit for each card of eight decks
SEEDS = 4
U17, U19, U23, U41, U45 = (np.uint64(n) for n in (17, 19, 23, 41, 45))
ONE = np.uint64(1)


# `ready`: cards and choices of this round that are known, cards out of the shoe, cards of the
# full shoe, where the cut card lies (0 for a fresh shoe each round), the payments made, whether the
# dealer's second card lies face down, and whether two seats are one player's.
(
    CARDS_KNOWN,
    CHOICES_MADE,
    OUT,
    SHOE_SIZE,
    CUT_CARD,
    FEE_TENTHS,
    DEALER_HIDES,
    TWO_HANDS,
    READY,
) = range(9)


def felt_dtypes(seats: int) -> dict[str, Any]:
    """The numbers of a felt of so many seats: the rule tables, then what lies on it."""
    tables = {name: np.int64 if name == "needs" else np.int16 for name in Tables._fields}
    return {
        "tables": tables,
        "seats": (np.int64, SEAT_ROW * seats),
        "hands": np.int8,
        "at": np.int64,
        "cards": np.int8,  # drawn in this round
        "script": np.int8,  # chosen in this round
        "gone": np.uint64,  # the cards out of the shoe, a bit each
        "stream": np.uint64,
        "ready": np.int64,
        "deck": np.int8,  # the full shoe, unshuffled
        "given": np.int64,
        "tenths": np.int64,
        "insured": np.float64,  # what insurance brings, in tenths of the wager
    }


def rooms(seats: int) -> dict[str, int]:
    """How many numbers there are of each kind that is not the rules'."""
    return {
        "seats": SEAT_ROW * seats,
        "hands": HAND_ROW * (HANDS_A_SEAT * seats + 1),
        "at": AT_ROW,
        "cards": MOST_CARDS * seats,
        "script": MOST_CHOICES * seats,
        "gone": SHOE_WORDS,
        "stream": SEEDS,
        "ready": READY,
    }


def ask_row(felt: Any, seat: int, hand: int, legal: int) -> int:
    """The next choice made at this table, or -1 after leaving word of who is asked for what."""
    place = felt.at[ASKED]
    if felt.at[DRY] or place >= felt.ready[CHOICES_MADE]:
        felt.at[ASK_SEAT] = seat
        felt.at[ASK_HAND] = hand
        felt.at[ASK_LEGAL] = legal
        return -1
    felt.at[ASKED] = place + 1
    return int(felt.script[place])


def draw_row(felt: Any) -> int:
    """The next card of this round: as it was drawn before, or drawn now."""
    place = felt.at[CARD]
    if place >= felt.ready[CARDS_KNOWN]:
        if felt.ready[OUT] >= felt.ready[SHOE_SIZE]:
            felt.at[DRY] = 1
            return int(felt.cards[0])
        felt.cards[place] = felt.deck[draw_place(felt)]
        felt.ready[CARDS_KNOWN] = place + 1
    felt.at[CARD] = place + 1
    return int(felt.cards[place])


def high_half(one: Any, other: Any) -> Any:
    """The high 64 bits of a 64 by 64 bit product; compiled by jit/intrinsics.py."""
    return np.uint64(int(one) * int(other) >> 64)


def draw_place(felt: Any) -> int:
    """A place of the shoe that still holds a card, each with equal chance: places that are empty
    are drawn again. The multiply-shift draw favours no place by more than one part in 2^55."""
    while True:
        place = high_half(next_word(felt), np.uint64(felt.ready[SHOE_SIZE]))
        bit = ONE << (place & np.uint64(63))
        if felt.gone[place >> np.uint64(6)] & bit == np.uint64(0):
            felt.gone[place >> np.uint64(6)] |= bit
            felt.ready[OUT] += 1
            return int(place)


def next_word(felt: Any) -> Any:
    """xoshiro256++, as random_stream.py has it."""
    s0, s1, s2, s3 = felt.stream[0], felt.stream[1], felt.stream[2], felt.stream[3]
    mixed = s0 + s3
    word = ((mixed << U23) | (mixed >> U41)) + s0
    kept = s1 << U17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= kept
    s3 = (s3 << U45) | (s3 >> U19)
    felt.stream[0], felt.stream[1], felt.stream[2], felt.stream[3] = s0, s1, s2, s3
    return word


def keep_no_trace(felt: Any, kind: int, seat: int, hand: int, card: int, detail: int) -> None:
    """Nobody reads what is dealt here step by step."""
