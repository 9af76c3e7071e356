"""A run put together: the engine's result of it, and its misses in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from holecard.server.academy.progress import parts_of, run_seen
from holecard.server.academy.runs import Given, Run
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import LineSeen, MissSeen, RunResult, TallySeen
from holecard.wagers.game import Game


def whole_answers(given: Sequence[Given]) -> str:
    """The answered places as the engine has them: the wagers of a table that were settled one by
    one are one answer, in that order."""
    found = []
    for _, here in groupby(given, key=lambda one: one.place):
        steps = list(here)
        if steps[-1].last:
            one = steps[0]
            answer = one.answer
            if not one.whole:
                answer = {"wagers": [row for each in steps for row in each.answer["wagers"]]}
            ms = sum(each.ms for each in steps)
            found.append([one.seed, one.drill, one.item, answer, ms])
    return json.dumps(found)


def result_of(
    run: Run, given: Sequence[Given], told: dict[str, Any], drills: dict[str, Any]
) -> RunResult:
    """`told` is the engine's file of the run with its certificate, `drills` its names and lines."""
    game = read_game(run.game, run.rules_line)
    found, printed = told["certificate"]["result"], told["certificate"]
    names = {one["id"]: one["name"] for one in drills["drills"]}
    parts = parts_of(given)
    right, spent = sum(part["right"] for _, part in parts), sum(one.ms for one in given)
    return RunResult(
        run=run_seen(run, given),
        kind=printed["kind"],
        passed=printed["passed"],
        over=run.ended_at is not None,
        right=right,
        of=len(parts),
        accuracy=right / len(parts) if parts else None,
        seconds=spent / 1000 / len(given) if given else None,
        line=LineSeen(**drills["lines"]["right"]),
        drills=[tally(one, names[one["name"]]) for one in found["drills"]],
        wagers=[tally(one, wager_name(game, one["name"])) for one in found["wagers"]],
        lines=[tally(one, drills["lines"]["seconds"][one["name"]]["says"])
               for one in found["lines"]],
        misses=[miss_of(one, part) for one, part in parts if not part["right"]],
        times=[one.ms for one in given],
        score=found["score"],
        cost=found["cost"],
        definition_hash=printed["definition_hash"],
        answers_hash=printed["answers_hash"],
        house=printed["house"],
        rounds_an_hour=found["rounds_an_hour"],
        published=found["published"]["rounds_an_hour"],
        published_cites=found["published"]["cites"],
        file=told["file"],
    )  # fmt: skip


def wager_name(game: Game, id: str) -> str:
    return game.wager(id).name


def tally(found: dict[str, Any], says: str) -> TallySeen:
    return TallySeen(**found | {"says": says})


def miss_of(one: Given, part: dict[str, Any]) -> MissSeen:
    return MissSeen(
        place=one.place,
        drill=one.drill,  # type: ignore[arg-type]
        name=part["name"],
        ms=one.ms,
        says=part["says"],
        why=part["why"],
        line=one.grade["line"],
    )
