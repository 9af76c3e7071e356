"""Threads that do jobs, the one that rested last before the others: where few jobs come, they are
all done by one thread, on one connection, by one process of the database, and what those three
work with is still near the processor. A pool of the library's goes round all of them in turn."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable

Job = Callable[[], None]
Own = queue.SimpleQueue[Job | None]  # a thread's own: the job it is given next
log = logging.getLogger("holecard.server")


class Hands:
    """At most so many threads, begun when they are first needed."""

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._threads: list[threading.Thread] = []
        self._resting: list[Own] = []
        self._waiting: deque[Job] = deque()  # jobs, while no thread rests
        self._closed = False
        self._lock = threading.Lock()

    def give(self, job: Job) -> bool:
        """Have a job done; false if nothing new is taken any more."""
        with self._lock:
            if self._closed:
                return False
            if self._resting:
                self._resting.pop().put(job)
            elif len(self._threads) < self._most:
                self._begin(job)
            else:
                self._waiting.append(job)
        return True

    def close(self) -> None:
        """Do what was given, then stop."""
        with self._lock:
            self._closed = True
            for own in self._resting:
                own.put(None)
        for one in self._threads:
            one.join()

    def _begin(self, job: Job) -> None:
        name = f"{self._name}_{len(self._threads)}"
        one = threading.Thread(target=self._work, args=(job,), name=name, daemon=True)
        self._threads.append(one)
        one.start()

    def _work(self, job: Job | None) -> None:
        own: Own = queue.SimpleQueue()
        while job is not None:
            try:
                job()
            except Exception:
                log.exception("unhandled")
            job = self._next(own) or own.get()

    def _next(self, own: Own) -> Job | None:
        """A job that waits; without one, the thread is among those that rest."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if self._closed:
                own.put(None)
            else:
                self._resting.append(own)
        return None
