"""The log: events in chains, each hashed with the one before it and with the money it moved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from holecard.server.events.event import Event, read_event
from holecard.server.fairness.verify_shoe import GENESIS, canonical, event_hash
from holecard.server.store.ledger import FIELDS, Transfer, as_row
from holecard.server.store.schema import answers, events, ledger, streams, tables
from holecard.server.store.statements import Statement

WRITE = Statement(events.insert())
READ = Statement(
    select(events)
    .where(events.c.stream == bindparam("of"))
    .where(events.c.seq > bindparam("after"), events.c.seq <= bindparam("until"))
    .order_by(events.c.seq)
)
LATEST = [Statement(select(func.max(one))) for one in (answers.c.at, tables.c.changed_at)]
LAST = 2**31 - 1
__all__ = ["GENESIS", "Entry", "chain", "check_chains", "read_entries"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: an event, when it happened, the money it moved, and what chains it."""

    seq: int
    at: int
    event: Event
    transfers: tuple[Transfer, ...] = ()
    hash: str = ""


class Kept(NamedTuple):
    """An entry as it is kept: the columns of `events`."""

    stream: str
    seq: int
    at: int
    kind: str
    round: int | None
    body: str
    hash: str


def chain(before: str, stream: str, entry: Entry) -> Entry:
    """The entry with its hash."""
    found = event_hash(before, stream, as_hashed(entry))
    return Entry(entry.seq, entry.at, entry.event, entry.transfers, found)


def as_hashed(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.event.kind,
        "body": entry.event.body(),
        "transfers": [as_row(one) for one in entry.transfers],
    }


def write_entries(connection: Connection, stream: str, written: Sequence[Entry]) -> None:
    WRITE.many(connection, [entry_row(stream, one) for one in written])


def entry_row(stream: str, entry: Entry) -> dict[str, Any]:
    body = entry.event.body()
    return {
        "stream": stream,
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.event.kind,
        "round": body.get("round"),
        "body": canonical(body),
        "hash": entry.hash,
    }


def read_entries(
    connection: Connection, stream: str, after: int = 0, *, until: int | None = None
) -> list[Entry]:
    """Entries with seq above `after`, in order; without their transfers."""
    given = {"of": stream, "after": after, "until": LAST if until is None else until}
    return [as_entry(Kept._make(row)) for row in READ.rows(connection, given)]


def read_round(connection: Connection, stream: str, number: int) -> list[Entry]:
    """A round's entries in order. Sorted here: asked for in order, SQLite would walk the whole
    table by its key to save itself the sorting, and a recall would take longer the longer the log
    is."""
    query = select(events).where(events.c.stream == stream, events.c.round == number)
    return sorted((as_entry(row) for row in connection.execute(query)), key=lambda one: one.seq)


def as_entry(row: Any, transfers: tuple[Transfer, ...] = ()) -> Entry:
    event = read_event(row.kind, json.loads(row.body))
    return Entry(row.seq, row.at, event, transfers, row.hash)


def transfers_of(
    connection: Connection, stream: str, first: int = 0, last: int = LAST
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


def whole_entries(connection: Connection, stream: str, first: int, last: int) -> list[Entry]:
    """Entries with the transfers they made, as the chain hashes them."""
    moved = transfers_of(connection, stream, first, last)
    return [
        Entry(one.seq, one.at, one.event, moved.get(one.seq, ()), one.hash)
        for one in read_entries(connection, stream, first - 1, until=last)
    ]


def latest_time(connection: Connection) -> int:
    """The time of the last command, deal or settlement that was written; 0 before the first. The
    log's own times have no index, and it may be long."""
    found = (one.rows(connection, {}) for one in LATEST)
    return max(int(at or 0) for ((at,),) in found)


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
        entry = as_entry(row, tuple(moved))
        hashed = as_hashed(entry)
        if (row.round, row.body) != (hashed["body"].get("round"), canonical(hashed["body"])):
            return "altered"
        fits = event_hash(before, stream, hashed) == row.hash
        return "" if fits else "altered, or its money"
    except (ValueError, AttributeError, TypeError):
        return "unreadable"
