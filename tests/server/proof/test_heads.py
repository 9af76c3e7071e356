"""P15: a head that was noted finds every rewriting of what was written before it, also one whose
hashes were all made to fit; and a house that only went on is never accused.

Seen to fail: with `check_lines` left out (attacks that leave the heads), with `check_published`
always content (attacks that reforge them), with `check_hashes` left out or the number of chains not
compared (heads changed), with the head before left out of `head_hash`, with its lines not sorted.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from holecard.cli.books import look_inside
from holecard.server.base.settings import from_environment
from holecard.server.fairness.verify_shoe import GENESIS
from holecard.server.socket import head_clock
from holecard.server.socket.head_clock import HeadClock
from holecard.server.store import heads as store_heads
from holecard.server.store.database import Store
from holecard.server.store.glance import Glance
from holecard.server.store.heads import (
    Line,
    Published,
    head_hash,
    heads_after,
    read_heads,
)
from tests.house.tree import ROOT
from tests.lab.commands import holecard
from tests.people.desk import Desk

GUARDED = ("events", "ledger", "heads", "head_lines")
Base = apsw.Connection


def played(desk: Desk, rounds: int) -> None:
    for _ in range(rounds):
        desk.play_round()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Published]]:
    """Two tables and two players, three heads, and a database that has grown since."""
    path = tmp_path_factory.mktemp("heads") / "tables.db"
    desk = Desk(path, seed=3)
    clock = HeadClock(desk.floor, path.with_name("heads.jsonl"))
    for name in ("ann", "bob"):
        desk.player(name)
    for table, player in (("aaaaaaaa", "ann"), ("bbbbbbbb", "bob")):
        desk.open(player, table, game="breakout")
        desk.sit(player, 1, 2)
    for table in ("aaaaaaaa", "bbbbbbbb", "aaaaaaaa"):
        desk.table = table
        played(desk, 2)
        clock.turn(least_ms=0)
    desk.player("cat")
    played(desk, 2)
    desk.close()
    return path, read_heads(path.with_name("heads.jsonl").read_text("utf-8"))


@pytest.fixture
def copy(house: tuple[Path, list[Published]], tmp_path: Path) -> Path:
    return Path(shutil.copy(house[0], tmp_path / "tables.db"))


def wrong(path: Path, published: list[Published]) -> list[str]:
    found = look_inside(Glance(str(path)), published)
    return [f"{what}: {said}" for good, what, said in found if not good]


# A house that only went on


def test_every_head_is_proved_in_a_database_that_has_grown(
    house: tuple[Path, list[Published]],
) -> None:
    path, published = house
    assert [one.number for one in published] == [1, 2, 3]
    assert wrong(path, published) == []
    assert wrong(path, [Published(0, one.hash) for one in published]) == []
    words = [word for one in published for word in ("--head", one.hash)]
    done = holecard("doctor", "--database", str(path), *words)
    assert done.code == 0
    assert done.stdout.count("still stands for") == 3


def test_a_head_is_what_the_paper_says(house: tuple[Path, list[Published]]) -> None:
    """Written from docs/fairness.md, without the code: what each head names, hashed again."""
    base = apsw.Connection(str(house[0]))
    before = "0" * 64
    for number, at, chains, head in list(base.execute("SELECT * FROM heads ORDER BY number")):
        asked = "SELECT stream, seq, hash FROM head_lines WHERE number = ?"
        lines = sorted(list(row) for row in base.execute(asked, (number,)))
        text = json.dumps(["head", number, at, lines], separators=(",", ":"), ensure_ascii=True)
        before = hashlib.sha256((before + "\n" + text).encode()).hexdigest()
        assert (before, len(lines)) == (head, chains)
    named = [Line("table:b", 2, "ff"), Line("table:a", 3, "ee")]
    assert head_hash(GENESIS, 1, 5, named) == head_hash(GENESIS, 1, 5, named[::-1])


def test_the_vector_of_the_paper() -> None:
    found = head_hash(GENESIS, 1, 1000, [Line("table:a", 1, "ff" * 32)])
    assert f"`{found}`" in (ROOT / "docs" / "fairness.md").read_text("utf-8")


def test_a_head_costs_what_has_moved(house: tuple[Path, list[Published]]) -> None:
    named = apsw.Connection(str(house[0])).execute("SELECT chains FROM heads ORDER BY number")
    # All four chains; then bob's table; then ann's.
    assert [chains for (chains,) in named] == [4, 1, 1]


def test_a_house_where_nothing_happens_writes_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db")
    clock = HeadClock(desk.floor)
    clock.turn(least_ms=0)
    assert clock.latest.number == 0
    desk.player("ann")
    for _ in range(3):
        clock.turn(least_ms=0)
    assert clock.latest.number == 1
    desk.close()


def test_many_chains_go_into_several_heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_clock, "MOST_LINES", 4)
    desk = Desk(tmp_path / "t.db")
    for number in range(10):
        desk.player(f"player{number}")
    HeadClock(desk.floor).turn()
    with desk.store.read() as connection:
        assert [one.chains for one in heads_after(connection, 0)] == [4, 4, 2]
    desk.close()
    assert wrong(tmp_path / "t.db", []) == []


def test_another_process_that_was_quicker_is_not_contradicted(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db")
    desk.player("ann")
    clock, other = HeadClock(desk.floor), HeadClock(desk.floor)
    clock.turn()
    desk.player("bob")
    other.turn()  # within the minute: left to the other
    assert other.latest == clock.latest and clock.latest.number == 1
    last, at = clock.latest, desk.time
    with desk.store.read() as connection:
        lines = store_heads.moved(connection)
    other.turn(least_ms=0)
    late = desk.store.writer.submit(
        lambda work: store_heads.write_head(work.connection, last, at, lines)
    )
    assert late.result() is None
    desk.close()
    assert wrong(tmp_path / "t.db", []) == []


# The heads file


def test_the_file_gets_every_head_once_whatever_happens(tmp_path: Path) -> None:
    file, out = tmp_path / "t.db", tmp_path / "away" / "heads.jsonl"
    desk = Desk(file)
    desk.player("ann")
    clock = HeadClock(desk.floor, out)
    clock.turning.once()  # the folder is not there: said, and tried again
    assert clock.turning.failed == "FileNotFoundError"
    assert clock.latest.number == 1 and not out.exists()
    out.parent.mkdir()
    desk.player("bob")
    clock.turn(least_ms=0)
    desk.player("cat")
    HeadClock(desk.floor, out).turn(least_ms=0)  # started again
    HeadClock(desk.floor, out).turn(least_ms=0)
    desk.close()
    found = read_heads(out.read_text("utf-8"))
    assert [one.number for one in found] == [1, 2, 3]
    assert wrong(file, found) == []


def test_after_a_restore_the_file_keeps_both_ways_on(tmp_path: Path) -> None:
    file, out = tmp_path / "t.db", tmp_path / "heads.jsonl"
    desk = Desk(file)
    desk.player("ann")
    HeadClock(desk.floor, out).turn(least_ms=0)
    desk.close()
    shutil.copy(file, tmp_path / "old.db")
    for path, name in ((file, "lost"), (tmp_path / "old.db", "new")):
        desk = Desk(path)
        desk.player(name)
        HeadClock(desk.floor, out).turn(least_ms=0)
        desk.close()
    found = read_heads(out.read_text("utf-8"))
    assert [one.number for one in found] == [1, 2, 2]
    (said,) = wrong(tmp_path / "old.db", found)
    assert f"head 2 is {found[2].hash}, not {found[1].hash}" in said


# Attacks, each by somebody who may write anything in the database


def unguarded(path: Path) -> Base:
    base = apsw.Connection(str(path))
    triggers = base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    for (name,) in list(triggers):
        base.execute(f"DROP TRIGGER {name}")
    return base


def erase(base: Base, stream: str, after: int = 0) -> None:
    for table in ("events", "ledger"):
        base.execute(f"DELETE FROM {table} WHERE stream = ? AND seq > ?", (stream, after))


def settle_accounts(base: Base) -> None:
    """Balances that fit whatever the ledger says now."""
    base.execute("DELETE FROM accounts")
    base.execute(
        "INSERT INTO accounts SELECT a, sum(c) FROM (SELECT debit a, -cents c FROM ledger "
        "UNION ALL SELECT credit, cents FROM ledger) WHERE a <> 'house' GROUP BY a"
    )


def rechain(base: Base, stream: str) -> None:
    """Every hash of a chain made to fit what stands in it."""
    before, seq = GENESIS, 0
    for seq, at, kind, body in list(
        base.execute(
            "SELECT seq, at, kind, body FROM events WHERE stream = ? ORDER BY seq", (stream,)
        )
    ):
        moved = base.execute(
            "SELECT round, seat, wager, kind, step, debit, credit, cents FROM ledger "
            "WHERE stream = ? AND seq = ? ORDER BY place",
            (stream, seq),
        ).fetchall()
        fields = [stream, seq, at, kind, json.loads(body), [list(row) for row in moved]]
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256((before + "\n" + text).encode()).hexdigest()
        own = (before, stream, seq)
        base.execute("UPDATE events SET hash = ? WHERE stream = ? AND seq = ?", own)
    base.execute("UPDATE streams SET seq = ?, head = ? WHERE stream = ?", (seq, before, stream))


def reforge(base: Base) -> None:
    """Every head made to fit the log."""
    base.execute(
        "DELETE FROM head_lines WHERE NOT EXISTS (SELECT 1 FROM events e WHERE "
        "e.stream = head_lines.stream AND e.seq = head_lines.seq)"
    )
    base.execute(
        "UPDATE head_lines SET hash = (SELECT e.hash FROM events e WHERE "
        "e.stream = head_lines.stream AND e.seq = head_lines.seq)"
    )
    base.execute("DELETE FROM heads WHERE number NOT IN (SELECT number FROM head_lines)")
    before = GENESIS
    left = list(base.execute("SELECT number, at FROM heads ORDER BY number"))
    for number, (old, at) in enumerate(left, start=1):
        for table in ("heads", "head_lines"):
            base.execute(f"UPDATE {table} SET number = ? WHERE number = ?", (number, old))
        asked = "SELECT stream, seq, hash FROM head_lines WHERE number = ?"
        lines = sorted(list(row) for row in base.execute(asked, (number,)))
        text = json.dumps(["head", number, at, lines], separators=(",", ":"))
        before = hashlib.sha256((before + "\n" + text).encode()).hexdigest()
        own = (before, len(lines), number)
        base.execute("UPDATE heads SET hash = ?, chains = ? WHERE number = ?", own)


def erase_table(base: Base) -> None:
    """All of it, as if it had never been opened; its money goes back to where it came from."""
    erase(base, "table:bbbbbbbb")
    base.execute("DELETE FROM streams WHERE stream = 'table:bbbbbbbb'")
    for table, column in (("tables", "id"), ("seats", "table_id"), ("shoes", "table_id")):
        base.execute(f"DELETE FROM {table} WHERE {column} = 'bbbbbbbb'")
    settle_accounts(base)


def erase_tail(base: Base) -> None:
    """The end of a table's log, from a round that a head covers."""
    base.execute("UPDATE streams SET seq = seq - 1 WHERE stream = 'table:bbbbbbbb'")
    left = base.execute("SELECT seq FROM streams WHERE stream = 'table:bbbbbbbb'").get
    erase(base, "table:bbbbbbbb", after=left)
    rechain(base, "table:bbbbbbbb")
    settle_accounts(base)


def rewrite_purse(base: Base) -> None:
    """A player is said to have been given ten times as much."""
    base.execute(
        "UPDATE events SET body = replace(body, '100000,', '1000000,') "
        "WHERE stream = 'player:ann' AND seq = 1"
    )
    base.execute("UPDATE ledger SET cents = 1000000 WHERE stream = 'player:ann' AND seq = 1")
    rechain(base, "player:ann")
    settle_accounts(base)


def exchange_events(base: Base) -> None:
    """Two grants of a purse in the other order."""
    for table in ("events", "ledger"):
        for old, new in ((1, 99), (2, 1), (99, 2)):
            own = (new, old)
            base.execute(f"UPDATE {table} SET seq = ? WHERE stream = 'player:bob' AND seq = ?", own)
    rechain(base, "player:bob")


def other_log(base: Base) -> None:
    """Every time in the log a millisecond later."""
    base.execute("UPDATE events SET at = at + 1")
    for (stream,) in list(base.execute("SELECT stream FROM streams")):
        rechain(base, stream)
    base.execute("DELETE FROM snapshots")


ATTACKS: dict[Callable[[Base], None], str] = {
    erase_table: "table:bbbbbbbb event",
    erase_tail: "table:bbbbbbbb event",
    rewrite_purse: "player:ann event",
    exchange_events: "player:bob event",
    other_log: "event",
}
each = pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.__name__)


@each
def test_an_attack_that_leaves_the_heads_is_found_without_one(
    copy: Path, attack: Callable[[Base], None]
) -> None:
    """The chains alone all fit: the heads in the database say what is not there any more."""
    base = unguarded(copy)
    attack(base)
    base.close()
    (said,) = wrong(copy, [])
    assert said.startswith("heads: ") and ATTACKS[attack] in said


@each
def test_an_attack_that_reforges_every_head_is_found_by_one_that_was_noted(
    house: tuple[Path, list[Published]], copy: Path, attack: Callable[[Base], None]
) -> None:
    base = unguarded(copy)
    attack(base)
    reforge(base)
    base.close()
    assert wrong(copy, []) == []  # perfect, were it not for what somebody kept
    last = house[1][-1]
    for noted in (last, Published(0, last.hash)):
        (said,) = wrong(copy, [noted])
        assert said.startswith("head: ")
    done = holecard("doctor", "--database", str(copy), "--head", last.hash)
    assert done.code == 1 and "BAD  head" in done.stdout


def test_the_end_cut_off_with_its_heads_is_found_by_a_later_head(
    house: tuple[Path, list[Published]], copy: Path
) -> None:
    base = unguarded(copy)
    for stream, seq in list(
        base.execute("SELECT stream, max(seq) FROM head_lines WHERE number < 3 GROUP BY stream")
    ):
        erase(base, stream, seq)
        rechain(base, stream)
    erase(base, "player:cat")
    base.execute("DELETE FROM streams WHERE stream = 'player:cat'")
    base.execute("DELETE FROM heads WHERE number = 3")
    base.execute("DELETE FROM head_lines WHERE number = 3")
    base.execute("DELETE FROM snapshots")
    settle_accounts(base)
    base.close()
    assert wrong(copy, house[1][:2]) == []  # nothing that these stand for is gone
    (said,) = wrong(copy, house[1])
    assert "head 3 is missing, the last is 2" in said


def exchange_heads(base: Base) -> None:
    for table in ("heads", "head_lines"):
        for old, new in ((2, 99), (3, 2), (99, 3)):
            base.execute(f"UPDATE {table} SET number = ? WHERE number = ?", (new, old))


CHANGES: dict[str, Any] = {
    "altered": "UPDATE heads SET at = at + 1 WHERE number = 2",
    "missing": "DELETE FROM heads WHERE number = 2",
    "gone": "DELETE FROM head_lines WHERE number = 1 AND stream = 'player:ann'",
    "head 1: missing": "DELETE FROM heads",
    "head 2: altered": exchange_heads,
}


@pytest.mark.parametrize("says", CHANGES)
def test_heads_themselves_are_in_a_chain(copy: Path, says: str) -> None:
    base, change = unguarded(copy), CHANGES[says]
    change(base) if callable(change) else base.execute(change)
    base.close()
    (said,) = wrong(copy, [])
    assert said.startswith("heads: head ") and says in said


@pytest.mark.parametrize("table", GUARDED)
def test_the_database_refuses_to_change_what_is_written(copy: Path, table: str) -> None:
    base = apsw.Connection(str(copy))
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        base.execute(f"DELETE FROM {table}")


# What is given to the doctor, and how a server is told


@pytest.mark.parametrize("text", ["nowhere.json", "ABCD", "f" * 63])
def test_what_is_no_head_is_said(house: tuple[Path, list[Published]], text: str) -> None:
    done = holecard("doctor", "--database", str(house[0]), "--head", text)
    assert done.code == 2 and "64 hex digits" in done.stderr


def test_a_file_that_holds_no_heads_is_said(
    house: tuple[Path, list[Published]], tmp_path: Path
) -> None:
    (tmp_path / "heads").write_text('{"schema": "other", "hash": 5}\n', "utf-8")
    done = holecard("doctor", "--database", str(house[0]), "--head", str(tmp_path / "heads"))
    assert done.code == 2 and "as a head" in done.stderr


def test_a_database_without_heads_does_not_pass_for_one_with(tmp_path: Path) -> None:
    Store(str(tmp_path / "t.db")).close()
    done = holecard("doctor", "--database", str(tmp_path / "t.db"), "--head", "a" * 64)
    assert done.code == 1 and "no head of these tables" in done.stdout
    gone = holecard("doctor", "--database", str(tmp_path / "none.db"), "--head", "a" * 64)
    assert gone.code == 1 and "BAD  heads" in gone.stdout


def test_the_file_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLECARD_HEADS_FILE", "/var/lib/heads.jsonl")
    assert from_environment().heads_file == Path("/var/lib/heads.jsonl")


def test_a_server_serves_its_head_and_writes_one_as_it_closes(web: Any) -> None:
    person = web.person()
    person.open("classic")
    assert web.client().get("/api/head").json()["schema"] == "holecard.head/1"
    web.close()
    last = web.house.heads.latest
    database = web.house.settings.database
    assert last.number >= 1
    assert wrong(Path(database), [Published(last.number, last.hash)]) == []
    with Glance(database).read() as connection:
        assert store_heads.moved(connection) == []  # nothing came after it
