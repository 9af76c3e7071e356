"""/api/tables/{id}: what has been: rounds, replays, hints, mistakes, shoes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy import Connection

from holecard.errors import IllegalAction
from holecard.server.house import House
from holecard.server.http.kept import Kept, Shelf
from holecard.server.http.lab_request import asked
from holecard.server.http.request import HEAVY, HeavyReader, Reader, TheHouse
from holecard.server.http.tables import REFUSALS, TableId, as_json
from holecard.server.table import history
from holecard.server.table.state import TableState
from holecard.server.wire.past_answers import (
    HintSeen,
    RoundList,
    RoundMistakes,
    RoundReplay,
    ShoeList,
)
from holecard.server.workers import hints
from holecard.server.workers.task import JobName

Number = Annotated[int, Path(ge=1, le=2**31 - 1, alias="n")]
Found = TypeVar("Found")
router = APIRouter(prefix="/api/tables/{id}", responses=REFUSALS, tags=["past"])


async def reading(
    house: House, table: str, read: Callable[[Connection, TableState], Found]
) -> Found:
    """Read in a thread, from one state of the database."""

    def look() -> Found:
        with house.store.read() as connection:
            return read(connection, house.floor.look(table))

    return await asyncio.to_thread(look)


async def judged(request: Request, call: JobName, *words: Any) -> Response:
    """What the solver says, in a process of its own."""
    return await asked(request, hints.WORKER, hints.SECONDS, call, *words)


@router.get("/rounds", response_model=RoundList)
async def rounds(
    id: TableId,
    house: TheHouse,
    reader: HeavyReader,
    seat: Annotated[int | None, Query(ge=1, le=7)] = None,
    limit: Annotated[int, Query(ge=1, le=history.MOST_LISTED)] = 10,
) -> Response:
    """The last rounds of a table, newest first; of one seat if asked."""
    return as_json(await reading(house, id, lambda base, _: history.rounds(base, id, seat, limit)))


@router.get("/rounds/{n}", response_model=RoundReplay)
async def one_round(id: TableId, n: Number, house: TheHouse, reader: HeavyReader) -> Response:
    """A past round, step by step."""
    return as_json(await reading(house, id, lambda base, table: history.replay(base, table, n)))


@router.get("/rounds/{n}/mistakes", response_model=RoundMistakes)
async def mistakes(
    id: TableId, n: Number, request: Request, house: TheHouse, reader: Reader
) -> Response:
    """What the caller's choices in a past round gave away."""

    def find(base: Connection, table: TableState) -> tuple[hints.Shown, frozenset[int]]:
        past = history.finished(base, table, n)
        owners = past.settled.players.items()
        mine = frozenset(seat for seat, player in owners if player == reader.player)
        return hints.shown(id, past.felt), mine

    return await judged(request, "mistakes_work", *await reading(house, id, find))


@router.get("/hint", response_model=HintSeen)
async def hint(id: TableId, request: Request, house: TheHouse, reader: Reader) -> Response:
    """What each choice is worth for the hand that is asked now, best first."""

    def find() -> hints.Shown:
        table = house.floor.look(id)
        if not table.playing:
            raise IllegalAction("no round is being dealt: nothing to hint at")
        return hints.shown(id, table.round)

    return await judged(request, "hint_work", await asyncio.to_thread(find))


@router.get("/shoes", response_model=ShoeList)
async def shoes(id: TableId, house: TheHouse, reader: Reader) -> Response:
    """The shoes of a table: what was committed to, and when each was opened and revealed."""
    return as_json(await reading(house, id, lambda base, _: history.shoe_list(base, id)))


@router.get("/shoes/{n}")
async def shoe(
    id: TableId, n: Number, request: Request, house: TheHouse, reader: Reader
) -> Response:
    """The proof of a finished shoe, for `holecard verify` and verify_shoe.py. It never changes."""
    shelf: Shelf = request.app.state.proofs
    kept = shelf.find((id, n))
    if kept is None:
        house.reads.take(reader.player, HEAVY)
        kept = await reading(house, id, lambda base, _: proof_of(base, id, n))
        shelf.put((id, n), kept)
    return kept.answer(request)


def proof_of(base: Connection, table: str, number: int) -> Kept:
    proof = history.shoe_proof(base, table, number)
    return Kept(json.dumps(proof, ensure_ascii=False, separators=(",", ":")))
