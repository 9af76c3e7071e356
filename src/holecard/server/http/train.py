"""/api/train: runs of drills, their questions, answers and grades, and how a trainee stands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel
from sqlalchemy import Connection

from holecard.server.academy import runs
from holecard.server.academy.progress import progress_of, result_of, run_seen
from holecard.server.academy.runs import ALL, EXAM, LEARN, STORM, Given, Run, RunOver
from holecard.server.academy.storm import storm_of
from holecard.server.academy.turn import Question, is_guided, places_done, question_at
from holecard.server.house import House
from holecard.server.http.lab_request import desk_of
from holecard.server.http.request import ByPlayer, Reader, TheHouse, session_of
from holecard.server.http.session import RulesLine
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.store.writer import Work
from holecard.server.table.log_page import Page
from holecard.server.table.sessions import player_id
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import (
    MOST_PLACES,
    BeginRun,
    EndRun,
    GiveAnswer,
    Graded,
    PlaceAsked,
    Progress,
    RunResult,
    RunSeen,
)
from holecard.server.workers.desk import SECONDS, TRAIN
from holecard.server.workers.workers import JobName

router = APIRouter(prefix="/api/train", responses=REFUSALS, tags=["train"])
TheRun = Annotated[str, Path(pattern=r"^[a-z2-7]{8,40}$", alias="run")]
Number = Annotated[int, Path(ge=0, lt=MOST_PLACES, alias="place")]
SEED_BYTES = 4
Found = TypeVar("Found")


async def worked(request: Request, call: JobName, *words: Any) -> Any:
    """What a worker says; questions that are known cost the asker nothing."""
    desk = desk_of(request)
    if not desk.school.knows(call, *words):
        desk.limits[TRAIN].take(session_of(request).player)
    return json.loads(await desk.school.ask(TRAIN, SECONDS[TRAIN], call, *words))


async def reading(house: House, read: Callable[[Connection], Found]) -> Found:
    def look() -> Found:
        with house.store.read() as connection:
            return read(connection)

    return await asyncio.to_thread(look)


@router.get("/games/{game}", response_model=Progress)
async def progress(
    game: str, request: Request, house: TheHouse, reader: Reader, rules: RulesLine = ""
) -> Response:
    """How the caller stands in a game, drill by drill."""
    ruled = read_game(game, rules)
    told = await worked(request, "drill_list", ruled.id, ruled.line)

    def read(base: Connection) -> Progress:
        mine = [one for one in runs.runs_of(base, reader.player, ruled.id)
                if one.rules_line == ruled.line]  # fmt: skip
        given = runs.given_to(base, reader.player, ruled.id, ruled.line)
        return progress_of(ruled, told["drills"], mine, given)

    return as_json(await reading(house, read))


@router.post("/games/{game}/runs", response_model=RunSeen)
async def begin(game: str, asked: BeginRun, request: Request, by: ByPlayer) -> Response:
    """Begin a run, or go on with the one of the same setting that is open."""
    ruled, floor = read_game(game, asked.rules), by.house.floor
    seed = asked.seed
    if seed is None:
        seed = int.from_bytes(floor.outside.random(SEED_BYTES), "big")
    run = Run(
        player=by.session.player,
        run=player_id(floor.outside.random(10)),
        game=ruled.id,
        rules_line=ruled.line,
        drill=asked.drill,
        mode=asked.mode,
        seed=seed,
        places=MOST_PLACES if asked.mode == STORM else asked.places,
        mixed=asked.mode == LEARN and asked.seed is None and asked.drill != ALL,
        begun_at=floor.outside.now(),
    )
    # The first question shows that there is such a drill, and that this game has anything to ask.
    (drill, _, item), _ = question_at(run, 0, ())
    await worked(request, "drill_item", ruled.id, ruled.line, drill, seed, item, is_guided(run))

    def write(work: Work, page: Page) -> BaseModel:
        known = None if asked.again or run.mode == STORM else runs.open_run(work.connection, run)
        if known is None:
            runs.write_run(work.connection, run)
        found = known or run
        given = runs.given_in(work.connection, found.player, found.run)
        return run_seen(found, given, floor.outside.now())

    return await by.answer(floor.for_player(by.command, write))


async def at_place(
    house: House, player: str, name: str, place: int
) -> tuple[Run, list[Given], Question, bool]:
    """A run, what was answered in it, and the question of a place that has been reached. What was
    missed in other runs counts as it stood when this one began, so that every tab sees the same."""

    def read(base: Connection) -> tuple[Run, list[Given], Question, bool]:
        run = runs.find_run(base, player, name)
        given = runs.given_in(base, player, name)
        if place > places_done(given) or place >= run.places:
            raise RunOver(
                f"place {place + 1} is not reached: {places_done(given)} of {run.places} are "
                "answered, one after another"
            )
        before = [one for one in given if one.place < place]
        if run.mixed:
            others = runs.given_to(base, player, run.game, run.rules_line)
            others = [one for one in others if one.run != name and one.at < run.begun_at]
            before = others + before
        question, again = question_at(run, place, before)
        return run, given, question, again

    return await reading(house, read)


@router.get("/runs/{run}", response_model=RunSeen)
async def one_run(run: TheRun, house: TheHouse, reader: Reader) -> Response:
    def read(base: Connection) -> RunSeen:
        found = runs.find_run(base, reader.player, run)
        given = runs.given_in(base, reader.player, run)
        return run_seen(found, given, house.floor.outside.now())

    return as_json(await reading(house, read))


@router.get("/runs/{run}/questions/{place}", response_model=PlaceAsked)
async def question(
    run: TheRun, place: Number, request: Request, house: TheHouse, reader: Reader
) -> Response:
    """The question of a place, without its answer."""
    found, given, (drill, seed, item), again = await at_place(house, reader.player, run, place)
    words = (found.game, found.rules_line, drill, seed, item, is_guided(found))
    asked = await worked(request, "drill_item", *words)
    done = [one.step for one in given if one.place == place]
    told = PlaceAsked(place=place, drill=drill, again=again, done=done, question=asked)  # type: ignore[arg-type]
    return as_json(told)


@router.post("/runs/{run}/answers", response_model=Graded)
async def answer(run: TheRun, asked: GiveAnswer, request: Request, by: ByPlayer) -> Response:
    """Grade an answer and keep it. The first answer to a place, or to a wager of it, is the one
    that counts, from whatever tab it comes."""
    house, player = by.house, by.session.player
    found, _, (drill, seed, item), _ = await at_place(house, player, run, asked.place)
    text = json.dumps(asked.answer)
    words = (found.game, found.rules_line, drill, seed, item, asked.step, text)
    told = await worked(request, "drill_grade", *words)

    def write(work: Work, page: Page) -> BaseModel:
        now = house.floor.outside.now()
        current = runs.find_run(work.connection, player, run)
        given = runs.given_in(work.connection, player, run)
        here = [one for one in given if one.place == asked.place]
        step = asked.step or 0
        counts = counts_now(current, given, here, step, whole=asked.step is None, now=now)
        if counts:
            one = Given(
                run=run, place=asked.place, step=step, drill=drill, seed=seed, item=item,
                last=asked.step is None or len(here) + 1 == told["steps"], ms=asked.ms, at=now,
                answer=asked.answer, grade=runs.kept_grade(told, asked.step),
            )  # fmt: skip
            runs.write_given(work.connection, player, one)
            given.append(one)
            if places_done(given) == current.places:
                runs.end_run(work.connection, current, now)
                current = runs.find_run(work.connection, player, run)
        seen = run_seen(current, given, now)
        if current.mode == EXAM:
            return Graded(place=asked.place, step=step, counted=counts, noted=True, run=seen)
        return Graded(
            **{name: one for name, one in told.items() if name in Graded.model_fields},
            place=asked.place, step=step, counted=counts, noted=False, run=seen,
        )  # fmt: skip

    return await by.answer(house.floor.for_player(by.command, write))


def counts_now(
    run: Run, given: list[Given], here: list[Given], step: int, whole: bool, now: int
) -> bool:
    """Whether an answer is the first to its place, or to its step, in a run that goes on."""
    if run.ended_at is not None:
        return False
    if run.mode == STORM and now > storm_of(run, given).ends_at:
        return False
    return not here if whole else step not in {one.step for one in here}


@router.post("/runs/{run}/end", response_model=RunSeen)
async def end(run: TheRun, asked: EndRun, by: ByPlayer) -> Response:
    floor, player = by.house.floor, by.session.player

    def write(work: Work, page: Page) -> BaseModel:
        runs.end_run(
            work.connection, runs.find_run(work.connection, player, run), floor.outside.now()
        )
        found = runs.find_run(work.connection, player, run)
        return run_seen(found, runs.given_in(work.connection, player, run), floor.outside.now())

    return await by.answer(floor.for_player(by.command, write))


@router.get("/runs/{run}/result", response_model=RunResult)
async def result(run: TheRun, request: Request, house: TheHouse, reader: Reader) -> Response:
    """Everything at once; of an exam only when it is over."""

    def read(base: Connection) -> tuple[Run, list[Given]]:
        found = runs.find_run(base, reader.player, run)
        if found.mode == EXAM and found.ended_at is None:
            raise RunOver("the exam is not over: its result comes when every place is answered")
        return found, runs.given_in(base, reader.player, run)

    found, given = await reading(house, read)
    told = await worked(request, "drill_list", found.game, found.rules_line)
    names = {one["id"]: one["name"] for one in told["drills"]}
    now = house.floor.outside.now()
    return as_json(result_of(found, given, names, told["definition"], now))
