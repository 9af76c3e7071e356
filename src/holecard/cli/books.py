"""What the doctor finds in a database: its pages, its books, and whether heads are still true."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from holecard.errors import HolecardError, MissingExtra, Unreadable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from holecard.server.store.glance import Glance
    from holecard.server.store.heads import Published

Finding = tuple[bool, str, str]  # good, what, what was found
# What comes of a value that is not of its column's type: SQLite keeps whatever is in the file.
STRANGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def need_web() -> None:
    """Refuse in words where the parts that keep tables are not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("sqlalchemy", "apsw")):
        raise MissingExtra("the tables' database", "web")


def database_url(given: str | None) -> str:
    """The tables' database: given, of the environment, or the usual one."""
    from holecard.server.base.settings import default_database

    return given or os.environ.get("HOLECARD_DATABASE_URL") or default_database()


def given_heads(given: Iterable[str]) -> list[Published]:
    """Heads from files that hold them, or written out."""
    if not given:
        return []
    from holecard.server.store.heads import HEX, read_heads

    found: list[Published] = []
    for text in given:
        try:
            lines = text if HEX.fullmatch(text) else Path(text).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as wrong:
            raise Unreadable(
                f"cannot read {text!r} as a head: 64 hex digits in small letters, or a file with "
                "heads, one to a line"
            ) from wrong
        found += read_heads(lines)
    return found


def look_at_store(database: str | None, published: Sequence[Published] = ()) -> Iterator[Finding]:
    if importlib.util.find_spec("sqlalchemy") is None:
        return
    from holecard.server.store.glance import Glance
    from holecard.server.store.schema import SCHEMA_VERSION

    try:
        found = Glance(database_url(database))
        found.check_writable()
    except HolecardError as wrong:
        yield False, "database", str(wrong)
        return
    yield True, "database", found.words
    if found.schema == SCHEMA_VERSION:
        yield from found.steadily(lambda: look_inside(found, published))
    elif published:
        yield False, "heads", "there are none in it"


def look_inside(store: Glance, published: Sequence[Published] = ()) -> list[Finding]:
    """All of it in one state of the database."""
    from sqlalchemy.exc import DBAPIError

    from holecard.server.store.apsw_driver import Error

    found: list[Finding] = []
    try:
        with store.read() as connection:
            for look in (look_at_file, look_at_books):
                found += look(connection)
            found += look_at_heads(connection, published)
    except (DBAPIError, Error) as wrong:
        said = wrong.orig if isinstance(wrong, DBAPIError) else wrong
        found.append((False, "database", f"cannot be read: {' '.join(str(said).split())}"))
    except STRANGE as wrong:
        kind = f"{type(wrong).__name__}: {' '.join(str(wrong).split())[:120]}"
        found.append((False, "books", f"a row holds what nobody here writes ({kind})"))
    return found


def look_at_file(connection: Connection) -> Iterator[Finding]:
    """SQLite's own check of every page and index; PostgreSQL has tools of its own for that."""
    if connection.dialect.name != "sqlite":
        return
    said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(1)")]
    yield said == ["ok"], "file", "every page and index is sound" if said == ["ok"] else said[0]


def look_at_books(connection: Connection) -> Iterator[Finding]:
    from holecard.server.store.event_log import check_chains
    from holecard.server.store.ledger import audit
    from holecard.server.store.meter_books import check_meters
    from holecard.server.table.read_log import check_seeds, check_snapshots

    wrong = [*audit(connection), *check_chains(connection), *check_meters(connection)]
    wrong += [] if wrong else [*check_seeds(connection), *check_snapshots(connection)]
    yield not wrong, "books", wrong[0] if wrong else "ledger sums to 0, every chain is whole"


def look_at_heads(connection: Connection, published: Sequence[Published]) -> Iterator[Finding]:
    from holecard.server.store.heads import check_heads, check_published, covered, latest_head

    last = latest_head(connection)
    wrong = list(check_heads(connection))
    said = f"{last.number}, the last {last.hash}" if last.number else "none yet"
    yield not wrong, "heads", wrong[0] if wrong else said
    for one in published:
        differs = check_published(connection, one)
        chains, total = covered(connection, one)
        yield (
            not differs,
            "head",
            differs or f"{one.hash} still stands for {chains} chains, {total} events",
        )
