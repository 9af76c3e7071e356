"""Runs and the answers in them: written once for each place and step, whoever sends them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from holecard.errors import HolecardError, NotAllowed
from holecard.server.store.schema import drilled, runs
from holecard.server.wire.train_answers import KeptAnswer, KeptRun

LEARN, STORM, EXAM = "learn", "storm", "exam"
ALL = "all"
MOST_KEPT = 20_000


class UnknownRun(HolecardError):
    code = "run/unknown"


class RunOver(NotAllowed):
    """An answer to a run that has ended, or out of its turn."""

    code = "run/over"


@dataclass(frozen=True, slots=True)
class Run:
    player: str
    run: str
    game: str
    rules_line: str
    drill: str
    mode: str
    seed: int
    places: int
    mixed: bool
    begun_at: int
    ended_at: int | None = None


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
    def question(self) -> tuple[str, int, int]:
        return self.drill, self.seed, self.item


def write_run(connection: Connection, run: Run) -> None:
    row = {name: getattr(run, name) for name in Run.__slots__}
    connection.execute(runs.insert(), row | {"mixed": int(run.mixed)})


def as_run(row: Any) -> Run:
    found = dict(row._mapping)
    return Run(**found | {"mixed": bool(row.mixed)})


def find_run(connection: Connection, player: str, run: str) -> Run:
    query = select(runs).where(runs.c.player == player, runs.c.run == run)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownRun(f"you have no run {run}: begin one on the training page")
    return as_run(row)


def open_run(connection: Connection, like: Run) -> Run | None:
    """The newest run of the same setting that has not ended."""
    query = select(runs).where(
        runs.c.player == like.player,
        runs.c.game == like.game,
        runs.c.rules_line == like.rules_line,
        runs.c.drill == like.drill,
        runs.c.mode == like.mode,
        runs.c.mixed == int(like.mixed),
        runs.c.ended_at.is_(None),
    )
    if not like.mixed:
        query = query.where(runs.c.seed == like.seed, runs.c.places == like.places)
    row = connection.execute(query.order_by(runs.c.begun_at.desc()).limit(1)).one_or_none()
    return None if row is None else as_run(row)


def end_run(connection: Connection, run: Run, at: int) -> None:
    own = runs.c.player == run.player, runs.c.run == run.run, runs.c.ended_at.is_(None)
    connection.execute(runs.update().where(*own).values(ended_at=at))


def runs_of(connection: Connection, player: str, game: str = "") -> list[Run]:
    query = select(runs).where(runs.c.player == player).order_by(runs.c.begun_at, runs.c.run)
    if game:
        query = query.where(runs.c.game == game)
    return [as_run(row) for row in connection.execute(query)]


def write_given(connection: Connection, player: str, given: Given) -> None:
    row = {name: getattr(given, name) for name in Given.__slots__}
    row |= {"player": player, "last": int(given.last)}
    row |= {"answer": json.dumps(given.answer), "grade": json.dumps(given.grade)}
    connection.execute(drilled.insert(), row)


def kept_grade(told: dict[str, Any], step: int | None) -> dict[str, Any]:
    """What is kept of a grade: of a miss the sentence, its reason and the line that deals it."""
    parts = [
        {key: one[key] for key in ("skill", "name", "wager", "right")}
        | ({} if one["right"] else {"says": one["says"], "why": one["why"]})
        for one in told["parts"]
    ]
    line = {} if told["right"] else {"line": told["line"]}
    return {"right": told["right"], "parts": parts, "step": step} | line


def as_given(row: Any) -> Given:
    found = {name: getattr(row, name) for name in Given.__slots__}
    found |= {"last": bool(row.last)}
    return Given(**found | {"answer": json.loads(row.answer), "grade": json.loads(row.grade)})


def given_in(connection: Connection, player: str, run: str) -> list[Given]:
    """The answers of a run, place by place."""
    own = drilled.c.player == player, drilled.c.run == run
    query = select(drilled).where(*own).order_by(drilled.c.place, drilled.c.step)
    return [as_given(row) for row in connection.execute(query)]


def given_to(connection: Connection, player: str, game: str, rules_line: str) -> list[Given]:
    """Every answer to a game under its rules, the oldest first."""
    same = (runs.c.player == drilled.c.player) & (runs.c.run == drilled.c.run)
    query = (
        select(drilled)
        .join(runs, same)
        .where(drilled.c.player == player, runs.c.game == game, runs.c.rules_line == rules_line)
        .order_by(drilled.c.at, drilled.c.place, drilled.c.step)
        .limit(MOST_KEPT)
    )
    return [as_given(row) for row in connection.execute(query)]


def kept_run(run: Run, given: list[Given]) -> KeptRun:
    """A run as a file has it."""
    return KeptRun(
        run=run.run, game=run.game, rules=run.rules_line, drill=run.drill,  # type: ignore[arg-type]
        mode=run.mode, seed=run.seed, places=run.places, mixed=run.mixed,  # type: ignore[arg-type]
        begun_at=run.begun_at, ended_at=run.ended_at,
        answers=[
            KeptAnswer(
                place=one.place, step=one.step, drill=one.drill,  # type: ignore[arg-type]
                seed=one.seed, item=one.item, last=one.last, ms=one.ms, at=one.at,
                answer=one.answer, whole=one.grade["step"] is None,
            )
            for one in given
        ],
    )  # fmt: skip


def read_run(player: str, kept: KeptRun) -> Run:
    return Run(
        player, kept.run, kept.game, kept.rules, kept.drill, kept.mode, kept.seed, kept.places,
        kept.mixed, kept.begun_at, kept.ended_at,
    )  # fmt: skip
