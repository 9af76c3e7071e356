"""A player who goes on through everything: asks again with the same key until answered, and keeps
every table and every answer that was heard."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import TYPE_CHECKING, Any

from tests.faults.network import Answered, Lost, Wire
from tests.people.watcher import messages

if TYPE_CHECKING:
    from tests.faults.world import World

TRIES = 400
Heard = tuple[int, str]  # a table's version, and the table as JSON


class Player:
    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.draw = world.draw
        self.cookie = self.player = ""
        self.tables: list[Heard] = []
        self.answers: list[tuple[str, int, str]] = []  # key, status, body
        self.entropy: dict[int, str] = {}
        self.wire: Wire | None = None
        self.waiting: dict[str, asyncio.Future[Answered]] = {}
        self.keys = 0

    # Speaking

    def key(self) -> str:
        self.keys += 1
        return f"seat-{self.seat}-number-{self.keys:08d}"

    async def get(self, path: str) -> Answered:
        for _ in range(TRIES):
            try:
                answered = await self.world.network.ask("GET", path, None, {"cookie": self.cookie})
            except Lost:
                await asyncio.sleep(0.1)
                continue
            if answered.status < 500:
                return answered
            await asyncio.sleep(0.1)
        raise AssertionError(f"never answered: {path}")

    async def post(self, path: str, body: Any) -> Answered:
        """The same key until there is an answer; over the socket now and then."""
        key = self.key()
        for _ in range(TRIES):
            try:
                answered = await self.say(key, path, body)
            except Lost:
                await asyncio.sleep(0.05)
                continue
            if answered.status < 500:
                if path != "/api/session":
                    self.answers.append((key, answered.status, answered.text))
                return answered
            assert answered.status == 503, answered.text
            await asyncio.sleep(0.1)
        raise AssertionError(f"never answered: {path}")

    async def say(self, key: str, path: str, body: Any) -> Answered:
        if path.startswith("/api/tables/") and self.wire and self.draw.random() < 0.7:
            return await self.speak(self.wire, key, path.rpartition("/")[2], body)
        headers = {
            "cookie": self.cookie,
            "content-type": "application/json",
            "idempotency-key": key,
        }
        return await self.world.network.ask("POST", path, body, headers)

    async def speak(self, wire: Wire, key: str, action: str, body: Any) -> Answered:
        waiting = self.waiting[key] = asyncio.get_running_loop().create_future()
        try:
            said = {"type": "command", "action": action, "key": key, "body": body}
            wire.send(json.dumps(said))
            return await asyncio.wait_for(waiting, 8.0)
        except (TimeoutError, Lost) as wrong:
            wire.break_off()
            self.wire = None
            raise Lost("over the socket") from wrong
        finally:
            self.waiting.pop(key, None)

    def hear(self, frame: str) -> None:
        for text in messages(frame):
            said = json.loads(text)
            if said["type"] == "table":
                self.tables.append((said["version"], text.partition(',"table":')[2][:-1]))
            elif said["type"] == "answer":
                waiting = self.waiting.get(said["key"])
                if waiting is not None and not waiting.done():
                    body = text.partition(',"body":')[2][:-1]
                    waiting.set_result(Answered(said["status"], body))

    # Playing

    async def run(self) -> None:
        await self.arrive()
        while not self.world.over:
            await self.act()
            await asyncio.sleep(self.draw.uniform(0, 0.3))

    async def fidget(self) -> None:
        """Beside the game: another name, a purse asked for, the lobby, a second look."""
        while not self.player:
            await asyncio.sleep(0.05)
        while not self.world.over:
            await asyncio.sleep(self.draw.uniform(0.02, 0.6))
            what = self.draw.choice(("name", "name", "refill", "lobby", "look"))
            if what == "name":
                await self.post("/api/session/name", {"name": f"Guest {self.draw.randrange(100)}"})
            elif what == "refill":
                await self.post("/api/session/refill", {})
            elif what == "lobby":
                await self.get("/api/tables")
            elif self.world.table:
                await self.look()

    async def arrive(self) -> None:
        while not self.player:
            answered = await self.post("/api/session", {})
            if answered.status == 200:
                self.cookie, self.player = answered.cookie, answered.json()["player"]

    def at(self, action: str) -> str:
        return f"/api/tables/{self.world.table}/{action}"

    async def look(self) -> Any:
        answered = await self.get(f"/api/tables/{self.world.table}")
        assert answered.status == 200, answered.text
        seen = answered.json()
        text = answered.text[len('{"table":') :].partition(',"you":')[0]
        self.tables.append((seen["table"]["version"], text))
        return seen

    async def act(self) -> None:
        if self.wire is None or self.wire.closed:
            self.wire = None
            if self.draw.random() < 0.5:
                await self.dial()
        seen = await self.look()
        you, table = seen["you"], seen["table"]
        if not you["seats"]:
            await self.post(self.at("seats"), {"seats": [self.seat]})
        elif you["needs_commitment"] or you["needs_entropy"]:
            await self.mix(you)
        elif table["phase"] == "betting":
            await self.bet(table)
        elif you["asked"]:
            felt = table["round"]
            body = {"round": felt["number"], "step": felt["step"], "seat": felt["asked_seat"],
                    "choice": self.draw.choice(felt["legal"])}  # fmt: skip
            if self.draw.random() < 0.05:
                await asyncio.sleep(self.draw.uniform(5, 15))  # the clock chooses
            await self.post(self.at("choose"), body)
        else:
            await asyncio.sleep(self.draw.uniform(0, 1.0))

    async def dial(self) -> None:
        try:
            wire = Wire(self.world.network, self.world.table, self.cookie, self.hear)
        except Lost:
            return
        await asyncio.wait_for(wire.open.wait(), None)
        self.wire = None if wire.closed else wire

    async def mix(self, you: Any) -> None:
        for number in you["needs_commitment"]:
            secret = self.entropy[number] = self.draw.randbytes(32).hex()
            digest = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
            await self.post(self.at("entropy"), {"shoe": number, "commitment": digest})
        for number in you["needs_entropy"]:
            body = {"shoe": number, "entropy": self.entropy[number]}
            await self.post(self.at("entropy"), body)

    async def bet(self, table: Any) -> None:
        number = table["next_round"]
        if not table["chairs"][self.seat - 1]["bets"]:
            stake = self.draw.choice((500, 1000))
            seats = [{"seat": self.seat, "bets": [{"wager": "main", "stake": stake}]}]
            await self.post(self.at("bets"), {"round": number, "seats": seats})
        await self.post(self.at("deal"), {"round": number})
