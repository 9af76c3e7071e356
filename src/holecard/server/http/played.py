"""/api/session/played: a player's own rounds, what they should have come to, and what was luck."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from holecard.server.http.lab_request import TheDesk
from holecard.server.http.request import HeavyReader, TheHouse
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.table.played import Mine, rounds_of
from holecard.server.table.session_price import Figures, session_played
from holecard.server.wire.game_answers import GameEdges
from holecard.server.wire.session_answers import SessionPlayed
from holecard.server.wire.shipped_edges import shipped
from holecard.server.workers.bench import Bench
from holecard.wagers.game import Game

router = APIRouter(prefix="/api/session", responses=REFUSALS, tags=["session"])
Since = Annotated[int, Query(ge=0, le=2**53, description="ms since 1970 (UTC)")]


@router.get("/played", response_model=SessionPlayed)
async def played(house: TheHouse, desk: TheDesk, reader: HeavyReader, since: Since = 0) -> Response:
    """What the caller has bet and won since then, beside what was to be expected. Nothing is solved
    for it: who wants figures of a rule set that has none yet asks for its edges, and then again."""

    def read() -> SessionPlayed:
        with house.store.read() as connection:
            mine, cut = rounds_of(connection, reader.player, since)
        return session_played(mine, cut, known_figures(desk.bench, mine))

    return as_json(await asyncio.to_thread(read))


def known_figures(bench: Bench, mine: list[Mine]) -> Figures:
    games = {(one.game.id, one.game.line): one.game for one in mine}
    found = {key: known_edges(bench, game) for key, game in games.items()}
    return {key: one for key, one in found.items() if one is not None}


def known_edges(bench: Bench, game: Game) -> GameEdges | None:
    """Shipped, or worked out since the server started."""
    done = bench.found.get(("edges_work", game.id, game.line))
    if found := shipped(game):
        return found
    if done is None or not done.done() or done.exception():
        return None
    return GameEdges.model_validate_json(done.result())
