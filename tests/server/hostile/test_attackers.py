"""An attacker of each kind beside fifty players: they wait less than twice as long as otherwise
(99th percentile), and the server's process stays under 300 MB.

The players are at thirteen tables and think for a second before each command. Everything comes from
this machine, and the attackers from addresses of their own (127.0.0.x), so that the limits of one
address are those of `Settings` as they are. All share two cores: an attacker takes from the players
what it takes of the processor, whatever the server does, so each sends from one thread.

That each limit is met, and what happens without it, is in tests/server/hostile/test_entrance.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.people.person import Person, key
from tests.people.waiting import slowest
from tests.people.watcher import cookie_of
from tests.server.hostile.test_entrance import masked
from tests.server.hostile.test_memory import MEGABYTE, resident
from tests.server.spawned import Spawned

PLAYERS, SECONDS = 50, 6.0
TRIES = 3  # whatever else the machine does can only add to a wait
MOST_MEGABYTES = 300
DEFAULTS = {  # the limits that a test's server otherwise lifts, as they are
    "HOLECARD_CONNECTIONS": "2000", "HOLECARD_CONNECTIONS_AN_ADDRESS": "100",
    "HOLECARD_VISITS_A_SECOND": "100", "HOLECARD_VISIT_BURST": "1000",
    "HOLECARD_READS_A_SECOND": "50", "HOLECARD_READ_BURST": "200",
    "HOLECARD_TABLES_A_PLAYER": "8", "HOLECARD_SEATS_A_PLAYER": "14",
    "HOLECARD_OPENINGS_AN_HOUR": "30", "HOLECARD_OPENING_BURST": "40",
    "HOLECARD_JOBS_A_PLAYER": "4", "HOLECARD_JOBS_AN_ADDRESS": "12",
}  # fmt: skip

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def open_line(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))


def person(port: int, source: str) -> Person:
    transport = httpx.HTTPTransport(local_address=source)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=30)
    return Person(client).arrive()


# Attackers: each goes on until it is killed


def endless_heads(port: int) -> None:
    while True:
        with contextlib.suppress(OSError), open_line(port, "127.0.0.2") as line:
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
            for _ in range(1000):
                line.sendall(b"a" * 65536)


def crowd(port: int) -> None:
    """As many slow lines as one address is given, and as many tries again for more."""
    lines: list[socket.socket] = []
    while True:
        for _ in range(300):
            with contextlib.suppress(OSError):
                lines.append(open_line(port, "127.0.0.7"))
                lines[-1].setblocking(False)
                lines[-1].send(b"GET / HTTP/1.1\r\n")
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(b"X-A: b\r\n")
        time.sleep(1)
        for line in lines[100:]:
            line.close()
        del lines[100:]


def many_requests(port: int) -> None:
    """As fast as one sender can, what costs most of what needs no session."""
    ask = f"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    while True:
        with contextlib.suppress(OSError), open_line(port, "127.0.0.3") as line:
            while True:
                line.sendall(ask)
                if not line.recv(1 << 20):
                    break


def silent_readers(port: int) -> None:
    """Eight sockets of a player, none of which reads, at a table that always changes."""
    bad = person(port, "127.0.0.4")
    bad.open("classic")
    bad.sit(1)
    while True:
        lines = [unread_socket(port, bad) for _ in range(8)]
        until = time.monotonic() + 2
        while time.monotonic() < until:
            bad.web.get("/api/tables")
            for line in lines:
                with contextlib.suppress(OSError):
                    line.send(masked(0x89, b"x" * 120) * 8)
        for line in lines:
            line.close()


def unread_socket(port: int, bad: Person) -> socket.socket:
    line = open_line(port, "127.0.0.4")
    line.setblocking(False)
    with contextlib.suppress(OSError):
        line.send(
            f"GET /api/tables/{bad.table}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: {cookie_of(bad)}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
    return line


def many_tables(port: int) -> None:
    """Opens tables, sits down, asks for a refill."""
    bad = person(port, "127.0.0.5")
    while True:
        opened = bad.post("/api/tables", {"game": "classic"})
        if opened.status_code == 201:
            table = json.loads(opened.text)["table"]
            bad.post(f"/api/tables/{table}/seats", {"seats": [1, 2]})
        bad.post("/api/session/refill", {})


def many_jobs(port: int) -> None:
    """Asks the lab for what takes longest, and does not wait."""
    bad = person(port, "127.0.0.6")
    decks, at = 1, 0
    while True:
        decks, at = decks % 8 + 1, at + 1
        path = f"/api/lab/breakout/design?wager=super-tie&edge={1 + at % 90 / 10}%25&decks={decks}"
        with contextlib.suppress(httpx.HTTPError):
            bad.web.get(path, timeout=0.2, headers={"X-Key": key()})


ATTACKS: tuple[Callable[[int], None], ...] = (
    endless_heads, crowd, many_requests, silent_readers, many_tables, many_jobs,
)  # fmt: skip


@contextlib.contextmanager
def under_attack(server: Spawned, attack: Callable[[int], None]) -> Iterator[None]:
    process = multiprocessing.get_context("spawn").Process(target=attack, args=(server.port,))
    process.start()
    time.sleep(3)  # it imports and begins
    try:
        assert process.is_alive()
        yield
        assert process.is_alive()
    finally:
        process.kill()
        process.join()


@pytest.mark.nightly
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: str(one.__name__))
def test_an_attacker_keeps_nobody_waiting(attack: Callable[[int], None], tmp_path: Path) -> None:
    server = Spawned(str(tmp_path / "tables.db"), tmp_path / "log", **DEFAULTS).start()
    found, most = [], 0
    for _ in range(TRIES):
        quiet = asyncio.run(slowest(server.port, PLAYERS, SECONDS))
        with under_attack(server, attack):
            found.append((asyncio.run(slowest(server.port, PLAYERS, SECONDS)), quiet))
            most = max(most, resident(server))
        if found[-1][0] < 2 * quiet:
            break
    server.close()
    waits = [f"{1000 * fire:.1f} ms, otherwise {1000 * quiet:.1f}" for fire, quiet in found]
    print(attack.__name__, waits, f"{most / MEGABYTE:.0f} MB")
    assert most < MOST_MEGABYTES * MEGABYTE, f"{most} kB"
    assert any(fire < 2 * quiet for fire, quiet in found), waits
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
