"""The drills by name, and the items of an exam: the same everywhere from one setting."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from holecard.errors import UnknownName, Unreadable
from holecard.train.item import Drill, Grade, Item, Json, Setting, no_answer
from holecard.train.questions.catch_error import ERROR
from holecard.train.questions.coach import PLAY
from holecard.train.questions.know import KNOW
from holecard.train.questions.next_step import NEXT
from holecard.train.questions.pay import PAY_DRILL
from holecard.train.questions.settle import SETTLE

ALL = (SETTLE, NEXT, PAY_DRILL, ERROR, KNOW, PLAY)
DRILLS: Mapping[str, Drill] = MappingProxyType({one.id: one for one in ALL})
MOST_ITEMS = 10_000


def drill_named(name: str) -> Drill:
    if name not in DRILLS:
        raise UnknownName("drill", name[:40], DRILLS)
    return DRILLS[name]


def make_item(setting: Setting, drill: str, number: int) -> Item:
    """One question of a drill, by its number: no question depends on another."""
    if not 0 <= number < MOST_ITEMS:
        raise Unreadable(f"items are numbered 0 to {MOST_ITEMS - 1}: not {number}")
    return drill_named(drill).make(setting, number)


def make_items(setting: Setting, drill: str, count: int) -> Iterator[Item]:
    if not 1 <= count <= MOST_ITEMS:
        raise Unreadable(f"an exam has 1 to {MOST_ITEMS} items, not {count}")
    return (make_item(setting, drill, number) for number in range(count))


def grade(item: Item, answer: Json) -> Grade:
    """What an answer to the item is worth; one that is no answer is refused, and so is one that no
    file could hold."""
    check_plain(item.drill, answer)
    return drill_named(item.drill).grade(item, answer)


def check_plain(drill: str, answer: Json) -> None:
    """Half a letter, or a number that is none, is JSON to some readers and to others not."""
    try:
        json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as wrong:
        raise no_answer(drill, f"it is no plain JSON: {wrong}", "text and numbers") from wrong
