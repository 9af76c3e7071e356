"""Rows that repeat what the log says, so that it need not be read for a lobby or a lock."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from holecard.server.events.round import RoundDealt, RoundSettled
from holecard.server.events.table import (
    SeatLeft,
    SeatTaken,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
    ShoeVoided,
    TableOpened,
)
from holecard.server.store.event_log import Entry
from holecard.server.store.postgres_line import Row
from holecard.server.store.schema import seats, shoes, streams, tables
from holecard.server.store.statements import Given, Statement
from holecard.server.store.writer import Busy
from holecard.server.table.state import TableState

LOCK = Statement(
    select(streams.c.seq, streams.c.head)
    .where(streams.c.stream == bindparam("of"))
    .with_for_update()
)
START = Statement(streams.insert())
MOVE = Statement(
    streams.update()
    .where(streams.c.stream == bindparam("of"), streams.c.seq == bindparam("old"))
    .values(
        seq=bindparam("to_seq", type_=streams.c.seq.type),
        head=bindparam("to_head", type_=streams.c.head.type),
        deadline=bindparam("to_deadline", type_=streams.c.deadline.type),
    )
    .returning(streams.c.seq)
)
TOUCH = Statement(
    tables.update()
    .where(tables.c.id == bindparam("of"))
    .values(
        phase=bindparam("to_phase", type_=tables.c.phase.type),
        changed_at=bindparam("to_time", type_=tables.c.changed_at.type),
    )
)
OPEN_TABLE, SIT = Statement(tables.insert()), Statement(seats.insert())
GET_UP = Statement(
    seats.delete().where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("which"))
)
OWN_SHOE = (shoes.c.table_id == bindparam("of")) & (shoes.c.number == bindparam("which"))
OPEN_SHOE = Statement(
    shoes.update()
    .where(OWN_SHOE)
    .values(
        entropies=bindparam("mixed", type_=shoes.c.entropies.type),
        opened_at=bindparam("then", type_=shoes.c.opened_at.type),
    )
)
END_SHOE = Statement(
    shoes.update()
    .where(OWN_SHOE)
    .values(
        revealed_at=bindparam("then", type_=shoes.c.revealed_at.type),
        revealed_seq=bindparam("by", type_=shoes.c.revealed_seq.type),
    )
)


class Place(NamedTuple):
    """How far a chain has come."""

    seq: int
    head: str


def lock_stream(connection: Connection, stream: str) -> Place | None:
    """Where a chain stands; nobody else writes to it until this transaction ends."""
    return place_of(LOCK.rows(connection, locking(stream)[1]))


def locking(stream: str) -> tuple[Statement, Given]:
    """What locks a chain, for who asks for more in the same breath; read by `place_of`."""
    return LOCK, {"of": stream}


def place_of(rows: list[Row]) -> Place | None:
    return Place(*rows[0]) if rows else None


def move_stream(
    connection: Connection, stream: str, old: int, seq: int, head: str, deadline: int | None
) -> None:
    if old == 0:
        started = {"stream": stream, "seq": seq, "head": head, "deadline": deadline}
        START.later(connection, started)
        return
    moved = {"of": stream, "old": old, "to_seq": seq, "to_head": head, "to_deadline": deadline}

    def check(rows: list[Row]) -> None:
        if not rows:
            raise Busy(f"{stream} has moved on from {old}: nothing was changed, try again")

    # Who would have to be waited for is not asked: the row is locked, and were it not, the log's
    # key would refuse the event.
    MOVE.later(connection, moved, check if connection.dialect.name == "sqlite" else None)


def follow(
    connection: Connection, state: TableState, entry: Entry, seeds: Mapping[int, bytes]
) -> None:
    """Write the rows that repeat what an event says; most events need none."""
    match entry.event:
        case TableOpened() as event:
            insert_table(connection, state, event, entry.at)
        case ShoeCommitted() as event:
            insert_shoe(connection, state, event, entry, seeds[event.shoe])
        case ShoeOpened() as event:
            shoe = {"of": state.id, "which": event.shoe, "then": entry.at}
            OPEN_SHOE.later(connection, {**shoe, "mixed": json.dumps(event.entropies)})
        case ShoeRevealed() | ShoeVoided() as event:
            shoe = {"of": state.id, "which": event.shoe, "then": entry.at}
            END_SHOE.later(connection, {**shoe, "by": entry.seq})
        case SeatTaken() as event:
            row = {"table_id": state.id, "seat": event.seat, "player": event.player}
            SIT.later(connection, row)
            touch(connection, state, entry.at)
        case SeatLeft() as event:
            GET_UP.later(connection, {"of": state.id, "which": event.seat})
            touch(connection, state, entry.at)
        case RoundDealt() | RoundSettled():
            touch(connection, state, entry.at)


def insert_table(connection: Connection, state: TableState, event: TableOpened, at: int) -> None:
    row = {
        "id": state.id,
        "game": state.game.id,
        "name": event.name,
        "rules_line": state.game.line,
        "private": int(event.private),
        "phase": "betting",
        "opened_at": at,
        "changed_at": at,
    }
    OPEN_TABLE.later(connection, row)


def insert_shoe(
    connection: Connection, state: TableState, event: ShoeCommitted, entry: Entry, seed: bytes
) -> None:
    row = {
        "table_id": state.id,
        "number": event.shoe,
        "decks": event.decks,
        "seed": seed,
        "commitment": event.commitment,
        "committed_seq": entry.seq,
        "committed_at": entry.at,
    }
    connection.execute(shoes.insert(), row)


def touch(connection: Connection, state: TableState, at: int) -> None:
    phase = "playing" if state.playing else "betting"
    TOUCH.later(connection, {"of": state.id, "to_phase": phase, "to_time": at})


def read_seeds(connection: Connection, table: str, after: int = 0) -> dict[int, bytes]:
    """The seeds of a table's shoes, secret or not."""
    query = select(shoes.c.number, shoes.c.seed)
    found = connection.execute(query.where(shoes.c.table_id == table, shoes.c.number > after))
    return {int(number): bytes(seed) for number, seed in found}
