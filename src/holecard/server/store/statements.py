"""Statements that every command runs: written in SQLAlchemy Core like all others, compiled once
for each kind of database, and handed to the driver itself. SQLAlchemy's own way of running one
costs five to ten times what SQLite needs for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable
from sqlalchemy.sql.compiler import SQLCompiler

Given = dict[str, Any]
Row = tuple[Any, ...]


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

    def many(self, connection: Connection, given: Sequence[Given]) -> None:
        """The same statement for each row; nothing comes back."""
        text, values = self.compiled(connection)
        driver(connection).run_many(text, [values(one) for one in given])

    def compiled(self, connection: Connection) -> Compiled:
        name = connection.dialect.name
        found = self._compiled.get(name)
        if found is None:
            found = self._compiled[name] = self.compile(connection)
        return found

    def compile(self, connection: Connection) -> Compiled:
        made = self.core.compile(dialect=connection.dialect)  # type: ignore[attr-defined]
        assert isinstance(made, SQLCompiler)
        fixed = {name: value for name, value in made.params.items() if value is not None}
        names = made.positiontup if made.positional else None
        return Compiled(made.string, values_for(names, fixed))


def values_for(names: Sequence[str] | None, fixed: Given) -> Callable[[Given], Any]:
    """How to turn named values, and those the statement fixes itself, into what the driver wants:
    a tuple in the order of `names`, or a mapping where it has none."""
    if names is None:
        return lambda given: {**fixed, **given}
    if fixed or len(names) < 2:
        return lambda given: tuple((fixed | given)[name] for name in names)
    return itemgetter(*names)


class Driver:
    """PostgreSQL's connection with the two calls a statement makes; apsw's has them already."""

    def __init__(self, psycopg: Any) -> None:
        self.psycopg = psycopg

    def run(self, text: str, values: Any) -> list[Row]:
        cursor = self.psycopg.execute(text, values)
        return cursor.fetchall() if cursor.description else []

    def run_many(self, text: str, many: Sequence[Any]) -> None:
        if len(many) == 1:  # the usual case, at half the cost
            self.psycopg.execute(text, many[0])
            return
        with self.psycopg.cursor() as cursor:
            cursor.executemany(text, many)


def driver(connection: Connection) -> Any:
    found = connection.connection.driver_connection
    return found if hasattr(found, "run") else Driver(found)
