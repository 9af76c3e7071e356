"""A database that cannot be used is said in a sentence before anything is promised; and the doctor
leaves everything as it is."""

from __future__ import annotations

import hashlib
import lzma
import socket
from pathlib import Path

import apsw
import pytest

from holecard.errors import Unreadable
from holecard.server.base.settings import (
    check_heads_file,
    from_environment,
    local_origins,
    read_origin,
)
from holecard.server.store.database import Store, StoreError
from holecard.server.store.glance import Glance
from holecard.server.store.schema import SCHEMA_VERSION
from tests.lab.commands import holecard
from tests.people.desk import Desk
from tests.server.durable.test_old_databases import OLD

NOWHERE = "postgresql://nobody:secret@127.0.0.1:1/tables"


def left_in(folder: Path) -> dict[str, str]:
    files = [one for one in sorted(folder.rglob("*")) if one.is_file()]
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}


def bad_databases(folder: Path) -> dict[str, tuple[str, str]]:
    """Databases nobody can use: what is asked for, and what is said."""
    (folder / "notes.txt").write_text("no database, though a file\n", encoding="utf-8")
    other = apsw.Connection(str(folder / "other.db"))
    other.execute("CREATE TABLE recipes (name)")
    other.close()
    return {
        "a text": (str(folder / "notes.txt"), "it is no SQLite database"),
        "another's": (str(folder / "other.db"), "another program's tables, recipes"),
        "a folder": (str(folder), "it is a folder"),
        "a scheme": ("mysql://host/tables", "sqlite:///file.db or postgresql://..."),
        "half an address": ("postgresql://nobody:secret@[::1", "sqlite:///file.db or postgres"),
        "a host": (NOWHERE, "Connection refused"),
    }


def test_bad_databases_are_said_in_a_sentence_and_left_alone(tmp_path: Path) -> None:
    known = bad_databases(tmp_path)
    before = left_in(tmp_path)
    for what, (url, says) in known.items():
        looked = holecard("doctor", "--database", url)
        assert looked.code == 1 and says in looked.stdout and "secret" not in looked.stdout, what
        served = holecard("serve", "--port", "0", "--database", url)
        assert served.code == (2 if what in ("a scheme", "half an address") else 1), what
        assert says in served.stderr and len(served.stderr.splitlines()) == 1, what
        assert "open at" not in served.stdout and "secret" not in served.stderr, what
    assert left_in(tmp_path) == before


def test_a_setting_that_cannot_be_is_said_before_the_tables_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: a profile that is not there ended in a traceback; origins that no browser
    sends, switches that are neither on nor off and a heads file in no folder were taken."""
    for name, text, says in (
        ("HOLECARD_ORIGINS", "cards.example", "no address as browsers send it"),
        ("HOLECARD_ORIGINS", "https://cards.example/table", "such as https://cards.example"),
        ("HOLECARD_ORIGINS", "https://Cards.example:443", "such as https://cards.example"),
        ("HOLECARD_ORIGINS", "http://[::1", "no address as browsers send it"),
        ("HOLECARD_TRUSTED_PROXY", "yes", "1 or 0 is wanted"),
        ("HOLECARD_LAB_READY", "off", "1 or 0 is wanted"),
    ):
        with monkeypatch.context() as given, pytest.raises(Unreadable, match=says):
            given.setenv(name, text)
            from_environment()
    with pytest.raises(Unreadable, match="No such file or directory"):
        check_heads_file(tmp_path / "nowhere" / "heads.jsonl")
    monkeypatch.setenv("HOLECARD_HOUSE_PROFILE", str(tmp_path / "none.json"))
    served = holecard("serve", "--port", "0", "--database", str(tmp_path / "t.db"))
    assert served.code == 2 and len(served.stderr.splitlines()) == 1, served.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0", "::", "Cards"])
def test_what_is_listened_at_is_an_address_browsers_send(host: str) -> None:
    """Seen to fail: of ::1 the first address was http://::1:8021, which is none."""
    found = local_origins(host, 8021)
    assert tuple(map(read_origin, found)) == found


def test_the_doctor_creates_nothing(tmp_path: Path) -> None:
    for place in ("tables.db", "deeper/tables.db"):
        done = holecard("doctor", "--database", str(tmp_path / place))
        assert done.code == 0 and "is not there yet" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_reads_the_books_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(lzma.decompress(OLD[-1].read_bytes()))
    Store(str(path)).close()
    before = left_in(tmp_path)
    done = holecard("doctor", "--database", str(path))
    assert done.code == 0 and "every chain is whole" in done.stdout
    assert left_in(tmp_path) == before
    apsw.Connection(str(path)).execute("UPDATE meta SET value = '1' WHERE key = 'schema_version'")
    before = left_in(tmp_path)
    found = Glance(str(path))
    assert found.schema == 1 and f"brings it to {SCHEMA_VERSION}" in found.words
    assert left_in(tmp_path) == before


def test_a_running_server_is_seen(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.db"))
    try:
        done = holecard("doctor", "--database", str(tmp_path / "tables.db"))
        assert done.code == 0 and "in use by a running server" in done.stdout
    finally:
        store.close()


def test_a_newer_schema_is_refused_in_words_and_let_go_of(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(str(path)).close()
    apsw.Connection(str(path)).execute("UPDATE meta SET value = '99' WHERE key = 'schema_version'")
    for _ in range(2):  # the first try must not hold the lock
        with pytest.raises(StoreError, match="has schema 99, this Holecard knows"):
            Store(str(path))
    assert "has schema 99" in holecard("doctor", "--database", str(path)).stdout


def test_a_port_or_host_that_cannot_be_had_is_said_before_the_tables_open(tmp_path: Path) -> None:
    words = ("serve", "--database", str(tmp_path / "tables.db"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        busy = holecard(*words, "--port", port)
        assert busy.code == 1 and f"port {port}: Address already in use" in busy.stderr
    lost = holecard(*words, "--host", "nowhere.invalid")
    assert lost.code == 1 and "no address called 'nowhere.invalid'" in lost.stderr
    for done in (busy, lost):
        assert done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def played(path: Path) -> Desk:
    desk = Desk(path, 3)
    desk.player("ann")
    desk.open("ann", game="spanish-21")
    desk.sit("ann", 1)
    for _ in range(3):
        desk.play_round()
    return desk


def test_a_damaged_secret_is_found_before_its_shoe_ends(tmp_path: Path) -> None:
    """Seen to fail: one bit of a seed changed, and the doctor found nothing wrong; the proof of
    that shoe would have, and called the house a cheat. Also in the copy that a backup makes."""
    played(tmp_path / "t.db").close()
    assert holecard("doctor", "--database", str(tmp_path / "t.db")).code == 0
    file = apsw.Connection(str(tmp_path / "t.db"))
    (row,) = file.execute("SELECT hex(seed) FROM shoes WHERE number = 2").fetchall()
    seed = bytes.fromhex(str(row[0]))
    file.execute("UPDATE shoes SET seed = ? WHERE number = 2", (bytes([seed[0] ^ 1]) + seed[1:],))
    file.close()
    looked = holecard("doctor", "--database", str(tmp_path / "t.db"))
    assert looked.code == 1 and "the seed of shoe 2 is not the one it promised" in looked.stdout


def test_a_damaged_row_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Seen to fail: each of these ended in a traceback."""
    played(tmp_path / "t.db").close()
    for number, (table, change, says) in enumerate(
        (
            ("events", "body = CAST(CAST(body AS BLOB) || X'ff' AS TEXT)", "no UTF-8"),
            ("accounts", "balance = 'much'", "a row holds what nobody here writes"),
        )
    ):
        path = tmp_path / f"{number}.db"
        path.write_bytes((tmp_path / "t.db").read_bytes())
        file = apsw.Connection(str(path))
        file.execute(f"DROP TRIGGER IF EXISTS {table}_no_UPDATE")
        file.execute(f"UPDATE {table} SET {change} WHERE rowid = 2")
        file.close()
        looked = holecard("doctor", "--database", str(path))
        assert looked.code == 1 and says in looked.stdout, looked.stdout + looked.stderr
