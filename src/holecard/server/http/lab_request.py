"""A set-up of the lab as a request names it: read and checked before any work is begun."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response

from holecard.lab.setup import Setup, read_edit
from holecard.server.base.callers import caller_of
from holecard.server.base.settings import Settings
from holecard.server.http.request import session_of
from holecard.server.workers.desk import SECONDS, Desk
from holecard.server.workers.task import JobName

# Plain letters: an address stays short enough for every proxy on the way.
PLAIN = r"^[ -~]*$"
Short = Annotated[str, Query(max_length=80, pattern=PLAIN)]
Line = Annotated[str, Query(max_length=400, pattern=PLAIN)]
Pays = Annotated[list[Line], Query(max_length=12)]
Names = Annotated[list[Annotated[str, Query(max_length=40, pattern=PLAIN)]], Query(max_length=40)]
READY_AFTER = 0.25  # seconds: the server answers by then


@asynccontextmanager
async def lab_open(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.house.settings
    desk, loop = Desk(settings), asyncio.get_running_loop()
    app.state.lab = desk
    begin = loop.call_later(READY_AFTER, desk.get_ready) if settings.lab_ready else None
    yield
    if begin is not None:
        begin.cancel()
    await asyncio.to_thread(desk.close)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.lab
    return desk


TheDesk = Annotated[Desk, Depends(desk_of)]


async def worked(request: Request, worker: str, call: JobName, *words: Any) -> Response:
    """The answer of a worker; known answers cost the asker nothing."""
    desk = desk_of(request)
    session = session_of(request)
    if not desk.bench.knows(call, *words):
        desk.limits[worker].take(session.player)
    return await asked(request, worker, SECONDS[worker], call, *words)


async def asked(
    request: Request, worker: str, seconds: float, call: JobName, *words: Any
) -> Response:
    """The answer of a worker, within the asker's share, for as long as the asker waits."""
    desk, player = desk_of(request), session_of(request).player
    by = desk.shares(player, caller_of(request.scope, desk.settings))
    gone = request.is_disconnected
    found = await desk.bench.ask(worker, seconds, call, *words, by=by, gone=gone)
    return Response(found, media_type="application/json")


def setup_of(game: str, rules: Line = "", pay: Pays = []) -> Setup:  # noqa: B006
    """The set-up of a request; refused in words if any part of it cannot be."""
    made = Setup(game, rules)
    line = made.made().line  # one text for one rule set: it is the key of what is known
    setup = Setup(game, line, tuple(read_edit(text) for text in pay))
    setup.made()
    return setup


TheSetup = Annotated[Setup, Depends(setup_of)]
