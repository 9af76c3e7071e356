"""P7: nothing anyone sends breaks the server: no 5xx, no trace, no changed balance, for anybody.

Seen to fail: with `Counted` passing everything through (a chunked body is read to its end); with
RequestValidationError left to FastAPI (the codes are gone); with `read_frame` letting
ValidationError out.
"""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from holecard.server.store.ledger import audit
from tests.people.person import Person, key
from tests.people.watcher import cookie_of, open_socket
from tests.server.conftest import Local

EXAMPLES, EXAMPLES_ALL_NIGHT = 3, 160


def fuzz(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def balances(web: Local) -> dict[str, int]:
    with web.house.store.read() as connection:
        assert audit(connection) == []
        rows = connection.exec_driver_sql("SELECT account, balance FROM accounts")
        return {row[0]: row[1] for row in rows}


def check_answer(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    if answer.text == "Invalid HTTP request received.":
        return  # what is no HTTP is uvicorn's to refuse
    if answer.status_code >= 400:
        said = answer.json()
        assert set(said) == {"code", "message"} and "/" in said["code"]


@pytest.fixture
def busy(web: Local) -> Person:
    """A table in mid-round, so that there is something to break."""
    ann = web.person()
    ann.open("burnout")
    ann.sit(1, 2)
    felt = ann.start()
    while felt["done"]:
        felt = ann.start()
    return ann


def test_requests_made_from_the_schema(web: Local, busy: Person) -> None:
    """Schemathesis on every third operation (at night on all): what the schema allows, and what it
    does not."""
    assert send_schema(web, busy, EXAMPLES, every=3) > 40


@pytest.mark.nightly
def test_requests_made_from_the_schema_all_night(web: Local, busy: Person) -> None:
    assert send_schema(web, busy, EXAMPLES_ALL_NIGHT) > 5_000


def send_schema(web: Local, busy: Person, examples: int, every: int = 1) -> int:
    import schemathesis  # a second to load, for this one test

    cookie = cookie_of(busy)
    schema = schemathesis.openapi.from_url(f"{web.url}/api/openapi.json")
    operations: list[Any] = [one.ok() for one in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 20
    sent = 0

    for operation in operations[::every]:
        if operation.path.endswith(("/edges", "/hint", "/mistakes")):
            continue  # slow, and not about parsing
        for mode in schemathesis.GenerationMode:

            @fuzz(examples)
            @given(case=operation.as_strategy(generation_mode=mode), at_table=st.booleans())
            def send(case: Any, at_table: bool) -> None:
                nonlocal sent
                if at_table and "id" in (case.path_parameters or {}):
                    case.path_parameters["id"] = busy.table
                if case.method == "DELETE":
                    return
                headers = {**(case.headers or {}), "Cookie": cookie}
                headers.setdefault("Idempotency-Key", key())
                case.headers = headers
                sent += 1
                check_answer(case.call(base_url=web.url))

            try:
                send()
            except Exception as wrong:
                if type(wrong).__name__ != "Unsatisfiable":
                    raise
    balances(web)  # the books still fit
    return sent


NASTY: list[Any] = [
    None, True, -1, 0, 1.5, 1e308, float("nan"), float("inf"), 2**63, 2**70, 10**400, "", "\x00",
    "\ud800", "é" * 1000, [], {}, [[]] * 50, {"a": {"a": {}}}, "main", "1", "💥", "../..", "%00",
]  # fmt: skip


def well_made(busy: Person) -> dict[str, dict[str, Any]]:
    """Commands that are refused only because of how things stand: in mid-round, not one's seat."""
    felt = busy.round()
    return {
        "choose": {"round": felt["number"], "step": felt["step"], "seat": 3, "choice": "hit"},
        "bets": {"round": 1, "seats": [{"seat": 1, "bets": [{"wager": "main", "stake": 1000}]}]},
        "deal": {"round": 1},
        "seats": {"seats": [1]},
        "leave": {"seats": [1]},
        "entropy": {"shoe": 1, "entropy": "ab" * 32},
    }


def test_commands_with_wrong_values_change_nothing(web: Local, busy: Person) -> None:
    before, version = balances(web), busy.look()["table"]["version"]
    for action, body in well_made(busy).items():
        for field in (*body, "extra"):
            for nasty in NASTY:
                raw = json.dumps({**body, field: nasty}).encode()
                headers = {"Idempotency-Key": key(), "Content-Type": "application/json"}
                answer = busy.web.post(busy.at(action), content=raw, headers=headers)
                check_answer(answer)
                assert answer.status_code >= 400, (action, field, nasty)
    assert balances(web) == before
    assert busy.look()["table"]["version"] == version


BODIES = [
    b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe{}", b"{}" * 10, b"[" * 5000, b'{"a":' * 3000,
    b'{"round": ' + b"9" * 5000 + b"}", b'{"round": NaN}', b'{"round": 1e999}', b"\x00" * 100,
    b'{"seats": "\\ud800"}', b"x" * 40_000, b"{" + b" " * 31_000 + b"}",
]  # fmt: skip


@pytest.mark.parametrize("action", ["bets", "choose", "entropy"])
def test_bodies_that_are_no_command(web: Local, busy: Person, action: str) -> None:
    before = balances(web)
    for body in BODIES:
        headers = {"Idempotency-Key": key(), "Content-Type": "application/json"}
        check_answer(busy.web.post(busy.at(action), content=body, headers=headers))
    assert balances(web) == before


def test_a_body_without_a_length_is_cut_off(web: Local, busy: Person) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(5):
            yield b" " * 10_000

    headers = {"Idempotency-Key": key(), "Content-Type": "application/json"}
    answer = busy.web.post(busy.at("bets"), content=chunks(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/too_large")


def raw(web: Local, data: bytes) -> bytes:
    host, port = web.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as line:
        line.settimeout(2)
        try:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            return line.recv(65536)
        except OSError:
            return b""


def test_bytes_that_are_no_http(web: Local, busy: Person) -> None:
    draw = random.Random(6)
    host = web.url.removeprefix("http://").encode()
    requests = [
        b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET /" + b"a" * 50_000,
        b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n\r\nZ",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nHost: evil\r\n\r\n",
        b"GET /api/tables/" + b"%ff%00" * 50 + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
        *(draw.randbytes(draw.randint(1, 300)) for _ in range(30)),
    ]  # fmt: skip
    for data in requests:
        answer = raw(web, data)
        assert b" 500 " not in answer.split(b"\r\n")[0] and b"Traceback" not in answer
    assert busy.round()["asked_seat"]  # alive and well


FRAMES: list[str | bytes] = [
    "", "x", "{}", "[]", "null", '{"type":"table"}', '{"type":"ping","x":1}', "[" * 3000,
    '{"type":' * 400, "\ud7ff", b"\x00\xff", b"{}", "NaN", '{"type":"ping"}' * 5, "9" * 4000,
]  # fmt: skip


def test_frames_that_are_no_message(web: Local, busy: Person) -> None:
    """Each is refused in words; the fifth wrong one ends the conversation, nobody else's."""
    with open_socket(web.url, busy) as good:
        good.recv(timeout=20)
        for start in range(0, len(FRAMES), 5):
            with open_socket(web.url, busy) as line:
                with pytest.raises(ConnectionClosed) as closed:
                    for frame in FRAMES[start : start + 5]:
                        line.send(frame)
                    heard = []
                    while True:
                        heard.append(json.loads(line.recv(timeout=20)))
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400
                refused = [one for one in heard if one["type"] == "refused"]
                assert refused and all("/" in one["code"] for one in refused)
        with open_socket(web.url, busy) as line, pytest.raises(ConnectionClosed) as closed:
            line.send("x" * 10_000_000)
            while True:
                line.recv(timeout=20)
        good.send('{"type":"ping"}')
        while json.loads(good.recv(timeout=20))["type"] != "pong":
            pass


def wrong_frame(good: dict[str, dict[str, Any]], draw: random.Random) -> str | bytes:
    """A command that cannot be done, or something that is no command at all."""
    action, body = draw.choice(list(good.items()))
    command: dict[str, Any] = {"type": "command", "action": action, "key": key(), "body": body}
    kind = draw.randrange(6)
    if kind == 0:
        command["body"] = {**body, draw.choice((*body, "extra")): draw.choice(NASTY)}
    elif kind == 1:
        command[draw.choice((*command, "extra"))] = draw.choice(NASTY)
    text = json.dumps(command)
    if kind == 2:
        at = draw.randrange(len(text))
        text = text[:at] + chr(draw.randrange(1, 0xD7FF)) + text[at + draw.randrange(3) :]
    elif kind == 3:
        text = text[: draw.randrange(len(text))]
    elif kind == 4:
        text = json.dumps(draw.choice(NASTY)) if draw.random() < 0.5 else "[" * draw.randrange(9999)
    return draw.randbytes(draw.randrange(200)) if kind == 5 else text


def send_frames(web: Local, busy: Person, frames: int, seed: int) -> None:
    """Whatever is said, each answer is a refusal with a code, and nothing at the table changes."""
    before, version = balances(web), busy.look()["table"]["version"]
    good, draw, answered, closed = well_made(busy), random.Random(seed), 0, 0
    while frames > 0:
        with open_socket(web.url, busy) as line:
            try:
                for _ in range(10):
                    line.send(wrong_frame(good, draw))
                    frames -= 1
                line.send('{"type":"ping"}')
                while (said := json.loads(line.recv(timeout=20)))["type"] != "pong":
                    if said["type"] == "answer":
                        assert 400 <= said["status"] < 500 and "/" in said["body"]["code"], said
                        answered += 1
                    else:
                        assert said["type"] in ("table", "you", "refused"), said
            except ConnectionClosed as wrong:
                assert wrong.rcvd is not None and wrong.rcvd.code == 4400, wrong
                closed += 1
    assert answered > 20 and closed > 5
    assert balances(web) == before
    assert busy.look()["table"]["version"] == version


def test_frames_that_cannot_be_done(web: Local, busy: Person) -> None:
    send_frames(web, busy, 600, 7)


@pytest.mark.nightly
def test_frames_that_cannot_be_done_all_night(web: Local, busy: Person) -> None:
    for seed in range(10):
        send_frames(web, busy, 2_000, 100 + seed)


def test_frames_that_break_the_protocol(web: Local, busy: Person) -> None:
    """Bad UTF-8, reserved bits, unmasked and endless frames, straight onto the wire."""
    for junk in (
        b"\x81\x82\x00\x00\x00\x00\xff\xfe", b"\xf1\x80\x00\x00\x00\x00", b"\x81\x02hi",
        b"\x81\xff" + b"\xff" * 8, b"\x8f\x80\x00\x00\x00\x00", b"\x01\x80\x00\x00\x00\x00" * 9,
    ):  # fmt: skip
        with open_socket(web.url, busy) as line:
            line.recv(timeout=20)
            line.socket.sendall(junk)
            with pytest.raises((ConnectionClosed, TimeoutError)):
                for _ in range(4):
                    line.recv(timeout=0.3)
    assert busy.round()["asked_seat"]
