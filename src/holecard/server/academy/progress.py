"""How a trainee stands: accuracy and time apart, of the latest answers, against their lines."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from holecard.server.academy.runs import EXAM, Given, Run, done_places
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import (
    CellMet,
    DayDone,
    DrillSeen,
    HouseSeen,
    LineSeen,
    Progress,
    RunSeen,
    WeakSpot,
)
from holecard.train.profile import Profile
from holecard.wagers.game import Game

RECENT = 100  # answers a drill is judged by
ENOUGH = 20  # answers before anything is said to pass
DAYS = 14
MOST_WEAK = 6
LATELY = 3
Part = tuple[Given, dict[str, Any]]


def run_seen(run: Run, given: Sequence[Given]) -> RunSeen:
    shown = run.mode != EXAM or run.ended_at is not None
    return RunSeen(
        run=run.run,
        game=run.game,
        game_name=read_game(run.game, run.rules_line).name,
        rules_line=run.rules_line,
        drills=list(run.drills),  # type: ignore[arg-type]
        mode=run.mode,  # type: ignore[arg-type]
        seed=run.seed,
        own_seed=run.own_seed,
        items=run.items,
        stake=run.stake,
        pick=run.pick,
        begun_at=run.begun_at,
        ended_at=run.ended_at,
        answered=len(done_places(given)),
        steps=len(given),
        right=sum(one.right for one in given) if shown else 0,
    )


def parts_of(given: Iterable[Given]) -> list[Part]:
    return [(one, part) for one in given for part in one.grade["parts"]]


def time_of(one: Given) -> int:
    """Milliseconds a wager, where a whole table was answered at once; its order is no wager."""
    wagers = [part for part in one.grade["parts"] if part["wager"]]
    return one.ms // max(1, len(wagers))


def progress_of(
    game: Game,
    profile: Profile,
    told: dict[str, Any],
    given: Sequence[Given],
    more: dict[str, Any],
) -> Progress:
    """What the training page of a game shows; `told` are the engine's drills and lines."""
    return Progress(
        game=game.id,
        game_name=game.name,
        rules_line=game.line,
        answers=len(given),
        enough=ENOUGH,
        line=LineSeen(**told["lines"]["right"]),
        drills=[drill_seen(one, told["lines"], given) for one in told["drills"]],
        weak=weak_spots(given),
        days=days_of(given),
        cards=told["cards"],
        house=house_seen(game, profile),
        **more,
    )


def house_seen(game: Game, profile: Profile) -> HouseSeen:
    """The house's own way, as a trainee is told it; of this game what is not the game's already."""
    own = {one.name: profile.least(one) for one in game.placeable if one.id in profile.minimums}
    return HouseSeen(
        name=profile.name,
        order=profile.words,
        chips=list(profile.chips),
        calls=dict(profile.calls),
        minimums=own,
        cites=list(profile.cites),
    )


def drill_seen(drill: dict[str, str], lines: dict[str, Any], given: Sequence[Given]) -> DrillSeen:
    own = [one for one in given if one.drill == drill["id"]][-RECENT:]
    parts = parts_of(own)
    right = sum(part["right"] for _, part in parts)
    middle = round(median(time_of(one) for one in own)) if own else None
    enough = len(parts) >= ENOUGH
    return DrillSeen(
        **drill,  # type: ignore[arg-type]
        tries=len(parts),
        right=right,
        percent=percent_of(right, len(parts)) if parts else None,
        ms=middle,
        passes=right / len(parts) >= lines["right"]["value"] if enough else None,
        seconds=None,
        passes_time=None,
    )


def percent_of(right: int, tries: int) -> float:
    """To a tenth and never up: 97.96% is not the 98 of the line it misses."""
    return 1000 * right // tries / 10


def heat_of(given: Iterable[Given]) -> list[CellMet]:
    """How often each cell of the chart was met, and played right."""
    found: dict[str, list[bool]] = defaultdict(list)
    for one in given:
        found[one.grade["cell"]].append(one.right)
    return [CellMet(cell=cell, tries=len(many), right=sum(many)) for cell, many in found.items()]


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
        if not all(right for _, right in many[-LATELY:])
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
            percent=percent_of(sum(part["right"] for _, part in many), len(many)),
            ms=round(median(time_of(one) for one, _ in many)),
        )
        for day, many in sorted(found.items())[-DAYS:]
    ]
