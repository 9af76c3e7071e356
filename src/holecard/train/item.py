"""A question, its answer and the reason for it, all plain JSON; and how an answer was graded."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from holecard.errors import BadDefinition, Unreadable
from holecard.train.profile import Profile, default_profile
from holecard.wagers.game import Game

Json = dict[str, Any]
KNOW, PLAY = "know", "play"
DEALERS = ("settle", "next", "pay", "error", KNOW)  # in the order an exam of all takes them
ALL = "all"  # those five in turn
LARGEST_SEED = 2**53 - 1  # what a browser holds exactly


@dataclass(frozen=True)
class Setting:
    """What an exam is set from: the same setting gives the same questions everywhere. `stake` and
    `pick` are the coach's: cents to a decision, and how decisions are drawn."""

    game: Game
    seed: int
    profile: Profile = field(default_factory=default_profile)
    stake: int = 1000
    pick: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= LARGEST_SEED:
            raise Unreadable(f"a seed is a whole number from 0 to {LARGEST_SEED}: not {self.seed}")
        if any("\ud800" <= letter <= "\udfff" for letter in self.pick):
            raise Unreadable(f"cannot read {self.pick[:40]!r}: which decisions, as UTF-8")

    def draw(self, *names: object) -> random.Random:
        """The source of randomness of one question: no other question changes it."""
        words = (self.seed, self.game.id, self.game.line, *names)
        return random.Random(" ".join(map(str, words)))


@dataclass(frozen=True)
class Item:
    """One question. `line` deals its round again and tells everything, so that only a finished
    question shows it; `skills` name what it is about, for results by skill."""

    number: int
    drill: str
    line: str
    question: Json
    answer: Json
    why: str
    skills: tuple[str, ...] = ()

    def as_json(self) -> Json:
        return {
            "item": self.number,
            "drill": self.drill,
            "line": self.line,
            "question": self.question,
            "answer": self.answer,
            "why": self.why,
            "skills": list(self.skills),
        }

    def asked(self) -> Json:
        """What may be seen before the answer."""
        return {"item": self.number, "drill": self.drill, "question": self.question}


@dataclass(frozen=True)
class Part:
    """One part of an answer that is graded by itself: a wager of a table, or all of a step."""

    skill: str
    right: bool
    wager: str = ""
    says: str = ""  # what was wrong, in a sentence
    why: str = ""

    def as_json(self) -> Json:
        return {
            "skill": self.skill,
            "right": self.right,
            "wager": self.wager,
            "says": self.says,
            "why": self.why,
        }


@dataclass(frozen=True)
class Grade:
    """What an answer was worth: right if every part of it is. Remarks are no mistakes: more chips
    than needed, an order that is not the house's where the drill does not ask for it."""

    parts: tuple[Part, ...]
    remarks: tuple[str, ...] = ()
    cost: float = 0.0  # the coach's: cents given away, expected

    @property
    def right(self) -> bool:
        return all(part.right for part in self.parts)

    @property
    def points(self) -> int:
        return sum(part.right for part in self.parts)

    def as_json(self) -> Json:
        return {
            "right": self.right,
            "points": self.points,
            "of": len(self.parts),
            "parts": [part.as_json() for part in self.parts],
            "remarks": list(self.remarks),
            "cost": self.cost,
        }


@dataclass(frozen=True)
class Drill:
    """A kind of question: how one is made, and how its answer is graded."""

    id: str
    name: str
    says: str
    make: Callable[[Setting, int], Item]
    grade: Callable[[Item, Json], Grade]


def digest(document: Any) -> str:
    """SHA-256 of a document as canonical JSON."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def no_answer(drill: str, why: str, right: str) -> Unreadable:
    return Unreadable(f"that is no answer to {drill}: {why}; right would be {right}")


def text_in(answer: Mapping[str, Any], key: str, drill: str, right: str) -> str:
    found = answer.get(key)
    if not isinstance(found, str) or len(found) > 200:
        raise no_answer(drill, f"{key} is {str(found)[:40]!r}", right)
    return found


def whole_in(answer: Mapping[str, Any], key: str, drill: str, right: str, default: int = 0) -> int:
    found = answer.get(key, default)
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > 10**12:
        raise no_answer(drill, f"{key} is {str(found)[:40]!r}", right)
    return found


def nothing_to_drill(drill: str, game: Game, why: str) -> BadDefinition:
    return BadDefinition(f"{drill} has nothing to ask of {game.id}: {why}")
