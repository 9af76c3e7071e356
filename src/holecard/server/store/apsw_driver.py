"""A DB-API face for apsw, so that SQLAlchemy can use the SQLite that apsw brings along.

Python's own sqlite3 often links a SQLite with the WAL-reset bug (fixed in 3.51.3); see
docs/decisions/0010. Only what SQLAlchemy's SQLite dialect asks for is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw

apilevel = "2.0"
threadsafety = 1
paramstyle = "qmark"
sqlite_version = apsw.sqlite_lib_version()
sqlite_version_info = tuple(int(part) for part in sqlite_version.split("."))
READ_WRITE = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
FIXED_LINE, FIXED = (3, 51, 3), (3, 53, 0)
PARSE_DECLTYPES = PARSE_COLNAMES = 0
Binary = bytes


class Error(Exception):
    """Anything SQLite refuses."""


class Warning(Exception):
    pass


class InterfaceError(Error):
    pass


class DatabaseError(Error):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class InternalError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class NotSupportedError(DatabaseError):
    pass


class DataError(DatabaseError):
    pass


REFUSED = (apsw.Error, UnicodeDecodeError)  # the second is what apsw says of a damaged text


def named(wrong: Exception) -> Error:
    if isinstance(wrong, UnicodeDecodeError):
        return DataError("a text that is no UTF-8: the file is damaged")
    if isinstance(wrong, apsw.ConstraintError):
        return IntegrityError(str(wrong))
    if isinstance(wrong, apsw.SQLError):
        return OperationalError(str(wrong))
    return OperationalError(f"{type(wrong).__name__}: {wrong}")


class Cursor:
    """Rows are fetched when the statement runs: results here are small."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._rows: list[Any] = []
        self._cursor = connection.apsw.cursor()
        self._cursor.exec_trace = self._describe

    def _describe(self, cursor: apsw.Cursor, sql: str, bindings: Any) -> bool:
        described = cursor.get_description()
        self.description = [(one[0], *[None] * 6) for one in described] or None
        return True

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        self.description = None
        database = self.connection.apsw
        before = database.total_changes()
        try:
            self._rows = self._cursor.execute(sql, tuple(parameters)).fetchall()
        except REFUSED as wrong:
            raise named(wrong) from wrong
        self.rowcount = database.total_changes() - before
        self.lastrowid = database.last_insert_rowid()
        return self

    def executemany(self, sql: str, many: Iterable[Sequence[Any]]) -> Cursor:
        self.description = None
        database = self.connection.apsw
        before = database.total_changes()
        try:
            self._rows = self._cursor.executemany(sql, [tuple(one) for one in many]).fetchall()
        except REFUSED as wrong:
            raise named(wrong) from wrong
        self.rowcount = database.total_changes() - before
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        taken, self._rows = self._rows[:size], self._rows[size:]
        return taken

    def fetchall(self) -> list[Any]:
        taken, self._rows = self._rows, []
        return taken

    def close(self) -> None:
        self._cursor.close(True)


class Connection:
    isolation_level: str | None = None

    def __init__(self, path: str, vfs: str | None = None, flags: int = READ_WRITE) -> None:
        try:
            self.apsw = apsw.Connection(path, flags, vfs)
        except REFUSED as wrong:
            raise named(wrong) from wrong
        self.apsw.set_busy_timeout(10_000)

    def cursor(self) -> Cursor:
        return Cursor(self)

    def commit(self) -> None:
        self._end("COMMIT")

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def _end(self, word: str) -> None:
        if self.apsw.in_transaction:
            try:
                self.apsw.execute(word)
            except REFUSED as wrong:
                raise named(wrong) from wrong

    def run(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The short way, for statements that need no cursor of their own."""
        try:
            return self.apsw.execute(sql, values).fetchall()
        except REFUSED as wrong:
            raise named(wrong) from wrong

    def later(self, sql: str, values: Sequence[Any], then: Any = None) -> None:
        """At once: there is no way to the database that could be saved."""
        rows = self.run(sql, values)
        if then:
            then(rows)

    def settle(self) -> None:
        """Nothing waits."""

    def run_many(self, sql: str, many: Sequence[Sequence[Any]]) -> None:
        try:
            self.apsw.executemany(sql, many).fetchall()
        except REFUSED as wrong:
            raise named(wrong) from wrong

    def create_function(self, name: str, arguments: int, function: Any, **more: Any) -> None:
        """SQLAlchemy adds a REGEXP nobody here uses."""

    def close(self) -> None:
        self.apsw.close()


def connect(path: str, **options: Any) -> Connection:
    return Connection(path, options.get("vfs"))


def read_only(path: Path, live: bool = False) -> Connection:
    """A file to be looked at, beside which SQLite puts nothing of its own. `live` is one that a
    server has open: its files are there already. Otherwise nobody writes, and SQLite is told so;
    a log that a killed server left is read without the usual index beside it."""
    log = Path(f"{path}-wal")
    left = not live and log.exists() and log.stat().st_size > 0
    how = "" if live else "&vfs=unix-none" if left else "&immutable=1"
    address = f"file:{quote(str(path.absolute()))}?mode=ro{how}"
    found = Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    if left:
        found.run("PRAGMA locking_mode = EXCLUSIVE", ())
    return found


def is_fixed(version: tuple[int, ...] = sqlite_version_info) -> bool:
    """Whether this SQLite has the WAL-reset bug fixed: 3.51.3 in its line, 3.53.0 and later."""
    return version >= FIXED or FIXED_LINE <= version < (3, 52)
