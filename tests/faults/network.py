"""Between players and a server of the same loop: requests and frames come late, twice or never.

The server's side is ASGI, as uvicorn would call it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.world import World

HOST = "127.0.0.1:4000"
PATIENCE = 8.0  # seconds until a client believes that nothing will come


class Lost(Exception):
    """No answer came, and none will."""


@dataclass(frozen=True)
class Answered:
    status: int
    text: str
    cookie: str = ""

    def json(self) -> Any:
        return json.loads(self.text)


def scope(kind: str, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", HOST.encode()), *pairs],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 4000),
    }


async def call(app: Any, method: str, path: str, body: Any, headers: dict[str, str]) -> Answered:
    """One request, all the way through the application."""
    sent = b"" if body is None else json.dumps(body).encode()
    parts: list[bytes] = []
    status, cookie, asked = 0, "", False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, cookie
        if message["type"] == "http.response.start":
            status = message["status"]
            found = [value for key, value in message["headers"] if key == b"set-cookie"]
            cookie = found[0].decode().partition(";")[0] if found else ""
        else:
            parts.append(message.get("body", b""))

    await app(scope("http", method, path, headers), receive, send)
    return Answered(status, b"".join(parts).decode(), cookie)


class Network:
    """`bad` is the share of requests and frames that are lost, doubled or late."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.draw = world.draw
        self.bad = 0.0

    async def ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answered:
        """A request as a client sees it; `Lost` if no answer comes."""
        await asyncio.sleep(self.lag())
        fate = self.fate()
        if fate == "lost":
            await asyncio.sleep(PATIENCE)
            raise Lost("on the way there")
        if fate == "twice":
            again = partial(self.reach, method, path, body, headers)
            self.world.on_its_way(self.later(self.draw.uniform(0, 3), again))
        answered = await self.reach(method, path, body, headers)
        if fate == "unheard":
            await asyncio.sleep(PATIENCE)
            raise Lost("on the way back")
        await asyncio.sleep(self.lag())
        return answered

    async def reach(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answered:
        server = self.world.server
        if server is None:
            raise Lost("nobody there")
        task = server.serve(call(server.app, method, path, body, headers))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if not done or task.cancelled():
            raise Lost("hung up")  # what was begun goes on without us
        answered: Answered = task.result()
        return answered

    async def later(self, seconds: float, then: Callable[[], Awaitable[Any]]) -> None:
        await asyncio.sleep(seconds)
        try:
            await then()
        except Lost:
            return

    def lag(self) -> float:
        return (
            self.draw.uniform(0, 3) if self.draw.random() < self.bad else self.draw.uniform(0, 0.02)
        )

    def fate(self) -> str:
        return (
            self.draw.choice(("lost", "unheard", "twice")) if self.draw.random() < self.bad else ""
        )


class Wire:
    """A socket. It may be cut at any frame, or go silent with nobody told (half-open)."""

    def __init__(
        self, network: Network, table: str, cookie: str, hear: Callable[[str], None]
    ) -> None:
        self.network = network
        self.hear = hear
        self.open = asyncio.Event()
        self.closed = self.silent = False
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.to_server.put_nowait({"type": "websocket.connect"})
        server = network.world.server
        if server is None:
            raise Lost("nobody there")
        headers = {"cookie": cookie, "origin": f"http://{HOST}"}
        asked = scope("websocket", "GET", f"/api/tables/{table}/events", headers)
        self.task = server.serve(server.app(asked, self.to_server.get, self.receive))
        self.task.add_done_callback(self.gone)

    def gone(self, _: Any) -> None:
        self.closed = True
        self.open.set()

    async def receive(self, message: MutableMapping[str, Any]) -> None:
        """What the server sends. A slow reader takes its time over it."""
        await asyncio.sleep(self.network.lag())
        if message["type"] == "websocket.accept":
            self.open.set()
        elif message["type"] == "websocket.close":
            self.closed = True
            self.open.set()
        elif not (self.silent or self.closed):
            if self.network.fate() == "lost":
                self.break_off()
            else:
                self.hear(message["text"])

    def send(self, text: str) -> None:
        if self.closed:
            raise Lost("the socket is closed")
        for _ in range(2 if self.network.fate() == "twice" else 1):
            self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    def break_off(self) -> None:
        """Cut, with or without the server hearing of it."""
        self.silent = True
        if self.network.draw.random() < 0.5:
            self.closed = True
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
