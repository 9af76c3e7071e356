"""200 seated WebSocket players: python -m bench.load

Starts a server on SQLite (or more of them with --database URL --processes N; --postgres brings a
PostgreSQL along), seats the players four to a table, and measures from sending a command to the
socket message that shows its effect. Two runs: `continuous`, where every player acts the moment it
may, and `paced`, where everybody thinks about `--think` seconds first. With --homes all players of
a table are at one server, as behind a proxy that goes by the table's id (deploy/nginx.conf).
Prints one JSON object: the waits with their whole distribution and second by second, how late the
players' own process was, the processor time of a command at the server and, with --postgres, at the
database, how busy the machine was and how much of that was not the bench's own, and the books,
checked after the servers have stopped.

1,000 players with a second of thought: python -m bench.load --players 1000 --only paced
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.player import Player, Tally
from holecard.server.base.settings import LIMITS
from holecard.server.store.database import Store
from holecard.server.store.event_log import check_chains
from holecard.server.store.ledger import audit

START_SECONDS = 60
SETTLE_SECONDS = 3  # what a server does in its first moments is not what is measured
SHARES = (0, 10, 25, 50, 75, 90, 95, 99, 99.9, 100)
LOOK_SECONDS = 0.01
TICKS = os.sysconf("SC_CLK_TCK")
Servers = dict[int, subprocess.Popen[bytes]]  # by port


async def run(servers: Servers, given: argparse.Namespace, think: float) -> dict[str, Any]:
    """Seat everybody, let them play, and say what it took."""
    players = await seated(list(servers), given, tally := Tally(), think)
    pids = [one.pid for one in servers.values()]
    began, load = time.perf_counter(), os.getloadavg()[0]
    before = spent(pids, given)
    late: list[float] = []
    watching = asyncio.create_task(watch(late))
    await asyncio.gather(*(one.play(began + given.seconds) for one in players))
    took = time.perf_counter() - began
    watching.cancel()
    server, kept, bench, whole = (
        now - then for now, then in zip(spent(pids, given), before, strict=True)
    )
    told = figures(tally, took)
    told["by_second"] = by_second(tally, began)
    told["players_late_ms"] = {share: in_ms(late, share) for share in (50, 99, 100)}
    told["server_cpu_ms_an_action"] = round(1000 * server / told["actions"], 2)
    told["database_cpu_ms_an_action"] = round(1000 * kept / told["actions"], 2) if kept else None
    told["bench_cpu_seconds"] = round(bench, 1)
    told["load_average"] = [round(load, 2), round(os.getloadavg()[0], 2)]  # before, after
    told["cores_busy"] = round(whole / took, 2)
    told["cores_busy_with_others"] = round((whole - server - kept - bench) / took, 2)
    told["server_memory_mb"] = [memory_mb(pid) for pid in pids]
    for one in players:
        one.line.transport.close()
    return told


async def watch(late: list[float]) -> None:
    """How late the players' own process is: a wait holds that too."""
    while True:
        due = time.perf_counter() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        late.append(time.perf_counter() - due)


def by_second(tally: Tally, began: float) -> list[dict[str, float]]:
    """Second by second: everybody begins at once, and nobody waits for anybody at first."""
    waits: dict[int, list[float]] = {}
    for wait, end in zip(tally.waits, tally.ends, strict=True):
        waits.setdefault(int(end - began), []).append(wait)
    return [
        {"actions": len(some), "p50_ms": in_ms(some, 50), "p99_ms": in_ms(some, 99)}
        for _, some in sorted(waits.items())
    ]


def in_ms(waits: list[float], share: float) -> float:
    """So many percent of the waits are no longer."""
    found = sorted(waits) or [0.0]
    return round(1000 * found[int((len(found) - 1) * share / 100)], 1)


async def seated(
    ports: list[int], given: argparse.Namespace, tally: Tally, think: float
) -> list[Player]:
    """Everybody at a table. With homes its players are at one server, else spread over all."""
    apart = given.seats if given.homes else 1
    players = [Player(ports[at // apart % len(ports)], tally, think) for at in range(given.players)]
    for start in range(0, given.players, given.seats):
        group = players[start : start + given.seats]
        for one in group:
            await one.arrive()
        table = await group[0].open(given.game)
        for seat, one in enumerate(group, 1):
            await one.sit(table, seat)
    return players


def spent(pids: list[int], given: argparse.Namespace) -> tuple[float, ...]:
    """Processor seconds so far: of the servers, the database, the bench, and the machine."""
    return cpu_seconds(pids), database_seconds(given), time.process_time(), machine_seconds()


def figures(tally: Tally, took: float) -> dict[str, Any]:
    waits = tally.waits
    return {
        "seconds": round(took, 1),
        "actions": len(waits),
        "actions_a_second": round(len(waits) / took, 1),
        "p50_ms": in_ms(waits, 50),
        "p99_ms": in_ms(waits, 99),
        "max_ms": in_ms(waits, 100),
        "ms_by_percent": {f"{share:g}": in_ms(waits, share) for share in SHARES},
        "errors": len(tally.errors),
        "first_error": tally.errors[:1],
        "stale": tally.stale,
    }


def start_server(database: str, port: int) -> subprocess.Popen[bytes]:
    limits = {f"HOLECARD_{name.upper()}": "1000000" for name in LIMITS}
    words = [sys.executable, "-m", "holecard", "serve", "--port", str(port), "--quiet"]
    return subprocess.Popen(
        [*words, "--database", database],
        env={**os.environ, **limits},
        stdout=subprocess.DEVNULL,
    )


def wait_for(port: int) -> None:
    ends = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


@contextmanager
def serving(database: str, first: int, processes: int) -> Iterator[Servers]:
    servers = {port: start_server(database, port) for port in range(first, first + processes)}
    try:
        for port in servers:
            wait_for(port)
        time.sleep(SETTLE_SECONDS)
        yield servers
    finally:
        for one in servers.values():
            one.terminate()
        for one in servers.values():
            one.wait(20)


@contextmanager
def some_database(given: argparse.Namespace) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        if given.postgres:
            from tests.server.spawned import postgres

            given.postmaster = Path(folder, "data", "postmaster.pid")
            yield from postgres(Path(folder))
        else:
            yield given.database or f"{folder}/load.db"


def cpu_seconds(pids: list[int]) -> float:
    told = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(fields[11]) + int(fields[12]) for fields in told) / TICKS


def machine_seconds() -> float:
    """What the machine has worked: everything but idle, waiting for disks, and stolen time."""
    user, nice, system, _, _, hard, soft = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]
    )
    return (user + nice + system + hard + soft) / TICKS


def database_seconds(given: argparse.Namespace) -> float:
    """PostgreSQL's own processor time: its processes, and those of them that are gone."""
    if not given.postgres:
        return 0.0
    first = int(given.postmaster.read_text().split()[0])
    gone = Path(f"/proc/{first}/stat").read_text().rpartition(")")[2].split()[13:15]
    own = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return cpu_seconds([first, *map(int, own)]) + sum(map(int, gone)) / TICKS


def memory_mb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return round(int(text.partition("VmHWM:")[2].split()[0]) / 1024, 1)


def check_books(database: str) -> list[str]:
    """What is wrong with the ledger and the chains of events; nothing, if all is well."""
    store = Store(database)
    with store.read() as connection:
        wrong = [*audit(connection), *check_chains(connection)]
    store.close()
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4, help="players at each table")
    parser.add_argument("--seconds", type=float, default=20, help="of each run")
    parser.add_argument("--think", type=float, default=1.0, help="mean of the paced run; 0: none")
    parser.add_argument("--only", choices=("continuous", "paced"), help="one of the two runs")
    parser.add_argument("--homes", action="store_true", help="a table's players at one server")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--postgres", action="store_true", help="start one for the bench")
    given = parser.parse_args()
    told: dict[str, Any] = {"players": given.players, "processes": given.processes}
    told["cores"] = os.cpu_count()
    with some_database(given) as database:
        with serving(database, given.port, given.processes) as servers:
            if given.only != "paced":
                told["continuous"] = asyncio.run(run(servers, given, 0.0))
            if given.only != "continuous" and given.think:
                told["paced"] = asyncio.run(run(servers, given, given.think))
        told["wrong_in_the_books"] = check_books(database)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
