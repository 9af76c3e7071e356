"""A run as it is asked for: its questions, and what of earlier runs comes back in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from fastapi import Request

from holecard.errors import MissingExtra, Unreadable
from holecard.server.academy.earlier import PLAY, Earlier, house_words
from holecard.server.academy.runs import LEARN, STORM, Given, Run, done_places
from holecard.server.base.callers import caller_of
from holecard.server.house import House
from holecard.server.http.lab_request import desk_of
from holecard.server.http.request import session_of
from holecard.server.table.sessions import player_id
from holecard.server.wire.train_answers import MOST_PLACES, BeginRun
from holecard.server.workers.desk import SECONDS, TRAIN
from holecard.server.workers.task import JobName
from holecard.server.workers.workers import COACH
from holecard.train.item import ALL, DEALERS, KNOW
from holecard.train.questions.own_rounds import BETWEEN
from holecard.wagers.game import Game

SEED_BYTES = 4
MOST_WEAK = 40  # earlier misses that may come back in one run
MOST_LOOKED_AT = 2000  # answered places


async def worked(request: Request, drills: Iterable[str], call: JobName, *words: Any) -> Any:
    """What a worker says; what is known costs the asker nothing. The coach has its own, for it
    solves."""
    desk = desk_of(request)
    worker, player = COACH if PLAY in drills else TRAIN, session_of(request).player
    if not desk.school.knows(call, *words):
        desk.limits[worker].take(player)
    address, gone = caller_of(request.scope, desk.settings), request.is_disconnected
    by = desk.trainee_shares(player, address)
    seconds = SECONDS[worker]
    return json.loads(await desk.school.ask(worker, seconds, call, *words, by=by, gone=gone))


async def begun(
    request: Request, house: House, player: str, asked: BeginRun, before: Earlier
) -> Run:
    """The run that was asked for; refused where there is nothing to ask."""
    floor, ruled = house.floor, before.ruled
    drawn = int.from_bytes(floor.outside.random(SEED_BYTES), "big")
    run = Run(
        player=player,
        run=player_id(floor.outside.random(10)),
        game=ruled.id,
        rules_line=ruled.line,
        drills=DEALERS if asked.drill == ALL else (asked.drill,),
        mode=asked.mode,
        seed=drawn if asked.seed is None else asked.seed,
        own_seed=asked.seed is None,
        items=MOST_PLACES if asked.mode == STORM else asked.items,
        stake=asked.stake,
        pick=asked.pick,
        weak=(),
        plan=(),
        begun_at=floor.outside.now(),
        house=house_words(house.profile),
    )
    if before.missed is not None:
        run = replace(run, **missed_again(*before.missed))
    elif before.own:
        run = replace(run, **made_at_a_table(run, before.own))
    elif run.mode == LEARN and run.own_seed:
        run = replace(run, **await what_comes_back(request, ruled, run, before.given))
    # The first question shows that there is such a drill, and that this game has anything to ask.
    await worked(request, run.drills, "drill_question", run.setting(), ())
    return run


def missed_again(run: Run, given: Sequence[Given]) -> dict[str, Any]:
    """Only what was missed in a run, each question once, drawn as it was drawn there."""
    plan = tuple(dict.fromkeys((one.seed, one.drill, one.item) for one in given if not one.right))
    if not plan:
        raise Unreadable(f"nothing was missed in run {run.run}: begin another")
    drills = tuple(dict.fromkeys(drill for _, drill, _ in plan))
    same = {"stake": run.stake, "pick": run.pick, "house": run.house}
    return {"plan": plan, "items": len(plan), "drills": drills, **same}


def made_at_a_table(run: Run, own: Sequence[str]) -> dict[str, Any]:
    """Each decision once, in the order given."""
    plan = tuple((run.seed, PLAY, at) for at in range(len(own)))
    return {"plan": plan, "items": len(own), "drills": (PLAY,), "pick": BETWEEN.join(own)}


async def what_comes_back(
    request: Request, ruled: Game, run: Run, given: Sequence[Given]
) -> dict[str, Any]:
    """Of cards those that are due, in their order; of all else what was missed before."""
    if run.drills == (KNOW,):
        told = await due_now(request, ruled, given, run.seed, run.begun_at)
        plan = tuple(map(tuple, told.get("plan", ())))[: run.items]
        return {"plan": plan, "items": len(plan) or run.items}
    own = [one for one in given if one.drill in run.drills]
    rows = done_places(own)[-MOST_LOOKED_AT:]
    weak = await worked(request, run.drills, "drill_weak", run.setting(), rows)
    return {"weak": tuple(map(tuple, weak[:MOST_WEAK]))}


async def due_now(
    request: Request, ruled: Game, given: Sequence[Given], seed: int, now: int
) -> dict[str, Any]:
    """The cards of the schedule, made again from every answer that was given; nothing where the
    library that keeps it is not installed."""
    reviews = tuple(
        (one.grade["card"], one.right, one.ms, one.at) for one in given if one.grade.get("card")
    )
    try:
        words = (ruled.id, ruled.line, seed, reviews, now)
        found: dict[str, Any] = await worked(request, (), "drill_due", *words)
        return found
    except MissingExtra:
        return {}


async def worst_now(request: Request, ruled: Game, given: Sequence[Given]) -> str | None:
    """The drill of the question that was missed most; none while nothing is. Cards have a schedule
    of their own."""
    asked = [one for one in DEALERS if one != KNOW]
    rows = done_places(one for one in given if one.drill in asked)[-MOST_LOOKED_AT:]
    if all(right for _, _, _, right, _ in rows):
        return None
    setting = {"game": ruled.id, "rules": ruled.line, "drills": asked, "mode": LEARN, "seed": 0,
               "items": 1, "stake": 1000, "pick": "", "weak": (), "plan": ()}  # fmt: skip
    weak = await worked(request, (), "drill_weak", json.dumps(setting), rows)
    return str(weak[0][1]) if weak else None
