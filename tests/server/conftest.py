"""Servers for the tests: in this process, as a process of their own, and a real PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn

from holecard.server.app import make_app
from holecard.server.base.settings import LIMITS, Settings
from holecard.server.house import House
from holecard.server.table.log_page import Outside
from holecard.server.uvicorn_config import uvicorn_config
from tests.people.person import Person
from tests.server.eager import EAGER, stand
from tests.server.spawned import Reborn, Spawned, free_port, postgres

NewPerson = Callable[[], Person]
stand(EAGER)


def quick_settings(database: str, port: int) -> Settings:
    """Limits high enough for a test that acts like fifty people."""
    many: dict[str, Any] = dict.fromkeys(LIMITS, 10**6)
    return Settings(
        database=database,
        origins=(f"http://127.0.0.1:{port}",),
        lab_ready=False,  # a process more for each server that a test starts
        **many,
    )


class Local:
    """A server in a thread of this process, so that a test can look behind the counter."""

    def __init__(self, settings: Settings, port: int, outside: Outside | None = None) -> None:
        self.url = settings.origins[0]
        self.app = make_app(settings, outside)
        self.server = uvicorn.Server(uvicorn_config(self.app, "127.0.0.1", port))
        self.clients: list[httpx.Client] = []
        self.thread = Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.005)

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    def client(self) -> httpx.Client:
        self.clients.append(httpx.Client(base_url=self.url, timeout=90))
        return self.clients[-1]

    def person(self) -> Person:
        return Person(self.client()).arrive()

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        self.thread.join(20)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Local]:
    port = free_port()
    local = Local(quick_settings(str(tmp_path / "tables.db"), port), port)
    yield local
    local.close()


@pytest.fixture
def person(web: Local) -> NewPerson:
    """Makes people, each with a session of their own."""
    return web.person


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    """A server in a process of its own, on SQLite; started and killed by the test."""
    spawned = Reborn(str(tmp_path / "tables.db"), tmp_path / "server.log")
    yield spawned
    spawned.close()


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from postgres(tmp_path_factory.mktemp("postgres"))
