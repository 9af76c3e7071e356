"""Rows that repeat what the log says, so that it need not be read for a lobby or a lock."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from holecard.server.store.event_log import Event
from holecard.server.store.schema import seats, shoes, streams, tables
from holecard.server.store.statements import Statement
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


class Place(NamedTuple):
    """How far a chain has come."""

    seq: int
    head: str


def lock_stream(connection: Connection, stream: str) -> Place | None:
    """Where a chain stands; nobody else writes to it until this transaction ends."""
    found = LOCK.one(connection, {"of": stream})
    return None if found is None else Place(*found)


def move_stream(
    connection: Connection, stream: str, old: int, seq: int, head: str, deadline: int | None
) -> None:
    if old == 0:
        started = {"stream": stream, "seq": seq, "head": head, "deadline": deadline}
        START.rows(connection, started)
        return
    moved = {"of": stream, "old": old, "to_seq": seq, "to_head": head, "to_deadline": deadline}
    if not MOVE.rows(connection, moved):
        raise Busy(f"{stream} has moved on from {old}: nothing was changed, try again")


def follow(
    connection: Connection, state: TableState, event: Event, seeds: Mapping[int, bytes]
) -> None:
    write = FOLLOWED.get(event.kind)
    if write is not None:
        write(connection, state, event, seeds)


Seeds = Mapping[int, bytes]


def table_opened(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    connection.execute(
        tables.insert().values(
            id=state.id,
            game=state.game.id,
            name=event.body["name"],
            rules_line=state.game.line,
            private=int(event.body["private"]),
            phase="betting",
            opened_at=event.at,
            changed_at=event.at,
        )
    )


def shoe_committed(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    connection.execute(
        shoes.insert().values(
            table_id=state.id,
            number=event.body["shoe"],
            decks=event.body["decks"],
            seed=seeds[event.body["shoe"]],
            commitment=event.body["commitment"],
            committed_seq=event.seq,
            committed_at=event.at,
        )
    )


def change_shoe(connection: Connection, state: TableState, event: Event, **values: Any) -> None:
    connection.execute(
        shoes.update()
        .where(shoes.c.table_id == state.id, shoes.c.number == event.body["shoe"])
        .values(**values)
    )


def shoe_opened(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    entropies = json.dumps(event.body["entropies"])
    change_shoe(connection, state, event, entropies=entropies, opened_at=event.at)


def shoe_revealed(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    change_shoe(connection, state, event, revealed_at=event.at, revealed_seq=event.seq)


def seat_taken(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    connection.execute(
        seats.insert().values(
            table_id=state.id, seat=event.body["seat"], player=event.body["player"]
        )
    )
    touch(connection, state, event, seeds)


def seat_left(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    connection.execute(
        seats.delete().where(seats.c.table_id == state.id, seats.c.seat == event.body["seat"])
    )
    touch(connection, state, event, seeds)


def touch(connection: Connection, state: TableState, event: Event, seeds: Seeds) -> None:
    phase = "playing" if state.playing else "betting"
    TOUCH.rows(connection, {"of": state.id, "to_phase": phase, "to_time": event.at})


FOLLOWED: dict[str, Callable[[Connection, TableState, Event, Seeds], None]] = {
    "table/opened": table_opened,
    "shoe/committed": shoe_committed,
    "shoe/opened": shoe_opened,
    "shoe/revealed": shoe_revealed,
    "seat/taken": seat_taken,
    "seat/left": seat_left,
    "round/dealt": touch,
}


def read_seeds(connection: Connection, table: str, after: int = 0) -> dict[int, bytes]:
    """The seeds of a table's shoes, secret or not."""
    query = select(shoes.c.number, shoes.c.seed)
    found = connection.execute(query.where(shoes.c.table_id == table, shoes.c.number > after))
    return {int(number): bytes(seed) for number, seed in found}
