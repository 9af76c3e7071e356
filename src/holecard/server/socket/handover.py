"""What other threads leave for the event loop. It picks up everything at once: a call for each
would cost a system call each, and most come in groups, as they were committed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TypeVar

from holecard.server.base.meters import Meters

Result = TypeVar("Result")
log = logging.getLogger("holecard.server")


class Tray:
    def __init__(self, meters: Meters | None = None) -> None:
        self.meters = meters or Meters()
        self._left: deque[Callable[[], None]] = deque()
        self._called = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def leave(self, then: Callable[[], None]) -> None:
        """From any thread: run this on the loop, after what was left before."""
        self._left.append(then)
        if self._loop is not None and not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop is gone: nobody is waiting
                self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        self._called = False  # first: what is left from here on calls again
        while self._left:
            try:
                self._left.popleft()()
            except Exception:
                log.exception("unhandled")

    async def wait(self, done: Future[Result]) -> Result:
        """On the loop: the result of a job, when the writer has finished it."""
        waiter: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        began, meters = time.perf_counter(), self.meters
        meters.waiting += 1
        done.add_done_callback(lambda found: self.leave(partial(hand_over, found, waiter)))
        try:
            result = await waiter
            meters.endings["answered"] += 1
            return result
        except Exception as wrong:
            meters.endings[str(getattr(wrong, "code", "fault"))] += 1
            raise
        finally:
            meters.waiting -= 1
            meters.waits.add(time.perf_counter() - began)


def hand_over(done: Future[Result], waiter: asyncio.Future[Result]) -> None:
    if waiter.done():
        return  # whoever asked has hung up
    wrong = done.exception()
    if wrong is None:
        waiter.set_result(done.result())
    else:
        waiter.set_exception(wrong)
