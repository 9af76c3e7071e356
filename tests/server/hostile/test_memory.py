"""P7's line about memory: whatever nonsense a server is sent, it does not keep it.

A server of its own is sent messages that cannot be done, most of them some kilobytes large: frames,
bodies, addresses, things that are no HTTP. Its resident memory is read before and after. The first
thousands are not counted: caches fill, and the allocator keeps what it once needed.

Seen to fail: with `read_frame` keeping the frames it could not read (9 MB), with `Counter.take`
keeping the commands it refused (4 MB), with `Counted` keeping the bodies of requests (7 MB), with
`Viewers` keeping closed ones (13 MB); as it is, half a megabyte.
"""

from __future__ import annotations

import json
import random
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.people.person import Person, key
from tests.people.watcher import open_socket
from tests.server.hostile.test_bad_input import BODIES, NASTY, well_made, wrong_frame
from tests.server.spawned import Spawned

MEGABYTE = 1024  # in the kilobytes /proc counts in
PADDING = 20_000
Commands = dict[str, dict[str, Any]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    house = Spawned(str(tmp_path / "tables.db"), tmp_path / "server.log").start()
    yield house
    house.close()
    assert "Traceback" not in (tmp_path / "server.log").read_text(encoding="utf-8")


def resident(server: Spawned) -> int:
    """Kilobytes of memory the server's process holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def padded(frame: str | bytes, draw: random.Random) -> str | bytes:
    """The same nonsense, larger and never the same twice: what is kept of it would be seen."""
    more = draw.randbytes(PADDING // 2).hex()
    if isinstance(frame, bytes):
        return frame + more.encode()
    try:
        said = json.loads(frame)
    except (ValueError, RecursionError):
        return frame + more
    if not isinstance(said, dict):
        return frame + more
    # One field too many: of the command if it is one, so that it gets as far as it can.
    inside = said.get("body")
    (inside if isinstance(inside, dict) else said)["more"] = more
    return json.dumps(said)


def say_nonsense(server: Spawned, busy: Person, good: Commands, draw: random.Random) -> int:
    """One socket, ten frames; the server may close it after the fifth it cannot read."""
    sent = 0
    with open_socket(server.url, busy) as line:
        try:
            for _ in range(10):
                frame = wrong_frame(good, draw)
                line.send(padded(frame, draw) if draw.random() < 0.6 else frame)
                sent += 1
            line.send('{"type":"ping"}')
            while (said := json.loads(line.recv(timeout=20)))["type"] != "pong":
                assert said["type"] != "answer" or 400 <= said["status"] < 500, said
        except ConnectionClosed as wrong:
            assert wrong.rcvd is not None and wrong.rcvd.code == 4400, wrong
    return sent


def post_nonsense(busy: Person, good: Commands, draw: random.Random) -> int:
    """Bodies that are no command, commands with a value that cannot be, addresses of nothing."""
    action, body = draw.choice(list(good.items()))
    wrong = {**body, draw.choice((*body, "extra")): draw.choice(NASTY)}
    contents = [draw.choice(BODIES), padded(json.dumps(wrong), draw), json.dumps(wrong)]
    for content in contents:
        headers = {"Idempotency-Key": key(), "Content-Type": "application/json"}
        answer = busy.web.post(busy.at(action), content=content, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
    away = busy.web.get(f"/api/tables/{draw.randbytes(12).hex()}/rounds/{draw.random()}")
    assert 400 <= away.status_code < 500, away.text
    return len(contents) + 1


def send_junk(server: Spawned, draw: random.Random) -> int:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(draw.randbytes(draw.randint(1, 4_000)))
    return 1


def hammer(server: Spawned, busy: Person, messages: int, seed: int) -> int:
    """That many messages, and what the server's memory grew by, in kilobytes."""
    good, draw, sent = well_made(busy), random.Random(seed), 0
    before = resident(server)
    while sent < messages:
        sent += say_nonsense(server, busy, good, draw)
        sent += post_nonsense(busy, good, draw)
        sent += send_junk(server, draw)
    assert busy.round()["asked_seat"]  # alive, and the table as it was
    return resident(server) - before


def in_mid_round(server: Spawned) -> Person:
    ann = server.person()
    ann.open("burnout")
    ann.sit(1, 2)
    while ann.start()["done"]:
        pass
    return ann


def test_nonsense_is_not_kept(server: Spawned) -> None:
    """1,200 messages, some 12 MB in all: much less than that may stay."""
    busy = in_mid_round(server)
    hammer(server, busy, 1_200, 1)
    grown = hammer(server, busy, 1_200, 2)
    assert grown < 2 * MEGABYTE, f"{grown} kB"


@pytest.mark.nightly
def test_nonsense_is_not_kept_all_night(server: Spawned) -> None:
    """100,000 messages; the promise is 50 MB, and that it does not go on growing."""
    busy = in_mid_round(server)
    hammer(server, busy, 5_000, 3)
    grown = [hammer(server, busy, 20_000, 4 + part) for part in range(5)]
    print(f"grown by {grown} kB in five parts of 20,000 messages")
    assert sum(grown) < 50 * MEGABYTE and grown[-1] < 10 * MEGABYTE, grown
