"""Runs and the answers in them: written once for each place and step, whoever sends them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from holecard.errors import HolecardError, NotAllowed
from holecard.server.store.schema import drilled, runs
from holecard.server.store.statements import Statement

LEARN, STORM, EXAM = "learn", "storm", "exam"
MOST_KEPT = 20_000  # answers to one game that are looked at
Asked = tuple[int, str, int]  # seed, drill, item: the engine makes the question of it
# What every question and every answer asks for.
FIND = Statement(
    select(runs).where(runs.c.player == bindparam("of"), runs.c.run == bindparam("which"))
)
GIVEN = Statement(
    select(drilled)
    .where(drilled.c.player == bindparam("of"), drilled.c.run == bindparam("which"))
    .order_by(drilled.c.place, drilled.c.step)
)
KEEP = Statement(drilled.insert())


class UnknownRun(HolecardError):
    code = "run/unknown"


class RunOver(NotAllowed):
    """An answer to a run that has ended, or out of its turn."""

    code = "run/over"


@dataclass(frozen=True, slots=True)
class Run:
    """A session of the engine's as it was begun; its answers are rows of their own."""

    player: str
    run: str
    game: str
    rules_line: str
    drills: tuple[str, ...]
    mode: str
    seed: int
    own_seed: bool
    items: int
    stake: int
    pick: str
    weak: tuple[Asked, ...]
    plan: tuple[Asked, ...]
    begun_at: int
    ended_at: int | None = None
    house: str = ""  # the profile as JSON; the shipped one if empty

    def setting(self) -> str:
        """What its questions are made from, as a worker is told: nothing of the player."""
        return json.dumps(
            {
                "game": self.game,
                "rules": self.rules_line,
                "drills": self.drills,
                "mode": self.mode,
                "seed": self.seed,
                "items": self.items,
                "stake": self.stake,
                "pick": self.pick,
                "weak": self.weak,
                "plan": self.plan,
                "house": self.house,
            }
        )


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as it was counted. `step` is 0 where the whole question was answered at once."""

    run: str
    place: int
    step: int
    drill: str
    seed: int
    item: int
    last: bool
    ms: int
    at: int
    answer: dict[str, Any]
    grade: dict[str, Any]

    @property
    def right(self) -> bool:
        return bool(self.grade["right"])

    @property
    def whole(self) -> bool:
        return self.grade["step"] is None


Row = tuple[int, str, int, bool, int]  # seed, drill, item, right, ms


def done_places(given: Iterable[Given]) -> tuple[Row, ...]:
    """The places that are answered, in order, as a worker is told of them."""
    found: dict[tuple[str, int], Row] = {}
    done = set()
    for one in given:
        key = one.run, one.place
        _, _, _, right, ms = found.get(key, (0, "", 0, True, 0))
        found[key] = one.seed, one.drill, one.item, right and one.right, ms + one.ms
        done |= {key} if one.last else set()
    return tuple(row for key, row in found.items() if key in done)


def write_run(connection: Connection, run: Run) -> None:
    row = {name: getattr(run, name) for name in Run.__slots__}
    row |= {"drills": ",".join(run.drills), "own_seed": int(run.own_seed)}
    row |= {"weak": json.dumps(run.weak), "plan": json.dumps(run.plan)}
    connection.execute(runs.insert(), row)


def as_run(row: Any) -> Run:
    found = dict(zip(runs.c.keys(), row, strict=True))
    found |= {"drills": tuple(found["drills"].split(",")), "own_seed": bool(found["own_seed"])}
    lists = {name: tuple(map(tuple, json.loads(found[name]))) for name in ("weak", "plan")}
    return Run(**found | lists)


def find_run(connection: Connection, player: str, run: str) -> Run:
    row = FIND.one(connection, {"of": player, "which": run})
    if row is None:
        raise UnknownRun(f"you have no run {run}: begin one on the training page")
    return as_run(row)


def open_run(connection: Connection, like: Run) -> Run | None:
    """The newest run of the same setting that has not ended: a second tab goes on with it."""
    same = ("player", "game", "rules_line", "mode", "stake", "pick", "house")
    query = select(runs).where(
        *(runs.c[name] == getattr(like, name) for name in same),
        runs.c.drills == ",".join(like.drills),
        runs.c.own_seed == int(like.own_seed),
        runs.c.ended_at.is_(None),
    )
    if not like.own_seed:
        query = query.where(runs.c.seed == like.seed, runs.c["items"] == like.items)
    row = connection.execute(query.order_by(runs.c.begun_at.desc()).limit(1)).one_or_none()
    return None if row is None else as_run(row)


def end_run(connection: Connection, run: Run, at: int) -> None:
    own = runs.c.player == run.player, runs.c.run == run.run, runs.c.ended_at.is_(None)
    connection.execute(runs.update().where(*own).values(ended_at=at))


def runs_of(connection: Connection, player: str) -> list[Run]:
    query = select(runs).where(runs.c.player == player).order_by(runs.c.begun_at, runs.c.run)
    return [as_run(row) for row in connection.execute(query)]


def write_given(connection: Connection, player: str, given: Given) -> None:
    row = {name: getattr(given, name) for name in Given.__slots__}
    row |= {"player": player, "last": int(given.last)}
    row |= {"answer": json.dumps(given.answer), "grade": json.dumps(given.grade)}
    KEEP.later(connection, row)


def aside(player: str) -> str:
    """Where a file that is brought back lies until all of it is there: nobody's, so it counts for
    nothing."""
    return f"{player}+"


def clear_aside(connection: Connection, player: str) -> None:
    for table in (drilled, runs):
        connection.execute(table.delete().where(table.c.player == aside(player)))


def drop_given(
    connection: Connection, player: str, run: str, places: Iterable[tuple[int, int]]
) -> int:
    """Without the answers at these places and steps; how many there were."""
    gone = 0
    for place, step in places:
        at = (drilled.c.place == place) & (drilled.c.step == step)
        own = (drilled.c.player == player) & (drilled.c.run == run)
        gone += connection.execute(drilled.delete().where(own & at)).rowcount
    return gone


def keep_aside(connection: Connection, player: str) -> None:
    """What lies aside becomes the player's."""
    have = {one.run for one in runs_of(connection, player)}
    known = (runs.c.player == aside(player)) & runs.c.run.in_(have)
    connection.execute(runs.delete().where(known))
    for table in (runs, drilled):
        own = table.c.player == aside(player)
        connection.execute(table.update().where(own).values(player=player))


def kept_grade(told: dict[str, Any], step: int | None) -> dict[str, Any]:
    """What is kept of a grade: of a miss the sentence, its reason and the line that deals it."""
    parts = [
        {key: one[key] for key in ("skill", "name", "wager", "right")}
        | ({} if one["right"] else {"says": one["says"], "why": one["why"]})
        for one in told["parts"]
    ]
    more = {} if told["right"] else {"line": told["line"]}
    more |= {key: told[key] for key in ("card", "cost", "cell", "two", "paid") if told[key]}
    return {"right": told["right"], "parts": parts, "step": step} | more


def as_given(row: Any) -> Given:
    found = dict(zip(drilled.c.keys(), row, strict=True))
    del found["player"]
    found["last"] = bool(found["last"])
    read = {name: json.loads(found[name]) for name in ("answer", "grade")}
    return Given(**found | read)


def given_in(connection: Connection, player: str, run: str) -> list[Given]:
    """The answers of a run, place by place."""
    return [as_given(row) for row in GIVEN.rows(connection, {"of": player, "which": run})]


def given_to(connection: Connection, player: str, game: str, rules_line: str) -> list[Given]:
    """The latest answers to a game under its rules, the oldest of them first; those of an exam
    when it is over."""
    same = (runs.c.player == drilled.c.player) & (runs.c.run == drilled.c.run)
    query = (
        select(drilled)
        .join(runs, same)
        .where(drilled.c.player == player, runs.c.game == game, runs.c.rules_line == rules_line)
        .where((runs.c.mode != EXAM) | runs.c.ended_at.is_not(None))
        .order_by(drilled.c.at.desc(), drilled.c.place.desc(), drilled.c.step.desc())
        .limit(MOST_KEPT)
    )
    return [as_given(row) for row in connection.execute(query)][::-1]
