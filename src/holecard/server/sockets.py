"""Who watches which table, and what they are told. Each message is complete, so a slow reader
may skip some but never holds more than a few."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict, deque

from fastapi import WebSocket, WebSocketDisconnect

from holecard.errors import HolecardError
from holecard.server.answers import PongMessage, RefusedMessage
from holecard.server.floor import Floor
from holecard.server.ledger import balance, player_account
from holecard.server.seen import purse_in, table_message, you_message
from holecard.server.sessions import Session
from holecard.server.state import TableState

MOST_WAITING = 32
MOST_REFUSALS = 5
PINGS_A_MINUTE = 120
NO_SESSION, FOREIGN, NO_TABLE, TOO_MANY, BAD = 4401, 4403, 4404, 4429, 4400
RESTARTING = 1012


class Viewer:
    """One socket at one table."""

    def __init__(self, socket: WebSocket, table: str, session: Session, purse: int) -> None:
        self.socket = socket
        self.table = table
        self.session = session
        self.purse = purse
        self.waiting: deque[str] = deque()
        self.wake = asyncio.Event()
        self.closing: int | None = None

    def show(self, state: TableState, now: int) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
        self.say(table_message(state, now))
        self.say(you_message(state, self.session.player, self.session.name, self.purse))

    def say(self, message: str) -> None:
        self.waiting.append(message)
        self.wake.set()

    def hang_up(self, code: int) -> None:
        self.closing = code
        self.wake.set()

    async def send(self) -> None:
        """Send what waits, until told to hang up."""
        while self.closing is None:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting and self.closing in (None, BAD):  # a refusal is heard to its end
                await self.socket.send_text(self.waiting.popleft())
        await self.socket.close(self.closing)

    async def listen(self, now: Floor) -> None:
        """Clients have nothing to say but ping."""
        refused, pings = 0, 0
        while refused < MOST_REFUSALS and pings < PINGS_A_MINUTE:
            text = await self.receive()
            if is_ping(text):
                pings += 1
                self.say(PongMessage(now=now.outside.now()).model_dump_json())
            else:
                refused += 1
                words = 'sockets only take {"type":"ping"}: commands go by POST'
                self.say(RefusedMessage(code="socket/refused", message=words).model_dump_json())
        self.hang_up(TOO_MANY if pings >= PINGS_A_MINUTE else BAD)

    async def receive(self) -> str:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text") or ""


def is_ping(text: str) -> bool:
    try:
        return bool(json.loads(text) == {"type": "ping"})
    except (ValueError, RecursionError):
        return False


class Viewers:
    def __init__(self, floor: Floor, most: int) -> None:
        self.floor = floor
        self.most = most
        self.at: dict[str, set[Viewer]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def tell(self, state: TableState, balances: dict[str, int]) -> None:
        """From any thread: a table has changed."""
        if self._loop is not None and self.at.get(state.id):
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody is watching
                self._loop.call_soon_threadsafe(self._show, state, balances)

    def _show(self, state: TableState, balances: dict[str, int]) -> None:
        for viewer in tuple(self.at.get(state.id, ())):
            purse = purse_in(balances, viewer.session.player)
            viewer.purse = viewer.purse if purse is None else purse
            viewer.show(state, self.floor.outside.now())

    def count(self, player: str) -> int:
        return sum(one.session.player == player for many in self.at.values() for one in many)

    def sessions(self) -> set[str]:
        return {one.session.token_hash for many in self.at.values() for one in many}

    def hang_up(self, token_hashes: set[str]) -> None:
        """From any thread: these sessions are over."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._hang_up, token_hashes)

    def _hang_up(self, token_hashes: set[str]) -> None:
        for many in self.at.values():
            for one in many:
                if one.session.token_hash in token_hashes:
                    one.hang_up(NO_SESSION)

    async def close(self) -> None:
        for many in self.at.values():
            for one in many:
                one.hang_up(RESTARTING)
        await asyncio.sleep(0.05 if self.at else 0)

    async def serve(self, socket: WebSocket, table: str, session: Session) -> None:
        """One socket from its opening to its end. The handshake has been checked."""
        try:
            state, purse = await asyncio.to_thread(self.look, table, session.player)
        except HolecardError:
            await socket.accept()
            await socket.close(NO_TABLE)
            return
        await socket.accept()
        if self.count(session.player) >= self.most:
            await socket.close(TOO_MANY)
            return
        viewer = Viewer(socket, table, session, purse)
        self.at[table].add(viewer)
        try:
            # Changes since the look may have been told already: show what is known now.
            known = self.floor.states.get(table, state)
            viewer.show(known if known.seq > state.seq else state, self.floor.outside.now())
            await self.converse(viewer)
        finally:
            self.at[table].discard(viewer)
            if not self.at[table]:
                del self.at[table]

    async def converse(self, viewer: Viewer) -> None:
        tasks = [
            asyncio.create_task(viewer.send()),
            asyncio.create_task(viewer.listen(self.floor)),
        ]
        try:
            listener = tasks[1]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if listener.done() and listener.exception() is None:
                await asyncio.wait(tasks[:1], timeout=1)  # let the refusal out
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, table: str, player: str) -> tuple[TableState, int]:
        state = self.floor.look(table)
        with self.floor.store.read() as connection:
            return state, balance(connection, player_account(player))
