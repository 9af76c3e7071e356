"""The one writer: jobs on the loop it is lent, each all or nothing, the commit elsewhere."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from holecard.server.store import database
from holecard.server.store.database import Store
from holecard.server.store.schema import meta
from holecard.server.store.statements import driver
from holecard.server.store.writer import Job, Work


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "tables.db"))
    yield opened
    opened.close()


def note(key: str, fail: bool = False) -> Job[str]:
    """Write a row; the name of the thread that did it."""

    def job(work: Work) -> str:
        work.connection.execute(meta.insert(), {"key": key, "value": ""})
        if fail:
            raise ValueError(key)
        return threading.current_thread().name

    return job


def noted(store: Store) -> set[str]:
    with store.read() as connection:
        return set(connection.execute(select(meta.c.key)).scalars())


def test_jobs_run_in_the_writers_thread_or_on_the_loop_it_is_lent(store: Store) -> None:
    async def on_loop() -> list[str]:
        store.writer.loop = asyncio.get_running_loop()
        jobs = [asyncio.wrap_future(store.writer.submit(note(f"loop {n}"))) for n in range(50)]
        return await asyncio.gather(*jobs)

    assert set(asyncio.run(on_loop())) == {threading.current_thread().name}
    store.writer.loop = None
    assert store.writer.submit(note("thread")).result() == "holecard-writer"
    assert noted(store) >= {"thread", *(f"loop {n}" for n in range(50))}


def test_a_job_that_fails_on_the_loop_leaves_nothing_and_hurts_nobody(store: Store) -> None:
    async def some() -> list[object]:
        store.writer.loop = asyncio.get_running_loop()
        jobs = [store.writer.submit(note(f"{n}", fail=n % 3 == 0)) for n in range(30)]
        return await asyncio.gather(*map(asyncio.wrap_future, jobs), return_exceptions=True)

    failed = [isinstance(one, ValueError) for one in asyncio.run(some())]
    store.writer.loop = None
    assert failed == [n % 3 == 0 for n in range(30)]
    assert {int(one) for one in noted(store) if one.isdecimal()} == {n for n in range(30) if n % 3}


def test_the_log_is_emptied_beside_the_writer(store: Store) -> None:
    """What SQLite's log holds is carried into the file while somebody writes, and the writer begins
    the log anew: it does not grow for ever. Seen to fail without the checkpoint."""
    size = Path(f"{store.url.database}-wal").stat
    store.writer.submit(note("first")).result()
    with store.engine.connect() as connection:
        before = driver(connection).run("PRAGMA wal_checkpoint(PASSIVE)", ())[0]
    assert before[0] == 0 and before[1] == before[2] > 0
    grown = []
    for at in range(40):
        store.writer.submit(note(f"{at}")).result()
        store.checkpoint()
        grown.append(size().st_size)
    assert grown[-1] == grown[0]  # each began at the front of the log
    assert noted(store) >= {"first", *map(str, range(40))}


def test_a_checkpoint_does_not_wait_for_a_transaction_that_is_open(store: Store) -> None:
    """Seen to fail with one that restarts the log itself: it waits for the writer, ten seconds."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(work: Work) -> None:
        note("open")(work)
        begun.set()
        go_on.wait(20)

    store.writer.submit(note("kept")).result()
    done = store.writer.submit(slow)
    assert begun.wait(20)
    began = time.monotonic()
    store.checkpoint()
    assert time.monotonic() - began < 5
    assert not done.done() and "open" not in noted(store)
    go_on.set()
    done.result(20)
    assert {"kept", "open"} <= noted(store)


def test_the_writer_itself_empties_a_log_that_grew_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without anybody beside it, as in tools and tests."""
    monkeypatch.setattr(database, "MOST_PAGES", 20)
    store = Store(str(tmp_path / "short.db"))
    for at in range(60):
        store.writer.submit(note(f"{at}")).result()
    assert Path(f"{store.url.database}-wal").stat().st_size < 30 * 4200
    store.close()
