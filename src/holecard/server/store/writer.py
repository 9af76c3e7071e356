"""Jobs that change the database, each all or nothing, answered only after the commit."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from holecard.errors import HolecardError
from holecard.server.store import apsw_driver
from holecard.server.store.statements import driver

Result = TypeVar("Result")
MOST_IN_A_GROUP = 64
log = logging.getLogger("holecard.server")


class Busy(HolecardError):
    """Too many clashes with other servers: nothing was changed, try again."""

    code = "server/busy"


class NotKept(Busy):
    """The database could not do it: full, broken, or gone. Whether a commit that went wrong on the
    way to another machine was made is known to the database only, and to who asks it again."""


@dataclass
class Work:
    """What a job is given: a connection in a transaction, and the states other jobs of the same
    transaction have left. `after` runs once everything is on disk."""

    connection: Connection
    states: dict[str, Any] = field(default_factory=dict)
    purse: int | None = None  # of who gives the command, where it was read with the lock
    after: list[Callable[[], None]] = field(default_factory=list)


Job = Callable[[Work], Result]
Asked = tuple[Job[Any], "Future[Any]"]


class Writer(ABC):
    loop: asyncio.AbstractEventLoop | None = None  # lent by the house, to run jobs on
    commits = 0
    pids: frozenset[int] | set[int] = frozenset()  # of its connections, where they have any

    @abstractmethod
    def submit(self, job: Job[Result], chain: str = "") -> Future[Result]:
        """Run the job in a transaction; the future is done after the commit. Jobs of one chain are
        done one after another, each when those who are told of the one before it have been."""

    @abstractmethod
    def close(self) -> None:
        """Finish what was submitted, then stop."""

    @property
    @abstractmethod
    def busy_seconds(self) -> float:
        """For how long what is being written has been; nothing at rest, for ever if nobody is left
        to write."""


class GroupWriter(Writer):
    """SQLite's one writer: jobs that wait together share a transaction and its disk sync. Jobs run
    on the loop, if one is lent, and only the sync in the thread: two threads that both want the
    interpreter lose a tenth of their time to taking it from each other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._closed = False
        self._began: float | None = None
        self._thread = threading.Thread(target=self._run, name="holecard-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job[Result], chain: str = "") -> Future[Result]:
        if self._closed:
            raise Busy("the server is stopping: nothing was changed")
        done: Future[Result] = Future()
        self._waiting.put((job, done))
        return done

    def close(self) -> None:
        self._closed = True
        self._waiting.put(None)
        self._thread.join()
        self._engine.dispose()

    @property
    def busy_seconds(self) -> float:
        if not self._thread.is_alive():
            return float("inf")
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def _run(self) -> None:
        group = self._take()
        while group:
            self._began = time.monotonic()
            try:
                with self._engine.connect() as connection:
                    group = self._write_on(connection, group)
            except Exception as wrong:  # not even a connection could be had
                fail(group, wrong)
                group = self._take()

    def _write_on(self, connection: Connection, group: list[Asked]) -> list[Asked]:
        """Write groups on this connection until something fails on it; the group after that."""
        while group and not connection.invalidated:
            self._began = time.monotonic()
            self.commits += write(connection, group, self.loop)
            self._began = None
            group = self._take()
        return group

    def _take(self) -> list[Asked]:
        first = self._waiting.get()
        group = [] if first is None else [first]
        while group and len(group) < MOST_IN_A_GROUP and not self._waiting.empty():
            more = self._waiting.get()
            if more is None:
                self._waiting.put(None)  # the last group is written before stopping
                break
            group.append(more)
        return group


def write(
    connection: Connection, group: list[Asked], loop: asyncio.AbstractEventLoop | None = None
) -> bool:
    """Run the jobs of a group, commit, and only then tell anybody. Whether it was committed."""
    work = Work(connection)
    outcomes: list[tuple[Future[Any], Any, Exception | None]] = []

    def run() -> None:
        for job, done in group:
            outcomes.append((done, *run_apart(job, work)))

    try:
        with connection.begin():
            run_on(loop, run)
    except Exception as wrong:  # the commit itself failed: nobody is told otherwise
        if not is_undone(connection):
            connection.invalidate()  # nothing of what was open is left to go on with
        fail(group, wrong)
        return False
    finish(work, outcomes)
    return True


def is_undone(connection: Connection) -> bool:
    """Whether SQLite has taken the transaction back. Then its connection stays: a commit that was
    written and not synced lies in the file, beyond what this process counts as there, and is
    written over by the next. To whoever opens the file anew it would be a commit like any other."""
    try:
        return not connection.connection.driver_connection.apsw.in_transaction  # type: ignore[union-attr]
    except Exception:
        return False


def run_on(loop: asyncio.AbstractEventLoop | None, run: Callable[[], None]) -> None:
    """Run this on the loop and wait for it; here, if there is none."""
    if loop is None:
        run()
        return
    ran: Future[None] = Future()

    def there() -> None:
        try:
            run()
        except Exception as wrong:
            ran.set_exception(wrong)
        else:
            ran.set_result(None)

    loop.call_soon_threadsafe(there)
    ran.result()


def run_apart(job: Job[Any], work: Work) -> tuple[Any, Exception | None]:
    """Run one job of a group so that its failure leaves no trace in the others."""
    own = Work(work.connection, dict(work.states))
    run = driver(work.connection).run
    run("SAVEPOINT job", ())
    try:
        result = job(own)
    except Exception as wrong:
        run("ROLLBACK TO job", ())
        run("RELEASE job", ())
        return None, wrong
    run("RELEASE job", ())
    work.states = own.states
    work.after += own.after
    return result, None


def finish(work: Work, outcomes: list[tuple[Future[Any], Any, Exception | None]]) -> None:
    """Tell everybody. What is committed stays so: one who cannot be told keeps nobody else from it,
    nor the writer from the next group."""
    tell(work)
    for done, result, wrong in outcomes:
        if not done.set_running_or_notify_cancel():
            continue  # nobody waits any more
        if wrong is None:
            done.set_result(result)
        else:
            done.set_exception(in_words(wrong))


def tell(work: Work) -> None:
    for then in work.after:
        try:
            then()
        except Exception:
            log.exception("unhandled")


def fail(group: list[Asked], wrong: Exception) -> None:
    log.warning("a commit failed: %s", type(wrong).__name__, exc_info=wrong)
    for _, done in group:
        if not done.done() and done.set_running_or_notify_cancel():
            done.set_exception(in_words(wrong))


def in_words(wrong: Exception) -> Exception:
    """A database's trouble as a refusal; anything else as it is."""
    if isinstance(wrong, (SQLAlchemyError, apsw_driver.Error)) or hasattr(wrong, "sqlstate"):
        told = NotKept("the database cannot keep this now: send it again, with the same key")
        told.__cause__ = wrong
        return told
    return wrong
