"""A card count: a tag for every rank, and the true count at which a counter bets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from holecard.cards import RANKS
from holecard.errors import Unreadable

NAMED = {
    "hi-lo": "A:-1 2:1 3:1 4:1 5:1 6:1 7:0 8:0 9:0 T:-1",
    "aces": "A:-12 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 T:1",
    "tens": "A:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:4 T:-9",
}


@dataclass(frozen=True)
class Count:
    """Tags by rank, ace first, and the trigger: both exact."""

    text: str
    tags: tuple[Fraction, ...]
    trigger: Fraction

    @property
    def scale(self) -> int:
        """What makes every tag a whole number."""
        return lcm(*(tag.denominator for tag in self.tags))

    @property
    def whole_tags(self) -> tuple[int, ...]:
        return tuple(int(tag * self.scale) for tag in self.tags)

    @property
    def whole_trigger(self) -> tuple[int, int]:
        scaled = self.trigger * self.scale
        return scaled.numerator, scaled.denominator


def read_count(text: str, trigger: str) -> Count:
    """`hi-lo`, or tags such as `A:-1 2:1 .. T:-1`: a rank left out counts 0, T stands for J, Q
    and K too where they are not named."""
    tags: dict[str, Fraction] = {}
    for word in NAMED.get(text, text).replace(",", " ").split():
        rank, colon, tag = word.partition(":")
        if not colon or rank.upper() not in RANKS:
            raise Unreadable(f"cannot read the tag {word!r}: such as 'A:-1 2:1 T:-1', or hi-lo")
        tags[rank.upper()] = read_number(tag)
    for face in "JQK":
        tags.setdefault(face, tags.get("T", Fraction(0)))
    found = tuple(tags.get(rank, Fraction(0)) for rank in RANKS)
    return Count(text, found, read_number(trigger))


def read_number(text: str) -> Fraction:
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError) as wrong:
        raise Unreadable(f"cannot read {text!r} as a number: such as -1 or 0.5") from wrong
    if abs(number) > 1000 or number.denominator > 1000:
        raise Unreadable(f"{text} is no count: numbers up to 1000")
    return number
