"""A SQLite database copied whole while it is played in: SQLite's own online copy, of one state."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import apsw

from holecard.server.store import apsw_driver
from holecard.server.store.database import StoreError
from holecard.server.store.glance import Glance

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


@contextmanager
def copied(source: Glance, target: Path) -> Iterator[Path]:
    """A copy beside `target`, which becomes `target` when the block is left without an error, and
    goes away otherwise. Only its owner can read it: it holds seeds and the key of the cookies."""
    refuse_existing(target)
    part = part_beside(target)
    try:
        source.steadily(partial(copy_pages, source, part))
        yield part
        refuse_existing(target)
        settle(part, target)
    finally:
        for more in BESIDE:
            Path(f"{part}{more}").unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    """Nothing is overwritten; and a log of writes left by another database would be taken for the
    new one's own."""
    for more in BESIDE[:-1]:
        there = Path(f"{target}{more}")
        if there.exists():
            raise StoreError(f"{there} is there already: move it away, or name another file")


def part_beside(target: Path) -> Path:
    try:
        made, part = tempfile.mkstemp(".part", f"{target.name}.", target.absolute().parent)
    except OSError as wrong:
        raise StoreError(f"cannot write {target}: {wrong.strerror}") from wrong
    os.close(made)
    return Path(part)


def copy_pages(source: Glance, part: Path) -> None:
    """In one step, so that it is one state however much is written meanwhile."""
    try:
        there = apsw_driver.Connection(str(part))
        here = apsw_driver.read_only(source.path, source.live)
        with there.apsw.backup("main", here.apsw, "main") as copy:
            while not copy.done:
                copy.step(-1)
        here.close()
        there.close()
    except (apsw.Error, apsw_driver.Error) as wrong:
        raise StoreError(f"cannot copy {source.path}: {type(wrong).__name__}: {wrong}") from wrong


def settle(part: Path, target: Path) -> None:
    """The copy under its name, on disk; all of it is in the one file."""
    log = Path(f"{part}-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(f"cannot keep {target}: its last writes are still in {log.name}")
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    os.rename(part, target)
    folder = os.open(target.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
