"""200 seated WebSocket players, acting as fast as they are asked: python -m bench.load

Starts a server on SQLite (or --database URL) in a process of its own, seats the players four to a
table, and measures from sending a command to the socket message that shows its effect. Prints one
JSON object: actions, rate, p50, p99, errors, the server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

ORIGIN = "http://127.0.0.1:{}"
LIMITS = ("COMMANDS_A_SECOND", "COMMAND_BURST", "READS_A_SECOND", "READ_BURST",
          "SESSIONS_A_MINUTE", "SESSION_BURST")  # fmt: skip


class Line:
    """One kept-alive HTTP connection, as little work as possible on this side."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = json.dumps(body).encode()
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {secrets.token_hex(16)}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(one.split(": ", 1) for one in head.split("\r\n")[1:] if ": " in one)
        found = {key.lower(): value for key, value in fields.items()}
        answer = await reader.readexactly(int(found["content-length"]))
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return int(head.split()[1]), json.loads(answer)


@dataclass
class Tally:
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    refused: int = 0  # stale: another player's event crossed the command
    rounds: int = 0


class Player:
    def __init__(self, port: int, tally: Tally, think: float) -> None:
        self.line = Line(port)
        self.port = port
        self.tally = tally
        self.think = think
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.version = -1
        self.changed = asyncio.Condition()
        self.entropy: dict[int, str] = {}

    async def arrive(self) -> None:
        await self.line.post("/api/session", {})

    async def sit(self, table: str, seat: int) -> None:
        self.at = f"/api/tables/{table}"
        await self.line.post(f"{self.at}/seats", {"seats": [seat]})
        self.seat = seat
        url = f"ws://127.0.0.1:{self.port}{self.at}/events"
        self.socket = await websockets.connect(
            url,
            origin=ORIGIN.format(self.port),  # type: ignore[arg-type]
            additional_headers={"Cookie": self.line.cookie},
            compression=None,
            max_size=None,
        )
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for frame in self.socket:
            message = json.loads(frame)
            async with self.changed:
                if message["type"] == "table":
                    self.table, self.version = message["table"], message["version"]
                else:
                    self.you = message["you"]
                self.changed.notify_all()

    async def act(self, action: str, body: dict[str, Any]) -> None:
        """Send, and wait until the socket has shown it."""
        began = time.perf_counter()
        status, answer = await self.line.post(f"{self.at}/{action}", body)
        if status == 409:
            self.tally.refused += 1
            return
        if status != 200:
            self.tally.errors.append(f"{status} {answer}")
            return
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= answer["version"])
        self.tally.waits.append(time.perf_counter() - began)

    async def play(self, until: float) -> None:
        done = -1
        await asyncio.sleep(random.uniform(0, self.think))
        while time.perf_counter() < until:
            if self.you.get("needs_commitment"):
                number = self.you["needs_commitment"][0]
                self.entropy[number] = secrets.token_hex(32)
                digest = hashlib.sha256(bytes.fromhex(self.entropy[number])).hexdigest()
                await self.act("entropy", {"shoe": number, "commitment": digest})
            elif self.you.get("needs_entropy"):
                number = self.you["needs_entropy"][0]
                await self.act("entropy", {"shoe": number, "entropy": self.entropy[number]})
            elif self.table.get("phase") == "betting" and done != self.table["next_round"]:
                number = self.table["next_round"]
                bets = [{"wager": "main", "stake": 500}]
                seats = [{"seat": self.seat, "bets": bets}]
                await self.act("bets", {"round": number, "seats": seats})
                await self.act("deal", {"round": number})
                chair = self.table["chairs"][self.seat - 1]
                if chair["confirmed"] or self.table["next_round"] != number:
                    done = number
            elif self.you.get("asked"):
                felt = self.table["round"]
                hit = "hit" in felt["legal"] and felt["step"] % 3 == 0
                choice = "hit" if hit else felt["legal"][0 if "stand" in felt["legal"] else -1]
                body = {"round": felt["number"], "step": felt["step"], "seat": felt["asked_seat"],
                        "choice": choice}  # fmt: skip
                await self.act("choose", body)
            else:
                await self.wait_for_change()
                continue
            if self.think:
                await asyncio.sleep(self.think * random.uniform(0.5, 1.5))

    async def wait_for_change(self) -> None:
        async with self.changed:
            try:
                await asyncio.wait_for(self.changed.wait(), 0.5)
            except TimeoutError:
                return


async def run(port: int, given: argparse.Namespace) -> dict[str, Any]:
    tally = Tally()
    players = [Player(port, tally, given.think) for _ in range(given.players)]
    for start in range(0, given.players, given.seats):
        group = players[start : start + given.seats]
        for one in group:
            await one.arrive()
        _, opened = await group[0].line.post("/api/tables", {"game": given.game})
        for seat, one in enumerate(group, 1):
            await one.sit(opened["table"], seat)
    began = time.perf_counter()
    await asyncio.gather(*(one.play(began + given.seconds) for one in players))
    took = time.perf_counter() - began
    for one in players:
        one.listening.cancel()
        await one.socket.close()
    waits = sorted(tally.waits)
    return {
        "players": given.players,
        "tables": -(-given.players // given.seats),
        "seconds": round(took, 1),
        "actions": len(waits),
        "actions_a_second": round(len(waits) / took, 1),
        "p50_ms": round(1000 * waits[len(waits) // 2], 1),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
        "max_ms": round(1000 * waits[-1], 1),
        "errors": len(tally.errors),
        "first_error": tally.errors[:1],
        "stale": tally.refused,
    }


def start_server(database: str, port: int) -> subprocess.Popen[bytes]:
    limits = {f"HOLECARD_{name}": "1000000" for name in LIMITS}
    words = [sys.executable, "-m", "holecard", "serve", "--port", str(port), "--quiet"]
    return subprocess.Popen(
        [*words, "--database", database],
        env={**os.environ, **limits},
        stdout=subprocess.DEVNULL,
    )


def memory_mb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return round(int(text.partition("VmHWM:")[2].split()[0]) / 1024, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4, help="players at each table")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=0.0, help="seconds between actions")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = start_server(given.database or f"{folder}/load.db", given.port)
        try:
            time.sleep(4)
            told = asyncio.run(run(given.port, given))
            told["server_memory_mb"] = memory_mb(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    told["server_cpu_seconds"] = round(used.ru_utime + used.ru_stime, 1)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
