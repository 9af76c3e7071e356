"""A table read back from its log: all of it, or what is new since a state that is known."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, select

from holecard.errors import UnknownName
from holecard.server.base.refusals import UnknownTable
from holecard.server.events.table import ShoeCommitted
from holecard.server.fairness.seal import deck_text
from holecard.server.fairness.verify_shoe import commitment_of
from holecard.server.store.event_log import read_entries
from holecard.server.store.schema import events, shoes, snapshots
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


def check_seeds(connection: Connection) -> Iterator[str]:
    """Shoes whose secret seed is not the one their table's log has committed to: their proof would
    fail, and nobody could tell a damaged file from a house that cheats."""
    stream = func.concat("table:", shoes.c.table_id)
    same = and_(events.c.stream == stream, events.c.seq == shoes.c.committed_seq)
    query = select(shoes, events.c.body).join(events, same, isouter=True)
    decks: dict[str, str | None] = {}
    for row in connection.execute(query.order_by(shoes.c.table_id, shoes.c.number)):
        if row.table_id not in decks:
            decks[row.table_id] = deck_of(connection, row.table_id)
        deck = decks[row.table_id]
        if deck is None:
            continue
        sealed = commitment_of(row.table_id, row.number, row.decks, row.seed, deck)
        said = json.loads(row.body).get("commitment") if row.body else None
        if not sealed == row.commitment == said:
            yield f"table:{row.table_id}: the seed of shoe {row.number} is not the one it promised"


def deck_of(connection: Connection, table: str) -> str | None:
    """A table's deck as its shoes commit to it; None for a game that is not known here."""
    opened = read_entries(connection, f"table:{table}", until=1)
    if not opened:
        return ""
    try:
        return deck_text(opened_state(table, opened[0]).game.answers.deck)
    except UnknownName:
        return None
