"""What an operator is told: ready or not and why, what is counted, one line for everything.

Seen to fail: with `late`, `file_trouble`, the reading or the writing left out of `Readiness` (each
trouble below is found by its own), with SQLAlchemy's parameters shown, with database errors as 500,
with a ledger's sum that is always 0, with tokes added to every gain, with the file's mode left
alone.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import secrets
import shutil
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from holecard.errors import Unreadable
from holecard.games import CATALOGUE
from holecard.lab.setup import Setup
from holecard.server.base.meters import Histogram, escaped
from holecard.server.base.settings import Settings
from holecard.server.house import House
from holecard.server.http import metrics as metrics_page
from holecard.server.http import ready
from holecard.server.http.ready import Readiness
from holecard.server.store import apsw_driver
from holecard.server.store.ledger import HOUSE, player_account
from holecard.server.store.schema import streams
from holecard.server.table import returns
from holecard.server.table.returns import Expected, Played, Return, Returns
from holecard.server.workers.bench import Bench
from holecard.server.workers.known_odds import KnownOdds, expected
from holecard.wagers.payout import payouts
from holecard.wagers.wager import FEE, OFFER
from tests.lab.commands import holecard
from tests.people.desk import Desk
from tests.people.watcher import open_socket
from tests.server.conftest import Local
from tests.server.hostile.test_entrance import line_to, status, until
from tests.server.spawned import Spawned

SECRET = secrets.token_hex(8)
ID = re.compile(r"[0-9a-f]{16}")
LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[0-9.e+\-]+')


def lines_of(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    texts = [one.getMessage() for one in caplog.records if one.name == "holecard.server"]
    return [json.loads(one) for one in texts if one.startswith("{")]


# Ids and lines


def test_an_answer_and_its_line_have_one_id(web: Local, caplog: pytest.LogCaptureFixture) -> None:
    client = web.client()
    with caplog.at_level("INFO", logger="holecard.server"):
        answers = [
            client.get("/api/games", headers={"X-Request-ID": "chosen-by-me"}),
            client.get("/api/nowhere"),
            client.post("/api/session", content=b"{"),
            client.get("/api/games", headers={"Host": "evil.example"}),
        ]
        until(lambda: len(lines_of(caplog)) == 4)  # each is written after its answer
    ids = [one.headers["x-request-id"] for one in answers]
    assert all(ID.fullmatch(one) for one in ids) and len(set(ids)) == 4
    assert [one["id"] for one in lines_of(caplog)] == ids
    assert [one["status"] for one in lines_of(caplog)] == [one.status_code for one in answers]


def test_a_socket_is_one_line(web: Local, caplog: pytest.LogCaptureFixture) -> None:
    ann = web.person()
    ann.open("classic", private=True)
    with caplog.at_level("INFO", logger="holecard.server"):
        with open_socket(web.url, ann) as line:
            line.recv(timeout=20)
            line.send('{"type":"ping"}')
            line.recv(timeout=20)
        until(lambda: bool(lines_of(caplog)))
    (said,) = lines_of(caplog)
    assert (said["method"], said["heard"], said["status"]) == ("SOCKET", 1, 1000)
    assert said["said"] >= 2 and said["ms"] > 0 and ID.fullmatch(said["id"])
    assert ann.table not in caplog.text


# Trouble


class Broken:
    """A database that is away, for reading or for writing."""

    def __init__(self, local: Local, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.patch = local.house.store, monkeypatch

    def reading(self) -> None:
        self.patch.setattr(self.store, "read", self.fail)

    def writing(self) -> None:
        self.patch.setattr(self.store.writer, "submit", self.refuse)

    def fail(self) -> Any:
        wrong = apsw_driver.Error("away")
        raise OperationalError("SELECT x", {"of": SECRET}, wrong, hide_parameters=True)

    def refuse(self, job: Any, chain: str = "") -> Future[Any]:
        failed: Future[Any] = Future()
        failed.set_exception(apsw_driver.OperationalError("FullError: database or disk is full"))
        return failed


def test_a_database_in_trouble_is_503(
    web: Local, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = web.person()
    ann.open("classic")
    broken = Broken(web, monkeypatch)
    broken.reading()
    answers = [
        ann.web.get("/api/session"),
        ann.web.get("/api/tables"),
        ann.web.get(ann.at("rounds")),
    ]
    broken.writing()
    answers.append(ann.post(ann.at("seats"), {"seats": [1]}))
    with pytest.raises(InvalidStatus) as closed, open_socket(web.url, ann):
        pass
    assert closed.value.response.status_code == 503
    assert int(closed.value.response.headers["retry-after"]) >= 1
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "server/busy"), answer.text
        assert int(answer.headers["retry-after"]) >= 1
    assert SECRET not in caplog.text
    assert not [one for one in caplog.records if one.module == "gate" and one.exc_info]
    assert ann.web.get("/healthz").status_code == 200, "it is alive, though not ready"


def test_errors_hide_what_was_in_a_statement(web: Local) -> None:
    store = web.house.store

    def wrong(work: Any) -> None:
        work.connection.execute(text("INSERT INTO nowhere VALUES (:a)"), {"a": "secret-seed"})

    for run in (store.writer.submit(wrong).exception(), read_wrong(store)):
        assert run is not None
        told = f"{run} {run.__cause__}"
        assert "nowhere" in told and "secret-seed" not in told


def read_wrong(store: Any) -> Exception | None:
    try:
        with store.read() as connection:
            connection.execute(text("SELECT * FROM nowhere WHERE x = :a"), {"a": "secret-seed"})
    except Exception as wrong:
        return wrong
    return None


def readiness(local: Local) -> tuple[int, list[str]]:
    local.app.state.readiness._found = None  # a look is kept for two seconds
    answer = httpx.get(f"{local.url}/readyz", timeout=20)
    assert ("retry-after" in answer.headers) == (answer.status_code == 503)
    return answer.status_code, answer.json()["wrong"]


Trouble = tuple[str, str, Callable[[pytest.MonkeyPatch], Any]]


def test_ready_means_that_it_can_be_played(
    web: Local, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ready, "PATIENCE_SECONDS", 0.5)
    assert readiness(web) == (200, [])
    path = Path(str(web.house.store.url.database))
    for name, said, begin in troubles(web, path, tmp_path):
        with pytest.MonkeyPatch.context() as patch:
            end = begin(patch)
            code, wrong = readiness(web)
            if end is not None:
                end()
        assert code == 503 and any(said in one for one in wrong), (name, wrong)


def troubles(web: Local, path: Path, folder: Path) -> list[Trouble]:
    """Each with what is said of it, and how it begins, which gives what ends it, if anything."""
    broken, house = Broken(web, pytest.MonkeyPatch()), web.house

    def away(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(house.store, "read", broken.fail)

    def full(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(house.store.writer, "submit", broken.refuse)

    def nearly_full(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1, 1, 4096))

    def stalled(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(house.store.writer, "submit", lambda job: Future())

    def dead(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(house.watch.threads[1].pulse, "_at", -1e6)
        house.watch.threads[1].stopping.set()

    def gone(patch: pytest.MonkeyPatch) -> Any:
        path.rename(folder / "elsewhere.db")
        return lambda: (folder / "elsewhere.db").rename(path)

    def overwritten(patch: pytest.MonkeyPatch) -> Any:
        head = path.read_bytes()[:16]
        write_head(path, b"x" * 16)
        return lambda: write_head(path, head)

    return [
        ("away", "does not answer: OperationalError", away),
        ("full", "nothing can be written: OperationalError", full),
        ("nearly full", "the disk is full: 4096 bytes", nearly_full),
        ("stalled", "nothing came of it in 0.5 seconds", stalled),
        ("gone", "gone, or another one", gone),
        ("overwritten", "no database any more", overwritten),
        ("dead", "the thread clocks does not turn", dead),
    ]


def write_head(path: Path, head: bytes) -> None:
    with open(path, "r+b") as file:
        file.write(head)


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="asks Linux for the locks")
def test_a_look_at_the_file_takes_no_lock_of_sqlite_away(tmp_path: Path) -> None:
    """Seen to fail: with the file opened, read and closed."""
    house = House(Settings(database=str(tmp_path / "tables.db"), lab_ready=False))
    try:
        with house.store.read() as connection:
            connection.execute(select(streams)).all()
            before = locks_on(tmp_path / "tables.db")
            assert Readiness(house).file_trouble() == []
            assert locks_on(tmp_path / "tables.db") == before > 0
    finally:
        house.store.close()


def locks_on(path: Path) -> int:
    """How many locks this process holds on a file."""
    inode = path.stat().st_ino
    lines = (line.split() for line in Path("/proc/locks").read_text("utf-8").splitlines())
    held = [line for line in lines if line[1] == "POSIX" and line[4] == str(os.getpid())]
    return sum(line[5].endswith(f":{inode}") for line in held)


# Metrics


def metrics(local: Local) -> dict[str, float]:
    answer = httpx.get(f"{local.url}/metrics", timeout=20)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            assert LINE.fullmatch(line), line
            name, _, value = line.rpartition(" ")
            found[name] = float(value)
    return found


def test_metrics_count_what_happens(web: Local) -> None:
    ann = web.person()
    ann.open("burnout")
    ann.sit(1, 2)
    draw = random.Random(5)
    for _ in range(5):
        ann.play_random(draw)
    ann.web.get(ann.at("hint"))
    with open_socket(web.url, ann) as line:
        line.recv(timeout=20)
        found = metrics(web)
    assert found["holecard_sockets"] == 1 and found["holecard_connections"] >= 2
    assert found["holecard_rounds_total"] == 5
    assert found['holecard_events_total{kind="round/settled"}'] == 5
    commands = found["holecard_command_seconds_count"]
    assert commands == found['holecard_commands_total{ending="answered"}']
    assert commands == found['holecard_command_seconds_bucket{le="+Inf"}']
    assert 0 < found["holecard_commits_total"] <= commands + 10
    assert found["holecard_ledger_sum_cents"] == 0 and found["holecard_ready"] == 1
    assert found["holecard_voids_total"] == 0 and found["process_resident_memory_bytes"] > 2**24
    assert any(one.startswith('holecard_wager_return{game="burnout"') for one in found)
    text = httpx.get(f"{web.url}/metrics").text
    assert ann.player not in text and ann.table not in text and "Guest" not in text


def test_metrics_are_the_operators(web: Local) -> None:
    """Seen to fail: a name that somebody's page has made to lead to this machine was answered."""
    for host, code in (("evil.example", 403), ("127.0.0.1.evil", 403), ("[::1]:80", 200)):
        named = httpx.get(f"{web.url}/metrics", headers={"Host": host})
        assert named.status_code == code, named.text
    forwarded = httpx.get(f"{web.url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    assert (forwarded.status_code, forwarded.json()["code"]) == (403, "metrics/refused")
    object.__setattr__(web.house.settings, "metrics_from", ("10.0.0.0/8",))
    with line_to(web) as line:
        line.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert status(line.recv(4096)) == 403


def test_the_ledger_that_does_not_add_up_is_seen(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db", seed=2)
    desk.player("ann")
    desk.open("ann", game="classic")
    desk.sit("ann", 1)
    for _ in range(3):
        desk.deal_random()
        while desk.state.playing:
            desk.choose_random()

    def summed() -> int:
        with desk.store.read() as connection:
            return metrics_page.ledger_sum(connection)

    assert summed() == 0

    def steal(work: Any) -> None:
        work.connection.execute(
            text("UPDATE accounts SET balance = balance + 700 WHERE account = :of"),
            {"of": player_account("ann")},
        )

    desk.store.writer.submit(steal).result()
    assert summed() == 700 and HOUSE
    desk.close()


@pytest.mark.parametrize("game", CATALOGUE)
def test_returns_are_what_the_rounds_paid(tmp_path: Path, game: str) -> None:
    """Beside the payouts of the same rounds, by the rules: the ledger is another way."""
    desk = Desk(tmp_path / "t.db", seed=7)
    desk.player("ann", purse=10**10)
    desk.open("ann", game=game)
    desk.sit("ann", 1, 2, 3)
    noted, paid = Returns(), dict[str, list[int]]()
    desk.floor.noted = noted.note
    for _ in range(12):
        desk.deal_random()
        while desk.state.playing:
            desk.choose_random()
        felt = desk.state.felt
        assert felt is not None
        for one in payouts(felt.dealt):
            kind = felt.game.wager(one.wager).kind
            if not one.rides and kind not in (FEE, OFFER):
                tip = one.tip if felt.game.tip_from_player else 0
                paid.setdefault(one.wager, []).append(one.net + tip)
    desk.close()
    found: dict[str, tuple[int, int]] = {}
    for played, sums in noted.of.items():
        bets, gained = found.get(played.wager, (0, 0))
        found[played.wager] = bets + sums.bets, gained + sums.gained
    assert found == {wager: (len(many), sum(many)) for wager, many in paid.items()}


def test_the_band_is_so_many_errors_wide() -> None:
    one = Return()
    for stake in (100, 100, 500):
        one.add(stake, 0)
    low, high = one.band(Expected(-0.02, 1.5))
    error = 1.5 * math.sqrt(100**2 + 100**2 + 500**2) / 700
    assert (low, high) == pytest.approx((0.98 - 3.29 * error, 0.98 + 3.29 * error))
    assert math.erf(returns.ERRORS / math.sqrt(2)) == pytest.approx(0.999, abs=1e-5)


def test_made_up_rules_do_not_fill_the_memory() -> None:
    kept = Returns()
    for number in range(2 * returns.MOST_KEPT):
        kept.find(Played("classic", f"rules {number}", "main", "", "")).add(100, 0)
    assert len(kept.of) == returns.MOST_KEPT + 1
    assert kept.of[Played("classic", "other", "main", "", "")].bets == returns.MOST_KEPT


def test_expectations_are_those_the_lab_has_found() -> None:
    """Read from an answer of a worker; a wager that nobody has priced has none."""
    from holecard.server.workers.lab_odds import free_odds

    game = CATALOGUE["face-up"]
    bench, setup = Bench(), Setup(game.id, game.line)
    done: Future[str] = Future()
    done.set_result(free_odds(setup))
    priced = [one for one in json.loads(done.result())["wagers"] if one["offer"] is None]
    one = next(one for one in priced if one["play"] == "")
    played = Played(game.id, game.line, one["id"], one["paytable"], "")
    known = KnownOdds(bench)
    assert known.all() == {}
    bench.found["free_odds", setup] = done
    found = expected(known.all(), played)
    assert found is not None and found.free
    assert found.deviation == one["std_dev"]
    wager = game.wager(one["id"])
    pays = {row["id"]: wager.table(one["paytable"]).pays(row["id"]) for row in one["outcomes"]}
    mean = sum(row["probability"] * float(pays[row["id"]]) for row in one["outcomes"])
    assert found.gain == pytest.approx(mean, abs=1e-9), "before the tip, as it is counted"
    assert expected(known.all(), played._replace(rules="1D")) is None
    assert expected(known.all(), played._replace(beside="fee")) == found, "no choice changes it"
    chosen = {played: Expected(0.0, 1.0)}
    assert expected(chosen, played) and not expected(chosen, played._replace(beside="fee"))


def test_a_histogram_counts_upwards() -> None:
    waits = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 3.0):
        waits.add(seconds)
    assert [line.rpartition(" ")[2] for line in waits.lines("x")] == ["2", "3", "4", "3.65", "4"]
    assert escaped('a"b\\c\nd') == r"a\"b\\c\nd"


# Starting


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    mask = os.umask(0o022)
    try:
        server = Spawned(str(path), tmp_path / "log").start()
        modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.glob("tables.db*")}
        server.close()
        path.chmod(0o644)
        server.start()
        assert path.stat().st_mode & 0o777 == 0o600
        server.close()
    finally:
        os.umask(mask)
    assert {"tables.db", "tables.db-wal", "tables.db.lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize(
    ("name", "value"),
    [("HOLECARD_URL_BYTES", "many"), ("HOLECARD_SLOW_SECONDS", "-1"), ("HOLECARD_CONNECTIONS", "0"),
     ("HOLECARD_READ_BURST", "nan"), ("HOLECARD_METRICS_FROM", "everywhere")],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_said_in_a_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(name, value)
    done = holecard("serve", "--port", "0", "--database", str(tmp_path / "t.db"))
    assert done.code == Unreadable("").exit_code and name in done.stderr
    assert value in done.stderr and len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_settings_are_all_in_the_papers() -> None:
    """Every number has its row in docs/operate.md, with the value it has."""
    from dataclasses import fields

    from holecard.server.base.settings import NUMBERS, variable

    paper = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
    for one in fields(Settings):
        if str(one.type) in NUMBERS:
            shown = f"`{variable(one.name)}` | {one.default:,g} |"
            assert shown in paper, shown
