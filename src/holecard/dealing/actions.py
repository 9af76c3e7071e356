"""The choices a seat can be asked for, as small ints with the felt's names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holecard.errors import UnknownName

STAND, HIT, DOUBLE, SPLIT, SURRENDER, BURN, KEEP, INSURE, DECLINE, EVEN_MONEY, SWITCH = range(11)
ACTION_NAMES = (
    "stand",
    "hit",
    "double",
    "split",
    "surrender",
    "burn",
    "keep",
    "insurance",
    "no-insurance",
    "even-money",
    "switch",
)
KEYS = {
    "h": HIT,
    "s": STAND,
    "d": DOUBLE,
    "p": SPLIT,
    "r": SURRENDER,
    "b": BURN,
    "k": KEEP,
    "i": INSURE,
    "n": DECLINE,
    "e": EVEN_MONEY,
    "c": SWITCH,
}
WITH_AMOUNT = (DOUBLE, INSURE)


def bit(action: int) -> int:
    return 1 << action


def read_action(text: str) -> int:
    word = text.strip().lower()
    if word in ACTION_NAMES:
        return ACTION_NAMES.index(word)
    raise UnknownName("choice", text, ACTION_NAMES)


@dataclass(frozen=True, slots=True)
class Legal:
    """The actions a hand may take now: iterable, testable with `in`, false when there are none."""

    mask: int

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return action in ACTION_NAMES and self.mask >> ACTION_NAMES.index(action) & 1 == 1
        return isinstance(action, int) and self.mask >> action & 1 == 1

    def __iter__(self) -> Iterator[int]:
        return (action for action in range(len(ACTION_NAMES)) if action in self)

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(ACTION_NAMES[action] for action in self)

    def __repr__(self) -> str:
        return f"<Legal: {', '.join(self.names) or 'nothing'}>"
