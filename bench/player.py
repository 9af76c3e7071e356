"""A player for the load bench: a socket of its own, commands over it, as little work as possible on
this side, since both sides share the machine."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import secrets
import struct
import time
from dataclasses import dataclass, field
from typing import Any

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
TABLE, YOU, ANSWER = b'[{"type":"table","version":', b',{"type":"you",', b',{"type":"answer",'
NO_MASK = bytes(4)  # clients must mask; a mask of zeros leaves the bytes as they are


class Line(asyncio.Protocol):
    """The client's half of a WebSocket: whole text frames in and out."""

    def __init__(self, request: bytes, heard: Any) -> None:
        self.request = request
        self.heard = heard
        self.data = bytearray()
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, wrong: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.open.done():
            head, end, rest = self.data.partition(b"\r\n\r\n")
            if not end:
                return
            self.data = rest
            self.open.set_result(head.startswith(b"HTTP/1.1 101"))
        while (frame := self.frame()) is not None:
            kind, payload = frame
            if kind == TEXT:
                self.heard(payload)
            elif kind == PING:
                self.send(payload, PONG)

    def frame(self) -> tuple[int, bytes] | None:
        data = self.data
        if len(data) < 4:
            return None
        size, start = data[1], 2
        if size == 126:
            size, start = struct.unpack_from("!H", data, 2)[0], 4
        elif size == 127:
            if len(data) < 10:
                return None
            size, start = struct.unpack_from("!Q", data, 2)[0], 10
        if len(data) < start + size:
            return None
        found = data[0], bytes(data[start : start + size])
        del data[: start + size]
        return found

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        size = len(payload)
        length = bytes([128 + size]) if size < 126 else struct.pack("!BH", 254, size)
        self.transport.write(bytes([kind]) + length + NO_MASK + payload)


async def post(port: int, path: str, cookie: str, body: Any) -> tuple[dict[str, Any], str]:
    """One HTTP command on a connection of its own: only for arriving and sitting down."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nIdempotency-Key: {secrets.token_hex(16)}\r\n"
        f"Connection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode()
        + data
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    given = [one for one in head.decode().split("\r\n") if one.lower().startswith("set-cookie:")]
    return json.loads(answer), given[0][11:].strip().partition(";")[0] if given else cookie


@dataclass
class Tally:
    waits: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)  # when each of them was over
    errors: list[str] = field(default_factory=list)
    stale: int = 0  # refused because another player's event crossed the command


class Player:
    def __init__(self, port: int, tally: Tally, think: float) -> None:
        self.port = port
        self.tally = tally
        self.think = think
        self.cookie = ""
        self.text = b""  # the latest table message, read only when it is needed
        self.version = -1
        self.you: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.changed = asyncio.Event()
        self.entropy: dict[int, str] = {}

    async def arrive(self) -> None:
        _, self.cookie = await post(self.port, "/api/session", "", {})

    async def open(self, game: str) -> str:
        opened, _ = await post(self.port, "/api/tables", self.cookie, {"game": game})
        return str(opened["table"])

    async def sit(self, table: str, seat: int) -> None:
        self.seat = seat
        at = f"/api/tables/{table}"
        await post(self.port, f"{at}/seats", self.cookie, {"seats": [seat]})
        host, key = f"127.0.0.1:{self.port}", base64.b64encode(secrets.token_bytes(16)).decode()
        request = (
            f"GET {at}/events HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Cookie: {self.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        loop = asyncio.get_running_loop()
        _, self.line = await loop.create_connection(
            lambda: Line(request, self.heard), "127.0.0.1", self.port
        )
        assert await self.line.open, "no socket"

    def heard(self, frame: bytes) -> None:
        """A table is most of what is sent, and is read only when it is needed."""
        rest = frame
        if frame.startswith(TABLE):
            end = min(at for at in (frame.find(YOU), frame.find(ANSWER), len(frame) - 1) if at > 0)
            self.text, rest = frame[1:end], b"[" + (frame[end + 1 :] or b"]")
            self.version = int(frame[len(TABLE) : frame.index(b",", len(TABLE))])
        for message in json.loads(rest):
            if message["type"] == "you":
                self.you = message["you"]
            elif message["type"] == "answer":
                self.answers[message["key"]] = message
        self.changed.set()

    @property
    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)["table"]
        return found

    async def change(self) -> None:
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), 0.5)
        except TimeoutError:
            if self.line.lost:
                self.tally.errors.append("the socket was closed")

    async def act(self, action: str, body: dict[str, Any]) -> None:
        """Send, and wait until the socket has shown the effect."""
        if self.think:
            await asyncio.sleep(self.think * random.uniform(0.5, 1.5))
        key, began = secrets.token_hex(16), time.perf_counter()
        command = {"type": "command", "action": action, "key": key, "body": body}
        self.line.send(json.dumps(command).encode())
        while key not in self.answers and not self.line.lost:
            await self.change()
        answer = self.answers.pop(key, {"status": 0, "body": {}})
        if answer["status"] == 409:
            self.tally.stale += 1
        elif answer["status"] != 200:
            self.tally.errors.append(f"{answer['status']} {answer['body']}")
        else:
            while self.version < answer["body"]["version"] and not self.line.lost:
                await self.change()
            self.tally.ends.append(time.perf_counter())
            self.tally.waits.append(self.tally.ends[-1] - began)

    async def play(self, until: float) -> None:
        done = -1
        await asyncio.sleep(random.uniform(0, self.think))
        while time.perf_counter() < until and not self.line.lost:
            if self.you.get("needs_commitment"):
                number = self.you["needs_commitment"][0]
                self.entropy[number] = secrets.token_hex(32)
                digest = hashlib.sha256(bytes.fromhex(self.entropy[number])).hexdigest()
                await self.act("entropy", {"shoe": number, "commitment": digest})
            elif self.you.get("needs_entropy"):
                number = self.you["needs_entropy"][0]
                await self.act("entropy", {"shoe": number, "entropy": self.entropy[number]})
            elif self.you.get("asked"):
                await self.choose()
            elif b'"phase":"betting"' in self.text and (number := self.next_round()) != done:
                if await self.bet(number):
                    done = number
            else:
                await self.change()

    def next_round(self) -> int:
        at = self.text.index(b'"next_round":') + 13
        return int(self.text[at : self.text.index(b",", at)])

    async def bet(self, number: int) -> bool:
        seats = [{"seat": self.seat, "bets": [{"wager": "main", "stake": 500}]}]
        await self.act("bets", {"round": number, "seats": seats})
        await self.act("deal", {"round": number})
        table = self.table
        return bool(table["chairs"][self.seat - 1]["confirmed"] or table["next_round"] != number)

    async def choose(self) -> None:
        felt = self.table["round"]
        hit = "hit" in felt["legal"] and felt["step"] % 3 == 0
        choice = "hit" if hit else felt["legal"][0 if "stand" in felt["legal"] else -1]
        if felt["asked_seat"]:
            body = {"round": felt["number"], "step": felt["step"], "seat": felt["asked_seat"]}
            await self.act("choose", {**body, "choice": choice})
        else:
            await self.change()
