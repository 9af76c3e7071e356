"""Everything a running server has: floor, sessions, sockets, clocks and limits."""

from __future__ import annotations

import asyncio
import gc
import sys

from holecard.server.base.rate_limits import Limit
from holecard.server.base.settings import Settings
from holecard.server.socket.background import Watch
from holecard.server.socket.handover import Tray
from holecard.server.socket.head_clock import HeadClock
from holecard.server.socket.viewers import Viewers
from holecard.server.store.database import Store
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import Outside
from holecard.server.table.sessions import Sessions

SWITCH_SECONDS = 0.0005
COLLECT_AFTER = (20_000, 20, 20)  # Python's own: 700, 10, 10


class House:
    def __init__(
        self, settings: Settings, outside: Outside | None = None, store: Store | None = None
    ) -> None:
        self.settings = settings
        self.store = store or Store(settings.database)
        self.floor = Floor(self.store, outside)
        self.sessions = Sessions(self.floor)
        self.tray = Tray()
        self.viewers = Viewers(self, settings.sockets_a_player)
        self.commands = Limit(settings.commands_a_second, settings.command_burst)
        self.newcomers = Limit(settings.sessions_a_minute / 60, settings.session_burst)
        self.reads = Limit(settings.reads_a_second, settings.read_burst)
        self.watch = Watch(self.floor, self.sessions, self.viewers)
        self.heads = HeadClock(self.floor, settings.heads_file)

    def open(self) -> None:
        # A commit lets go of the interpreter; the writer must get it back quickly to tell of it.
        sys.setswitchinterval(SWITCH_SECONDS)
        # What is loaded by now stays for good: let the collector leave it alone, and look at the
        # rest less often. Tables and messages hold no circles; going over them was an eighth of all
        # work.
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        self.tray.open(asyncio.get_running_loop())
        self.store.writer.loop = asyncio.get_running_loop()
        self.floor.told = self.viewers.tell
        self.watch.start()
        self.heads.start()

    async def close(self) -> None:
        """Say goodbye to sockets, finish what was begun, let go of the database."""
        await self.viewers.close()
        await asyncio.to_thread(self.watch.stop)
        self.store.writer.loop = None
        await asyncio.to_thread(self.heads.stop)  # the last head: nothing is written after it
        await asyncio.to_thread(self.store.close)
