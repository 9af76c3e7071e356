"""A sitting at a drill as plain state: what was asked, what was answered, and what comes next.

It is written to JSON and read back, and every question is made again from its seed, so that web,
terminal and Python hold the same exam. Learn brings weak spots back, storm runs on a clock, an exam
has so many questions and says nothing until its end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from holecard.errors import BadDefinition, NotAllowed, UnknownName, Unreadable
from holecard.train.drills import MOST_ITEMS, drill_named, grade, make_item
from holecard.train.item import LARGEST_SEED, Grade, Item, Json, Setting
from holecard.train.profile import Profile, profile_of
from holecard.wagers.game import Game

LEARN, STORM, EXAM = "learn", "storm", "exam"
MODES = (LEARN, STORM, EXAM)
WEAK_SHARE = 0.4  # of the questions of learn, while there are weak spots
RETIRES = 3  # right in a row, and a weak spot is none any more
STORM_SECONDS = 180
MISS_SECONDS = 5  # what a miss takes off the clock
COMBO = 5  # right in a row, and each is worth a point more
LONGEST_MS = 3_600_000


@dataclass(frozen=True)
class Asked:
    """A question by where it comes from: the same everywhere."""

    seed: int
    drill: str
    item: int


@dataclass(frozen=True)
class Given:
    """An answer as it was given, how long it took, and how it was graded."""

    asked: Asked
    answer: Json
    ms: int
    points: int
    of: int
    wagers: tuple[tuple[str, str, bool], ...] = ()  # skill, wager and whether it was right
    cost: float = 0.0

    @property
    def right(self) -> bool:
        return self.points == self.of

    def as_json(self) -> Json:
        return {
            "seed": self.asked.seed,
            "drill": self.asked.drill,
            "item": self.asked.item,
            "answer": self.answer,
            "ms": self.ms,
            "points": self.points,
            "of": self.of,
            "parts": [list(one) for one in self.wagers],
            "cost": self.cost,
        }


@dataclass(frozen=True)
class Session:
    """What is drilled, how, and the answers so far. `weak` are spots missed in earlier sittings;
    a `plan` names every question, where they do not come of the seed alone."""

    game: str
    rules_line: str
    definition_hash: str
    profile: Profile
    drills: tuple[str, ...]
    mode: str
    seed: int
    items: int = 20
    stake: int = 1000
    pick: str = ""
    weak: tuple[Asked, ...] = ()
    plan: tuple[Asked, ...] = ()
    given: tuple[Given, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in self.drills:
            drill_named(name)
        if not self.drills:
            raise BadDefinition("a session needs a drill: settle, next, pay, error, know or play")
        if self.mode not in MODES:
            raise UnknownName("mode", self.mode[:40], MODES)
        if not 1 <= self.items <= MOST_ITEMS:
            raise Unreadable(f"a session has 1 to {MOST_ITEMS} items, not {self.items}")

    def setting(self, game: Game, seed: int | None = None) -> Setting:
        """The setting of its questions; the game must be the one it was begun with."""
        if (game.id, game.definition_hash) != (self.game, self.definition_hash):
            raise BadDefinition(
                f"this session is of {self.game} {self.definition_hash[:12]}, not of {game.id} "
                f"{game.definition_hash[:12]}: begin a new one"
            )
        from_seed = self.seed if seed is None else seed
        return Setting(game, from_seed, self.profile, self.stake, self.pick)

    @property
    def seconds_left(self) -> float:
        """Of a storm: every answer takes its time, and a miss some more."""
        misses = sum(not one.right for one in self.given)
        spent = sum(one.ms for one in self.given) / 1000
        return STORM_SECONDS - spent - MISS_SECONDS * misses

    def too_late(self, ms: int) -> bool:
        """Whether an answer that took so long comes when a storm's clock has run out."""
        return self.mode == STORM and ms >= 1000 * self.seconds_left

    @property
    def over(self) -> bool:
        if self.mode == STORM:
            return self.seconds_left <= 0
        return len(self.given) >= self.items

    @property
    def combo(self) -> int:
        """Right in a row, up to now."""
        row = 0
        for one in self.given:
            row = row + 1 if one.right else 0
        return row

    @property
    def score(self) -> int:
        """A point for each right answer, and one more for each full combo before it."""
        score = row = 0
        for one in self.given:
            score += points_after(row) if one.right else 0
            row = row + 1 if one.right else 0
        return score

    @property
    def worth(self) -> int:
        """What the next answer scores if it is right."""
        return points_after(self.combo)

    @property
    def feedback(self) -> bool:
        """Whether an answer is told at once: an exam tells everything at its end."""
        return self.mode != EXAM or self.over

    def as_json(self) -> Json:
        plan = {"plan": [[one.seed, one.drill, one.item] for one in self.plan]} if self.plan else {}
        return {
            "game": self.game,
            "rules_line": self.rules_line,
            "definition_hash": self.definition_hash,
            "profile": self.profile.as_json(),
            "drills": list(self.drills),
            "mode": self.mode,
            "seed": self.seed,
            "items": self.items,
            "stake": self.stake,
            "pick": self.pick,
            "weak": [[one.seed, one.drill, one.item] for one in self.weak],
            **plan,
            "answers": [one.as_json() for one in self.given],
        }


def points_after(row: int) -> int:
    return 1 + row // COMBO


def new_session(
    game: Game, profile: Profile, drills: Iterable[str], mode: str, seed: int, **more: Any
) -> Session:
    Setting(game, seed, profile)  # refuses a seed that is none
    return Session(
        game.id, game.line, game.definition_hash, profile, tuple(drills), mode, seed, **more
    )


def next_asked(session: Session) -> Asked | None:
    """The next question; none when it is over."""
    if session.over:
        return None
    at = len(session.given)
    if session.plan:
        return session.plan[at] if at < len(session.plan) else None
    if session.mode == LEARN:
        draw = random.Random(f"{session.seed} learn {at}")
        weak = [one for one in weak_spots(session) if not at or one != session.given[-1].asked]
        if weak and (at == 0 or draw.random() < WEAK_SHARE):
            return weak[0] if at == 0 else draw.choice(weak)
        at = sum(one.asked.seed == session.seed for one in fresh(session))
    return Asked(session.seed, session.drills[at % len(session.drills)], at // len(session.drills))


def fresh(session: Session) -> list[Given]:
    """The answers to questions that had not been asked before."""
    seen: set[Asked] = set(session.weak)
    found = []
    for one in session.given:
        if one.asked not in seen:
            seen.add(one.asked)
            found.append(one)
    return found


def weak_spots(session: Session) -> list[Asked]:
    """What was missed and not yet right three times in a row since, the worst first: of earlier
    sittings in the order they were brought back in, which is that."""
    misses: dict[Asked, int] = dict.fromkeys(session.weak, 1)
    row: dict[Asked, int] = dict.fromkeys(session.weak, 0)
    for one in session.given:
        if not one.right:
            misses[one.asked] = misses.get(one.asked, 0) + 1
        row[one.asked] = row.get(one.asked, 0) + 1 if one.right else 0
    found = [one for one in misses if row[one] < RETIRES]
    return sorted(found, key=lambda one: -misses[one])


def question(session: Session, game: Game) -> Item | None:
    """The item to answer now."""
    asked = next_asked(session)
    return None if asked is None else item_for(session, game, asked)


def item_for(session: Session, game: Game, asked: Asked) -> Item:
    return make_item(session.setting(game, asked.seed), asked.drill, asked.item)


def answer(session: Session, game: Game, given: Json, ms: int) -> tuple[Session, Grade]:
    """The session with one answer more. What is no answer is refused and changes nothing."""
    asked = next_asked(session)
    if asked is None:
        raise NotAllowed("the session is over: begin a new one")
    if type(ms) is not int or not 0 <= ms <= LONGEST_MS:
        raise Unreadable(f"an answer takes 0 to {LONGEST_MS} milliseconds, not {str(ms)[:40]}")
    graded = grade(item_for(session, game, asked), given)
    return replace(session, given=(*session.given, note(asked, given, ms, graded))), graded


def note(asked: Asked, given: Json, ms: int, graded: Grade) -> Given:
    parts = tuple((part.skill, part.wager, part.right) for part in graded.parts)
    return Given(asked, given, ms, graded.points, len(graded.parts), parts, graded.cost)


def read_session(document: Any) -> Session:
    """The session a JSON document holds; what it lacks or has wrong is named."""
    if not isinstance(document, Mapping):
        raise Unreadable("that is no session: a JSON object with game, drills, mode and seed")
    try:
        return Session(
            game=str(document["game"]),
            rules_line=str(document["rules_line"]),
            definition_hash=str(document["definition_hash"]),
            profile=profile_of(document["profile"]),
            drills=tuple(map(str, document["drills"])),
            mode=str(document["mode"]),
            seed=whole(document["seed"], LARGEST_SEED),
            items=whole(document["items"], MOST_ITEMS),
            stake=whole(document["stake"], 10**9),
            pick=str(document["pick"]),
            weak=tuple(Asked(int(a), str(b), int(c)) for a, b, c in document["weak"]),
            plan=tuple(Asked(int(a), str(b), int(c)) for a, b, c in document.get("plan", ())),
            given=tuple(map(read_given, document["answers"])),
        )
    except (KeyError, TypeError, ValueError) as wrong:
        if isinstance(wrong, (BadDefinition, UnknownName, Unreadable)):
            raise
        raise Unreadable(f"that is no session: {type(wrong).__name__} {wrong}") from wrong


def whole(found: Any, most: int) -> int:
    if type(found) is not int or not 0 <= found <= most:
        raise Unreadable(f"{str(found)[:40]!r} is no whole number from 0 to {most}")
    return found


def read_given(one: Any) -> Given:
    return Given(
        asked=Asked(whole(one["seed"], LARGEST_SEED), str(one["drill"]), int(one["item"])),
        answer=dict(one["answer"]),
        ms=whole(one["ms"], LONGEST_MS),
        points=int(one["points"]),
        of=int(one["of"]),
        wagers=tuple((str(a), str(b), bool(c)) for a, b, c in one["parts"]),
        cost=float(one["cost"]),
    )
