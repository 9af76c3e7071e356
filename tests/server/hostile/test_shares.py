"""What one player may have: seats, tables, work of the solvers; and what is kept of answers.

Seen to fail: with no check in `take_seats`, with `take` checking no shares, with tasks that are
always wanted, with `make_room` not called, a shelf or the floor without a bound, with names checked
by the pattern alone, with every table listed for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from holecard.server.base.refusals import TooManyJobs
from holecard.server.base.settings import Settings
from holecard.server.http.kept import Kept, Shelf
from holecard.server.table import unused
from holecard.server.table.floor import Floor
from holecard.server.table.lobby import listed
from holecard.server.table.log_page import SeatShare
from holecard.server.table.unused import forget_unused, free_seats
from holecard.server.workers import bench
from holecard.server.workers import task as tasks
from holecard.server.workers.bench import Bench
from holecard.server.workers.desk import Desk as LabDesk
from holecard.server.workers.task import Task
from holecard.server.workers.workers import GivenUp, Worker
from tests.people.desk import Desk
from tests.people.person import key
from tests.server.conftest import Local, quick_settings
from tests.server.spawned import free_port

HOUR = 3_600_000


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it never happened"
        time.sleep(0.01)


# Seats and tables


def test_a_player_sits_at_so_many_tables(tmp_path: Path) -> None:
    port = free_port()
    settings = replace(
        quick_settings(str(tmp_path / "t.db"), port), tables_a_player=3, seats_a_player=8
    )
    local = Local(settings, port)
    ann = local.person()
    for seats in ((1, 2, 3), (1, 2)):
        ann.open("classic")
        ann.sit(*seats)
    ann.open("classic")
    assert ann.refused(ann.at("seats"), {"seats": [1, 2, 3, 4]}) == "seat/too_many"
    ann.sit(1)
    ann.open("classic")
    assert ann.refused(ann.at("seats"), {"seats": [1]}) == "seat/too_many"
    ann.table = ann.get("/api/session")["tables"][0]
    ann.ok(ann.at("leave"), {})
    ann.open("classic")
    ann.sit(1)  # one is free again
    local.close()


def test_tables_are_opened_at_a_pace(tmp_path: Path) -> None:
    port = free_port()
    slow = {"openings_an_hour": 0.01, "opening_burst": 2}
    settings = replace(quick_settings(str(tmp_path / "t.db"), port), **slow)  # type: ignore[arg-type]
    local = Local(settings, port)
    people = [local.person() for _ in range(7)]
    codes = [one.post("/api/tables", {"game": "classic"}).status_code for one in people * 3]
    local.close()
    assert codes.count(201) == 12, "two for each of six: a household has six times one's share"
    assert set(codes) == {201, 429}


def test_many_tables_then_a_refill(tmp_path: Path) -> None:
    """Five hundred tables, as many seats as one may have, and a refill: it reads few of them."""
    desk = Desk(tmp_path / "t.db")
    desk.player("ann", purse=100_000)
    desk.floor.share = SeatShare(Settings().tables_a_player, Settings().seats_a_player)
    took = 0
    for number in range(30):
        desk.open("ann", table=f"{'abcdefgh'[number % 8]}{number // 8 + 2}aaaaaa", game="classic")
        answer = desk.do("ann", taking(desk, 1))
        took += answer.status == 200
    assert took == Settings().tables_a_player
    desk.close()


def taking(desk: Desk, seat: int) -> Callable[[Any], None]:
    from holecard.server.table.seating import take_seats
    from holecard.server.wire.requests import TakeSeats

    return lambda page: take_seats(page, "ann", "Ann", TakeSeats(seats=[seat]))


def test_a_table_nobody_uses_leaves_the_lobby_and_the_memory(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db")
    desk.player("ann")
    desk.open("ann", game="classic")
    assert len(listed(desk.floor, 1.0).tables) == 1
    desk.time += 2 * HOUR
    assert listed(desk.floor, 1.0).tables == []
    forget_unused(desk.floor, 1.0)
    assert not desk.floor.states
    desk.sit("ann", 1)  # its address still leads there
    assert len(listed(desk.floor, 1.0).tables) == 1
    desk.time += 2 * HOUR
    assert len(listed(desk.floor, 1.0).tables) == 1, "somebody sits there"
    desk.close()


def test_seats_left_for_a_day_are_given_up(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db", seed=3)
    desk.player("ann")
    desk.open("ann", game="classic")
    desk.sit("ann", 1, 2)
    desk.deal_random()
    while desk.state.playing:
        desk.choose_random()
    free_seats(desk.floor, 24.0)
    desk.store.writer.submit(lambda work: None).result()
    assert desk.state.seats_of("ann") == [1, 2]
    desk.time += 25 * HOUR
    free_seats(desk.floor, 24.0)
    until(lambda: not desk.state.chairs)
    desk.close()


def test_a_round_is_left_as_it_lies(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db", seed=3)
    desk.player("ann")
    desk.open("ann", game="classic")
    desk.sit("ann", 1)
    while not desk.state.playing:
        desk.deal_random()
    desk.time += 25 * HOUR
    page: Any = SimpleNamespace(table=desk.state)
    assert not unused.all_get_up(desk.time, page)
    desk.close()


def test_memory_holds_so_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of those that were only looked at."""
    from holecard.server.table import floor as floors

    monkeypatch.setattr(floors, "KEPT_TABLES", 3)
    desk = Desk(tmp_path / "t.db")
    desk.player("ann")
    names = [f"{letter * 8}" for letter in "abcdef"]
    for name in names:
        desk.open("ann", table=name, game="classic")
    assert len(desk.floor.states) == 3
    looking = Floor(desk.store, desk.floor.outside)
    for name in names:
        looking.look(name)
    assert len(looking.states) == 3
    desk.close()


# Work


class Quiet(Worker):
    """A worker that never comes to its tasks."""

    def run(self) -> None:
        return


def idle_bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    from holecard.server.workers import bench

    monkeypatch.setattr(bench, "Worker", Quiet)
    return Bench()


def test_one_player_has_a_share_of_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, desk = idle_bench(monkeypatch), LabDesk(Settings(jobs_a_player=2, jobs_an_address=3))
    ann, ben, eve = (desk.shares(name, "10.0.0.1") for name in ("ann", "ben", "eve"))
    far = desk.shares("eve", "10.0.0.2")

    def ask(number: int, by: Any) -> Task:
        return bench.take("solve", Task("ready", (number,), 1.0, by=by, stands=False))

    first = ask(1, ann)
    ask(2, ann)
    with pytest.raises(TooManyJobs, match="2 questions"):
        ask(3, ann)
    assert ask(1, ann) is first, "the same question again is no further one"
    ask(4, ben)
    with pytest.raises(TooManyJobs, match="3 questions"):
        ask(5, eve)
    ask(6, far)
    first.done.set_result("done")
    ask(7, eve)
    assert bench.shares["player ann"] == 1
    for one in list(bench.at_work.values()):
        one.done.set_result("x")
    assert not bench.shares and not bench.at_work, "nothing is kept of who asked"


def test_what_nobody_waits_for_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = idle_bench(monkeypatch)
    monkeypatch.setattr(tasks, "GRACE_SECONDS", 0.0)

    async def asked(gone: bool) -> None:
        async def is_gone() -> bool:
            return gone

        asking = bench.ask("solve", 1.0, "ready", "x", gone=is_gone)
        await asyncio.wait_for(asking, 1.0)

    with pytest.raises(GivenUp):
        asyncio.run(asked(gone=True))
    task = bench.workers["solve"].tasks.get_nowait()
    assert task is not None and task.give_up()
    with pytest.raises(GivenUp):
        bench.workers["solve"].answer(task)
    assert bench.workers["solve"].process is None, "no process was started for it"


def test_a_job_under_way_is_given_up_when_its_last_asker_goes(
    web: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real worker, which takes more than a second to get ready and solve; its asker does not
    wait for it."""
    monkeypatch.setattr(tasks, "GRACE_SECONDS", 0.0)
    ann = web.person()
    bench: Bench = web.app.state.lab.bench
    with pytest.raises(httpx.ReadTimeout):
        ann.web.get("/api/lab/breakout/solved?wager=player-hand", timeout=0.2)
    until(lambda: bool(bench.ended))
    assert bench.ended == {"given_up": 1}
    assert not bench.at_work and not bench.shares and not bench.found
    assert bench.workers["solve"].process is None


def test_answers_are_kept_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = idle_bench(monkeypatch)
    bench.kept_bytes = 1000
    for number in range(20):
        task = bench.take("solve", Task("ready", (number,), 1.0))
        task.done.set_result("x" * 300)
        bench.workers["solve"].tasks.get_nowait()
    assert len(bench.found) == 3 and bench.bytes == 900
    assert bench.knows("ready", 19) and not bench.knows("ready", 0)


def test_a_shelf_holds_so_many_bytes() -> None:
    shelf = Shelf(most=100)
    for number in range(50):
        shelf.put(number, Kept(b"x" * 30))
    assert shelf.bytes == 90 and shelf.find(49) and not shelf.find(0)


# What never changes


def test_what_a_browser_has_is_not_sent_again(web: Local) -> None:
    client = web.client()
    for path in ("/api/games", "/api/games/classic", "/api/openapi.json", "/verify_shoe.py"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b""), path
        assert client.get(path).content == first.content


def test_a_proof_is_made_once(web: Local) -> None:
    ann = web.person()
    ann.open("classic")
    ann.sit(1)
    ann.start()
    while not ann.round()["done"]:
        ann.choose("stand" if "stand" in ann.round()["legal"] else ann.round()["legal"][-1])
    ann.ok(ann.at("leave"), {})
    first = ann.web.get(ann.at("shoes/1"))
    assert first.status_code == 200 and web.app.state.proofs.find((ann.table, 1))
    web.house.store.engine.dispose()
    again = ann.web.get(ann.at("shoes/1"))
    assert again.content == first.content
    tagged = {"If-None-Match": first.headers["etag"]}
    assert ann.web.get(ann.at("shoes/1"), headers=tagged).status_code == 304


# Names


def test_names_are_what_they_look_like(web: Local) -> None:
    """Seen to fail: names of blanks that Unicode counts as letters, and joiners between letters
    that do not join, which make a second "Ann"."""
    ann = web.person()
    tricky = ["Ann\u202eneB", "a\u200bb", "a\u2066b", "\ufeffAnn", "Ann\u2028", "a\x85b", "a\ue000",
              " Ann", "Ann ", "   ", "\u0301\u0301", "a\u00adb", "\U000e0041x",
              "\u3164", "\u2800", "\u115fAnn", "\uffa0", "A\u200dnn", "A\u200cnn", "Ann\u200d",
              "Ann\ufe0f", "A\u034fnn", "\U0001d159", "👍\ufe0f\ufe0f"]  # fmt: skip
    for name in tricky:
        for path, body in (
            ("/api/session/name", {"name": name}),
            ("/api/tables", {"game": "classic", "name": name}),
        ):
            assert ann.refused(path, body) == "request/invalid", ascii(name)
    for name in (
        "Zoë",
        "李小龙",
        "محمد",
        "👩‍🚀 Ann",
        "O'Hara-Smith",
        "क्‍ष",
        "می‌خواهم",
        "❤️‍🔥",
        "👨🏽‍🚀",
    ):
        answer = ann.web.post(
            "/api/session/name", json={"name": name}, headers={"Idempotency-Key": key()}
        )
        assert answer.json()["name"] == name, answer.text


class Words(str):
    """Words of a question that count how often they are hashed."""

    hashed = 0

    def __hash__(self) -> int:
        Words.hashed += 1
        return super().__hash__()


def test_making_room_looks_at_the_oldest_answers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looked at every answer kept, for each one put away: a seventh of all work with a class at
    its drills. What is at work stays, and stays the oldest."""
    monkeypatch.setattr(bench, "KEPT", 300)
    table = Bench()
    for at in range(303):
        done: Future[str] = Future()
        done.set_result("found")
        table.found["drill_question", Words(at)] = done
        table.bytes += len("found")
    oldest, *rest = table.found
    table.at_work[oldest] = Task("drill_question", ("0",), 1.0)
    Words.hashed = 0
    table.make_room()
    assert list(table.found) == [oldest, *rest[3:]] and len(table.found) == 300
    assert table.bytes == 300 * len("found")
    Words.hashed = 0
    table.make_room()
    assert Words.hashed < 10
