"""/api/train/progress: what a trainee has done, as a file, and such a file brought back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from sqlalchemy import Connection

from holecard.server.academy import runs
from holecard.server.academy.kept import kept_run, read_run
from holecard.server.academy.runs import Given, Run, UnknownRun, done_places
from holecard.server.base.refusals import Unfit
from holecard.server.http.request import ByPlayer, Reader, TheHouse
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.http.train import reading
from holecard.server.http.train_begin import worked
from holecard.server.store.writer import Work
from holecard.server.table.log_page import Page
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import (
    BringBack,
    BroughtBack,
    KeepBrought,
    KeptProgress,
    KeptRun,
)

router = APIRouter(prefix="/api/train/progress", responses=REFUSALS, tags=["train"])


@router.get("", response_model=KeptProgress)
async def save(house: TheHouse, reader: Reader) -> Response:
    """All the caller answered in training, as a file that can be brought back."""

    def read(base: Connection) -> KeptProgress:
        mine = runs.runs_of(base, reader.player)
        kept = [kept_run(one, runs.given_in(base, reader.player, one.run)) for one in mine]
        return KeptProgress(runs=kept)

    return as_json(await reading(house, read))


@router.post("", response_model=BroughtBack)
async def bring_back(asked: BringBack, request: Request, by: ByPlayer) -> Response:
    """One run of a file, or some answers of it, its places in order. Each is graded again and laid
    aside: nothing counts until the whole file was good."""
    player, house = by.session.player, by.house
    run = read_run(player, asked, read_game(asked.game, asked.rules))

    def read(base: Connection) -> tuple[Run | None, list[Given]]:
        known, given = found_run(base, player, run.run)
        if asked.first:
            return known, given
        there, more = found_run(base, runs.aside(player), run.run)
        return known or there, [*given, *more]

    known, given = await reading(house, read)
    if known is not None and known.setting() != run.setting():
        raise Unfit(f"run {run.run} is here already, with another setting: the file was changed")
    fresh = await graded_again(request, run, given, asked)

    def write(work: Work, page: Page) -> BaseModel:
        base = work.connection
        if asked.first:
            runs.clear_aside(base, player)
        if found_run(base, runs.aside(player), run.run)[0] is None:
            runs.write_run(base, replace(run, player=runs.aside(player)))
        have = {(one.place, one.step) for one in read(base)[1]}
        new = [one for one in fresh if (one.place, one.step) not in have]
        for one in new:
            runs.write_given(base, runs.aside(player), one)
        return BroughtBack(answers=len(new), known=len(asked.answers) - len(new))

    return await by.answer(house.floor.for_player(by.command, write))


def found_run(base: Connection, player: str, run: str) -> tuple[Run | None, list[Given]]:
    try:
        return runs.find_run(base, player, run), runs.given_in(base, player, run)
    except UnknownRun:
        return None, []


@router.post("/keep", response_model=BroughtBack)
async def keep(asked: KeepBrought, by: ByPlayer) -> Response:
    """What was brought back counts from here on. An answer that came to its place meanwhile stays:
    the file's is left out."""
    player, house = by.session.player, by.house

    def write(work: Work, page: Page) -> BaseModel:
        base, there = work.connection, runs.aside(player)
        new = known = 0
        for one in runs.runs_of(base, there):
            have = {(each.place, each.step) for each in runs.given_in(base, player, one.run)}
            brought = runs.given_in(base, there, one.run)
            known += runs.drop_given(base, there, one.run, have)
            new += len([each for each in brought if (each.place, each.step) not in have])
        runs.keep_aside(base, player)
        return BroughtBack(answers=new, known=known)

    return await by.answer(house.floor.for_player(by.command, write))


async def graded_again(
    request: Request, run: Run, given: list[Given], asked: KeptRun
) -> list[Given]:
    """The answers of a file that are not here yet, each with the engine's grade."""
    found = list(given)
    have = {(one.place, one.step) for one in given}
    fresh = []
    for one in asked.answers:
        if (one.place, one.step or 0) in have:
            continue
        rows = done_places(found)
        if one.place != len(rows):
            raise Unfit(f"answer to place {one.place + 1}: {len(rows)} places are answered before")
        words: tuple[Any, ...] = (run.setting(), rows, one.step, json.dumps(one.answer))
        told = await worked(request, run.drills, "drill_grade", *words, (True, 0), one.ms)
        seed, drill, item = told["asked"]
        fresh.append(Given(
            run=run.run, place=one.place, step=one.step or 0, drill=drill, seed=seed, item=item,
            last=one.last, ms=one.ms, at=one.at, answer=one.answer,
            grade=runs.kept_grade(told, one.step),
        ))  # fmt: skip
        found.append(fresh[-1])
    return fresh
