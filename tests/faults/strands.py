"""Threads and time that belong to a seed. Every thread of the server becomes a strand (a greenlet)
of one real thread, and time passes only when nobody has anything to do: the same seed does the
same things in the same order, and an hour takes no time at all.

The server's modules are lent these instead of `threading`, `queue`, `time` and `Future`; what they
do with them is their own code. A strand whose function raises is over, as a thread would be.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import random
import selectors
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import greenlet

BLINK = 0.002  # seconds that starting a thread or waking one may take


class Still(selectors.SelectSelector):
    """Instead of waiting, the loop's time goes on."""

    loop: Loop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise AssertionError("everybody waits for somebody else")
        self.loop.now += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    def __init__(self, seed: int) -> None:
        self.now = 1000.0
        self.draw = random.Random(seed)
        self.strands = Strands(self)
        still = Still()
        still.loop = self
        super().__init__(still)

    def time(self) -> float:
        return self.now

    def _write_to_self(self) -> None:
        """Nobody else is there to be woken."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = self.create_future()

        def run() -> None:
            try:
                found = func(*args)
            except Exception as wrong:
                if not done.done():
                    done.set_exception(wrong)
            else:
                if not done.done():
                    done.set_result(found)

        self.strands.start(run)
        return done

    def run(self, main: Any) -> Any:
        """Run a coroutine to its end; whatever is left is dropped, as a killed process drops it."""
        asyncio.set_event_loop(None)
        task = self.create_task(main)
        try:
            return self.run_until_complete(task)
        finally:
            self.drop()

    def drop(self) -> None:
        for task in asyncio.all_tasks(self):
            task.cancel()
        self.run_until_complete(asyncio.sleep(0))
        self.strands.kill()
        self.close()


class Strands:
    """The strands of one loop. The loop itself never waits for one."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.home = greenlet.getcurrent()
        self.alive: dict[greenlet.greenlet, None] = {}
        self.died: list[BaseException] = []

    def start(self, run: Callable[[], None]) -> greenlet.greenlet:
        def guarded() -> None:
            try:
                run()
            except Exception as wrong:
                self.died.append(wrong)
            finally:
                self.alive.pop(made, None)

        made = greenlet.greenlet(guarded, parent=self.home)
        self.alive[made] = None
        self.loop.call_later(self.loop.draw.uniform(0, BLINK), self.go, made)
        return made

    def go(self, one: greenlet.greenlet) -> None:
        if not one.dead:
            one.switch()

    def rest(self) -> None:
        """Let the loop go on until somebody wakes this strand."""
        assert greenlet.getcurrent() is not self.home, "the loop would wait for itself"
        self.home.switch()

    def sleep(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.go, greenlet.getcurrent())
        self.rest()

    def wait(self, ready: Callable[[], bool], wakers: list[Callable[[], None]],
             timeout: float | None) -> bool:  # fmt: skip
        """Rest until `ready`, told by a waker, or until the time is over."""
        me, over = greenlet.getcurrent(), False

        def late() -> None:
            nonlocal over
            over = True
            self.go(me)

        def wake() -> None:
            self.loop.call_later(self.loop.draw.uniform(0, BLINK), again)

        def again() -> None:
            if waiting:
                self.go(me)

        waiting = True
        timer = None if timeout is None else self.loop.call_later(timeout, late)
        wakers.append(wake)
        while not ready() and not over:
            self.rest()
        waiting = False
        if timer is not None:
            timer.cancel()
        if wake in wakers:
            wakers.remove(wake)
        return ready()

    def kill(self) -> None:
        for one in list(self.alive):
            one.throw(greenlet.GreenletExit)

    # What modules are lent

    def lent(self) -> dict[str, Any]:
        """Names of `threading`, `queue`, `time` and `concurrent.futures`, as strands have them."""
        strands = self

        class Thread:
            def __init__(self, target: Callable[[], None], name: str = "", daemon: bool = False):
                self.target, self.name = target, name
                self.strand: greenlet.greenlet | None = None
                self.ident: int | None = None

            def start(self) -> None:
                self.ident = 1
                self.strand = strands.start(self.target)

            def is_alive(self) -> bool:
                return self.strand in strands.alive

            def join(self, timeout: float | None = None) -> None:
                while self.is_alive():
                    strands.sleep(0.01)

        class Event:
            def __init__(self) -> None:
                self.flag, self.wakers = False, list[Callable[[], None]]()

            def set(self) -> None:
                self.flag = True
                for wake in self.wakers:
                    wake()

            def is_set(self) -> bool:
                return self.flag

            def wait(self, timeout: float | None = None) -> bool:
                return strands.wait(self.is_set, self.wakers, timeout)

        class Queue:
            def __init__(self) -> None:
                self.items, self.wakers = deque[Any](), list[Callable[[], None]]()

            def put(self, item: Any) -> None:
                self.items.append(item)
                for wake in self.wakers:
                    wake()

            def empty(self) -> bool:
                return not self.items

            def get(self) -> Any:
                strands.wait(lambda: bool(self.items), self.wakers, None)
                return self.items.popleft()

        class Future(concurrent.futures.Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                self.wait(timeout)
                return super().result(0)

            def wait(self, timeout: float | None) -> None:
                if self.done():
                    return
                wakers = list[Callable[[], None]]()
                self.add_done_callback(lambda _: [wake() for wake in wakers])
                if not strands.wait(self.done, wakers, timeout):
                    raise TimeoutError

        return {
            "threading": SimpleNamespace(Thread=Thread, Event=Event, get_ident=lambda: 1),
            "queue": SimpleNamespace(SimpleQueue=Queue),
            "time": SimpleNamespace(monotonic=strands.loop.time, sleep=strands.sleep),
            "Future": Future,
        }
