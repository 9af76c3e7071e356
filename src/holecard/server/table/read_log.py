"""A table read back from its log: all of it, or what is new since a state that is known."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from holecard.server.base.refusals import UnknownTable
from holecard.server.events.table import ShoeCommitted
from holecard.server.store.event_log import read_entries
from holecard.server.store.schema import snapshots
from holecard.server.table.derived_rows import read_seeds
from holecard.server.table.fold import fold, opened_state
from holecard.server.table.snapshots import latest
from holecard.server.table.state import TableState


def read_state(connection: Connection, table: str, known: TableState | None) -> TableState:
    """Fold what the log has beyond what is known, or beyond the last snapshot."""
    return read_log(connection, table, known or latest(connection, table))


def read_log(
    connection: Connection, table: str, known: TableState | None, until: int | None = None
) -> TableState:
    state, after = known, known.seq if known else 0
    fresh = read_entries(connection, f"table:{table}", after, until=until)
    if state is None:
        if not fresh:
            raise UnknownTable("no such table")
        state = opened_state(table, fresh.pop(0))
    seeds = {}
    if any(isinstance(entry.event, ShoeCommitted) for entry in fresh):
        seeds = read_seeds(connection, table, state.coming.number if state.next_shoe else 0)
    for entry in fresh:
        state = fold(state, entry, seeds)
    return state


def caught_up(
    connection: Connection, table: str, known: TableState | None, seq: int, head: str
) -> TableState:
    """The table at an event: from memory, if that is of this history and not behind."""
    if known is not None and (known.seq, known.head) == (seq, head):
        return known
    if known is not None and known.seq >= seq:
        known = None  # not of this history: read it all again
    return read_state(connection, table, known)


def check_snapshots(connection: Connection) -> Iterator[str]:
    """Snapshots that say something else than the log they stand for."""
    for table in sorted(connection.execute(select(snapshots.c.table_id)).scalars()):
        found = latest(connection, table)
        if found is None or found != read_log(connection, table, None, found.seq):
            yield f"table:{table}: its snapshot does not fit the log"
