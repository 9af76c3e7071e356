"""What a sheet was made of, kept on disk: printed again it takes seconds and is the same bytes.

A thing is found again only under the name of all it came from: every file of the package, the
libraries that compute and draw, the game's definition with its words, and what was asked.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TypeVar, cast

from holecard.jit.cache import SOURCE
from holecard.wagers.game import Game

Thing = TypeVar("Thing")
READ_TOO = (".py", ".csv", ".md")  # what the package's figures and words come from
MOST_KEPT = 1_000  # things: some ninety sheets
LIBRARIES = ("numba", "numpy", "vl-convert-python")


@dataclass(frozen=True)
class Kept:
    """A folder of things made before, or none: then everything is made anew."""

    folder: Path | None = None

    def get(self, make: Callable[[], Thing], game: Game, *asked: object) -> Thing:
        """What was kept under this name, or what `make` gives, kept for the next time."""
        if self.folder is None or game.definition.unsourced:
            return make()
        file = self.folder / f"{name_of(game, *asked)}.pickle"
        try:
            return cast(Thing, pickle.loads(file.read_bytes()))
        except (OSError, pickle.UnpicklingError, EOFError):
            pass  # not there, or half written by a process that was killed: it is made anew
        made = make()
        put(file, pickle.dumps(made))
        return made

    def holds(self, game: Game, *asked: object) -> bool:
        if self.folder is None or game.definition.unsourced:
            return False
        return (self.folder / f"{name_of(game, *asked)}.pickle").exists()


NOTHING_KEPT = Kept()


def name_of(game: Game, *asked: object) -> str:
    parts = (package_hash(), game.definition_hash, words_of(game), *map(repr, asked))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def words_of(game: Game) -> str:
    """What a game says to people, which its definition leaves out."""
    wagers = [
        (one.name, one.says, dict(one.words), dict(one.defines), one.terms, one.printed)
        for one in game.wagers
    ]
    return repr((game.name, game.pitch, game.facts, game.rulings, wagers))


@cache
def package_hash() -> str:
    found = hashlib.sha256()
    for file in sorted(SOURCE.rglob("*")):
        if file.suffix in READ_TOO:
            found.update(f"{file.relative_to(SOURCE)}\0".encode() + file.read_bytes())
    for name in LIBRARIES:
        found.update(f"{name} {metadata.version(name)}\0".encode())
    return found.hexdigest()


def put(file: Path, content: bytes) -> None:
    """Written whole or not at all; a folder that cannot be written keeps nothing."""
    beside = file.with_suffix(f".{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(file)
        forget(file.parent)
    except OSError:
        beside.unlink(missing_ok=True)


def forget(folder: Path) -> None:
    """Drop what was kept longest ago: a server prints sheets of ever other games."""
    files = sorted(folder.glob("*.pickle"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_KEPT]:
        file.unlink(missing_ok=True)


def usual_folder() -> Kept:
    """The user's own folder, as for machine code."""
    from platformdirs import user_cache_path

    folder = user_cache_path("holecard") / "sheets"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return NOTHING_KEPT
    return Kept(folder)
