"""A round's record in one 64-bit word: everything a wager may look at, except a streak.

The same names as holecard.wagers.looks; each look says which bits of the word it needs and how to
read them, so that a wager's outcome can be tabulated over just those bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple

from holecard.cards import colour, rank, suit, value
from holecard.dealing.settle import streak_after
from holecard.hand import state_of, total

RANK_BITS, SUIT_BITS = 4, 2
CARD_BITS = RANK_BITS + SUIT_BITS


class Fields(NamedTuple):
    """One number for each field of a record, in the order in which the fields lie. `peeked` stays
    beside `dealer_natural` and `outcome_up` beside `hand_result`: the fast kernel lays each two at
    once."""

    first: int
    second: int
    up: int
    hole: int
    dealer_natural: int
    peeked: int
    dealer_total: int
    dealer_cards: int
    dealer_suited: int
    more_hands: int
    hand_total: int
    hand_cards: int
    hand_result: int
    outcome_up: int
    surrendered: int
    lowest: int
    alive: int
    natural: int


BITS = Fields(
    first=CARD_BITS,
    second=CARD_BITS,
    up=CARD_BITS,
    hole=CARD_BITS,
    dealer_natural=1,
    peeked=1,
    dealer_total=5,
    dealer_cards=5,
    dealer_suited=1,
    more_hands=2,
    hand_total=5,
    hand_cards=5,
    hand_result=3,
    outcome_up=2,
    surrendered=1,
    lowest=5,
    alive=1,
    natural=1,
)
AT = Fields(*accumulate(BITS[:-1], initial=0))  # where each field starts


@dataclass(frozen=True, slots=True)
class Part:
    """Some bits of the word, and the numbers they can hold."""

    start: int
    bits: int
    numbers: range


@dataclass(frozen=True, slots=True)
class WordLook:
    parts: tuple[str, ...]
    read: Callable[..., int]  # of the parts


def field(name: str, numbers: range) -> Part:
    return Part(getattr(AT, name), getattr(BITS, name), numbers)


def card_parts(name: str) -> dict[str, Part]:
    start = getattr(AT, name)
    return {
        f"{name}.suit": Part(start, SUIT_BITS, range(4)),
        f"{name}.rank": Part(start + SUIT_BITS, RANK_BITS, range(13)),
    }


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        **{k: p for name in ("first", "second", "up", "hole") for k, p in card_parts(name).items()},
        "dealer_total": field("dealer_total", range(2, 27)),
        "dealer_cards": field("dealer_cards", range(2, 22)),
        "dealer_suited": field("dealer_suited", range(2)),
        "dealer_natural": field("dealer_natural", range(2)),
        "peeked": field("peeked", range(2)),
        "more_hands": field("more_hands", range(4)),
        "hand_total": field("hand_total", range(2, 32)),
        "hand_cards": field("hand_cards", range(2, 24)),
        "hand_result": field("hand_result", range(8)),
        "surrendered": field("surrendered", range(2)),
        "lowest": field("lowest", range(2, 32)),
        "alive": field("alive", range(2)),
        "outcome_up": field("outcome_up", range(3)),
        "natural": field("natural", range(2)),
    }
)


def same(number: int) -> int:
    return number


def card_looks(name: str) -> dict[str, WordLook]:
    return {
        f"{name}_rank": WordLook((f"{name}.rank",), lambda at: rank(4 * at)),
        f"{name}_suit": WordLook((f"{name}.suit",), suit),
        f"{name}_value": WordLook((f"{name}.rank",), lambda at: value(4 * at)),
        f"{name}_colour": WordLook((f"{name}.suit",), colour),
    }


def start_total(first: int, second: int) -> int:
    return total(state_of((4 * first, 4 * second)))


WORD_LOOKS: Mapping[str, WordLook] = MappingProxyType(
    {
        **{
            k: look
            for name in ("first", "second", "up", "hole")
            for k, look in card_looks(name).items()
        },
        **{
            name: WordLook((name,), same)
            for name in PARTS
            if "." not in name and name not in ("peeked", "more_hands", "outcome_up")
        },
        "start_total": WordLook(("first.rank", "second.rank"), start_total),
        "peek_found": WordLook(("peeked", "dealer_natural"), lambda p, n: p and 1 + n),
        "hands": WordLook(("more_hands",), lambda more: more + 1),
        "outcome": WordLook(("outcome_up",), lambda up: up - 1),
        "streak": WordLook(("outcome_up",), lambda up: streak_after(0, up - 1)),
    }
)


@dataclass(frozen=True, slots=True)
class Layout:
    """A word's parts, and how each look reads them."""

    name: str
    parts: Mapping[str, Part]
    looks: Mapping[str, WordLook]

    def look(self, word: int, name: str) -> int:
        """What a wager sees under that name in a record."""
        one = self.looks[name]
        found = (word >> self.parts[n].start & (1 << self.parts[n].bits) - 1 for n in one.parts)
        return int(one.read(*found))


USUAL = Layout("usual", PARTS, WORD_LOOKS)


def look(word: int, name: str) -> int:
    return USUAL.look(word, name)


def unpacked(word: int) -> dict[str, Any]:
    """Every field of a record by name, for messages and tests."""
    fields = zip(Fields._fields, AT, BITS, strict=True)
    return {name: word >> start & (1 << bits) - 1 for name, start, bits in fields}
