"""Statements that every command runs: written in SQLAlchemy Core like all others, compiled once
for each kind of database, and handed to the driver itself. SQLAlchemy's own way of running one
costs five to ten times what SQLite needs for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable
from sqlalchemy.sql.compiler import SQLCompiler

from holecard.server.store.postgres_line import Line, Row, Then

Given = dict[str, Any]


class Compiled(NamedTuple):
    text: str
    values: Callable[[Given], Any]  # as the driver wants them


class Statement:
    """One statement with named values. Rows come back as plain tuples, in the order asked for.

    It runs in whatever transaction the connection is in, and knows nothing of SQLAlchemy's types:
    only text, whole numbers and nothing at all may be given or asked for."""

    def __init__(self, core: Executable) -> None:
        self.core = core
        self._compiled: dict[str, Compiled] = {}

    def rows(self, connection: Connection, given: Given) -> list[Row]:
        text, values = self.compiled(connection)
        found: list[Row] = driver(connection).run(text, values(given))
        return found

    def one(self, connection: Connection, given: Given) -> Row | None:
        found = self.rows(connection, given)
        return found[0] if found else None

    def later(self, connection: Connection, given: Given, then: Then | None = None) -> None:
        """As `rows`, for whom the rows can wait: `then` hears them before anything is committed.
        PostgreSQL is sent such statements together with the next whose rows are needed."""
        text, values = self.compiled(connection)
        driver(connection).later(text, values(given), then)

    def last(self, connection: Connection, given: Given, then: Then) -> None:
        """As `later` on PostgreSQL, for a statement that fails where there would be no row: `then`
        may hear the rows after the commit."""
        text, values = self.compiled(connection)
        driver(connection).last(text, values(given), then)

    def many(self, connection: Connection, given: Sequence[Given]) -> None:
        """The same statement for each row, later; nothing comes back."""
        text, values = self.compiled(connection)
        driver(connection).run_many(text, [values(one) for one in given])

    def compiled(self, connection: Connection) -> Compiled:
        name = connection.dialect.name
        found = self._compiled.get(name)
        if found is None:
            found = self._compiled[name] = self.compile(connection)
        return found

    def compile(self, connection: Connection) -> Compiled:
        dialect = connection.dialect
        if dialect.name == "postgresql":  # the line speaks to the database itself: $1, $2
            dialect = type(dialect)(paramstyle="numeric_dollar")  # type: ignore[call-arg]
        made = self.core.compile(dialect=dialect)  # type: ignore[attr-defined]
        assert isinstance(made, SQLCompiler)
        fixed = {name: value for name, value in made.params.items() if value is not None}
        return Compiled(made.string, values_for(made.positiontup or [], fixed))


def values_for(names: Sequence[str], fixed: Given) -> Callable[[Given], Any]:
    """How to turn named values, and those the statement fixes itself, into what the driver wants:
    a tuple in the order of `names`."""
    if fixed or len(names) < 2:
        return lambda given: tuple((fixed | given)[name] for name in names)
    return itemgetter(*names)


def together(connection: Connection, asked: Iterable[tuple[Statement, Given]]) -> list[list[Row]]:
    """The rows of several statements, run in this order: one round trip, where there are any."""
    found: list[list[Row]] = []
    for statement, given in asked:
        statement.later(connection, given, found.append)
    driver(connection).settle()
    return found


def driver(connection: Connection) -> Any:
    """What runs statements on a connection, for as long as that lasts: apsw's own, or a line."""
    kept = connection.info
    found = kept.get("driver")
    if found is None:
        own: Any = connection.connection.driver_connection
        found = kept["driver"] = own if hasattr(own, "settle") else Line(own)
    return found
