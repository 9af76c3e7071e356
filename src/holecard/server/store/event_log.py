"""The log: events in chains, each hashed with the one before it and with the money it moved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from holecard.server.fairness.verify_shoe import GENESIS, canonical, event_hash
from holecard.server.store.ledger import FIELDS, Transfer, as_row
from holecard.server.store.schema import events, ledger, streams
from holecard.server.store.statements import Statement

WRITE = Statement(events.insert())
__all__ = ["GENESIS", "Event", "chain", "check_chains", "read_events"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table (or to a purse), as it is kept for ever."""

    seq: int
    at: int
    kind: str
    body: dict[str, Any]
    transfers: tuple[Transfer, ...] = ()
    hash: str = ""

    @property
    def round(self) -> int | None:
        return self.body.get("round")


def chain(before: str, stream: str, event: Event) -> Event:
    """The event with its hash."""
    found = event_hash(before, stream, as_hashed(event))
    return Event(event.seq, event.at, event.kind, event.body, event.transfers, found)


def as_hashed(event: Event) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "body": event.body,
        "transfers": [as_row(one) for one in event.transfers],
    }


def write_events(connection: Connection, stream: str, written: Sequence[Event]) -> None:
    rows = [
        {
            "stream": stream,
            "seq": one.seq,
            "at": one.at,
            "kind": one.kind,
            "round": one.round,
            "body": canonical(one.body),
            "hash": one.hash,
        }
        for one in written
    ]
    WRITE.many(connection, rows)


def read_events(
    connection: Connection, stream: str, after: int = 0, *, until: int | None = None
) -> list[Event]:
    """Events with seq above `after`, in order; without their transfers."""
    query = select(events).where(events.c.stream == stream, events.c.seq > after)
    if until is not None:
        query = query.where(events.c.seq <= until)
    return [as_event(row) for row in connection.execute(query.order_by(events.c.seq))]


def read_round(connection: Connection, stream: str, number: int) -> list[Event]:
    """A round's events in order. Sorted here: asked for in order, SQLite would walk the whole table
    by its key to save itself the sorting, and a recall would take longer the longer the log is."""
    query = select(events).where(events.c.stream == stream, events.c.round == number)
    return sorted((as_event(row) for row in connection.execute(query)), key=lambda one: one.seq)


def as_event(row: Any, transfers: tuple[Transfer, ...] = ()) -> Event:
    return Event(row.seq, row.at, row.kind, json.loads(row.body), transfers, row.hash)


def transfers_of(
    connection: Connection, stream: str, first: int = 0, last: int = 2**31 - 1
) -> dict[int, tuple[Transfer, ...]]:
    """The transfers of a stream's events, by event."""
    query = (
        select(ledger)
        .where(ledger.c.stream == stream, ledger.c.seq.between(first, last))
        .order_by(ledger.c.seq, ledger.c.place)
    )
    found: dict[int, list[Transfer]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.seq].append(Transfer(*(getattr(row, name) for name in FIELDS)))
    return {seq: tuple(many) for seq, many in found.items()}


def whole_events(connection: Connection, stream: str, first: int, last: int) -> list[Event]:
    """Events with the transfers they made, as the chain hashes them."""
    moved = transfers_of(connection, stream, first, last)
    return [
        Event(one.seq, one.at, one.kind, one.body, moved.get(one.seq, ()), one.hash)
        for one in read_events(connection, stream, first - 1, until=last)
    ]


def check_chains(connection: Connection) -> Iterator[str]:
    """The first thing that does not fit in each chain, in words."""
    heads = {row.stream: row for row in connection.execute(select(streams))}
    in_log = set(connection.execute(select(events.c.stream).distinct()).scalars())
    in_books = set(connection.execute(select(ledger.c.stream).distinct()).scalars())
    for stream in sorted(heads.keys() | in_log | in_books):
        if stream not in heads:
            yield f"{stream}: rows of a chain that is not known"
            continue
        wrong = check_chain(connection, stream, heads[stream].seq, heads[stream].head)
        if wrong:
            yield wrong


def check_chain(connection: Connection, stream: str, seq: int, head: str) -> str:
    """What breaks a chain first; empty if nothing does."""
    moved = transfers_of(connection, stream)
    before, expected = GENESIS, 1
    rows = connection.execute(
        select(events).where(events.c.stream == stream).order_by(events.c.seq)
    )
    for row in rows:
        if row.seq != expected:
            return f"{stream} event {expected}: missing"
        wrong = check_event(before, stream, row, moved.pop(row.seq, ()))
        if wrong:
            return f"{stream} event {row.seq}: {wrong}"
        before, expected = row.hash, expected + 1
    if moved:
        return f"{stream} event {min(moved)}: money moved without an event"
    if expected - 1 != seq:
        return f"{stream} event {expected}: missing, the chain should reach {seq}"
    return "" if before == head else f"{stream} event {seq}: not the head of its chain"


def check_event(before: str, stream: str, row: Any, moved: Iterable[Transfer]) -> str:
    try:
        event = as_event(row, tuple(moved))
        if row.round != event.round or canonical(event.body) != row.body:
            return "altered"
        return "" if chain(before, stream, event).hash == row.hash else "altered, or its money"
    except (ValueError, AttributeError, TypeError):
        return "unreadable"
