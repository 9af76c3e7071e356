"""Whether the server can do what it is for: read, write, and keep its threads turning."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from pathlib import Path

from sqlalchemy import Connection, select

from holecard.errors import HolecardError
from holecard.server.house import House
from holecard.server.store.database import SQLITE_HEAD
from holecard.server.store.schema import meta, streams
from holecard.server.store.writer import Work, in_words

KEPT_SECONDS = 2.0  # one look serves everybody who asks meanwhile
PATIENCE_SECONDS = 3.0
LEAST_FREE = 32 * 2**20  # bytes on the disk: below it a commit may fail any time
MARK = "ready_at"


class Readiness:
    """What is wrong, found at most every `KEPT_SECONDS`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.file = inode(house)
        self._looking = asyncio.Lock()
        self._found: tuple[float, list[str]] | None = None

    async def wrong(self) -> list[str]:
        async with self._looking:
            if self._found is None or time.monotonic() - self._found[0] > KEPT_SECONDS:
                found = [f"the thread {name} does not turn" for name in self.house.late()]
                found += self.file_trouble()
                found += await within(self.try_reading(), "the database does not answer")
                found += await within(self.try_writing(), "nothing can be written")
                self._found = time.monotonic(), found
            return self._found[1]

    def file_trouble(self) -> list[str]:
        """Of a SQLite file: gone, exchanged, overwritten, or on a disk that is about to be full."""
        if self.file is None:
            return []
        path = Path(str(self.house.store.url.database))
        if inode(self.house) != self.file:
            return ["the database file is gone, or another one"]
        try:
            head = self.house.store.file_head()
            free = shutil.disk_usage(path.parent).free
        except OSError as wrong:
            return [f"the database file cannot be read: {wrong.strerror}"]
        if head != SQLITE_HEAD:
            return ["the database file is no database any more"]
        return [f"the disk is full: {free} bytes are left"] if free < LEAST_FREE else []

    async def try_reading(self) -> None:
        def read() -> None:
            with self.house.store.read() as connection:
                connection.execute(select(streams).limit(1)).all()

        await asyncio.to_thread(read)

    async def try_writing(self) -> None:
        await asyncio.wrap_future(self.house.store.writer.submit(self.mark))

    def mark(self, work: Work) -> None:
        leave_mark(work.connection, str(self.house.floor.outside.now()))


def leave_mark(connection: Connection, value: str) -> None:
    found = connection.execute(meta.update().where(meta.c.key == MARK).values(value=value))
    if not found.rowcount:
        connection.execute(meta.insert(), {"key": MARK, "value": value})


async def within(doing: object, words: str) -> list[str]:
    """Nothing, if it is done in time; the trouble in words, if not."""
    try:
        await asyncio.wait_for(doing, PATIENCE_SECONDS)  # type: ignore[arg-type]
    except TimeoutError:
        return [f"{words}: nothing came of it in {PATIENCE_SECONDS:g} seconds"]
    except Exception as wrong:
        told = in_words(wrong)
        cause = told.__cause__ or told
        if not isinstance(told, HolecardError):
            raise
        return [f"{words}: {type(cause).__name__}"]
    return []


def inode(house: House) -> tuple[int, int] | None:
    """Which file the database is; nothing for PostgreSQL."""
    if not house.store.is_sqlite:
        return None
    try:
        found = os.stat(str(house.store.url.database))
    except OSError:
        return (0, 0)
    return found.st_dev, found.st_ino
