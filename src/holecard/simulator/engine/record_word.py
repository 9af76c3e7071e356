"""A round's record in one 64-bit word: everything a wager may look at, except a streak.

The same names as holecard.wagers.looks; each look says which bits of the word it needs and how to
read them, so that a wager's outcome can be tabulated over just those bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from holecard.cards import rank, suit, value
from holecard.dealing.settle import streak_after
from holecard.hand import state_of, total

# Where each field starts, and how many bits it has.
FIELDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "first": (0, 6),
        "second": (6, 6),
        "up": (12, 6),
        "hole": (18, 6),
        "dealer_natural": (24, 1),
        "peeked": (25, 1),
        "dealer_total": (26, 5),
        "dealer_cards": (31, 5),
        "dealer_suited": (36, 1),
        "more_hands": (37, 2),
        "hand_total": (39, 5),
        "hand_cards": (44, 5),
        "hand_result": (49, 3),
        "outcome_up": (52, 2),
        "surrendered": (54, 1),
        "lowest": (55, 5),
        "alive": (60, 1),
        "natural": (61, 1),
    }
)
RANK_BITS, SUIT_BITS = 4, 2


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
    start, bits = FIELDS[name]
    return Part(start, bits, numbers)


def card_parts(name: str) -> dict[str, Part]:
    start, _ = FIELDS[name]
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


def part_of(word: int, name: str) -> int:
    part = PARTS[name]
    return word >> part.start & (1 << part.bits) - 1


def look(word: int, name: str) -> int:
    """What a wager sees under that name in a record."""
    one = WORD_LOOKS[name]
    return int(one.read(*(part_of(word, part) for part in one.parts)))


def unpacked(word: int) -> dict[str, Any]:
    """Every field of a record by name, for messages and tests."""
    return {name: word >> start & (1 << bits) - 1 for name, (start, bits) in FIELDS.items()}
