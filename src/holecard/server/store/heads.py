"""Heads: one hash over every chain of the house, and so over the ledger, as far as they had come.

An event's hash covers the money it moved and all events before it in its chain. A head names the
chains that have moved since the head before it, each by the number and hash of its last event, and
is hashed with that head. So a head that somebody noted stands for everything written until then,
however much has been written since: docs/fairness.md has the bytes, docs/decisions/0018 the why.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, exists, func, select

from holecard.errors import Unreadable
from holecard.server.fairness.verify_shoe import GENESIS, canonical
from holecard.server.store.schema import events, head_lines, heads, streams
from holecard.server.store.statements import Statement

SCHEMA = "holecard.head/1"
HEX = re.compile("[0-9a-f]{64}")
MOST_LINES = 500  # in one head, so that the tables never wait long for one to be written
HEADING = 0x68656164  # the advisory lock under which one process writes a head at a time
KEEP = Statement(heads.insert())
KEEP_LINE = Statement(head_lines.insert())
LATEST = select(heads).order_by(heads.c.number.desc()).limit(1)


class Line(NamedTuple):
    """A chain, and its last event."""

    stream: str
    seq: int
    hash: str


class Head(NamedTuple):
    number: int = 0
    at: int = 0
    chains: int = 0  # how many it names
    hash: str = GENESIS

    def published(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **self._asdict()}


def head_hash(before: str, number: int, at: int, lines: Sequence[Line]) -> str:
    text = canonical(["head", number, at, [list(one) for one in sorted(lines)]])
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def latest_head(connection: Connection) -> Head:
    """The last head; number 0, if there is none yet."""
    found = connection.execute(LATEST).one_or_none()
    return Head() if found is None else Head(*found)


def heads_after(connection: Connection, number: int) -> list[Head]:
    found = connection.execute(select(heads).where(heads.c.number > number).order_by("number"))
    return [Head(*row) for row in found]


def moved(connection: Connection) -> list[Line]:
    """Chains whose last event no head names yet."""
    named = and_(head_lines.c.stream == streams.c.stream, head_lines.c.seq == streams.c.seq)
    query = select(streams.c.stream, streams.c.seq, streams.c.head)
    query = query.where(~exists().where(named))
    return [Line(*row) for row in connection.execute(query)]


def write_head(connection: Connection, last: Head, at: int, lines: Sequence[Line]) -> Head | None:
    """The next head after `last`; None if another process has written one meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({HEADING})")
    if latest_head(connection) != last:
        return None
    number, at = last.number + 1, max(at, last.at)
    head = Head(number, at, len(lines), head_hash(last.hash, number, at, lines))
    KEEP.rows(connection, head._asdict())
    KEEP_LINE.many(connection, [{"number": number, **one._asdict()} for one in lines])
    return head


def check_heads(connection: Connection) -> Iterator[str]:
    """The first head that does not follow from its lines, or the first line that is not in the
    log; nothing, if all is well."""
    wrong = check_hashes(connection) or check_lines(connection)
    if wrong:
        yield wrong


def check_hashes(connection: Connection) -> str:
    named = lines_by_head(connection)
    before, expected = GENESIS, 1
    for head in heads_after(connection, 0):
        lines = next(named, (0, []))
        if head.number != expected:
            return f"head {expected}: missing"
        if lines[0] != head.number or len(lines[1]) != head.chains:
            return f"head {head.number}: some of the chains it names are gone, or new"
        if head_hash(before, head.number, head.at, lines[1]) != head.hash:
            return f"head {head.number}: altered"
        before, expected = head.hash, expected + 1
    return "" if next(named, None) is None else f"head {expected}: missing, its chains are there"


def lines_by_head(connection: Connection) -> Iterator[tuple[int, list[Line]]]:
    rows = connection.execute(select(head_lines).order_by(head_lines.c.number))
    for number, many in groupby(rows, key=lambda row: int(row.number)):
        yield number, [Line(row.stream, row.seq, row.hash) for row in many]


def check_lines(connection: Connection) -> str:
    """What heads name must be in the log; that the rest of each chain leads there, and on from
    there, the chains' own check finds."""
    same = and_(events.c.stream == head_lines.c.stream, events.c.seq == head_lines.c.seq)
    query = (
        select(head_lines, events.c.hash.label("found"))
        .join(events, same, isouter=True)
        .where((events.c.hash.is_(None)) | (events.c.hash != head_lines.c.hash))
        .order_by(head_lines.c.number, head_lines.c.stream)
    )
    row = connection.execute(query.limit(1)).one_or_none()
    if row is None:
        return ""
    what = "is missing" if row.found is None else "is not the one that it was"
    return f"{row.stream} event {row.seq}: {what} when head {row.number} was made"


class Published(NamedTuple):
    """A head as somebody noted it; number 0 where only the hash was."""

    number: int
    hash: str


def read_heads(text: str) -> list[Published]:
    """Heads as they are published: a hash, or JSON with number and hash, one to a line."""
    return [read_head(line.strip()) for line in text.splitlines() if line.strip()]


def read_head(text: str) -> Published:
    if HEX.fullmatch(text):
        return Published(0, text)
    try:
        said = json.loads(text)
        if said["schema"] == SCHEMA and HEX.fullmatch(said["hash"]):
            return Published(int(said["number"]), said["hash"])
    except (ValueError, TypeError, LookupError):
        pass
    raise Unreadable(
        f"cannot read {text[:80]!r} as a head: 64 hex digits in small letters, or a line of JSON "
        f'with "schema": "{SCHEMA}", number and hash, as GET /api/head answers'
    )


def check_published(connection: Connection, given: Published) -> str:
    """Why this is not a head of this house; empty if it is one."""
    last = latest_head(connection)
    own = heads.c.number == given.number if given.number else heads.c.hash == given.hash
    found = connection.execute(select(heads).where(own)).one_or_none()
    if found is not None and found.hash == given.hash:
        return ""
    if found is not None:
        return f"head {given.number} is {found.hash}, not {given.hash}: what it stands for differs"
    if given.number > last.number:
        return f"head {given.number} is missing, the last is {last.number}: what came after is gone"
    return f"no head of these tables is {given.hash}"


def covered(connection: Connection, given: Published) -> tuple[int, int]:
    """How many chains and events a head stands for."""
    until = select(heads.c.number).where(heads.c.hash == given.hash).scalar_subquery()
    furthest = (
        select(func.max(head_lines.c.seq).label("seq"))
        .where(head_lines.c.number <= until)
        .group_by(head_lines.c.stream)
        .subquery()
    )
    chains, total = connection.execute(
        select(func.count(), func.coalesce(func.sum(furthest.c.seq), 0)).select_from(furthest)
    ).one()
    return int(chains), int(total)
