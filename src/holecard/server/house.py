"""Everything a running server has: floor, sessions, sockets, clocks and limits."""

from __future__ import annotations

import asyncio
import gc
import sys

from holecard.errors import BadDefinition, HolecardError
from holecard.games import CATALOGUE
from holecard.server.base.meters import Meters
from holecard.server.base.rate_limits import Limit
from holecard.server.base.settings import Settings
from holecard.server.base.steady_clock import SteadyClock
from holecard.server.base.turning import LATE_SECONDS, Turning
from holecard.server.socket.background import Watch
from holecard.server.socket.handover import Tray
from holecard.server.socket.head_clock import HeadClock
from holecard.server.socket.viewers import Viewers
from holecard.server.store.database import Store
from holecard.server.store.event_log import Entry, latest_time
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import Outside, SeatShare
from holecard.server.table.returns import Returns
from holecard.server.table.sessions import Sessions
from holecard.server.table.state import TableState
from holecard.server.table.unused import forget_unused, free_seats
from holecard.train.profile import Profile, check_profile, default_profile, read_profile

SWITCH_SECONDS = 0.0005
UNUSED_SECONDS = 60.0  # between two looks for tables nobody uses
CHECKPOINT_SECONDS = 0.25
HOUSEHOLD = 6  # players behind one address open so many times as much as one
COLLECT_AFTER = (20_000, 20, 20)  # Python's own: 700, 10, 10


class House:
    def __init__(
        self, settings: Settings, outside: Outside | None = None, store: Store | None = None
    ) -> None:
        self.settings = settings
        self.store = store or Store(settings.database)
        share = SeatShare(settings.tables_a_player, settings.seats_a_player)
        self.floor = Floor(self.store, outside or Outside(now=steady_clock(self.store)), share)
        self.sessions = Sessions(self.floor)
        self.profile = house_profile(settings)
        self.meters = Meters()
        self.returns = Returns()
        self.tray = Tray(self.meters)
        self.viewers = Viewers(self, settings.sockets_a_player)
        self.commands = Limit(settings.commands_a_second, settings.command_burst)
        self.newcomers = Limit(settings.sessions_a_minute / 60, settings.session_burst)
        self.reads = Limit(settings.reads_a_second, settings.read_burst)
        opened = settings.openings_an_hour / 3600
        self.openings = Limit(opened, settings.opening_burst)
        self.openings_there = Limit(HOUSEHOLD * opened, HOUSEHOLD * settings.opening_burst)
        self.watch = Watch(self.floor, self.sessions, self.viewers)
        self.heads = HeadClock(self.floor, settings.heads_file)
        self.watch.threads.insert(0, Turning("unused", self.close_unused, UNUSED_SECONDS))
        self.watch.threads.append(self.heads.turning)
        if self.store.is_sqlite:
            turning = Turning("checkpoint", self.store.checkpoint, CHECKPOINT_SECONDS)
            self.watch.threads.append(turning)

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
        self.floor.noted = self.note
        self.floor.meter_moved = self.viewers.tell_meters
        self.watch.start()

    def pulses(self) -> dict[str, float]:
        """Seconds since each thread last took a whole turn, and since the writer began what it is
        writing."""
        turns = {name: pulse.seconds for name, pulse in self.watch.pulses().items()}
        return {**turns, "writer": self.store.writer.busy_seconds}

    def late(self) -> list[str]:
        """Threads that should have taken a turn and have not."""
        found = [name for name, pulse in self.watch.pulses().items() if pulse.is_late]
        return found + ["writer"] * (self.store.writer.busy_seconds > LATE_SECONDS)

    def note(self, state: TableState, written: tuple[Entry, ...]) -> None:
        """After a commit: what the metrics count of it."""
        self.meters.events.update(entry.event.kind for entry in written)
        self.returns.note(state, written)

    def close_unused(self) -> None:
        forget_unused(self.floor, self.settings.unused_hours)
        free_seats(self.floor, self.settings.away_hours)

    async def close(self) -> None:
        """Say goodbye to sockets, finish what was begun, let go of the database."""
        await self.viewers.close()
        await asyncio.to_thread(self.watch.stop)
        self.store.writer.loop = None
        await asyncio.to_thread(self.heads.close)  # the last head: nothing is written after it
        await asyncio.to_thread(self.store.close)


def house_profile(settings: Settings) -> Profile:
    """How this house deals; refused if one of the games cannot be dealt so."""
    if settings.house_profile is None:
        return default_profile()
    profile = read_profile(settings.house_profile)
    for game in CATALOGUE.values():
        try:
            check_profile(profile, game)
        except HolecardError as wrong:
            raise BadDefinition(
                f"the house profile {settings.house_profile} does not do for {game.name}: {wrong}"
            ) from wrong
    return profile


def steady_clock(store: Store) -> SteadyClock:
    """Time that goes on from where the log ends, should the machine's clock have been set back."""
    with store.read() as connection:
        return SteadyClock(latest_time(connection))
