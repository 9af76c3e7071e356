"""One socket at one table: what it is told, and what it says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from holecard.errors import HolecardError
from holecard.server.base.rate_limits import Limit
from holecard.server.base.refusals import NoSession, TooFast
from holecard.server.socket.handover import Tray
from holecard.server.socket.spoken import Counter, answer_message, frame, read_frame, refusal
from holecard.server.table.floor import Answer
from holecard.server.table.sessions import Session
from holecard.server.table.state import TableState
from holecard.server.table.table_json import own, table_message, you_message
from holecard.server.wire.answers import Refused
from holecard.server.wire.requests import Ping, SocketCommand
from holecard.server.wire.socket_answers import PongMessage, RefusedMessage

MOST_REFUSALS = 5
PINGS_A_MINUTE = 120
NO_SESSION, FOREIGN, NO_TABLE, TOO_MANY, BAD = 4401, 4403, 4404, 4429, 4400
RESTARTING = 1012
LATER_SECONDS = 0.2  # how long an onlooker may be behind
WORDS = 'a socket takes {"type":"ping"} and commands: SocketCommand in /api/openapi.json'
BROKEN = Answer(
    500, Refused(code="server/error", message="something went wrong here").model_dump_json()
)
log = logging.getLogger("holecard.server")


class Viewer:
    """Each table message is complete, so only the latest waits for a slow reader."""

    def __init__(
        self, socket: WebSocket, table: str, session: Session, purse: int, counter: Counter
    ) -> None:
        self.socket = socket
        self.table = table
        self.session = session
        self.purse = purse
        self.counter = counter
        self.shown: TableState | None = None  # waits to be sent
        self.seq = self.now = 0
        self.own: dict[str, Any] = {}  # as last sent
        self.meters = ""  # what is on them, to be sent
        self.waiting: list[str] = []  # answers: never more than the frames that asked
        self.wake = asyncio.Event()
        self.acting = False  # a command of this socket is being done
        self.later: asyncio.TimerHandle | None = None
        self.closing: int | None = None

    def show(self, state: TableState, now: int, at_once: bool = True) -> None:
        """Have a table sent, the latest: at once, or within `LATER_SECONDS`; with the answer that
        is coming, to a player who is acting."""
        if state.seq < self.seq:
            return
        self.shown, self.seq, self.now = state, state.seq, now
        if self.acting:
            return
        if at_once:
            self.wake.set()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(LATER_SECONDS, self._now)

    def _now(self) -> None:
        self.later = None
        self.wake.set()

    def show_meters(self, told: str) -> None:
        """Have sent what is on the meters: the latest, with whatever else is sent."""
        self.meters = told
        self.wake.set()

    def say(self, message: str) -> None:
        self.waiting.append(message)
        self.wake.set()

    def hang_up(self, code: int) -> None:
        self.closing = self.closing or code  # the first reason stands
        self.wake.set()

    async def send(self) -> None:
        """Send what waits, all of it in one frame, until told to hang up."""
        while self.closing is None:
            await self.wake.wait()
            self.wake.clear()
            parts = list(self.table_parts()) if self.closing is None else []
            if self.closing in (None, BAD):  # a refusal is heard to its end
                parts += self.waiting
                self.waiting.clear()
            if parts:
                await self.socket.send_text(frame(parts))
        await self.socket.close(self.closing)

    def table_parts(self) -> Iterator[str]:
        """The table if it has changed, what is this viewer's own and on the meters if that has."""
        if self.meters:
            yield self.meters
            self.meters = ""
        state, self.shown = self.shown, None
        if state is None:
            return
        yield table_message(state, self.now)
        mine = own(state, self.session.player, self.session.name, self.purse)
        if mine != self.own:
            self.own = mine
            yield you_message(state.seq, mine)

    async def listen(self, tray: Tray) -> None:
        """Take pings and commands, one after another, until there are too many wrong ones."""
        refused, pings = 0, Limit(PINGS_A_MINUTE / 60, PINGS_A_MINUTE)
        while refused < MOST_REFUSALS and self.closing is None:
            said = read_frame(await self.receive())
            if isinstance(said, SocketCommand):
                await self.do(said, tray)
            elif isinstance(said, Ping):
                try:
                    pings.take("")
                except TooFast:
                    self.hang_up(TOO_MANY)
                    return
                self.say(PongMessage(now=self.counter.house.floor.outside.now()).model_dump_json())
            else:
                refused += 1
                self.say(RefusedMessage(code="socket/refused", message=WORDS).model_dump_json())
        self.hang_up(BAD)

    async def do(self, asked: SocketCommand, tray: Tray) -> None:
        """One command from asking to answer. Frames behind it wait: commands stay in order."""
        self.acting = True
        self.counter.waiting += 1
        try:
            done = self.counter.take(self.session, self.table, asked)
            answer = await tray.wait(done)
        except NoSession:
            self.hang_up(NO_SESSION)
            return
        except HolecardError as wrong:
            answer = refusal(wrong)
        except Exception:
            log.exception("unhandled")
            answer = BROKEN
        finally:
            self.acting = False
            self.counter.waiting -= 1
        self.say(answer_message(asked.key, answer))

    async def receive(self) -> str:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text") or ""
