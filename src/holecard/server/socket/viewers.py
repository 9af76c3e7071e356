"""Who watches which table, and telling them what has changed."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from fastapi import WebSocket

from holecard.errors import HolecardError
from holecard.server.socket.spoken import Counter
from holecard.server.socket.viewer import NO_SESSION, NO_TABLE, RESTARTING, TOO_MANY, Viewer
from holecard.server.store.ledger import balance, player_account
from holecard.server.table.meters import has_meters
from holecard.server.table.sessions import Session
from holecard.server.table.state import TableState
from holecard.server.table.table_json import meters_message

if TYPE_CHECKING:
    from holecard.server.house import House

Balances = dict[str, int]
CROWD = 16  # commands at once from which on those who act come before those who watch


class Viewers:
    def __init__(self, house: House, most: int) -> None:
        self.floor = house.floor
        self.tray = house.tray
        self.counter = Counter(house)
        self.most = most
        # Told in the order they came: a set's would be that of their addresses in memory.
        self.at: dict[str, dict[Viewer, None]] = defaultdict(dict)
        self._news: dict[str, tuple[TableState, Balances]] = {}
        self._lock = threading.Lock()
        self._reading = threading.Lock()  # so that what is read later is told later
        self._meters_wait = False

    def tell(self, state: TableState, balances: Balances) -> None:
        """From any thread: a table has changed. Until the loop gets round to telling, the latest
        change stands for those before it: a view is made for what is shown, not for each step."""
        if not self.at.get(state.id):
            return
        with self._lock:
            waiting = self._news.get(state.id)
            if waiting is None:
                self.tray.leave(partial(self._show, state.id))
            elif waiting[0].seq > state.seq:
                state, balances = waiting[0], balances | waiting[1]
            else:
                balances = waiting[1] | balances
            self._news[state.id] = state, balances

    def _show(self, table: str) -> None:
        with self._lock:
            state, balances = self._news.pop(table)
        now = self.floor.outside.now()
        quiet = self.counter.waiting <= CROWD
        asked = state.chairs[state.asked_seat].player if state.asked_seat else ""
        for viewer in tuple(self.at.get(table, ())):
            player = viewer.session.player
            viewer.purse = balances.get(player_account(player), viewer.purse)
            viewer.show(state, now, quiet or player == asked)

    def tell_meters(self) -> None:
        """From any thread: a meter has moved. All who watch a table of its game hear what is on it
        now; what has moved meanwhile is told with it."""
        with self._lock:
            if self._meters_wait:
                return
            self._meters_wait = True
        self.tray.leave(self._show_meters)

    def _show_meters(self) -> None:
        with self._lock:
            self._meters_wait = False
        asyncio.get_running_loop().run_in_executor(None, self._read_meters)

    def _read_meters(self) -> None:
        """On a thread of its own: a database that is slow holds up no table."""
        with self._reading:
            states = [self.floor.states.get(table) for table in list(self.at)]
            games = {one.game.id: one for one in states if one is not None and has_meters(one)}
            for game, state in games.items():
                told = meters_message(self.floor.meters(state))
                self.tray.leave(partial(self._say_meters, game, told))

    def _say_meters(self, game: str, told: str) -> None:
        for table, many in self.at.items():
            state = self.floor.states.get(table)
            if state is not None and state.game.id == game:
                for one in many:
                    one.show_meters(told)

    def count(self, player: str) -> int:
        return sum(one.session.player == player for many in self.at.values() for one in many)

    def sessions(self) -> set[str]:
        return {one.session.token_hash for many in self.at.values() for one in many}

    def hang_up(self, token_hashes: set[str]) -> None:
        """From any thread: these sessions are over."""
        self.tray.leave(partial(self._hang_up, token_hashes))

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
            state, purse, meters = await asyncio.to_thread(self.look, table, session.player)
        except HolecardError:
            await socket.accept()
            await socket.close(NO_TABLE)
            return
        await socket.accept()
        if self.count(session.player) >= self.most:
            await socket.close(TOO_MANY)
            return
        viewer = Viewer(socket, table, session, purse, self.counter)
        self.at[table][viewer] = None
        if meters:
            viewer.show_meters(meters_message(meters))
        try:
            # Changes since the look may have been told already: show what is known now.
            known = self.floor.states.get(table, state)
            viewer.show(known if known.seq > state.seq else state, self.floor.outside.now())
            await self.converse(viewer)
        finally:
            del self.at[table][viewer]
            if not self.at[table]:
                del self.at[table]

    async def converse(self, viewer: Viewer) -> None:
        tasks = [
            asyncio.create_task(viewer.send()),
            asyncio.create_task(viewer.listen(self.tray)),
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

    def look(self, table: str, player: str) -> tuple[TableState, int, dict[str, int]]:
        state = self.floor.look(table)
        with self.floor.store.read() as connection:
            purse = balance(connection, player_account(player))
        return state, purse, self.floor.meters(state)
