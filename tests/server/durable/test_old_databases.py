"""A database stays readable for good: what an earlier version wrote, this one opens, shows, checks
and goes on with.

Seen to fail: with a field of an event renamed, left out or written in another form; with a kind
left out of `Event`; with riding bets not read back; with `carried` not folded.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from holecard.cli.books import look_at_books
from holecard.server.events.event import KINDS, read_event
from holecard.server.fairness.verify_shoe import canonical
from holecard.server.store.database import Store
from holecard.server.store.event_log import check_chains
from holecard.server.store.ledger import audit
from holecard.server.table.floor import Floor
from holecard.server.table.read_log import check_snapshots, read_log
from holecard.server.table.sessions import Sessions
from tests.people.desk import Desk
from tests.server.durable.old_databases.facts import facts
from tests.server.durable.old_databases.make import missing

OLD = sorted((Path(__file__).parent / "old_databases").glob("*.db.xz"))
by_name = pytest.mark.parametrize("old", OLD, ids=lambda path: path.name.partition(".")[0])


def unpack(old: Path, folder: Path) -> Path:
    path = folder / "tables.db"
    path.write_bytes(lzma.decompress(old.read_bytes()))
    return path


def noted(old: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(old.with_suffix("").with_suffix(".json").read_text("utf-8"))
    return found


@pytest.fixture
def store(old: Path, tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(unpack(old, tmp_path)))
    yield opened
    opened.close()


def test_there_is_one() -> None:
    assert OLD


@by_name
def test_it_holds_every_kind_of_event(old: Path, tmp_path: Path) -> None:
    assert missing(apsw.Connection(str(unpack(old, tmp_path)))) == []


@by_name
def test_every_event_is_read_and_would_be_written_byte_for_byte(old: Path, tmp_path: Path) -> None:
    base = apsw.Connection(str(unpack(old, tmp_path)))
    rows: list[Any] = base.execute("SELECT kind, body FROM events").fetchall()
    for kind, body in rows:
        event = read_event(kind, json.loads(body))
        assert type(event) is KINDS[kind]
        assert (event.kind, canonical(event.body())) == (kind, body)
    assert {kind for kind, _ in rows} <= set(KINDS)


def pared(now: Any, then: Any) -> Any:
    """What is said now, without the fields that were not there then."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: pared(one, then[key]) for key, one in now.items() if key in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [pared(one, other) for one, other in zip(now, then, strict=True)]
    return now


@by_name
def test_it_says_what_it_said(old: Path, store: Store) -> None:
    """States, rounds, replays, proofs and money, field by field as they were noted."""
    with store.read() as connection:
        told = json.loads(json.dumps(facts(connection)))
    expected = noted(old)
    for table, said in expected["tables"].items():
        for part in said:
            now = pared(told["tables"][table][part], said[part])
            assert now == said[part], f"{part} of {table}"
    rest = {name: expected[name] for name in expected if name != "cookie"}
    assert pared(told, rest) == rest


@by_name
def test_its_sessions_are_known(old: Path, store: Store) -> None:
    session = Sessions(Floor(store)).find(noted(old)["cookie"])
    assert session is not None
    assert session.name == noted(old)["names"][session.player] == "Zoë"


@by_name
def test_its_books_and_chains_are_whole(old: Path, store: Store) -> None:
    with store.read() as connection:
        assert audit(connection) == []
        assert list(check_chains(connection)) == []
        assert list(check_snapshots(connection)) == []
        ((good, _, _),) = look_at_books(connection)
    assert good


@by_name
def test_its_snapshots_say_what_its_log_says(old: Path, store: Store) -> None:
    floor = Floor(store)
    with store.read() as connection:
        for table in noted(old)["tables"]:
            assert floor.look(table) == read_log(connection, table, None)


@by_name
def test_it_is_played_on(old: Path, tmp_path: Path) -> None:
    """The round that waits is finished, another is dealt, and the chain goes on."""
    desk = Desk(unpack(old, tmp_path), seed=5)
    desk.commands = 10**6  # keys of its own
    tables = noted(old)["tables"]
    for desk.table in (name for name, told in tables.items() if told["state"]["playing"]):
        desk.time = desk.state.at
        while desk.state.playing:
            desk.choose_random()
        assert desk.state.number == tables[desk.table]["state"]["number"]
        desk.check_books()
    desk.check_chain()
    desk.close()
