"""A socket at a table that keeps everything it is told."""

from __future__ import annotations

import contextlib
import json
import time
from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as plain_connect

from tests.people.person import Person

DECODER = json.JSONDecoder()


def socket_url(url: str, table: str) -> str:
    return url.replace("http", "ws", 1) + f"/api/tables/{table}/events"


def cookie_of(person: Person) -> str:
    return "; ".join(f"{one.name}={one.value}" for one in person.web.cookies.jar)


class Line(ClientConnection):
    """A socket that gives a frame's messages one by one, each in its own bytes."""

    left: deque[str]

    def recv(self, timeout: float | None = None, decode: bool | None = None) -> Any:
        self.left = getattr(self, "left", deque())
        while not self.left:
            self.left.extend(messages(str(super().recv(timeout, decode))))
        return self.left.popleft()


def messages(frame: str) -> Iterator[str]:
    """The texts in a list of JSON texts."""
    at = 1
    assert frame[0] == "[" and frame[-1] == "]", frame
    while at < len(frame) - 1:
        _, end = DECODER.raw_decode(frame, at)
        yield frame[at:end]
        at = end + 1
        assert frame[end] in ",]"


def connect(url: str, **more: Any) -> Any:
    """The library's `connect`, which must be entered and left."""
    return plain_connect(url, create_connection=Line, **more)


def open_socket(url: str, person: Person) -> Any:
    headers = {"Cookie": cookie_of(person)}
    return connect(socket_url(url, person.table), origin=url, additional_headers=headers)


class Watcher:
    def __init__(self, url: str, person: Person) -> None:
        self.opening = open_socket(url, person)
        self.frames: list[str] = []

    def __enter__(self) -> Watcher:
        self.socket = self.opening.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.opening.__exit__(kind, wrong, trace)

    def drain(self, quiet: float = 0.3) -> list[str]:
        """Everything that has come, until nothing comes for a moment."""
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                self.frames.append(str(self.socket.recv(timeout=quiet)))
        return self.frames

    def until(self, version: int, seconds: float = 20) -> dict[str, Any]:
        """The first table message at this version or later."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            frame = str(self.socket.recv(timeout=max(0.01, ends - time.monotonic())))
            self.frames.append(frame)
            message: dict[str, Any] = json.loads(frame)
            if message["type"] == "table" and message["version"] >= version:
                return message
        raise AssertionError(f"version {version} was never told")
