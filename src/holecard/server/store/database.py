"""Where everything is kept: one SQLite file, or PostgreSQL by URL. Same statements for both."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from holecard.errors import HolecardError, Unreadable
from holecard.server.store import apsw_driver
from holecard.server.store.pool_writer import PoolWriter
from holecard.server.store.postgres_line import Row
from holecard.server.store.schema import OtherSchema, meta, migrate
from holecard.server.store.statements import Given, Statement, driver
from holecard.server.store.writer import GroupWriter, Writer

MIGRATING = 0x686F6C65  # the advisory lock under which one process migrates at a time
POSTGRES_WRITERS, POSTGRES_READERS = 8, 4  # connections; twice as many readers in a rush
# Seconds until a host that does not answer is said not to; milliseconds until one that has gone
# away in mid-sentence is noticed, instead of the quarter of an hour that TCP takes.
CONNECT = {"connect_timeout": 10, "keepalives_idle": 10, "tcp_user_timeout": 20_000}
MOST_PAGES = 16_000  # in SQLite's log before the writer itself stops to empty it: 64 MB
SQLITE_HEAD = b"SQLite format 3\0"


class StoreError(HolecardError):
    """The database cannot be opened or is in use by another server."""

    code = "store/unusable"
    exit_code = 1


class InUse(StoreError):
    """A SQLite file has one server at a time."""

    code = "store/in_use"


class Store:
    """Open databases: read connections for anyone, one writer."""

    def __init__(self, url: str, *, durable: bool = True, vfs: str | None = None) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.durable = durable
        self.vfs = vfs
        self._lock: IO[str] | None = None
        self._head: int | None = None
        self._looking: Connection | None = None
        self._look = threading.Lock()
        if self.is_sqlite:
            check_file(self.url)
            self._lock = lock_file(self.url)
        self.engine = self._engine(readers=True)
        writing = self._engine(readers=False)
        try:
            self._migrate(writing)
        except (DBAPIError, apsw_driver.Error, OtherSchema) as wrong:
            writing.dispose()
            self._let_go()
            raise cannot_open(self.url, wrong) from wrong
        self.writer: Writer = self._writer(writing)

    @property
    def name(self) -> str:
        """The database without its password."""
        return plain_url(self.url)

    def _engine(self, readers: bool) -> Engine:
        if self.is_sqlite:
            return sqlite_engine(self.url, readers, self.durable, self.vfs)
        return postgres_engine(self.url, readers)

    def _writer(self, engine: Engine) -> Writer:
        if self.is_sqlite:
            return GroupWriter(engine)
        return PoolWriter(engine, POSTGRES_WRITERS)

    def _migrate(self, engine: Engine) -> None:
        with engine.begin() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            migrate(connection)
        engine.dispose()  # its connection: on closing SQLite carries over what was written

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the database and changes nothing."""
        with self.engine.connect() as connection:
            yield connection

    def look(self, statement: Statement, given: Given) -> list[Row]:
        """Rows of one statement, for those who ask again and again. On PostgreSQL the connection is
        kept for them, and found to be gone only by asking: the question is then put once more."""
        if self.is_sqlite:
            with self.read() as connection:
                return statement.rows(connection, given)
        with self._look:
            kept, self._looking = self._looking, None
            try:
                return self._look_on(kept or self.engine.connect(), statement, given)
            except Exception:
                if kept is None:
                    raise
            return self._look_on(self.engine.connect(), statement, given)

    def _look_on(self, connection: Connection, statement: Statement, given: Given) -> list[Row]:
        text, values = statement.compiled(connection)
        try:
            rows: list[Row] = driver(connection).look(text, values(given))
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        self._looking = connection
        return rows

    def checkpoint(self) -> None:
        """Carry over into the file what SQLite's log holds, while others read and write."""
        with self.engine.connect() as connection:
            driver(connection).run("PRAGMA wal_checkpoint(PASSIVE)", ())

    def file_head(self) -> bytes:
        """The first bytes of a SQLite file, by a descriptor that stays open: on closing any of
        them POSIX takes all of a process's locks on the file, and with them SQLite's."""
        if self._head is None:
            self._head = os.open(str(self.url.database), os.O_RDONLY | os.O_CLOEXEC)
        return os.pread(self._head, len(SQLITE_HEAD), 0)

    def close(self) -> None:
        self.writer.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._looking is not None:
            self._looking.close()
        self.engine.dispose()
        if self._head is not None:
            os.close(self._head)
            self._head = None
        if self._lock is not None:
            self._lock.close()


def private_store(url: str) -> Store:
    """A database whose file is its owner's alone: it holds the seeds of shoes that are dealt from,
    and the key that signs cookies. SQLite gives the files beside it the same mode."""
    mask = os.umask(0o077)
    try:
        store = Store(url)
    finally:
        os.umask(mask)
    for end in ("", "-wal", "-shm", ".lock") if store.is_sqlite else ():
        path = Path(f"{store.url.database}{end}")
        if path.exists() and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return store


def read_url(text: str) -> URL:
    """A database URL, or simply the path of a file."""
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as wrong:
        raise Unreadable(
            f"cannot read {masked(text)!r} as a database: a file, sqlite:///file.db or "
            "postgresql://..."
        ) from wrong
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database:
        return url.set(drivername="sqlite")
    raise Unreadable(
        f"cannot keep tables in {url.render_as_string(hide_password=True)!r}: "
        "sqlite:///file.db or postgresql://..."
    )


def masked(text: str) -> str:
    """Something that is no URL without what may be its password."""
    scheme, apart, rest = text.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}{apart}{who.partition(':')[0]}:***@{where}" if at and ":" in who else text


def plain_url(url: URL) -> str:
    """A database without its password."""
    return url.render_as_string(hide_password=True)


def cannot_open(url: URL, wrong: Exception) -> StoreError:
    said = wrong.orig if isinstance(wrong, DBAPIError) else wrong
    return StoreError(f"cannot open {plain_url(url)}: {' '.join(str(said).split())}")


def check_file(url: URL) -> None:
    """Refuse a folder, or a file that is something else, before anything is put beside it."""
    path = Path(str(url.database))
    if path.is_dir():
        raise StoreError(f"cannot open {path}: it is a folder, not a file")
    if not path.exists():
        return
    try:
        with open(path, "rb") as file:
            head = file.read(len(SQLITE_HEAD))
    except OSError as wrong:
        raise StoreError(f"cannot open {path}: {wrong.strerror}") from wrong
    if head not in (b"", SQLITE_HEAD):
        raise StoreError(f"cannot open {path}: it is no SQLite database")
    if head and not Path(f"{path}.lock").exists():
        check_own(url, path)


def check_own(url: URL, path: Path) -> None:
    """Refuse a file in which another program keeps its tables."""
    try:
        connection = apsw_driver.read_only(path)
        found = connection.run("SELECT name FROM sqlite_schema WHERE type = 'table'", ())
        connection.close()
    except apsw_driver.Error as wrong:
        raise cannot_open(url, wrong) from wrong
    names = [str(name) for (name,) in found]
    if names and meta.name not in names:
        raise StoreError(f"cannot open {path}: it holds another program's tables, {names[0]}")


def lock_file(url: URL) -> IO[str]:
    """Held while the server runs: a SQLite file has one writer."""
    path = Path(f"{url.database}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(path, "w")  # noqa: SIM115 - held open on purpose
    except OSError as wrong:
        raise StoreError(f"cannot write beside {url.database}: {wrong}") from wrong
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as wrong:
        lock.close()
        raise InUse(
            f"another server is using {url.database}: for several processes use PostgreSQL"
        ) from wrong
    return lock


def postgres_engine(url: URL, readers: bool) -> Engine:
    engine = create_engine(
        url,
        pool_size=POSTGRES_READERS if readers else POSTGRES_WRITERS,
        max_overflow=POSTGRES_READERS if readers else 0,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        connect_args=CONNECT,
        hide_parameters=True,
    )

    @event.listens_for(engine, "before_cursor_execute")
    def keep_order(connection: Connection, *rest: Any) -> None:
        driver(connection).settle()

    @event.listens_for(engine, "commit")
    def commit(connection: Connection) -> None:
        driver(connection).commit()

    @event.listens_for(engine, "reset")
    def leave_nothing(own: Any, record: Any, state: Any) -> None:
        if "driver" in record.info:
            record.info["driver"].drop()

    @event.listens_for(engine, "rollback")
    def roll_back(connection: Connection) -> None:
        driver(connection).drop()

    return engine


def sqlite_engine(url: URL, readers: bool, durable: bool, vfs: str | None) -> Engine:
    engine = create_engine(
        url,
        module=apsw_driver,
        poolclass=QueuePool,
        pool_size=4 if readers else 1,
        max_overflow=8 if readers else 0,
        connect_args={"vfs": vfs},
        hide_parameters=True,  # an error names the statement, never what was in it
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: apsw_driver.Connection, record: Any) -> None:
        pragmas = ["journal_mode = WAL", f"synchronous = {'FULL' if durable else 'NORMAL'}"]
        pragmas += ["cache_size = -16000"]
        pragmas += [f"wal_autocheckpoint = {0 if readers else MOST_PAGES}"]
        pragmas += ["query_only = 1"] if readers else []
        for one in pragmas:
            connection.run(f"PRAGMA {one}", ())

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver(connection).run("BEGIN" if readers else "BEGIN IMMEDIATE", ())

    return engine
