"""/api/train: runs of drills, their questions, answers and grades, and how a trainee stands."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel
from sqlalchemy import Connection

from holecard.errors import NotAllowed
from holecard.server.academy import runs
from holecard.server.academy.earlier import PLAY, earlier
from holecard.server.academy.progress import heat_of, progress_of, run_seen
from holecard.server.academy.result import result_of, whole_answers
from holecard.server.academy.runs import EXAM, STORM, Given, Run, RunOver, done_places
from holecard.server.house import House
from holecard.server.http.request import ByPlayer, Reader, TheHouse
from holecard.server.http.session import RulesLine
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.http.train_begin import begun, due_now, worked, worst_now
from holecard.server.store.writer import Work
from holecard.server.table.log_page import Page
from holecard.server.wire.games import read_game
from holecard.server.wire.requests import plain_name
from holecard.server.wire.train_answers import (
    MOST_PLACES,
    AimsSeen,
    BeginRun,
    EdgeSeen,
    EndRun,
    GiveAnswer,
    Graded,
    PlaceAsked,
    Progress,
    RunResult,
    RunSeen,
    StormSeen,
)
from holecard.server.wire.train_questions import RoundShown

router = APIRouter(prefix="/api/train", responses=REFUSALS, tags=["train"])
TheRun = Annotated[str, Path(pattern=r"^[a-z2-7]{8,40}$", alias="run")]
Number = Annotated[int, Path(ge=0, lt=MOST_PLACES, alias="place")]
OwnName = Annotated[
    str, Query(max_length=60), AfterValidator(lambda name: name and plain_name(name))
]
Found = TypeVar("Found")


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
    given, storms = await reading(
        house,
        lambda base: (
            runs.given_to(base, reader.player, ruled.id, ruled.line),
            [one for one in runs.runs_of(base, reader.player)
             if (one.game, one.rules_line, one.mode) == (ruled.id, ruled.line, STORM)],
        ),
    )  # fmt: skip
    told = await worked(request, (), "drill_list", ruled.id, ruled.line)
    best = 0
    for run in storms:
        own = done_places(one for one in given if one.run == run.run)
        storm = await worked(request, run.drills, "drill_storm", run.setting(), own)
        best = max(best, storm["points"])
    now = house.floor.outside.now()
    more = {
        "best_storm": best,
        "worst": await worst_now(request, ruled, given),
        "due": (await due_now(request, ruled, given, 0, now)).get("due"),
    }
    return as_json(progress_of(ruled, house.profile, told, given, more))


@router.get("/games/{game}/edge", response_model=EdgeSeen)
async def edge(
    game: str,
    request: Request,
    house: TheHouse,
    reader: Reader,
    rules: RulesLine = "",
    paid: bool = False,
) -> Response:
    """The edge the caller plays at, by every answer given to the coach."""
    ruled = read_game(game, rules)
    given = await reading(
        house, lambda base: runs.given_to(base, reader.player, ruled.id, ruled.line)
    )
    met = [one for one in given if one.grade.get("cell")]
    answers = tuple(
        (one.grade["cell"], one.grade.get("two", False), one.answer["action"], is_paid(one))
        for one in met
    )
    words = (ruled.id, ruled.line, answers, paid)
    told = await worked(request, (PLAY,), "drill_edge", *words)
    return as_json(EdgeSeen(**told, heat=heat_of(one for one in met if is_paid(one) == paid)))


@router.get("/games/{game}/aims", response_model=AimsSeen)
async def aims(game: str, request: Request, reader: Reader, rules: RulesLine = "") -> Response:
    """The wagers beside the main one that the coach can play for."""
    ruled = read_game(game, rules)
    return as_json(AimsSeen(**await worked(request, (PLAY,), "drill_aims", ruled.id, ruled.line)))


def is_paid(one: Given) -> bool:
    return bool(one.grade.get("paid"))


@router.post("/games/{game}/runs", response_model=RunSeen)
async def begin(game: str, asked: BeginRun, request: Request, by: ByPlayer) -> Response:
    """Begin a run, or go on with the one of the same setting that is open."""
    floor, player = by.house.floor, by.session.player
    profile = by.house.profile
    before = await reading(
        by.house, lambda base: earlier(floor, profile, base, player, game, asked)
    )
    run = await begun(request, by.house, player, asked, before)

    def write(work: Work, page: Page) -> BaseModel:
        fresh = asked.again or asked.misses or asked.table or run.mode == STORM
        known = None if fresh else runs.open_run(work.connection, run)
        if known is None:
            runs.write_run(work.connection, run)
        found = known or run
        return run_seen(found, runs.given_in(work.connection, player, found.run))

    return await by.answer(floor.for_player(by.command, write))


async def find(house: House, player: str, run: str) -> tuple[Run, list[Given]]:
    return await reading(
        house, lambda base: (runs.find_run(base, player, run), runs.given_in(base, player, run))
    )


def before(run: Run, given: Sequence[Given], place: int) -> tuple[Any, ...]:
    """The answered places before one, which must have been reached."""
    done = done_places(given)
    if place > len(done) or place >= run.items:
        raise RunOver(
            f"place {place + 1} is not reached: {len(done)} of {run.items} are answered, one after "
            "another"
        )
    return done[:place]


@router.get("/runs/{run}", response_model=RunSeen)
async def one_run(run: TheRun, house: TheHouse, reader: Reader) -> Response:
    """A run of the caller's: its setting, and how far it is."""
    return as_json(run_seen(*await find(house, reader.player, run)))


@router.get("/runs/{run}/storm", response_model=StormSeen)
async def storm(run: TheRun, request: Request, house: TheHouse, reader: Reader) -> Response:
    """What a run against the clock has come to, and its rules."""
    found, given = await find(house, reader.player, run)
    told = await worked(request, found.drills, "drill_storm", found.setting(), done_places(given))
    return as_json(StormSeen(**told))


@router.get("/runs/{run}/questions/{place}", response_model=PlaceAsked)
async def question(
    run: TheRun, place: Number, request: Request, house: TheHouse, reader: Reader
) -> Response:
    """The question of a place, without its answer."""
    found, given = await find(house, reader.player, run)
    rows = before(found, given, place)
    told = await worked(request, found.drills, "drill_question", found.setting(), rows)
    done = [one.step for one in given if one.place == place]
    return as_json(PlaceAsked(place=place, done=done, **told))


@router.get("/runs/{run}/rounds/{place}", response_model=RoundShown)
async def round_shown(
    run: TheRun, place: Number, request: Request, house: TheHouse, reader: Reader
) -> Response:
    """The whole round of a place that is answered."""
    found, given = await find(house, reader.player, run)
    rows = before(found, given, place)
    if not any(one.place == place for one in given) or (found.mode == EXAM and not found.ended_at):
        raise RunOver("the round is shown when its question is answered, of an exam at its end")
    shown = await worked(request, found.drills, "drill_replay", found.setting(), rows)
    return as_json(RoundShown.model_validate(shown))


@router.post("/runs/{run}/answers", response_model=Graded)
async def answer(run: TheRun, asked: GiveAnswer, request: Request, by: ByPlayer) -> Response:
    """Grade an answer and keep it. The first answer to a place, or to a wager of it, is the one
    that counts, from whatever tab it comes."""
    house, player = by.house, by.session.player
    found, given = await find(house, player, run)
    rows = before(found, given, asked.place)
    here = [one for one in given if one.place == asked.place]
    others = all(one.right for one in here), sum(one.ms for one in here)
    words = (found.setting(), rows, asked.step, json.dumps(asked.answer), others, asked.ms)
    told = await worked(request, found.drills, "drill_grade", *words)

    def write(work: Work, page: Page) -> BaseModel:
        return count(work, house, player, run, asked, told)

    return await by.answer(house.floor.for_player(by.command, write))


def count(
    work: Work, house: House, player: str, run: str, asked: GiveAnswer, told: dict[str, Any]
) -> Graded:
    """Write the answer unless its place, or its step, has one; end the run with its last."""
    base, now = work.connection, house.floor.outside.now()
    current, given = runs.find_run(base, player, run), runs.given_in(base, player, run)
    here = [one for one in given if one.place == asked.place]
    step, whole = asked.step or 0, asked.step is None
    taken = bool(here) if whole else step in {one.step for one in here}
    counts = not taken and current.ended_at is None
    if counts:
        seed, drill, item = told["asked"]
        one = Given(
            run=run, place=asked.place, step=step, drill=drill, seed=seed, item=item,
            last=whole or len(here) + 1 == told["steps"], ms=asked.ms, at=now,
            answer=asked.answer, grade=runs.kept_grade(told, asked.step),
        )  # fmt: skip
        runs.write_given(base, player, one)
        given.append(one)
        if one.last and told["over"]:
            runs.end_run(base, current, now)
            current = runs.find_run(base, player, run)
    return graded(current, given, asked.place, step, counts, told)


# What an exam says of an answer before its end.
UNSAID: dict[str, Any] = {
    "right": None, "parts": [], "remarks": [], "due": [], "due_says": "", "seats": [], "at": None,
    "option": None, "best": "", "values": {}, "cost": 0.0, "cell": "", "part": "",
    "method": "", "why": "", "line": "",
}  # fmt: skip


def graded(
    run: Run, given: list[Given], place: int, step: int, counts: bool, told: dict[str, Any]
) -> Graded:
    exam = run.mode == EXAM
    said = UNSAID if exam else {name: told[name] for name in UNSAID}
    return Graded(
        place=place,
        step=step,
        counted=counts,
        noted=exam,
        over=run.ended_at is not None,
        run=run_seen(run, given),
        **said,
    )


@router.post("/runs/{run}/end", response_model=RunSeen)
async def end(run: TheRun, asked: EndRun, by: ByPlayer) -> Response:
    """End a run. The result of an exam can be read from here on."""
    floor, player = by.house.floor, by.session.player

    def write(work: Work, page: Page) -> BaseModel:
        base = work.connection
        runs.end_run(base, runs.find_run(base, player, run), floor.outside.now())
        return run_seen(runs.find_run(base, player, run), runs.given_in(base, player, run))

    return await by.answer(floor.for_player(by.command, write))


async def marked(house: House, player: str, run: str) -> tuple[Run, list[Given]]:
    """A run whose answers may be told: of an exam only when it is over."""
    found, given = await find(house, player, run)
    if found.mode == EXAM and found.ended_at is None:
        raise RunOver("the exam is not over: its result comes when every place is answered")
    return found, given


@router.get("/runs/{run}/certificate.pdf")
async def certificate(
    run: TheRun, request: Request, house: TheHouse, reader: Reader, name: OwnName = ""
) -> Response:
    """The page of an exam as PDF, the same bytes each time. The name is printed and not kept."""
    found, given = await marked(house, reader.player, run)
    if found.mode != EXAM:
        raise NotAllowed(f"a certificate is of an exam: this run is {found.mode}")
    words = (found.setting(), whole_answers(given), name)
    told = await worked(request, found.drills, "drill_certificate", *words)
    file = f"{found.game}-{found.seed}.pdf"
    disposition = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(base64.b64decode(told), media_type="application/pdf", headers=disposition)


@router.get("/runs/{run}/result", response_model=RunResult)
async def result(run: TheRun, request: Request, house: TheHouse, reader: Reader) -> Response:
    """Everything at once; of an exam only when it is over."""
    found, given = await marked(house, reader.player, run)
    drills = await worked(request, (), "drill_list", found.game, found.rules_line)
    words = (found.setting(), whole_answers(given))
    told = await worked(request, found.drills, "drill_result", *words)
    return as_json(result_of(found, given, told, drills))
