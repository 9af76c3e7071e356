"""The one writer: jobs on the loop it is lent, each all or nothing, the commit elsewhere."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from holecard.server.store.database import Store
from holecard.server.store.schema import meta
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
