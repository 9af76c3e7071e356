"""Worlds to break."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from holecard.server.store.database import Store
from tests.faults.weather import FAULTS, Fault, weather
from tests.faults.world import World

Live = Callable[..., World]


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing has happened: making one takes longer than copying it."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"
    Store(str(path)).close()
    return path


@pytest.fixture
def live(tmp_path: Path, blank: Path) -> Live:
    """Let a world live through so many faults; it says what is wrong in the end."""

    def run(seed: int, faults: int = 4, kinds: tuple[Fault, ...] = FAULTS) -> World:
        folder = tmp_path / f"{seed}-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        world = World(seed, folder, blank)
        world.run(lambda one: weather(one, faults, kinds))
        return world

    return run
