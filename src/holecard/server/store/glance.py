"""A database looked at and left as it is: nothing is created, migrated or written."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from holecard.server.store import apsw_driver
from holecard.server.store.database import (
    CONNECT,
    StoreError,
    cannot_open,
    check_file,
    plain_url,
    read_url,
)
from holecard.server.store.schema import SCHEMA_VERSION, schema_found

Found = TypeVar("Found")


class Glance:
    """What can be said of a database without touching it. `schema` is None where there is none
    yet: an empty or missing one, which a server would make."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.name = plain_url(self.url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.schema: int | None = None
        if self.is_sqlite:
            check_file(self.url)
            if not self.path.exists() or not self.path.stat().st_size:
                return
        try:
            with self.read() as connection:
                self.schema = schema_found(connection)
        except (DBAPIError, apsw_driver.Error) as wrong:
            raise cannot_open(self.url, wrong) from wrong

    @property
    def path(self) -> Path:
        return Path(str(self.url.database))

    @property
    def words(self) -> str:
        """What a server would find."""
        if self.schema is None:
            return f"{self.name} is not there yet: `holecard serve` makes it"
        if self.schema < SCHEMA_VERSION:
            return (
                f"{self.name} is of schema {self.schema}: `holecard serve` brings it to "
                f"{SCHEMA_VERSION}, after which its books can be read"
            )
        if self.live:
            return f"{self.name}, in use by a running server: read as it stood at one moment"
        return f"{self.name} can be {'written' if self.is_sqlite else 'reached'}"

    @property
    def live(self) -> bool:
        """Whether a server has the file open: it holds the lock beside it."""
        return self.is_sqlite and in_use(self.path)

    def trace(self) -> tuple[int, ...]:
        """Something else after the file, or the log beside it, was written."""
        files = [self.path, Path(f"{self.path}-wal")] if self.is_sqlite else []
        known = [one.stat() for one in files if one.exists()]
        return tuple(part for one in known for part in (one.st_size, one.st_mtime_ns))

    def steadily(self, look: Callable[[], Found]) -> Found:
        """What `look` finds in one state of the database. A server's own file is read under a lock
        of SQLite's; should a server open the file while it is read without one, look again."""
        while True:
            safe, before = self.live or not self.is_sqlite, self.trace()
            found = look()
            if safe or self.trace() == before:
                return found

    def check_writable(self) -> None:
        """Refuse a file, or a place for one, that a server could not write."""
        if not self.is_sqlite:
            return
        place = self.path if self.path.exists() else self.path.absolute().parent
        while not place.exists():
            place = place.parent
        if not os.access(place, os.W_OK):
            raise StoreError(f"cannot write {self.path}: no permission to write {place}")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the database, also while others write."""
        engine = self.engine()
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    def engine(self) -> Engine:
        if not self.is_sqlite:
            engine = create_engine(
                self.url,
                poolclass=NullPool,
                isolation_level="REPEATABLE READ",
                connect_args=CONNECT,
            )
            return engine.execution_options(postgresql_readonly=True)
        live = self.live
        engine = create_engine(
            "sqlite://",
            module=apsw_driver,
            poolclass=NullPool,
            creator=lambda: apsw_driver.read_only(self.path, live),
        )
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine


def in_use(path: Path) -> bool:
    """A running server holds the lock beside its file."""
    try:
        lock = open(f"{path}.lock")  # noqa: SIM115 - closed below
    except OSError:
        return False
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
