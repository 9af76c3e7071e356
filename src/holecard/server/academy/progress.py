"""How a trainee stands: accuracy and time kept apart, against their lines."""

from __future__ import annotations

import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from holecard.server.academy.lines import drill_line, wager_line
from holecard.server.academy.runs import EXAM, STORM, Given, Run
from holecard.server.academy.storm import storm_of
from holecard.server.academy.turn import places_done, weak_questions
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import (
    DayDone,
    DrillSeen,
    LineSeen,
    MissSeen,
    PlaceWorst,
    Progress,
    RunResult,
    RunSeen,
    SkillSeen,
    WeakSpot,
)
from holecard.wagers.game import Game

RECENT = 100  # answers a drill is judged by
ENOUGH = 20  # answers before anything is said to pass
DAYS = 14
MOST_WEAK = 6
DAY_MS = 86_400_000
Part = tuple[Given, dict[str, Any]]


def run_seen(run: Run, given: Sequence[Given], now: int) -> RunSeen:
    shown = run.mode != EXAM or run.ended_at is not None
    return RunSeen(
        run=run.run,
        game=run.game,
        game_name=read_game(run.game, run.rules_line).name,
        rules_line=run.rules_line,
        drill=run.drill,  # type: ignore[arg-type]
        mode=run.mode,  # type: ignore[arg-type]
        seed=run.seed,
        places=run.places,
        mixed=run.mixed,
        begun_at=run.begun_at,
        ended_at=run.ended_at,
        answered=places_done(given),
        right=sum(one.right for one in given) if shown else 0,
        steps=len(given),
        now=now,
        storm=storm_of(run, given) if run.mode == STORM else None,
    )


def parts_of(given: Iterable[Given]) -> list[Part]:
    return [(one, part) for one in given for part in one.grade["parts"]]


def skill_seen(id: str, name: str, parts: Sequence[Part], line: LineSeen) -> SkillSeen:
    """Right of how many, and the middle time; passed only with enough to go by."""
    right = sum(part["right"] for _, part in parts)
    times = sorted({(one.run, one.place, one.step): time_of(one) for one, _ in parts}.values())
    percent = round(100 * right / len(parts), 1) if parts else None
    middle = round(median(times)) if times else None
    enough = len(parts) >= ENOUGH and percent is not None
    return SkillSeen(
        id=id,
        name=name,
        tries=len(parts),
        right=right,
        percent=percent,
        ms=middle,
        slowest=times[-1] if times else None,
        line=line,
        passes=percent >= line.percent if enough and percent is not None and line.percent else None,
        passes_time=middle <= 1000 * line.seconds if enough and middle and line.seconds else None,
    )


def time_of(one: Given) -> int:
    """Milliseconds a wager, where a whole table was answered at once."""
    return one.ms // max(1, sum(part["skill"] != "order" for part in one.grade["parts"]))


def progress_of(
    game: Game, drills: Sequence[dict[str, str]], runs: Sequence[Run], given: Sequence[Given]
) -> Progress:
    """What the training page of a game shows; an exam counts when it is over."""
    hidden = {run.run for run in runs if run.mode == EXAM and run.ended_at is None}
    shown = [one for one in given if one.run not in hidden]
    done = [drill_seen(one, shown) for one in drills]
    storms = [run for run in runs if run.mode == STORM]
    return Progress(
        game=game.id,
        game_name=game.name,
        rules_line=game.line,
        answers=len(shown),
        passed=sum(one.done.passes is True and one.done.passes_time is not False for one in done),
        drills=done,
        weak=weak_spots(shown),
        days=days_of(shown),
        best_storm=max((points_of(run, given) for run in storms), default=0),
        worst=worst_of(shown),
    )


def points_of(run: Run, given: Sequence[Given]) -> int:
    return storm_of(run, [one for one in given if one.run == run.run]).points


def drill_seen(drill: dict[str, str], given: Sequence[Given]) -> DrillSeen:
    own = [one for one in given if one.drill == drill["id"]][-RECENT:]
    name = drill["name"]
    done = skill_seen(drill["id"], name, parts_of(own), drill_line(drill["id"]))
    return DrillSeen(id=drill["id"], name=name, says=drill["says"], done=done)  # type: ignore[arg-type]


def weak_spots(given: Sequence[Given]) -> list[WeakSpot]:
    """Skills by how often they were missed, of those that were missed lately."""
    found: dict[tuple[str, str], list[tuple[str, bool]]] = defaultdict(list)
    for one, part in parts_of(given):
        found[one.drill, part["skill"]].append((part["name"], part["right"]))
    weak = [
        WeakSpot(
            skill=skill,
            drill=drill,  # type: ignore[arg-type]
            says=many[-1][0],
            missed=sum(not right for _, right in many),
            tries=len(many),
        )
        for (drill, skill), many in found.items()
        if not all(right for _, right in many[-3:])
    ]
    return sorted(weak, key=lambda one: (-one.missed / one.tries, -one.missed))[:MOST_WEAK]


def days_of(given: Sequence[Given]) -> list[DayDone]:
    found: dict[str, list[Part]] = defaultdict(list)
    for one, part in parts_of(given):
        found[time.strftime("%Y-%m-%d", time.gmtime(one.at / 1000))].append((one, part))
    return [
        DayDone(
            day=day,
            tries=len(many),
            percent=round(100 * sum(part["right"] for _, part in many) / len(many), 1),
            ms=round(median(time_of(one) for one, _ in many)),
        )
        for day, many in sorted(found.items())[-DAYS:]
    ]


def worst_of(given: Sequence[Given]) -> PlaceWorst | None:
    """The drill to open on: that of the question missed most; none while nothing is missed."""
    weak = weak_questions(given)
    return PlaceWorst(drill=weak[0][0]) if weak else None  # type: ignore[arg-type]


def result_of(
    run: Run, given: Sequence[Given], names: dict[str, str], hash: str, now: int
) -> RunResult:
    """A run put together: everything at once."""
    game = read_game(run.game, run.rules_line)
    parts = parts_of(given)
    whole = skill_seen(run.drill, "", parts, drill_line(run.drill))
    return RunResult(
        run=run_seen(run, given, now),
        definition=hash,
        right=whole.right,
        of=whole.tries,
        percent=whole.percent,
        ms=whole.ms,
        line=whole.line,
        passes=None if whole.percent is None else whole.percent >= (whole.line.percent or 0),
        skills=skills_of(game, parts, names),
        misses=[miss_of(one, part) for one, part in parts if not part["right"]],
        times=[time_of(one) for one in given],
        answers=digest([[one.place, one.step, one.answer] for one in given]),
    )


def digest(document: Any) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def skills_of(game: Game, parts: Sequence[Part], names: dict[str, str]) -> list[SkillSeen]:
    """By drill, and where wagers are settled or paid by wager as well."""
    by_drill: dict[str, list[Part]] = defaultdict(list)
    by_wager: dict[str, list[Part]] = defaultdict(list)
    for one, part in parts:
        by_drill[one.drill].append((one, part))
        if part["wager"] and one.drill in ("settle", "pay"):
            by_wager[part["wager"]].append((one, part))
    found = [skill_seen(id, names[id], many, drill_line(id)) for id, many in by_drill.items()]
    return found + [
        skill_seen(id, game.wager(id).name, many, wager_line(game, id))
        for id, many in by_wager.items()
    ]


def miss_of(one: Given, part: dict[str, Any]) -> MissSeen:
    return MissSeen(
        place=one.place, step=one.step, name=part["name"], drill=one.drill,  # type: ignore[arg-type]
        seed=one.seed, item=one.item, ms=one.ms, says=part["says"], why=part["why"],
        line=one.grade["line"],
    )  # fmt: skip
