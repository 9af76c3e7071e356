"""A round's record in another 64-bit word: for wagers that look at drawn cards, at colours of the
dealer's hand, or at a double, which the usual word has no room for. Only the general path writes
it.
"""

from __future__ import annotations

from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from holecard.cards import colour, rank, suit, value
from holecard.hand import are_blackjack
from holecard.simulator.engine.record_word import (
    CARD_BITS,
    RANK_BITS,
    SUIT_BITS,
    Layout,
    Part,
    WordLook,
    start_total,
)

THIRD = {"third_rank", "third_suit"}
NONE = 13  # the rank of a card that is not there


class Drawn(NamedTuple):
    """One number for each field, in the order in which they lie."""

    first: int
    second: int
    third: int
    up: int
    hole: int
    dealer_third: int
    dealer_total: int
    dealer_cards: int
    in_common: int  # the dealer's cards: 0 nothing, 1 a colour, 2 a suit
    dealer_reds: int
    hand_total: int
    hand_result: int
    doubled: int
    surrendered: int
    more_hands: int


BITS = Drawn(*([CARD_BITS] * 6 + [5, 5, 2, 4, 5, 3, 1, 1, 2]))
DRAWN_AT = Drawn(*accumulate(BITS[:-1], initial=0))
NUMBERS = {
    "dealer_total": range(2, 27),
    "dealer_cards": range(2, 22),
    "in_common": range(3),
    "dealer_reds": range(16),
    "hand_total": range(2, 32),
    "hand_result": range(8),
    "doubled": range(2),
    "surrendered": range(2),
    "more_hands": range(4),
}
CARDS = ("first", "second", "third", "up", "hole", "dealer_third")


def parts() -> dict[str, Part]:
    found = {
        name: Part(getattr(DRAWN_AT, name), getattr(BITS, name), numbers)
        for name, numbers in NUMBERS.items()
    }
    for name in CARDS:
        start, drawn = getattr(DRAWN_AT, name), "third" in name
        found[f"{name}.suit"] = Part(start, SUIT_BITS, range(4))
        found[f"{name}.rank"] = Part(start + SUIT_BITS, RANK_BITS, range(13 + drawn))
    return found


def looks() -> dict[str, WordLook]:
    found = {
        name: WordLook((name,), int) for name in NUMBERS if name not in ("in_common", "more_hands")
    }
    for name in CARDS:
        of_rank, of_suit = (f"{name}.rank",), (f"{name}.suit",)
        if "third" in name:
            found[f"{name}_rank"] = WordLook(of_rank, lambda at: (at + 1) % (NONE + 1))
            found[f"{name}_suit"] = WordLook(
                (*of_rank, *of_suit), lambda at, one: 4 if at == NONE else one
            )
        else:
            found[f"{name}_rank"] = WordLook(of_rank, lambda at: rank(4 * at))
            found[f"{name}_suit"] = WordLook(of_suit, suit)
            found[f"{name}_value"] = WordLook(of_rank, lambda at: value(4 * at))
            found[f"{name}_colour"] = WordLook(of_suit, colour)
    of_rank, of_suit = ("third.rank",), ("third.suit",)  # in rounds of their own: see lineup.py
    found["next_rank"] = WordLook(of_rank, lambda at: rank(4 * at))
    found["next_suit"] = WordLook(of_suit, suit)
    found["next_value"] = WordLook(of_rank, lambda at: value(4 * at))
    found["next_colour"] = WordLook(of_suit, colour)
    two = ("first.rank", "second.rank")
    found["start_total"] = WordLook(two, start_total)
    found["natural"] = WordLook(two, both_make)
    found["dealer_natural"] = WordLook(("up.rank", "hole.rank"), both_make)
    found["hands"] = WordLook(("more_hands",), lambda more: more + 1)
    found["dealer_suited"] = WordLook(("in_common",), lambda one: int(one == 2))
    found["dealer_coloured"] = WordLook(("in_common",), lambda one: int(one > 0))
    return found


def both_make(one: int, other: int) -> int:
    """Whether two cards, by rank from 0, are a blackjack."""
    return int(are_blackjack((value(4 * one), value(4 * other))))


DRAWN = Layout("drawn", MappingProxyType(parts()), MappingProxyType(looks()))
