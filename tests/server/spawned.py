"""A real server process, and a real PostgreSQL, for tests that kill things."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import httpx

from holecard.server.base.settings import LIMITS
from tests.people.person import Person

MANY = "1000000"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def no_limits() -> dict[str, str]:
    """No limits, and no worker of the lab's for each server that is killed and started again."""
    return {f"HOLECARD_{name.upper()}": MANY for name in LIMITS} | {"HOLECARD_LAB_READY": "0"}


def found_here() -> dict[str, str]:
    """Where a process of ours finds the tests, and the package this one runs."""
    root = str(Path(__file__).parents[2])
    return {"PYTHONPATH": os.pathsep.join((root, *filter(None, [os.environ.get("PYTHONPATH")])))}


class Spawned:
    """`holecard serve` on a database; may be killed and started again."""

    def __init__(self, database: str, log: Path | None = None, **environment: str) -> None:
        self.database = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.environment = environment
        self.words: list[str] = []  # more for the command
        self.process: subprocess.Popen[bytes] | None = None
        self.clients: list[httpx.Client] = []

    def start(self) -> Spawned:
        words = [sys.executable, "-m", "tests.server.eager", "serve", "--port", str(self.port)]
        with open(self.log or os.devnull, "ab") as out:
            self.process = subprocess.Popen(
                [*words, "--database", self.database, *self.words],
                env={**os.environ, **no_limits(), **self.environment, **found_here()},
                stdout=out,
                stderr=out,
            )
        try:
            self.wait()
        except BaseException:
            self.kill()
            raise
        return self

    def wait(self, seconds: float = 60) -> None:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=1).status_code == 200:
                    return
            except httpx.HTTPError:
                assert self.alive(), "it died"
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self, how: int = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def person(self) -> Person:
        self.clients.append(httpx.Client(base_url=self.url, timeout=20))
        return Person(self.clients[-1]).arrive()

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.kill()


class Reborn(Spawned):
    """A server from the nursery: dies and comes back quickly."""

    nursery: subprocess.Popen[str] | None = None
    pid = 0

    def start(self) -> Reborn:
        if self.nursery is None:
            words = [sys.executable, "-m", "tests.server.nursery", self.database, str(self.port)]
            self.nursery = subprocess.Popen(
                [*words, str(self.log or os.devnull)],
                env={**os.environ, **no_limits(), **self.environment, **found_here()},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        for _ in range(20):  # one with crash points may die before it has answered
            self.pid = int(self.say("start"))
            try:
                self.wait()
                return self
            except AssertionError:
                self.kill()
        raise AssertionError("the server does not come up")

    def say(self, word: str) -> str:
        assert self.nursery is not None and self.nursery.stdin and self.nursery.stdout
        if word:
            self.nursery.stdin.write(f"{word}\n")
            self.nursery.stdin.flush()
        return self.nursery.stdout.readline()

    def alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self, how: int = signal.SIGKILL) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):  # it may have crashed by itself
                os.kill(self.pid, how)
            self.pid = 0
            assert self.say("").strip() == "gone"

    def close(self) -> None:
        super().close()
        if self.nursery is not None:
            self.nursery.communicate()
            self.nursery = None


def postgres(folder: Path) -> Iterator[str]:
    """PostgreSQL from the `pgserver` wheel, in a folder of the test's own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def fresh_database(url: str) -> str:
    """An empty database on the server of `url`."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    before, _, after = url.partition("/postgres?")
    return f"{before}/{name}?{after}"
