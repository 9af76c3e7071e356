"""PostgreSQL's writers: every job its own transaction, a few at a time, clashes retried."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from holecard.server.store.hands import Hands
from holecard.server.store.postgres_line import Line
from holecard.server.store.statements import driver
from holecard.server.store.writer import Asked, Busy, Job, Result, Work, Writer, in_words, tell

TRIES = 5
NO_ROW = "22012"  # a balance that could not be changed: `server/store/ledger.py:SURE`
RETRIED = ("40001", "40P01", "23505", NO_ROW)


class PoolWriter(Writer):
    """Each thread keeps its connection: to ask for one, and whether it is there still, is a round
    trip. Jobs of one chain wait for each other here: in the database they would wait for its row
    with a connection in their hands, and then not know yet what the one before them had made of
    the table, and read it back."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._hands = Hands(threads, "holecard-writer")
        self._began: dict[int, float] = {}  # by thread
        self._connections: dict[int, Connection] = {}  # by thread
        self.pids: set[int] = set()  # of these connections, at the database
        self._behind: dict[str, deque[Asked]] = {}  # of every chain with a job at work
        self._lock = threading.Lock()

    def submit(self, job: Job[Result], chain: str = "") -> Future[Result]:
        done: Future[Result] = Future()
        with self._lock:
            if chain and chain in self._behind:
                self._behind[chain].append((job, done))
                return done
            if not self._hands.give(partial(self._do, chain, job, done)):
                raise Busy("the server is stopping: nothing was changed")
            if chain:
                self._behind[chain] = deque()
        return done

    def close(self) -> None:
        self._hands.close()
        for one in self._connections.values():
            one.close()
        self._engine.dispose()

    @property
    def busy_seconds(self) -> float:
        began = list(self._began.values())
        return time.monotonic() - min(began) if began else 0.0

    def _do(self, chain: str, job: Job[Any], done: Future[Any]) -> None:
        """Do a job, hand its result over, and have the next of its chain done."""
        after: Asked | None = (job, done)
        while after is not None:
            self._began[threading.get_ident()] = time.monotonic()
            try:
                self._answer(*after)
            finally:
                del self._began[threading.get_ident()]
                after = self._after(chain) if chain else None

    def _answer(self, job: Job[Any], done: Future[Any]) -> None:
        if not done.set_running_or_notify_cancel():
            return  # nobody waits any more
        try:
            result = self._tried(job)
        except BaseException as wrong:
            done.set_exception(wrong)
        else:
            done.set_result(result)

    def _after(self, chain: str) -> Asked | None:
        """Send the next in line behind what others have asked for meanwhile. A server that stops
        takes nothing new: what was submitted is then done here."""
        with self._lock:
            if not self._behind[chain]:
                del self._behind[chain]
                return None
            after = self._behind[chain].popleft()
            return None if self._hands.give(partial(self._do, chain, *after)) else after

    def _tried(self, job: Job[Result]) -> Result:
        careful = False
        for attempt in range(TRIES):
            line = None
            try:
                connection = self._connection()
                line = driver(connection)
                line.careful = careful
                work = Work(connection)
                with transaction(connection, line):
                    result = job(work)
            except Exception as wrong:  # SQLAlchemy's, or straight from the driver
                if not self._may_retry(wrong, line, attempt):
                    raise in_words(wrong)  # noqa: B904 - says itself what caused it
                if sqlstate(wrong) == NO_ROW:
                    careful = True
                    continue
                time.sleep(random.uniform(0, 0.01 * 2**attempt))
                continue
            with self._lock:
                self.commits += 1
            tell(work)
            return result
        raise Busy(f"other servers were quicker {TRIES} times: nothing was changed, try again")

    def _connection(self) -> Connection:
        at = threading.get_ident()
        if at not in self._connections:
            self._connections[at] = found = self._engine.connect()
            self.pids.add(driver(found).pid)
        return self._connections[at]

    def _may_retry(self, wrong: Exception, line: Line | None, attempt: int) -> bool:
        """After a clash, and once on a new connection where the old one had gone before there was
        anything to keep: whoever kept it finds that out only now."""
        if line is None or line.is_whole:
            return sqlstate(wrong) in RETRIED
        self.pids.discard(line.pid)
        with self._connections.pop(threading.get_ident()) as gone:
            gone.invalidate()
        return attempt == 0 and not line.committing


@contextmanager
def transaction(connection: Connection, line: Line) -> Iterator[None]:
    """What the line begins with its first statement, and what ends it: SQLAlchemy only where it
    was used, since its own beginning and end take as long as some statements do."""
    try:
        yield
        if connection.in_transaction():
            connection.commit()
        else:
            line.commit()
    except BaseException:
        line.drop()
        if open_yet := connection.get_transaction():
            open_yet.rollback()
        if line.is_whole and not line.is_idle:
            # Nothing of it was SQLAlchemy's, or it takes for ended what could not be committed.
            connection.begin().rollback()
        raise


def sqlstate(wrong: Exception) -> str:
    """PostgreSQL's word for what went wrong; empty for anything else."""
    cause = wrong.orig if isinstance(wrong, DBAPIError) else wrong
    return str(getattr(cause, "sqlstate", "") or "")
