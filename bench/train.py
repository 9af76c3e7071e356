"""Training: python -m bench.train

How long a question and its grade take, by drill, in this process and without the solver; and the
coach's once it is warm. With --beside N, N players at tables and N trainees at one server: the
tables' waits with and without the trainees, as `bench.load` measures them. Prints one JSON object
with how busy the machine was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
import time
from typing import Any

from bench.load import SETTLE_SECONDS, Servers, cpu_seconds, figures, serving, some_database
from bench.player import Player, Tally
from holecard.games import CATALOGUE
from holecard.train.drills import make_item
from holecard.train.item import Setting

TRIES = 4
DRILLS = ("settle", "next", "pay", "error", "know")


def waits_of(drill: str, games: list[str], each: int) -> list[float]:
    """Seconds of this process a question takes, every one another: what else the machine does is
    not in it."""
    found = []
    for game in games:
        setting = Setting(CATALOGUE[game], 3)
        make_item(setting, drill, 0)
        for number in range(1, each + 1):
            began = time.process_time()
            make_item(setting, drill, number)
            found.append(time.process_time() - began)
    return found


def told_of(waits: list[float]) -> dict[str, float]:
    waits.sort()
    shares = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "max_ms": 1}
    return {name: round(1000 * waits[int((len(waits) - 1) * share)], 1)
            for name, share in shares.items()} | {"questions": len(waits)}  # fmt: skip


class Trainee:
    """Asks and answers over one line of its own, with a pause to think."""

    def __init__(self, port: int, tally: Tally, think: float) -> None:
        self.port, self.tally, self.think = port, tally, think
        self.cookie = ""

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer; where the server has its hands full, asked again as the pages do."""
        for attempt in range(1, TRIES + 1):
            status, answer = await self.ask(method, path, body)
            if status != 503:
                break
            self.tally.stale += 1
            await asyncio.sleep(0.3 * 2**attempt)
        if status != 200:
            self.tally.errors.append(f"{status} {answer}")
        return answer

    async def ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {secrets.token_hex(16)}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        named = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        if "set-cookie" in named:
            at = head.lower().index("set-cookie: ") + 12
            self.cookie = head[at:].partition(";")[0]
        answer = json.loads(await self.reader.readexactly(int(named["content-length"])))
        return int(head.split()[1]), answer

    async def arrive(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        await self.call("POST", "/api/session", {})

    async def train(self, until: float) -> None:
        await asyncio.sleep(random.uniform(0, self.think))
        while time.perf_counter() < until:
            body = {"drill": "pay", "seed": random.randrange(10**6), "items": 20}
            run = await self.call("POST", "/api/train/games/breakout/runs", body)
            for place in range(20):
                if time.perf_counter() > until or "run" not in run:
                    break
                began = time.perf_counter()
                at = f"/api/train/runs/{run['run']}"
                asked = await self.call("GET", f"{at}/questions/{place}")
                if "question" not in asked:
                    break
                self.tally.waits.append(time.perf_counter() - began)
                await asyncio.sleep(self.think * random.uniform(0.5, 1.5))
                row = asked["question"]["asks"][0]
                names = ("seat", "wager", "hand")
                paid = {name: row[name] for name in names} | {"verdict": "pay", "cents": 500}
                said = {"place": place, "step": None, "ms": 900, "answer": {"wagers": [paid]}}
                await self.call("POST", f"{at}/answers", said)


async def evening(servers: Servers, given: argparse.Namespace, trainees: int) -> dict[str, Any]:
    """Players at tables, four to each, and trainees beside them."""
    ((port, server),) = servers.items()
    tables, school = Tally(), Tally()
    players = [Player(port, tables, given.think) for _ in range(given.beside)]
    for start in range(0, given.beside, 4):
        group = players[start : start + 4]
        for one in group:
            await one.arrive()
        table = await group[0].open("classic")
        for seat, one in enumerate(group, 1):
            await one.sit(table, seat)
    pupils = [Trainee(port, school, given.think) for _ in range(trainees)]
    for pupil in pupils:
        await pupil.arrive()
    for pupil in pupils[:1]:  # starts the drills' worker, as the first trainee of a day does
        await pupil.train(time.perf_counter() + SETTLE_SECONDS)
    school.waits.clear()
    began, used = time.perf_counter(), cpu_seconds([server.pid])
    until = began + given.seconds
    await asyncio.gather(
        *(one.play(until) for one in players), *(one.train(until) for one in pupils)
    )
    took = time.perf_counter() - began
    told: dict[str, Any] = {"trainees": trainees, "tables": figures(tables, took)}
    told["server_cpu_seconds"] = round(cpu_seconds([server.pid]) - used, 2)
    told |= {"questions": figures(school, took)} if trainees else {}
    for one in players:
        one.line.transport.close()
    for pupil in pupils:
        pupil.writer.close()
    return told | {"load_average": round(os.getloadavg()[0], 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=20, help="questions of a drill of a game")
    parser.add_argument("--coach", action="store_true", help="the coach's questions too: it solves")
    parser.add_argument("--beside", type=int, default=0, help="players, and as many trainees")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--port", type=int, default=8098)
    given = parser.parse_args(sys.argv[1:] if sys.argv[0].endswith("train.py") else [])
    given.database, given.postgres = "", False
    games = list(CATALOGUE)
    told: dict[str, Any] = {one: told_of(waits_of(one, games, given.each)) for one in DRILLS}
    told["solver_loaded"] = "numba" in sys.modules
    if given.coach:
        told["play"] = told_of(waits_of("play", ["classic", "burnout"], given.each))
    told["cores"], told["load_average"] = os.cpu_count(), round(os.getloadavg()[0], 2)
    if given.beside:
        with some_database(given) as database, serving(database, given.port, 1) as servers:
            told["alone"] = asyncio.run(evening(servers, given, 0))
            told["beside"] = asyncio.run(evening(servers, given, given.beside))
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
