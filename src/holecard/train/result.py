"""What a sitting came to: accuracy and speed apart, by drill, skill and wager, against lines that
others have published; and the file by which an exam can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from holecard.errors import HolecardError, Unreadable
from holecard.train.item import PLAY, Json, digest
from holecard.train.questions.settle import ORDER
from holecard.train.session import (
    EXAM,
    Given,
    Session,
    answer,
    item_for,
    next_asked,
    read_session,
)
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER

SCHEMA = "holecard.exam/1"


class PassLine(NamedTuple):
    """A standard somebody has published, and who."""

    says: str
    value: float
    cites: str


RIGHT_LINE = PassLine("right answers, at least", 0.98, "top level of a public payout trainer")
BADGE = "blackjack dealer badge, Anne Arundel Community College"
SECONDS = {  # what is timed, and within how many seconds it passes
    "bonus": PassLine("a bonus bet", 30, BADGE),
    "insurance": PassLine("insurance", 10, BADGE),
    "chips": PassLine("20 chips", 10, BADGE),
}
CHIPS_CUT = 20
CHIPS_COUNTED = 10  # a stack of fewer is no cutting, and its time is for thinking
# Rounds an hour with 1 to 7 players: Kilby, quoted by Grochowski 2012.
ROUNDS_AN_HOUR = (209, 139, 105, 84, 70, 60, 52)
ROUNDS_CITE = "Kilby, quoted by Grochowski 2012"


@dataclass(frozen=True)
class Tally:
    """Right answers of so many, and the time they took; a line only where one is published."""

    name: str
    right: int
    of: int
    ms: int
    timed: int  # how many the time is of
    line: float | None = None  # seconds
    cites: str = ""

    @property
    def accuracy(self) -> float:
        return self.right / self.of

    @property
    def seconds(self) -> float | None:
        return self.ms / self.timed / 1000 if self.timed else None

    @property
    def passes(self) -> bool:
        slow = self.line is not None and self.seconds is not None and self.seconds > self.line
        return self.accuracy >= RIGHT_LINE.value and not slow

    def as_json(self) -> Json:
        return {
            "name": self.name,
            "right": self.right,
            "of": self.of,
            "accuracy": self.accuracy,
            "seconds": self.seconds,
            "line_right": RIGHT_LINE.value,
            "line_seconds": self.line,
            "cites": self.cites,
            "passes": self.passes,
        }


def tally(name: str, answers: Iterable[tuple[bool, float]], line: PassLine | None = None) -> Tally:
    """`answers` are right or wrong with their milliseconds."""
    many = list(answers)
    return Tally(
        name,
        sum(right for right, _ in many),
        len(many),
        round(sum(ms for _, ms in many)),
        len(many),
        line.value if line else None,
        line.cites if line else "",
    )


def parts_of(given: Given) -> list[tuple[str, str, bool, float]]:
    """Skill, wager, right or wrong, and its share of the time."""
    timed = [one for one in given.wagers if one[0] != ORDER] or list(given.wagers)
    share = given.ms / max(1, len(timed))
    return [
        (skill, wager, right, 0.0 if skill == ORDER else share)
        for skill, wager, right in given.wagers
    ]


def result_of(session: Session, game: Game) -> Json:
    """Everything at once. An exam passes if each drill, and each line of time, passes."""
    drills = [
        tally(name, ((one.right, one.ms) for one in session.given if one.asked.drill == name))
        for name in session.drills
        if any(one.asked.drill == name for one in session.given)
    ]
    parts = [one for given in session.given for one in parts_of(given)]
    skills = by_key(parts, 0)
    wagers = [one for one in by_key(parts, 1) if one.name]
    lines = timed_lines(session, game)
    found = {
        "drills": [counted_by_wager(session, one).as_json() for one in drills],
        "skills": [one.as_json() for one in skills],
        "wagers": [one.as_json() for one in wagers],
        "lines": [one.as_json() for one in lines],
        "score": session.score,
        "cost": sum(one.cost for one in session.given),
        "misses": [at for at, one in enumerate(session.given) if not one.right],
        "rounds_an_hour": rounds_an_hour(session, game),
        "published": {"rounds_an_hour": list(ROUNDS_AN_HOUR), "cites": ROUNDS_CITE},
    }
    judged = [*(counted_by_wager(session, one) for one in drills), *lines]
    found["passed"] = bool(judged) and session.over and all(one.passes for one in judged)
    return found


def counted_by_wager(session: Session, drill: Tally) -> Tally:
    """A drill by its parts: a table of ten wagers with one miss is nine right of ten."""
    parts = [
        one for given in session.given if given.asked.drill == drill.name for one in parts_of(given)
    ]
    right = sum(one[2] for one in parts)
    timed = sum(one[0] != ORDER for one in parts)
    return replace(drill, right=right, of=len(parts), timed=timed)


def by_key(parts: Iterable[tuple[str, str, bool, float]], key: int) -> list[Tally]:
    found: dict[str, list[tuple[bool, float]]] = {}
    for one in parts:
        found.setdefault(str(one[key]), []).append((one[2], one[3]))
    return [tally(name, many) for name, many in sorted(found.items())]


def timed_lines(session: Session, game: Game) -> list[Tally]:
    """The lines that somebody has published a time for, where this sitting has answers to them."""
    bonus, insurance, chips = [], [], []
    known = {wager.id: wager.kind for wager in game.wagers}
    for given in session.given:
        if given.asked.drill not in ("settle", "pay"):
            continue
        for _, wager, right, ms in parts_of(given):
            kind = known.get(wager, MAIN)
            if kind == OFFER:
                insurance.append((right, ms))
            elif kind not in (MAIN, FEE):
                bonus.append((right, ms))
        cut = chips_cut(given)
        if given.asked.drill == "pay" and cut >= CHIPS_COUNTED:
            chips.append((given.right, given.ms * CHIPS_CUT / cut))
    named = (("bonus", bonus), ("insurance", insurance), ("chips", chips))
    return [tally(name, many, SECONDS[name]) for name, many in named if many]


def chips_cut(given: Given) -> int:
    """The chips that were laid down; a typed amount has none."""
    rows = given.answer.get("wagers", [])
    return sum(len(one.get("chips") or ()) + len(one.get("tip_chips") or ()) for one in rows)


def rounds_an_hour(session: Session, game: Game) -> Json:
    """Tables settled an hour by the number of seats, as settled: the deal is not in it."""
    found: dict[int, list[int]] = {}
    for given in session.given:
        if given.asked.drill == "settle":
            item = item_for(session, game, given.asked)
            found.setdefault(len(item.question["felt"]["seats"]), []).append(given.ms)
    return {str(one): 3_600_000 * len(ms) / max(1, sum(ms)) for one, ms in sorted(found.items())}


def exam_file(session: Session, game: Game) -> Json:
    """The file of a sitting: answers, result, and a hash over all of it. It carries no secret: it
    shows a change made by hand, not who answered."""
    from holecard import __version__

    document: Json = {
        "schema": SCHEMA,
        "version": __version__,
        **session.as_json(),
        "result": result_of(session, game),
    }
    return document | {"hash": digest(document)}


def certificate(document: Mapping[str, Any], game: Game) -> Json:
    """What a certificate prints: enough to set the same exam again and to check the answers."""
    return {
        "title": game.name,
        "kind": kind(document["drills"], document["mode"]),
        "rules_line": document["rules_line"],
        "definition_hash": document["definition_hash"],
        "house": document["profile"]["name"],
        "drills": document["drills"],
        "mode": document["mode"],
        "seed": document["seed"],
        "items": document["items"],
        "answers_hash": digest(document["answers"]),
        "hash": document["hash"],
        "result": document["result"],
        "passed": document["result"]["passed"] and document["mode"] == EXAM,
    }


def kind(drills: Sequence[str], mode: str) -> str:
    """`dealer's exam`."""
    who = "player's" if list(drills) == [PLAY] else "dealer's"
    return f"{who} {mode if mode == EXAM else 'practice'}"


class Changed(HolecardError):
    """A result file that does not hold what its answers come to."""

    code = "exam/changed"
    exit_code = 1


def verify_exam(document: Any, game: Game) -> Session:
    """Every question asked again and every answer graded again; a file that says otherwise is
    refused."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise Unreadable(f"that is no result of an exam: its schema would be {SCHEMA}")
    claimed = read_session(document)
    if (claimed.game, claimed.rules_line) != (game.id, game.line):
        raise changed(
            f"it is of {claimed.game[:40]} {claimed.rules_line[:80]}, and is checked by {game.id} "
            f"{game.line}"
        )
    if claimed.definition_hash != game.definition_hash:
        raise Changed(
            f"the exam was set on {claimed.game} {claimed.definition_hash[:12]}, this is "
            f"{game.definition_hash[:12]}: it cannot be checked against other rules"
        )
    again = replace(claimed, given=())
    for at, given in enumerate(claimed.given):
        if next_asked(again) != given.asked:
            raise changed(f"question {at + 1} is not the one that seed {claimed.seed} asks there")
        again, _ = answer(again, game, given.answer, given.ms)
        if again.given[-1] != given:
            raise changed(f"answer {at + 1} is not graded as it stands there")
    due = exam_file(again, game) | {"version": document.get("version")}
    del due["hash"]
    if not is_same({key: one for key, one in document.items() if key != "hash"}, due):
        raise changed("its result is not what its answers come to")
    if document.get("hash") != digest(due):
        raise changed("its hash is not that of what it holds")
    return again


def is_same(one: Any, other: Any) -> bool:
    """As two files say it: 1 and 1.0 are one number, which a browser writes down as 1; true is
    none."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def changed(why: str) -> Changed:
    return Changed(f"this file was changed after the exam: {why}")
