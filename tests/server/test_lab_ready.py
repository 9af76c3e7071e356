"""The lab is ready before anybody asks: a worker for quick questions starts with the server, stays,
and goes with it.

Seen to fail: with nothing asked at the start; with the worker sent home when idle; with a worker
that went home not roused again; with SIGINT left to a worker that is importing; with a job under
way looked at once in ten seconds when the server closes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from holecard.games import find_game
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.server.workers import bench as benches
from holecard.server.workers.bench import Bench
from holecard.server.workers.desk import QUICK
from tests.processes import started
from tests.server.conftest import Local, quick_settings
from tests.server.eager import EAGER, POLITE, stand
from tests.server.spawned import free_port, no_limits

PATIENCE = 60.0  # a machine that compiles everything first
SOON = 0.3


def until(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    ends = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < ends, "it never happened"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """A server that keeps the lab ready, as `holecard serve` does; nobody has asked it anything."""
    port = free_port()
    database = str(tmp_path_factory.mktemp("ready") / "tables.db")
    stand(POLITE)
    local = Local(replace(quick_settings(database, port), lab_ready=True), port)
    until(lambda: process_of(bench_of(local), QUICK) is not None)
    stand(EAGER)
    yield local
    local.close()


def bench_of(local: Local) -> Bench:
    bench: Bench = local.app.state.lab.bench
    return bench


def process_of(bench: Bench, worker: str) -> BaseProcess | None:
    return bench.workers[worker].process if worker in bench.workers else None


def test_the_quick_worker_is_up_and_knows_every_page(ready: Local) -> None:
    bench = bench_of(ready)
    until(lambda: len(bench.found) == 12 and all(one.done() for one in bench.found.values()))
    process = process_of(bench, QUICK)
    assert process is not None and process.is_alive() and set(bench.workers) == {QUICK}
    assert process.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    ann = ready.person()
    for name in ("breakout", "face-up"):
        ann.web.get(f"/api/lab/{name}/free").raise_for_status()
    assert len(bench.found) == 12, "the page's first question was known"
    answer = ann.web.get("/api/lab/breakout/free", params={"rules": "8D"})
    game = find_game("breakout").but(decks=8)
    odds = game_odds(game, Ask(wagers=("super-tie",))).find("super-tie")
    found = next(one for one in answer.json()["wagers"] if one["id"] == "super-tie")
    assert found["house_edge"] == odds.house_edge
    assert process_of(bench, QUICK) is process


@pytest.mark.nightly
def test_the_first_rule_edits_are_answered_at_once(ready: Local) -> None:
    bench = bench_of(ready)
    until(lambda: len(bench.found) >= 12 and all(one.done() for one in bench.found.values()))
    ann, took = ready.person(), []
    for decks in (7, 5, 3):
        began = time.perf_counter()
        ann.web.get("/api/lab/breakout/free", params={"rules": f"{decks}D S17"}).raise_for_status()
        took.append(time.perf_counter() - began)
    assert min(took) < SOON, took


@pytest.mark.nightly
def test_it_stays_when_others_go_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "IDLE_SECONDS", 0.2)
    bench = Bench(frozenset({QUICK}))
    try:
        for worker in (QUICK, "solve"):
            bench.rouse(worker, PATIENCE, "ready")
            until(lambda worker=worker: process_of(bench, worker) is not None)  # type: ignore[misc]
        stays = process_of(bench, QUICK)
        until(lambda: process_of(bench, "solve") is None)
        time.sleep(0.5)
        assert stays is not None and stays.is_alive() and process_of(bench, QUICK) is stays
        # Whoever opens the lab wakes the one that went home, though it has said so before.
        bench.rouse("solve", PATIENCE, "ready")
        until(lambda: process_of(bench, "solve") is not None)
    finally:
        bench.close()
    assert not stays.is_alive() and process_of(bench, QUICK) is None


def test_nothing_starts_where_the_lab_is_not_kept_ready(web: Local) -> None:
    time.sleep(0.6)
    assert not bench_of(web).workers


def test_a_server_closes_while_its_lab_gets_ready(tmp_path: Path) -> None:
    """Ctrl-C at a terminal is heard by every process of the group: no worker complains of it."""
    assert seconds_to_close(tmp_path, after=0.6) < PATIENCE


@pytest.mark.nightly
@pytest.mark.parametrize("after", [0.0, 0.6, 1.2])
def test_a_server_closes_quickly_while_its_lab_gets_ready(tmp_path: Path, after: float) -> None:
    """Within three seconds, at the best of three: others use the machine too."""
    assert any(seconds_to_close(tmp_path, after) < 3 for _ in range(3))


def seconds_to_close(folder: Path, after: float) -> float:
    log = folder / "log"
    port = free_port()
    words = [sys.executable, "-m", "holecard", "serve", "--quiet", "--port", str(port)]
    with (
        log.open("wb") as out,
        started(
            [*words, "--database", str(folder / "tables.db")],
            env={**os.environ, **no_limits(), "HOLECARD_LAB_READY": "1"},
            stdout=out,
            stderr=out,
            start_new_session=True,
        ) as process,
    ):
        until(lambda: answers(port))
        time.sleep(after)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE)
        took = time.monotonic() - began
    until(lambda: not in_group(process.pid))
    assert "Traceback" not in log.read_text()
    return took


def answers(port: int) -> bool:
    import httpx

    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


def in_group(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
