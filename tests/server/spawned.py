"""A real server process, and a real PostgreSQL, for tests that kill things."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from functools import cache
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
        self.clients.append(httpx.Client(base_url=self.url, timeout=90))
        return Person(self.clients[-1]).arrive()

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.kill()


@cache
def nursery() -> subprocess.Popen[str]:
    """Ends with this process, whose end it hears."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.server.nursery"],
        env={**os.environ, **found_here()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


class Reborn(Spawned):
    """A server from the nursery: starts, dies and comes back quickly. Not the whole command."""

    pid = 0
    ended = -1  # a file descriptor that can be read when the process is gone

    def start(self) -> Reborn:
        for _ in range(20):  # one with crash points may die before it has answered
            self.pid = self.born()
            try:
                self.ended = os.pidfd_open(self.pid)
                self.wait()
                return self
            except (AssertionError, ProcessLookupError):
                self.kill()
        raise AssertionError("the server does not come up")

    def born(self) -> int:
        told = {
            "database": self.database,
            "port": self.port,
            "log": str(self.log or os.devnull),
            "environment": {**os.environ, **no_limits(), **self.environment, **found_here()},
        }
        ours = nursery()
        assert ours.stdin and ours.stdout
        ours.stdin.write(f"{json.dumps(told)}\n")
        ours.stdin.flush()
        return int(ours.stdout.readline())

    def alive(self) -> bool:
        return self.ended >= 0 and not select.select([self.ended], [], [], 0)[0]

    def kill(self, how: int = signal.SIGKILL) -> None:
        if self.ended >= 0:
            with contextlib.suppress(ProcessLookupError):  # it may have crashed by itself
                signal.pidfd_send_signal(self.ended, how)
            assert select.select([self.ended], [], [], 60)[0], "it does not end"
            os.close(self.ended)
        self.pid, self.ended = 0, -1


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
