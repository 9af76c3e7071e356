"""/api/session and /api/games: who you are, what you have, what can be played."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, TypeAdapter

from holecard.server.base.callers import caller_of
from holecard.server.house import House
from holecard.server.http.kept import Kept
from holecard.server.http.lab_request import asked as ask_worker
from holecard.server.http.request import (
    ByPlayer,
    IdempotencyKey,
    Reader,
    TheHouse,
    check_command,
)
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.store.writer import Work
from holecard.server.table import lobby
from holecard.server.table.log_page import Page
from holecard.server.table.sessions import Session, rename
from holecard.server.table.small_felts import small_felts
from holecard.server.wire import games as offered
from holecard.server.wire.answers import SessionInfo
from holecard.server.wire.game_answers import GameEdges, GameInfo
from holecard.server.wire.lobby_answers import SmallFelts
from holecard.server.wire.requests import NameChange, Refill
from holecard.server.wire.shipped_edges import shipped

ALL_GAMES = TypeAdapter(list[GameInfo])
YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api", responses=REFUSALS, tags=["session"])
RulesLine = Annotated[str, Query(max_length=400)]


@lru_cache(maxsize=1)
def games_kept() -> Kept:
    return Kept(ALL_GAMES.dump_json(offered.all_games()))


@lru_cache(maxsize=256)
def game_kept(game: str, line: str) -> Kept:
    return Kept(offered.game_info(offered.read_game(game, line)).model_dump_json())


@lru_cache(maxsize=1)
def felts_kept() -> Kept:
    return Kept(small_felts().model_dump_json())


@lru_cache(maxsize=16)
def edges_kept(game: str, line: str) -> Kept | None:
    found = shipped(offered.read_game(game, line))
    return Kept(found.model_dump_json()) if found else None


async def info_of(house: House, session: Session) -> SessionInfo:
    def read() -> SessionInfo:
        with house.store.read() as connection:
            return lobby.session_info(house.floor, connection, session)

    return await asyncio.to_thread(read)


@router.post("/session", response_model=SessionInfo)
async def begin(
    asked: Refill, request: Request, house: TheHouse, key: IdempotencyKey = None
) -> Response:
    """The session of the cookie, or a new one with a full purse."""
    check_command(request, key)
    session = house.sessions.find(request.cookies.get(house.settings.cookie))
    if session is not None:
        return as_json(await info_of(house, session))
    house.newcomers.take(caller_of(request.scope, house.settings))
    cookie, fresh = await asyncio.to_thread(house.sessions.begin)
    response = as_json(await info_of(house, fresh))
    response.set_cookie(
        house.settings.cookie,
        cookie,
        max_age=YEAR,
        path="/",
        secure=house.settings.secure,
        httponly=True,
        samesite="lax",
    )
    return response


@router.get("/session", response_model=SessionInfo)
async def who(house: TheHouse, reader: Reader) -> Response:
    """Who the caller is, and the purse."""
    return as_json(await info_of(house, reader))


@router.delete("/session", status_code=204)
async def end(asked: Refill, by: ByPlayer) -> Response:
    """End the session: its cookie opens nothing any more."""
    await asyncio.to_thread(by.house.sessions.end, by.session)
    by.house.viewers.hang_up({by.session.token_hash})
    response = Response(status_code=204)
    response.delete_cookie(
        by.house.settings.cookie,
        path="/",
        secure=by.house.settings.secure,
        httponly=True,
        samesite="lax",
    )
    return response


@router.post("/session/name", response_model=SessionInfo)
async def name(asked: NameChange, by: ByPlayer) -> Response:
    """Change the caller's name."""
    floor, me = by.house.floor, by.session

    def run(work: Work, page: Page) -> BaseModel:
        rename(work.connection, page, me.player, asked.name)
        page.save()
        named = Session(me.token_hash, me.player, asked.name)
        work.after.append(lambda: by.house.sessions.forget(me.token_hash))
        return lobby.session_info(floor, work.connection, named)

    return await by.answer(floor.for_player(by.command, run))


@router.post("/session/refill", response_model=SessionInfo)
async def refill(asked: Refill, by: ByPlayer) -> Response:
    """A new purse for a player with nothing left, in hand or on a felt."""
    floor, me = by.house.floor, by.session

    def run(work: Work, page: Page) -> BaseModel:
        lobby.refill(floor, work.connection, page, me)
        return lobby.session_info(floor, work.connection, me)

    return await by.answer(floor.for_player(by.command, run))


@router.get("/games", response_model=list[GameInfo])
async def games(request: Request) -> Response:
    """Every game that is dealt here, with its wagers, options and limits."""
    return games_kept().answer(request)


@router.get("/felts", response_model=SmallFelts)
async def felts(request: Request) -> Response:
    """The lobby's small felts: of each game a hand and a figure."""
    return felts_kept().answer(request)


@router.get("/games/{game}", response_model=GameInfo)
async def one_game(game: str, request: Request, rules: RulesLine = "") -> Response:
    """A game under the rules of a line."""
    ruled = offered.read_game(game, rules)
    return game_kept(ruled.id, ruled.line).answer(request)


@router.get("/games/{game}/edges", response_model=GameEdges)
async def game_edges(
    game: str, request: Request, reader: Reader, rules: RulesLine = ""
) -> Response:
    """The house edge of each wager under the rules of a line."""
    ruled = offered.read_game(game, rules)
    if known := edges_kept(ruled.id, ruled.line):
        return known.answer(request)
    worker, seconds = offered.EDGES_WORKER, offered.EDGES_SECONDS
    return await ask_worker(request, worker, seconds, "edges_work", ruled.id, ruled.line)
