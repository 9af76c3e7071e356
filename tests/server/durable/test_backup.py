"""The doctor and a backup beside players: one state of the database, no false alarm, nothing put
beside it; and what a backup brings back deals no card that was seen.

Seen to fail: with `BEGIN` left out of `Glance.engine` (the doctor sees the ledger of one moment and
the chains of another: false alarms); with the file alone copied (what was acknowledged is not in
it); with `void_known` left out of `restore`; with `refuse_existing` left out.
"""

from __future__ import annotations

import lzma
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from holecard.cli.books import look_inside
from holecard.server.store import glance
from holecard.server.store.database import Store
from holecard.server.store.glance import Glance
from holecard.server.table.read_log import read_log
from tests.lab.commands import holecard
from tests.people.desk import Desk
from tests.people.gambler import Gambler
from tests.server.durable.test_doctor import NOWHERE, left_in
from tests.server.durable.test_old_databases import OLD
from tests.server.spawned import Reborn, Spawned


@contextmanager
def players(server: Spawned, many: int) -> Iterator[list[Gambler]]:
    stop = threading.Event()
    people = [Gambler(server.url, seed, stop) for seed in range(many)]
    threads = [threading.Thread(target=one.run, daemon=True) for one in people]
    for thread in threads:
        thread.start()
    while not all(len(one.acked) > 10 for one in people):
        assert not any(one.wrong for one in people)
        stop.wait(0.02)
    yield people
    stop.set()
    for thread in threads:
        thread.join(30)
    assert [one.wrong for one in people if one.wrong] == []


def heard(people: list[Gambler]) -> set[str]:
    """The keys of what was acknowledged by now."""
    return {same for one in people for same, *_ in one.acked}


def stored(copy: Path) -> set[str]:
    base = apsw.Connection(f"file:{copy}?immutable=1", flags=apsw.SQLITE_OPEN_URI | 1)
    return {str(key) for (key,) in base.execute("SELECT key FROM answers")}


def look_and_copy(server: Spawned, folder: Path, turns: int, many: int) -> None:
    """Doctor and backup in turns while people play; every copy is restored."""
    with players(server, many) as people:
        for turn in range(turns):
            before, beside = heard(people), set(os.listdir(Path(server.database).parent))
            done = holecard("doctor", "--database", server.database)
            assert done.code == 0, done.stdout
            assert "read as it stood at one moment" in done.stdout
            assert "every page and index is sound" in done.stdout
            assert "every chain is whole" in done.stdout
            assert set(os.listdir(Path(server.database).parent)) == beside
            copy = folder / f"copy{turn}.db"
            kept = holecard("backup", str(copy), "--database", server.database)
            assert kept.code == 0 and "; checked" in kept.stdout, kept.stderr
            assert before < heard(people)  # they did play meanwhile
            assert before <= stored(copy)
    for turn in range(turns):
        copy, back = folder / f"copy{turn}.db", folder / f"back{turn}.db"
        assert copy.stat().st_mode & 0o777 == 0o600
        done = holecard("restore", str(copy), "--database", str(back))
        assert done.code == 0 and "; checked" in done.stdout, done.stderr
        assert holecard("doctor", "--database", str(back)).code == 0


def test_doctor_and_backup_beside_players(server: Reborn, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    look_and_copy(server.start(), tmp_path / "copies", turns=2, many=3)
    server.kill()  # and what a killed server leaves is read without putting an index beside it
    Path(f"{server.database}-shm").unlink()
    before = left_in(tmp_path)
    assert holecard("doctor", "--database", server.database).code == 0
    assert left_in(tmp_path) == before


@pytest.mark.nightly
def test_doctor_and_backup_beside_players_all_night(server: Reborn, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    look_and_copy(server.start(), tmp_path / "copies", turns=40, many=12)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "t.db", seed=4)
    desk.player("ann")
    desk.open("ann", game="classic")
    desk.sit("ann", 1)
    yield desk
    desk.close()


def test_a_shoe_that_was_opened_is_not_dealt_from_after_a_restore(
    desk: Desk, tmp_path: Path
) -> None:
    desk.play_round()
    desk.deal_random()
    desk.store.close()
    for words in (("backup", "copy.db", "t.db"), ("restore", "copy.db", "new/back.db")):
        command, file, database = words[0], tmp_path / words[1], tmp_path / words[2]
        done = holecard(command, str(file), "--database", str(database))
        assert done.code == 0, done.stderr
    assert "void" in done.stdout
    back = Store(str(tmp_path / "new" / "back.db"))
    with back.read() as connection:
        state = read_log(connection, desk.table, None)
    back.close()
    assert (state.playing, state.voids, state.current.number) == (False, 1, 2)
    assert sorted(os.listdir(tmp_path / "new")) == ["back.db", "back.db.lock"]


def test_a_database_that_a_server_opens_meanwhile_is_looked_at_again(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read without SQLite's locks, since nobody had it open: that must not become an alarm."""
    copy = tmp_path / "copy.db"
    desk.store.close()
    shutil.copy(tmp_path / "t.db", copy)
    monkeypatch.setattr(glance, "in_use", lambda path: False)
    looks = []

    def look() -> list[int]:
        looks.append(1)
        if len(looks) == 1:
            with open(copy, "ab") as file:
                file.write(b"\0")
        return looks

    assert Glance(str(copy)).steadily(look) == [1, 1]


def test_a_torn_page_is_found(desk: Desk, tmp_path: Path) -> None:
    desk.play_round()
    desk.store.close()
    base = apsw.Connection(str(tmp_path / "t.db"))
    root = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'answers'").get
    size = base.execute("PRAGMA page_size").get
    base.close()
    with open(tmp_path / "t.db", "r+b") as file:  # a table that no other check reads
        file.seek((root - 1) * size)
        file.write(bytes(64))
    done = holecard("doctor", "--database", str(tmp_path / "t.db"))
    assert done.code == 1 and "BAD  " in done.stdout and "Traceback" not in done.stderr
    refused = holecard("backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "t.db"))
    assert refused.code == 1 and "the copy was not kept" in refused.stderr
    assert not list(tmp_path.glob("copy*"))


def test_an_altered_copy_is_not_restored(desk: Desk, tmp_path: Path) -> None:
    desk.store.close()
    copy = tmp_path / "t.db"
    apsw.Connection(str(copy)).execute("UPDATE accounts SET balance = balance + 1")
    done = holecard("restore", str(copy), "--database", str(tmp_path / "back.db"))
    assert done.code == 1 and "the ledger says" in done.stderr
    assert not list(tmp_path.glob("back.db?*.part*")) and not (tmp_path / "back.db").exists()


def test_nothing_is_overwritten(desk: Desk, tmp_path: Path) -> None:
    desk.store.close()
    for name, more in (("copy.db", ""), ("gone.db", "-wal")):
        (tmp_path / f"{name}{more}").write_bytes(b"kept")
        for words in (("backup", name, "t.db"), ("restore", "t.db", name)):
            command, file, database = words[0], str(tmp_path / words[1]), str(tmp_path / words[2])
            done = holecard(command, file, "--database", database)
            assert done.code == 1 and len(done.stderr.splitlines()) == 1, words
        assert (tmp_path / f"{name}{more}").read_bytes() == b"kept"


def test_a_running_server_is_not_replaced(desk: Desk, tmp_path: Path) -> None:
    done = holecard("restore", str(tmp_path / "t.db"), "--database", str(tmp_path / "t.db"))
    assert done.code == 1 and "another server is using" in done.stderr


def test_a_copy_of_an_earlier_schema_is_restored(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(lzma.decompress(OLD[-1].read_bytes()))
    kept = holecard("backup", str(tmp_path / "copy.db"), "--database", str(old))
    assert kept.code == 0 and "of schema 2" in kept.stdout
    back = tmp_path / "back.db"
    done = holecard("restore", str(tmp_path / "copy.db"), "--database", str(back))
    assert done.code == 0, done.stderr
    assert [good for good, *_ in look_inside(Glance(str(back)))] == [True] * 3


def test_what_cannot_be_copied_is_said(tmp_path: Path) -> None:
    missing = holecard("backup", str(tmp_path / "a"), "--database", str(tmp_path / "none.db"))
    assert missing.code == 1 and "there are no tables" in missing.stderr
    (tmp_path / "notes.txt").write_text("no database", "utf-8")
    text = holecard("restore", str(tmp_path / "notes.txt"), "--database", str(tmp_path / "b.db"))
    assert text.code == 1 and "no SQLite database" in text.stderr
    for words in (("backup", str(tmp_path / "a")), ("restore", str(tmp_path / "a"))):
        done = holecard(*words, "--database", NOWHERE)
        assert done.code == 1 and "PostgreSQL's own tools" in done.stderr
        assert "secret" not in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["notes.txt"]
