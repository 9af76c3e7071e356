"""Players who bet without end at a server that is killed under them, and note what was answered."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from holecard.server.table.commands import COMMANDS
from tests.people.person import Person, key
from tests.people.watcher import open_socket

TRIES = 1000
AGAIN = 0.05  # seconds: a dozen who knock more often leave the server no time to come back


@dataclass
class Gambler:
    """Bets and plays without end; knows what was acknowledged. Says everything by POST."""

    url: str
    seed: int
    stop: threading.Event
    acked: list[tuple[str, str, int, str]] = field(default_factory=list)  # key, path, status, body
    retried: int = 0
    spoken: int = 0  # acknowledged over a socket
    carried_over: int = 0  # begun on a socket that broke, acknowledged by POST
    wrong: str = ""
    game: str = "classic"
    bets: tuple[tuple[str, int], ...] = (("main", 500),)  # on each of two seats

    def send(self, path: str, body: dict[str, Any], same: str = "") -> dict[str, Any]:
        """Until answered: the same key, the same bytes."""
        same = same or key()
        for _ in range(TRIES):
            try:
                answer = self.web.post(path, json=body, headers={"Idempotency-Key": same})
            except httpx.HTTPError:
                self.retried += 1
                time.sleep(AGAIN)
                continue
            if answer.status_code != 503:
                return self.note(same, path, answer.status_code, answer.text)
        raise AssertionError(f"never answered: {path}")

    def note(self, same: str, path: str, status: int, text: str) -> dict[str, Any]:
        if status >= 500:
            raise AssertionError(f"{status} {text}")
        self.acked.append((same, path, status, text))
        found: dict[str, Any] = json.loads(text)
        return found

    def look(self) -> dict[str, Any]:
        while True:
            try:
                found: dict[str, Any] = self.web.get(f"/api/tables/{self.table}").json()
                return found
            except httpx.HTTPError:
                time.sleep(AGAIN)

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.url, timeout=5) as self.web:
                self.sit_down()
                while not self.stop.is_set():
                    self.play()
                self.finish()
        except Exception as wrong:
            self.wrong = f"{type(wrong).__name__}: {wrong}"

    def sit_down(self) -> None:
        self.draw = random.Random(self.seed)
        self.player = self.send("/api/session", {})["player"]
        self.acked.clear()  # sessions are not kept by key
        self.table = self.send("/api/tables", {"game": self.game})["table"]
        self.send(f"/api/tables/{self.table}/seats", {"seats": [1, 2]})
        self.entropy: dict[int, str] = {}

    def play(self) -> None:
        at = f"/api/tables/{self.table}"
        seen = self.look()
        for number in seen["you"]["needs_commitment"]:
            self.entropy[number] = secrets.token_hex(32)
            digest = hashlib.sha256(bytes.fromhex(self.entropy[number])).hexdigest()
            self.send(f"{at}/entropy", {"shoe": number, "commitment": digest})
        for number in self.look()["you"]["needs_entropy"]:
            self.send(f"{at}/entropy", {"shoe": number, "entropy": self.entropy[number]})
        number = seen["table"]["next_round"]
        placed = [{"wager": wager, "stake": stake} for wager, stake in self.bets]
        bets = [{"seat": seat, "bets": placed} for seat in (1, 2)]
        self.send(f"{at}/bets", {"round": number, "seats": bets})
        self.send(f"{at}/deal", {"round": number})
        self.finish()

    def finish(self) -> None:
        seen = self.look()
        while seen["table"]["phase"] == "playing":
            felt = seen["table"]["round"]
            choice = "stand" if "stand" in felt["legal"] else "no-insurance"
            body = {"round": felt["number"], "step": felt["step"], "seat": felt["asked_seat"],
                    "choice": choice}  # fmt: skip
            self.send(f"/api/tables/{self.table}/choose", body)
            seen = self.look()


@dataclass
class Speaking(Gambler):
    """Says what is done at the table over a socket, as the pages do. When it breaks before the
    answer, the same key goes over a new one or, as often, by POST."""

    socket: Any = None
    line: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def send(self, path: str, body: dict[str, Any], same: str = "") -> dict[str, Any]:
        action, same = path.rpartition("/")[2], same or key()
        if action not in COMMANDS:
            return super().send(path, body, same)
        for _ in range(TRIES):
            try:
                status, text = self.speak(action, same, body)
            except (WebSocketException, OSError):  # a timeout is an OSError
                self.hang_up()
                self.retried += 1
                time.sleep(AGAIN)
                if self.draw.random() < 0.5:
                    self.carried_over += 1
                    return super().send(path, body, same)
                continue
            if status != 503:
                self.spoken += 1
                return self.note(same, path, status, text)
        raise AssertionError(f"never answered: {path}")

    def speak(self, action: str, same: str, body: dict[str, Any]) -> tuple[int, str]:
        if self.socket is None:
            opening = open_socket(self.url, Person(self.web, table=self.table))
            self.socket = self.line.enter_context(opening)
        frame = {"type": "command", "action": action, "key": same, "body": body}
        self.socket.send(json.dumps(frame))
        while True:
            text = str(self.socket.recv(timeout=5))
            said = json.loads(text)
            if said["type"] == "answer":
                assert said["key"] == same
                # The stored answer's own bytes, which the outside look compares.
                return int(said["status"]), text.partition(',"body":')[2].removesuffix("}")

    def hang_up(self) -> None:
        self.socket = None
        with contextlib.suppress(WebSocketException, OSError):
            self.line.close()

    def run(self) -> None:
        super().run()
        self.hang_up()
