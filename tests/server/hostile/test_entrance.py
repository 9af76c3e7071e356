"""What one line or one address may take: each kind of attacker beside a player who plays on.

Every limit is small here, so that it is met in a moment. Seen to fail: `WITHOUT` at the end takes
limits away one by one and sees the attack succeed. By hand: with pings, frames, pieces or requests
ahead not counted, with `SocketLine` not leaving the crowd, with `visits` not taken, with uvicorn's
`proxy_headers` as they come, with an answer written between those of earlier requests.
"""

from __future__ import annotations

import contextlib
import json
import random
import socket
import struct
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from holecard.server.base.callers import address_of
from holecard.server.base.settings import Settings, from_environment
from holecard.server.entrance import http_line, socket_line
from tests.people.person import Person, key
from tests.people.watcher import connect, cookie_of, open_socket, socket_url
from tests.server.conftest import Local
from tests.server.spawned import free_port

NEVER = 10**9
SMALL: dict[str, Any] = {
    "request_seconds": 0.4,
    "slow_seconds": 0.4,
    "ping_seconds": 0.3,
    "idle_seconds": 1,
    "connections_an_address": 12,
    "connections": 30,
    "session_burst": 50,
}
START = "GET /api/games HTTP/1.1\r\nHost: "


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Local]:
    with open_house(tmp_path) as local:
        yield local


@contextlib.contextmanager
def open_house(folder: Path, **more: Any) -> Iterator[Local]:
    port = free_port()
    origins = (f"http://127.0.0.1:{port}",)
    small = {**SMALL, **more}
    local = Local(
        Settings(database=str(folder / "t.db"), origins=origins, lab_ready=False, **small), port
    )
    yield local
    local.close()


def line_to(local: Local, source: str = "127.0.0.1") -> socket.socket:
    port = int(local.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))


def answer_to(line: socket.socket) -> bytes:
    """Everything until the other end closes; what came before it was cut, if it was."""
    heard = b""
    with contextlib.suppress(ConnectionResetError, TimeoutError):
        while more := line.recv(65536):
            heard += more
    return heard


def pour(line: socket.socket, piece: bytes, most: int) -> int:
    """Send until the other end has had enough; how much it took."""
    sent = 0
    with contextlib.suppress(ConnectionError, TimeoutError):
        while sent < most:
            sent += line.send(piece)
    return sent


@contextlib.contextmanager
def beside(local: Local) -> Iterator[Person]:
    """A player in mid-game while something else happens, who plays on afterwards."""
    ann = local.person()
    ann.open("classic")
    ann.sit(1)
    ann.play_random(random.Random(1))
    yield ann
    ann.play_random(random.Random(2))


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


# Size


def endless_url(local: Local) -> int:
    with line_to(local) as line:
        line.sendall(b"GET /")
        pour(line, b"a" * 1000, 200_000)
        return status(answer_to(line))


def endless_header(local: Local) -> int:
    with line_to(local) as line:
        line.sendall(f"{START}x\r\nX-Long: ".encode())
        pour(line, b"a" * 1000, 200_000)
        return status(answer_to(line))


def many_headers(local: Local) -> int:
    with line_to(local) as line:
        line.sendall(f"{START}x\r\n".encode())
        pour(line, b"X-A: b\r\n" * 50, 200_000)
        return status(answer_to(line))


def endless_trailer(local: Local) -> int:
    with line_to(local) as line:
        line.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"0\r\nX-Long: ")
        pour(line, b"a" * 1000, 2_000_000)
        return status(answer_to(line))


def requests_ahead(local: Local) -> int:
    with line_to(local) as line:
        pour(line, f"{START}x\r\n\r\n".encode() * 400, 20_000)
        return answer_to(line).count(b"HTTP/1.1 ")


def broken_off(local: Local) -> None:
    """Several good requests, the last of them no HTTP, while the first is being answered."""
    with line_to(local) as line:
        ask = f"{START}{local.url[7:]}\r\n\r\n".encode()
        line.sendall(ask * 3)
        line.sendall(ask + b"\x00\x01 nonsense\r\n\r\n")
        answer_to(line)


def hung_up(local: Local) -> None:
    """Several good requests, and nobody waits for the answers."""
    with line_to(local) as line:
        line.sendall(f"{START}{local.url[7:]}\r\n\r\n".encode() * 6)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_a_request_has_a_size(house: Local, caplog: pytest.LogCaptureFixture) -> None:
    with beside(house):
        assert endless_url(house) == 414
        assert endless_header(house) == 431
        assert many_headers(house) == 431
        assert endless_trailer(house) in (403, 413)  # the host is refused before the trailer ends
        assert requests_ahead(house) <= http_line.MOST_PIPELINED + 2
        for _ in range(5):
            broken_off(house)
            hung_up(house)
    time.sleep(0.2)
    assert not [one for one in caplog.records if one.exc_info], caplog.text


def test_an_ordinary_request_is_not_in_the_way(house: Local) -> None:
    """The largest that is allowed, in small pieces."""
    host = house.url.removeprefix("http://")
    head = f"{START}{host}\r\nConnection: close\r\nX-Long: {'a' * 15_000}\r\n\r\n".encode()
    with line_to(house) as line:
        for at in range(0, len(head), 1500):
            line.sendall(head[at : at + 1500])
        assert status(answer_to(line)) == 200


# Time


def slow_header(local: Local) -> float:
    """Slowloris: a header line now and then; seconds until it is over."""
    return dribbled(local, f"{START}x\r\n".encode(), b"X-A: b\r\n")


def slow_body(local: Local) -> float:
    host = local.url.removeprefix("http://")
    head = f"POST /api/session HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    head += f"Idempotency-Key: {key()}\r\nContent-Length: 3000\r\n\r\n"
    return dribbled(local, head.encode(), b" ")


def blank_lines(local: Local) -> float:
    return dribbled(local, b"\r\n", b"\r\n")


def dribbled(local: Local, first: bytes, piece: bytes, most: float = 4.0) -> float:
    began = time.monotonic()
    with line_to(local) as line, contextlib.suppress(ConnectionError):
        line.sendall(first)
        line.settimeout(0.05)
        while time.monotonic() - began < most:
            try:
                heard = line.recv(4096)
            except TimeoutError:
                line.sendall(piece)
                continue
            assert not heard or status(heard) == 408, heard
            break
    return time.monotonic() - began


def silence(local: Local) -> float:
    began = time.monotonic()
    with line_to(local) as line:
        line.settimeout(4)
        with contextlib.suppress(TimeoutError):
            line.recv(1)
    return time.monotonic() - began


def test_a_request_is_sent_in_time(house: Local) -> None:
    with beside(house):
        for attack in (slow_header, slow_body, blank_lines, silence):
            assert attack(house) < 3.5, attack.__name__


def unread_answers(local: Local) -> float:
    """Asks for large answers and reads none; seconds until the line is cut."""
    counted = local.app.state.crowd
    host = local.url.removeprefix("http://")
    ask = f"GET /api/openapi.json HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", int(local.url.rpartition(":")[2])))
        until(lambda: counted.lines == 1)
        state, sent = local.server.server_state, 0
        open_lines: Any = state.connections
        while not any(one.flow.write_paused for one in tuple(open_lines)):
            assert counted.lines
            if state.total_requests == sent:  # the system still holds what is answered
                line.sendall(ask)
                sent += 1
            time.sleep(0.001)
        began = time.monotonic()
        while time.monotonic() - began < 3 and counted.lines:
            time.sleep(0.02)
    return time.monotonic() - began


def test_who_does_not_read_is_cut_off(house: Local) -> None:
    assert unread_answers(house) < 2.8


# Crowds


def crowd(local: Local, lines: int, source: str = "127.0.0.2") -> list[socket.socket]:
    return [line_to(local, source) for _ in range(lines)]


def told(line: socket.socket) -> bytes:
    """What a line hears without having asked anything."""
    line.settimeout(0.2)
    try:
        return line.recv(4096)
    except TimeoutError:
        return b""


def refusals(local: Local, lines: int, sources: int) -> list[bytes]:
    opened = [
        line
        for at in range(sources)
        for line in crowd(local, lines // sources, f"127.0.0.{at + 2}")
    ]
    heard = [said for line in opened if (said := told(line))]
    for line in opened:
        line.close()
    return heard


def test_one_address_has_so_many_lines(tmp_path: Path) -> None:
    with open_house(tmp_path, request_seconds=20) as local, beside(local):
        heard = refusals(local, 20, 1)
        assert len(heard) == 20 - SMALL["connections_an_address"]
        assert all(status(one) == 429 and b"Retry-After: 5" in one for one in heard)
        assert b"12 connections from one address" in heard[0]
        until(lambda: local.app.state.crowd.at.keys() <= {"127.0.0.1"})


def test_the_house_is_full_at_some_point(tmp_path: Path) -> None:
    with open_house(tmp_path, request_seconds=20) as local, beside(local):
        heard = refusals(local, 40, 4)
        assert heard and all(status(one) == 503 and b"Retry-After" in one for one in heard)
        assert len(heard) >= 40 - SMALL["connections"]


def until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_everybody_who_has_left_is_forgotten(house: Local) -> None:
    """Lines, sockets and refused ones alike: a count that only grew would shut the house."""
    ann = house.person()
    ann.open("classic")
    for _ in range(15):
        with open_socket(house.url, ann) as watching:
            watching.recv(timeout=20)
        line_to(house).close()
    refusals(house, 20, 1)
    for client in house.clients:
        client.close()
    counted = house.app.state.crowd
    until(lambda: not counted.lines and not counted.at and not counted.lingering)


def test_an_address_that_asks_too_often_waits(tmp_path: Path) -> None:
    with open_house(tmp_path, visits_a_second=0.01, visit_burst=40, request_seconds=20) as local:
        web = local.client()
        answers = [web.get("/api/games") for _ in range(43)]
        refused = [one for one in answers if one.status_code == 429]
        assert len(refused) == 3 and int(refused[0].headers["retry-after"]) >= 1
        with line_to(local, "127.0.0.9") as line:  # another address is not meant
            line.sendall(f"{START}{local.url[7:]}\r\nConnection: close\r\n\r\n".encode())
            assert status(answer_to(line)) == 200


# Whose address


def forwarded(local: Local) -> set[int]:
    """New players from one address that says it is many."""
    answers = [
        local.client().post(
            "/api/session",
            json={},
            headers={"Idempotency-Key": key(), "X-Forwarded-For": f"10.0.0.{at}"},
        )
        for at in range(6)
    ]
    return {one.status_code for one in answers}


def test_a_proxy_is_believed_only_where_it_is_trusted(tmp_path: Path) -> None:
    few = {"sessions_a_minute": 0.01, "session_burst": 3, "request_seconds": 20}
    with open_house(tmp_path, **few) as local:
        assert forwarded(local) == {200, 429}
    with open_house(tmp_path, **few, trusted_proxies=True) as local:
        assert forwarded(local) == {200}


def test_behind_a_proxy_callers_are_counted_by_its_word(tmp_path: Path) -> None:
    with open_house(
        tmp_path, trusted_proxies=True, request_seconds=20, sockets_a_player=99
    ) as local:
        ann = local.person()
        ann.open("classic")
        headers = {"Cookie": cookie_of(ann), "X-Forwarded-For": "10.0.0.1"}
        with contextlib.ExitStack() as watching:

            def watch() -> Any:
                url = socket_url(local.url, ann.table)
                return connect(url, origin=local.url, additional_headers=headers)

            for _ in range(SMALL["connections_an_address"]):
                watching.enter_context(watch()).recv(timeout=20)
            with pytest.raises(InvalidStatus) as refused, watch():
                pass
            assert refused.value.response.status_code == 429
            assert ann.look()["table"]  # from another address


def test_a_household_is_one_address() -> None:
    assert address_of("2001:db8:1:2:3:4:5:6") == address_of("2001:db8:1:2::9")
    assert address_of("2001:db8:1:3::1") != address_of("2001:db8:1:2::1")
    assert address_of("::ffff:10.0.0.1") == address_of("10.0.0.1") == "10.0.0.1"
    assert address_of("fe80::1%eth0") == "fe80::/64"
    assert address_of("") == "nobody"


# Sockets


def closed_with(local: Local, act: Callable[[Any], None]) -> int:
    """The code a socket is closed with that acts so; 0 if it is not."""
    ann = local.person()
    ann.open("classic")
    ann.sit(1)
    with open_socket(local.url, ann) as line:
        line.recv(timeout=20)
        try:
            with contextlib.suppress(OSError):  # it may be closed before all is sent
                act(line)
            while True:
                line.recv(timeout=2)
        except ConnectionClosed as wrong:
            return wrong.rcvd.code if wrong.rcvd else 1006
        except TimeoutError:
            return 0


def flood_of_pings(line: Any) -> None:
    for _ in range(400):
        line.socket.sendall(masked(0x89, b"x" * 100))


def test_who_reads_too_often_waits_for_the_refusal(tmp_path: Path) -> None:
    with open_house(tmp_path, reads_a_second=0.1, read_burst=2) as local:
        ann = local.person()
        began = time.monotonic()
        said = [ann.web.get("/api/tables").status_code for _ in range(3)]
    assert said == [200, 200, 429]
    assert time.monotonic() - began > 0.4


def test_a_frame_is_what_the_library_makes_of_it() -> None:
    for size in (1, 125, 126, 65_535, 65_536):
        text = b"x" * size
        assert socket_line.text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def frames_at_once(line: Any) -> None:
    line.socket.sendall(masked(0x81, b"x") * 1000)  # one by one they are refused with 4400


def endless_pieces(line: Any) -> None:
    line.socket.sendall(masked(0x01, b"x") + masked(0x00, b"") * 500)


def masked(kind: int, payload: bytes) -> bytes:
    return struct.pack("!BB", kind, 128 + len(payload)) + bytes(4) + payload


def test_a_socket_does_not_flood(house: Local) -> None:
    with beside(house):
        for attack in (flood_of_pings, frames_at_once, endless_pieces):
            assert closed_with(house, attack) == socket_line.TOO_MANY, attack.__name__


def no_text(line: Any) -> None:
    line.socket.sendall(masked(0x81, b"\xff\xfe"))


def torn_text(line: Any) -> None:
    line.socket.sendall(masked(0x01, "€".encode()[:2]) + masked(0x80, b"x"))


def flood_of_commands(line: Any) -> None:
    asked = b'{"type":"command","action":"deal","key":"%016d","body":{"round":1}}'
    line.socket.sendall(b"".join(masked(0x81, asked % at) for at in range(3000)))


def test_a_socket_that_errs_is_one_line_in_the_log(
    house: Local, caplog: pytest.LogCaptureFixture
) -> None:
    """Seen to fail: a frame that is no text left a traceback each time, and a flood a status of
    500, as if the server had erred."""
    attacks = (no_text, torn_text, flood_of_commands)
    with caplog.at_level("INFO"):
        codes = [closed_with(house, attack) for attack in attacks]
        until(lambda: sum("SOCKET" in one.getMessage() for one in caplog.records) == len(attacks))
    assert codes[:2] == [1007, 1007]
    assert not [one for one in caplog.records if one.exc_info], caplog.text
    said = [json.loads(one.getMessage()) for one in caplog.records if "SOCKET" in one.getMessage()]
    assert 500 not in [one["status"] for one in said], said


def test_a_slow_reader_is_sent_home(house: Local) -> None:
    """It plays by POST and never reads what its socket is told, until that is too much."""
    with beside(house):
        assert slow_reader(house)
        until(lambda: not house.house.viewers.at)


def slow_reader(local: Local) -> bool:
    ann = local.person()
    ann.open("classic")
    ann.sit(1)
    raw = shaken_hands(local, ann)
    try:
        viewers = local.house.viewers
        until(lambda: bool(viewers.at))
        ends = time.monotonic() + 8
        long = f'{{"type":"pong","now":0,"pad":"{"x" * 9000}"}}'
        while viewers.at and time.monotonic() < ends:
            for one in tuple(viewers.at.get(ann.table, ())):
                viewers.tray.leave(partial(one.say, long))
            time.sleep(0.002)
        return not viewers.at
    finally:
        raw.close()


def shaken_hands(local: Local, person: Person) -> socket.socket:
    """A socket at the person's table of which nothing is read, with next to no room for it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", int(local.url.rpartition(":")[2])))
    raw.sendall(
        f"GET /api/tables/{person.table}/events HTTP/1.1\r\nHost: {local.url[7:]}\r\n"
        f"Origin: {local.url}\r\nCookie: {cookie_of(person)}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return raw


def test_who_answers_no_ping_is_gone(house: Local) -> None:
    ann = house.person()
    ann.open("classic")
    raw = shaken_hands(house, ann)
    until(lambda: bool(house.house.viewers.at))
    until(lambda: not house.house.viewers.at)
    raw.close()


# Without each limit


WITHOUT: dict[str, tuple[dict[str, Any], Callable[[Local], bool]]] = {
    "url": ({"url_bytes": NEVER, "header_bytes": NEVER}, lambda at: endless_url(at) == 414),
    "header": ({"header_bytes": NEVER}, lambda at: endless_header(at) == 431),
    "slowloris": ({"request_seconds": NEVER}, lambda at: slow_header(at) < 3.5),
    "body": ({"request_seconds": NEVER}, lambda at: slow_body(at) < 3.5),
    "silence": ({"request_seconds": NEVER}, lambda at: silence(at) < 3.5),
    "unread": ({"slow_seconds": NEVER, "idle_seconds": 60}, lambda at: unread_answers(at) < 2.8),
    "crowd": ({"connections_an_address": NEVER}, lambda at: bool(refusals(at, 20, 1))),
    "full": ({"connections": NEVER}, lambda at: bool(refusals(at, 40, 4))),
    "reader": ({"slow_seconds": NEVER, "ping_seconds": NEVER}, slow_reader),
}


@pytest.mark.nightly
@pytest.mark.parametrize("limit", WITHOUT)
def test_without_its_limit_each_attack_succeeds(limit: str, tmp_path: Path) -> None:
    off, is_met = WITHOUT[limit]
    with open_house(tmp_path, **off) as local:
        assert not is_met(local)


# Settings


def test_every_number_is_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLECARD_URL_BYTES", "1234")
    monkeypatch.setenv("HOLECARD_SLOW_SECONDS", "2.5")
    found = from_environment()
    assert (found.url_bytes, found.slow_seconds) == (1234, 2.5)
