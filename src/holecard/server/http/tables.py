"""/api/tables: the lobby, sitting down, betting, deciding."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel

from holecard.server.base.callers import caller_of
from holecard.server.http.request import ByPlayer, Reader, TheHouse
from holecard.server.store.ledger import balance, player_account
from holecard.server.store.writer import Work
from holecard.server.table import lobby
from holecard.server.table.log_page import Page, TablePage
from holecard.server.table.seating import open_table
from holecard.server.table.sessions import player_id
from holecard.server.table.table_json import own, table_json, you_json
from holecard.server.wire.answers import Done, Lobby, Opened, Refused
from holecard.server.wire.requests import (
    Choose,
    DealNow,
    GiveEntropy,
    LeaveSeats,
    NewTable,
    PlaceBets,
    PlaceLate,
    TakeSeats,
)
from holecard.server.wire.table_answers import TableAndYou

TableId = Annotated[str, Path(pattern=r"^[a-z2-7]{8,40}$", alias="id")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
router = APIRouter(prefix="/api/tables", responses=REFUSALS, tags=["tables"])


def as_json(model: BaseModel) -> Response:
    return Response(model.model_dump_json(), media_type="application/json")


@router.post("/{id}/choose", response_model=Done)
async def make_choice(id: TableId, asked: Choose, by: ByPlayer) -> Response:
    """Answer for the hand that is asked: hit, stand and the others of its legal choices."""
    return await by.give(id, "choose", asked)


@router.post("/{id}/late", response_model=Done)
async def late(id: TableId, asked: PlaceLate, by: ByPlayer) -> Response:
    """Say what is bet when the dealer's card is up, or that nothing is."""
    return await by.give(id, "late", asked)


@router.post("/{id}/bets", response_model=Done)
async def bets(id: TableId, asked: PlaceBets, by: ByPlayer) -> Response:
    """Put the bets of seats down, or take them back, before the deal."""
    return await by.give(id, "bets", asked)


@router.post("/{id}/deal", response_model=Done)
async def deal(id: TableId, asked: DealNow, by: ByPlayer) -> Response:
    """Say that the caller is ready: with bets placed, or sitting this round out."""
    return await by.give(id, "deal", asked)


@router.post("/{id}/entropy", response_model=Done)
async def entropy(id: TableId, asked: GiveEntropy, by: ByPlayer) -> Response:
    """Give a share in the next shoe's shuffle: first its hash, later its bytes."""
    return await by.give(id, "entropy", asked)


@router.get("", response_model=Lobby)
async def open_tables(house: TheHouse, reader: Reader) -> Response:
    """The lobby: open tables, those with players first."""
    return as_json(await asyncio.to_thread(lobby.listed, house.floor, house.settings.unused_hours))


@router.post("", status_code=201, response_model=Opened)
async def new_table(asked: NewTable, request: Request, by: ByPlayer) -> Response:
    """Open a table of a game, under rules, limits and pay tables of one's choice."""
    house, floor = by.house, by.house.floor
    house.openings.take(by.session.player)
    house.openings_there.take(caller_of(request.scope, house.settings))

    def run(work: Work, page: Page) -> BaseModel:
        table = player_id(floor.outside.random(15))
        opened = TablePage(work.connection, floor.outside, f"table:{table}")
        open_table(opened, by.session.player, asked)
        opened.save()
        floor.keep(work, opened)
        return Opened(table=table, version=opened.seq)

    return await by.answer(floor.for_player(by.command, run, status=201))


@router.get("/{id}", response_model=TableAndYou)
async def one_table(id: TableId, house: TheHouse, reader: Reader) -> Response:
    """The table as it lies, what the caller has there, and its meters."""

    def read() -> str:
        state = house.floor.look(id)
        with house.store.read() as connection:
            purse = balance(connection, player_account(reader.player))
        you = you_json(own(state, reader.player, reader.name, purse))
        meters = json.dumps(house.floor.meters(state))
        return f'{{"table":{table_json(state)},"you":{you},"meters":{meters}}}'

    return Response(await asyncio.to_thread(read), media_type="application/json")


@router.post("/{id}/seats", response_model=Done)
async def take(id: TableId, asked: TakeSeats, by: ByPlayer) -> Response:
    """Take free seats."""
    return await by.give(id, "seats", asked)


@router.post("/{id}/leave", response_model=Done)
async def leave(id: TableId, asked: LeaveSeats, by: ByPlayer) -> Response:
    """Leave seats, or all of one's own."""
    return await by.give(id, "leave", asked)
