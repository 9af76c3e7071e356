"""A request as the commands see it: whose it is, under which key, allowed or refused."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import Future
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Header, Request, Response

from holecard.server.base.refusals import NoKey, NoSession, NotJson, TooFast
from holecard.server.http.gate import HELD_SECONDS, check_origin
from holecard.server.table.commands import COMMANDS, request_hash
from holecard.server.table.floor import Answer, Command
from holecard.server.table.sessions import Session
from holecard.server.wire.requests import Asked

if TYPE_CHECKING:
    from holecard.server.house import House

HEAVY = 5.0
KEY = re.compile(r"[A-Za-z0-9_\-]{16,255}")
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="16 to 255 letters, digits, - and _. The same key and body, sent again, "
        "is answered again and done once.",
    ),
]


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


# What a request depends on is found on the loop: the framework gives a plain function a thread of
# its own, which costs more than all that these do.


async def this_house(request: Request) -> House:
    return house_of(request)


TheHouse = Annotated["House", Depends(this_house)]


def session_of(request: Request) -> Session:
    house = house_of(request)
    session = house.sessions.find(request.cookies.get(house.settings.cookie))
    if session is None:
        raise NoSession("no session: POST /api/session first")
    return session


async def reading(request: Request) -> Session:
    """A reader with a session, within the reading limit."""
    return await within_limit(request, 1.0)


async def reading_much(request: Request) -> Session:
    """The same, for what is dealt or proved again: it counts as several."""
    return await within_limit(request, HEAVY)


async def within_limit(request: Request, cost: float) -> Session:
    """Who reads too often waits for every refusal: to ask again and again costs a house that
    refuses at once as much as an answer."""
    session = session_of(request)
    try:
        house_of(request).reads.take(session.player, cost)
    except TooFast:
        await asyncio.sleep(HELD_SECONDS)
        raise
    return session


def check_command(request: Request, key: str | None) -> str:
    """What every command must show: our own page if a browser, JSON, a key (so no plain form)."""
    house = house_of(request)
    if "origin" in request.headers:
        check_origin(house.settings, request.headers["origin"])
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise NotJson("commands are JSON: send Content-Type: application/json")
    if key is None or not KEY.fullmatch(key):
        raise NoKey("send an Idempotency-Key: 16 to 255 letters, digits, - or _")
    return key


class Asking:
    """A command with its session and key; `answer` waits for the commit."""

    def __init__(self, house: House, session: Session, command: Command) -> None:
        self.house = house
        self.session = session
        self.command = command

    async def give(self, table: str, action: str, asked: Asked) -> Response:
        known, by, floor = COMMANDS[action], self.session, self.house.floor
        return await self.answer(
            floor.at_table(
                self.command, table, lambda page: known.do(page, by, asked), known.spends
            )
        )

    async def answer(self, done: Future[Answer]) -> Response:
        found = await self.house.tray.wait(done)
        return Response(found.body, found.status, media_type="application/json")


async def asking(request: Request, key: IdempotencyKey = None) -> Asking:
    key = check_command(request, key)
    session = session_of(request)
    house = house_of(request)
    house.commands.take(session.player)
    body = await request.json() if await request.body() else None
    asked = request_hash(request.method, request.url.path, body)
    return Asking(house, session, Command(session.player, key, asked))


ByPlayer = Annotated[Asking, Depends(asking)]
Reader = Annotated[Session, Depends(reading)]
HeavyReader = Annotated[Session, Depends(reading_much)]
