"""Rows that repeat what the log says, so that it need not be read for a lobby or a lock."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, select

from holecard.server.events import Event
from holecard.server.schema import seats, shoes, streams, tables
from holecard.server.state import TableState
from holecard.server.writing import Busy

# Statements are built once: building them costs more than running them.
LOCK = select(streams).where(streams.c.stream == bindparam("of")).with_for_update()
MOVE = streams.update().where(
    streams.c.stream == bindparam("of"), streams.c.seq == bindparam("old")
)
TOUCH = tables.update().where(tables.c.id == bindparam("of"))


def lock_stream(connection: Connection, stream: str) -> Any:
    """Where a chain stands; nobody else writes to it until this transaction ends."""
    return connection.execute(LOCK, {"of": stream}).one_or_none()


def move_stream(
    connection: Connection, stream: str, old: int, seq: int, head: str, deadline: int | None
) -> None:
    values = {"seq": seq, "head": head, "deadline": deadline}
    if old == 0:
        connection.execute(streams.insert(), {"stream": stream, **values})
        return
    moved = connection.execute(MOVE, {"of": stream, "old": old, **values})
    if moved.rowcount != 1:
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
    connection.execute(TOUCH, {"of": state.id, "phase": phase, "changed_at": event.at})


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
