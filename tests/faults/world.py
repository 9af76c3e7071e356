"""A whole house in one thread, from a seed: the real application, its threads, its database; and a
clock, a disk and a network that do what the seed says."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import anyio.to_thread
import apsw
import greenlet
from fastapi import FastAPI

from holecard.server.app import make_app
from holecard.server.base import turning
from holecard.server.base.settings import LIMITS, Settings
from holecard.server.base.steady_clock import SteadyClock
from holecard.server.house import House
from holecard.server.store import apsw_driver, writer
from holecard.server.store.database import Store
from holecard.server.store.event_log import latest_time
from holecard.server.table import lobby, sessions
from holecard.server.table.log_page import Outside
from tests.faults.checks import wrong_in
from tests.faults.disk import Disk
from tests.faults.network import HOST, Network
from tests.faults.player import Player
from tests.faults.strands import Loop

MANY = 10**9
log = logging.getLogger("holecard.server")
START = 1_700_000_000.0  # the machine's clock, in seconds
SEATS = 2
PURSE = 1_000  # people are broke soon, and ask for more
# Limits count by the machine's own clock: a world that lives a week in a second would meet them.
LIFTED: dict[str, Any] = dict.fromkeys(LIMITS, MANY)
SETTINGS = Settings(
    database="",
    origins=(f"http://{HOST}",),
    **LIFTED,
    lab_ready=False,
)


@cache
def application(settings: Settings) -> FastAPI:
    """Routes and models are the same for every life: only the house behind them changes."""
    return make_app(settings)


class Errors(logging.Handler):
    """Whatever the server did not expect is wrong."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.wrong = wrong

    def emit(self, record: logging.LogRecord) -> None:
        said = record.exc_info[1] if record.exc_info else record.getMessage()
        self.wrong.append(f"unhandled: {type(said).__name__} {said}")


class Server:
    """One life of the server process."""

    def __init__(self, world: World, house: House) -> None:
        self.world = world
        self.house = house
        self.app = application(house.settings)
        self.app.state.house = house
        self.tasks: dict[asyncio.Task[Any], None] = {}

    def serve(self, asked: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(asked)
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop)
        return task

    def die(self) -> None:
        """As by kill -9: nobody is told, nothing is finished."""
        for task in list(self.tasks):
            task.cancel()
        self.world.loop.strands.kill()
        self.house.store._let_go()
        for one in apsw.connections():
            if one.filename == str(self.world.path):
                one.close(True)


class World:
    def __init__(self, seed: int, folder: Path, blank: Path) -> None:
        self.seed = seed
        self.draw = random.Random(seed)
        self.loop = Loop(seed)
        self.disk = Disk(seed)
        self.network = Network(self)
        self.path = folder / f"{seed}.db"
        shutil.copy(blank, self.path)
        self.jumped = 0.0  # seconds the machine's clock was set ahead
        self.slow_until = 0.0  # the disk does nothing before
        self.slow: list[tuple[float, float]] = []
        self.server: Server | None = None
        self.table = ""
        self.over = False
        self.loose: set[asyncio.Task[Any]] = set()
        self.players = [Player(self, seat) for seat in range(1, SEATS + 1)]
        self.told: dict[int, tuple[int, float]] = {}  # life and time of each version
        self.lives = 0
        self.wrong: list[str] = []

    def wall(self) -> float:
        return START + self.loop.time() + self.jumped

    def on_its_way(self, what: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self.loose.add(task)
        task.add_done_callback(self.loose.discard)

    # Lives of the server

    async def start(self) -> None:
        self.server = Server(self, await self.loop.run_in_executor(None, self.build))
        self.server.house.open()
        self.lives += 1
        tell = self.server.house.floor.told

        def told(state: Any, balances: Any) -> None:
            self.told.setdefault(state.seq, (self.lives, self.loop.time()))
            tell(state, balances)

        self.server.house.floor.told = told

    def build(self) -> House:
        store = Store(str(self.path), vfs=self.disk.name)
        return House(SETTINGS, Outside(self.clock(store), self.draw.randbytes), store)

    def clock(self, store: Store) -> Callable[[], int]:
        with store.read() as connection:
            return SteadyClock(latest_time(connection), self.wall, self.loop.time)

    def die(self, power: bool) -> None:
        """The process is killed; with `power` the machine loses what it had not synced."""
        if power:
            self.disk.cut_power()
        server, self.server = self.server, None
        if server is not None:
            server.die()
        if power:
            self.disk.power_on()

    # Time

    def wait_for_disk(self) -> None:
        """In a thread: a commit takes a moment, or as long as the disk is slow."""
        if greenlet.getcurrent() is not self.loop.strands.home:
            moment = self.draw.uniform(0, self.draw.choice((0.01, 0.15)))
            self.loop.strands.sleep(max(moment, self.slow_until - self.loop.time()))

    async def run_sync(self, run: Callable[..., Any], *given: Any, **_: Any) -> Any:
        """What the web framework has a thread do."""
        return await self.loop.run_in_executor(None, run, *given)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Lend the server's modules this world's threads and time."""
        given = self.loop.strands.lent()
        wanted = {
            writer: ("threading", "queue", "time", "Future"),
            turning: ("threading", "time"),
            sessions: ("time", "PURSE"),
            lobby: ("PURSE",),
            anyio.to_thread: ("run_sync",),
        }
        given["PURSE"] = PURSE
        given["run_sync"] = self.run_sync
        before = {
            (module, name): vars(module)[name] for module in wanted for name in wanted[module]
        }
        for module, name in before:
            vars(module)[name] = given[name]
        commit = apsw_driver.Connection.commit

        def slow_commit(connection: apsw_driver.Connection) -> None:
            if connection.apsw.in_transaction:
                self.wait_for_disk()
            commit(connection)
            if self.disk.is_off:
                self.loop.strands.rest()  # the power has gone: nobody hears of this commit

        apsw_driver.Connection.commit = slow_commit  # type: ignore[assignment, method-assign]
        errors = Errors(self.wrong)
        log.addHandler(errors)
        level, log.propagate = log.level, False
        log.setLevel(logging.ERROR)
        try:
            yield
        finally:
            log.removeHandler(errors)
            log.setLevel(level)
            log.propagate = True
            apsw_driver.Connection.commit = commit  # type: ignore[method-assign]
            for (module, name), value in before.items():
                vars(module)[name] = value

    def run(self, story: Callable[[World], Awaitable[None]]) -> None:
        """Open the house, let people play while the story is told, then look at everything."""
        with self.lent():
            self.loop.run(self.tell(story))

    async def tell(self, story: Callable[[World], Awaitable[None]]) -> None:
        await self.start()
        first = self.players[0]
        await first.arrive()
        opened = await first.post("/api/tables", {"game": "classic", "decision_seconds": 10})
        self.table = opened.json()["table"]
        people = [asyncio.ensure_future(one.run()) for one in self.players]
        people += [asyncio.ensure_future(one.fidget()) for one in self.players]
        try:
            await story(self)
            self.over = True
            await asyncio.wait_for(asyncio.gather(*people), 3600)
            self.wrong += wrong_in(self)
        except AssertionError as wrong:  # a player has been told what cannot be
            self.wrong.append(f"player: {wrong}")
        self.die(power=False)
