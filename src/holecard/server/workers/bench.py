"""The work bench: workers by name, what they have found, and whose question is at work.

The same question is worked out once, however many ask it. What nobody waits for any more is given
up; one player has a share of the workers, not all of them.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

from holecard.errors import HolecardError
from holecard.server.base.refusals import TooManyJobs
from holecard.server.store.writer import Busy
from holecard.server.workers.task import NOBODYS, JobName, Shares, Task, Told
from holecard.server.workers.workers import IDLE_SECONDS, MEGABYTES, GivenUp, TookTooLong, Worker

KEPT = 600
KEPT_BYTES = 64 * 2**20
LOOK_SECONDS = 0.3  # how often it is seen whether who asked is still there
Key = tuple[Any, ...]
Gone = Callable[[], Awaitable[bool]]


class Bench:
    """Those that `stay` never go home for want of work."""

    def __init__(
        self,
        stay: frozenset[str] = frozenset(),
        megabytes: float = MEGABYTES,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        self.stay = stay
        self.megabytes = megabytes  # of one worker
        self.kept_bytes = kept_bytes  # of all answers
        self.workers: dict[str, Worker] = {}
        self.found: OrderedDict[Key, Future[str]] = OrderedDict()
        self.at_work: dict[Key, Task] = {}
        self.shares: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()  # how, for the metrics
        self.bytes = 0
        self.lock = threading.Lock()

    def knows(self, call: JobName, *words: Any) -> bool:
        return (call, *words) in self.found

    def begin(
        self, worker: str, seconds: float, call: JobName, *words: Any, told: Told | None = None
    ) -> Future[str]:
        """The answer to come, worked out whether or not anybody waits for it."""
        return self.take(worker, Task(call, words, seconds, told)).done

    async def ask(
        self,
        worker: str,
        seconds: float,
        call: JobName,
        *words: Any,
        by: Shares = NOBODYS,
        gone: Gone | None = None,
    ) -> str:
        """The answer, for somebody who may go away before it is there."""
        task = self.take(worker, Task(call, words, seconds, by=by, stands=False))
        try:
            return await waited(task.done, gone)
        finally:
            task.leave()

    def take(self, worker: str, asked: Task) -> Task:
        """The task that answers this: the one at work already, if there is one. Refusals are kept
        too. Whoever asks waits for it from here on."""
        key = (asked.call, *asked.words)
        with self.lock:
            known = self.known(key)
            if known is not None and known.join():
                known.stands = known.stands or asked.stands
                return known
            self.check_shares(asked.by)
            asked.join()
            self.worker(worker).submit(asked)
            self.found[key] = asked.done
            self.at_work[key] = asked
            self.shares.update(asked.by.keys())
        asked.done.add_done_callback(lambda done: self.put_away(key, asked))
        return asked

    def known(self, key: Key) -> Task | None:
        if key in self.at_work:
            return self.at_work[key]
        if key not in self.found:
            return None
        self.found.move_to_end(key)
        return Task(key[0], key[1:], 0.0, done=self.found[key])

    def check_shares(self, by: Shares) -> None:
        for name, most in by.items():
            if self.shares[name] >= most:
                raise TooManyJobs(f"{most} questions at a time: wait for an answer", 2)

    def worker(self, name: str) -> Worker:
        if name not in self.workers:
            idle = None if name in self.stay else IDLE_SECONDS
            self.workers[name] = Worker(name, idle, self.megabytes)
        return self.workers[name]

    def rouse(self, worker: str, seconds: float, call: JobName, *words: Any) -> None:
        """Have a worker get ready that has no process: not started yet, or gone home."""
        with self.lock:
            known = self.worker(worker)
            if known.process is None and known.tasks.empty():
                known.submit(Task(call, words, seconds))

    def put_away(self, key: Key, task: Task) -> None:
        """A refusal stands; what went wrong in the workshop may go right the next time."""
        wrong = task.done.exception()
        stands = isinstance(wrong, HolecardError) and not isinstance(wrong, Busy | TookTooLong)
        with self.lock:
            self.shares.subtract(task.by.keys())
            self.shares += Counter()  # forget those with none
            self.ended[ending(wrong)] += 1
            if self.at_work.get(key) is task:
                del self.at_work[key]
            if self.found.get(key) is not task.done:
                return
            if wrong is not None and not stands:
                del self.found[key]
            else:
                self.bytes += size_of(task.done)
                self.make_room()

    def make_room(self) -> None:
        """Let go of the oldest answers, until few enough are kept; never of one at work. A key is
        looked at only when it is the oldest: each look hashes all of a question's words."""
        at_work: list[tuple[Key, Future[str]]] = []
        while len(self.found) + len(at_work) > KEPT or self.bytes > self.kept_bytes:
            if not self.found:
                break
            key, done = self.found.popitem(last=False)
            if key in self.at_work:
                at_work.append((key, done))
            else:
                self.bytes -= size_of(done)
        for key, done in reversed(at_work):
            self.found[key] = done
            self.found.move_to_end(key, last=False)

    def close(self) -> None:
        for worker in self.workers.values():
            worker.close()


def size_of(done: Future[str]) -> int:
    return 0 if done.exception() is not None else len(done.result())


def ending(wrong: BaseException | None) -> str:
    if wrong is None:
        return "done"
    if isinstance(wrong, GivenUp):
        return "given_up"
    if isinstance(wrong, TookTooLong):
        return "too_long"
    return "refused" if isinstance(wrong, HolecardError) else "failed"


async def waited(done: Future[str], gone: Gone | None) -> str:
    """The answer, unless who asked has gone."""
    coming = asyncio.wrap_future(done)
    coming.add_done_callback(lambda one: one.cancelled() or one.exception())  # though nobody asks
    while not coming.done():
        await asyncio.wait({coming}, timeout=LOOK_SECONDS if gone else None)
        if gone is not None and not coming.done() and await gone():
            raise GivenUp("nobody waits for this any more")
    return coming.result()
