"""A disk that can be full, broken or slow, and whose power can be cut. SQLite writes through it
(apsw's file layer) and does not know.

What was written and not synced is kept apart. When the power is cut each such write is there,
gone, or there in part (512 bytes at a time), whatever became of those before it: writes are
dropped, torn and reordered. What was synced is there.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import apsw

SECTOR = 512
NAMES = itertools.count(1)
KEPT = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL


class Written(NamedTuple):
    """A write that no sync has followed; without data the file is cut to `offset`."""

    offset: int
    data: bytes | None


class Disk(apsw.VFS):
    """`trouble` is what writes and syncs say: "" (nothing), "full", "write" or "sync"."""

    def __init__(self, seed: int = 0) -> None:
        self.name = f"disk{next(NAMES)}"
        self.draw = random.Random(seed)
        self.trouble = ""
        self.is_off = False
        self.cut_after = 0  # writes and syncs until the power goes; 0 for no cut
        self.well_for = 0  # writes and syncs that go well all the same, in spite of the trouble
        self.syncs = self.refused = 0
        self.synced: dict[str, bytearray] = {}
        self.pending: dict[str, list[Written]] = defaultdict(list)
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        if not flags[0] & KEPT:
            return apsw.VFSFile("", name, flags)
        path = name if isinstance(name, str) else name.filename()
        if path not in self.synced:
            there = Path(path)
            self.synced[path] = bytearray(there.read_bytes() if there.exists() else b"")
        return DiskFile(self, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if self.is_off:
            return
        super().xDelete(filename, False)
        self.synced.pop(filename, None)
        self.pending.pop(filename, None)

    def refuse(self, doing: str) -> None:
        if self.trouble and self.well_for:
            self.well_for -= 1
            return
        if self.trouble == "full" and doing == "write":
            self.refused += 1
            raise apsw.FullError("no room on the disk")
        if self.trouble == doing:
            self.refused += 1
            raise apsw.IOError(f"the disk does not {doing}")

    def count_down(self) -> None:
        self.cut_after -= 1
        if self.cut_after == 0:
            self.cut_power()

    def sync(self, path: str) -> None:
        self.syncs += 1
        for one in self.pending.pop(path, ()):
            put(self.synced[path], one)

    def sync_all(self) -> None:
        for path in list(self.pending):
            self.sync(path)

    def cut_power(self) -> None:
        """From here on nothing is written; what a process does as it ends is lost."""
        self.is_off = True

    def power_on(self) -> None:
        """The files as they are found when the power is back. Nobody has them open."""
        for path, found in self.synced.items():
            for one in self.pending.pop(path, ()):
                for part in self.survives(one):
                    put(found, part)
            Path(path).write_bytes(found)
            Path(path + "-shm").unlink(missing_ok=True)
        self.is_off, self.cut_after = False, 0

    def survives(self, one: Written) -> list[Written]:
        """All, nothing, or some sectors of a write."""
        fate = self.draw.choice(("all", "nothing", "torn"))
        if fate != "torn" or one.data is None:
            return [one] if fate == "all" else []
        return [
            Written(one.offset + at, one.data[at : at + SECTOR])
            for at in range(0, len(one.data), SECTOR)
            if self.draw.random() < 0.5
        ]


def put(image: bytearray, one: Written) -> None:
    if one.data is None:
        del image[one.offset :]
        return
    if len(image) < one.offset:
        image.extend(bytes(one.offset - len(image)))
    image[one.offset : one.offset + len(one.data)] = one.data


class DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, path: str, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.path = path
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self.disk.is_off:
            return
        self.disk.refuse("write")
        super().xWrite(data, offset)
        self.disk.pending[self.path].append(Written(offset, bytes(data)))
        self.disk.count_down()

    def xTruncate(self, newsize: int) -> None:
        if self.disk.is_off:
            return
        super().xTruncate(newsize)
        self.disk.pending[self.path].append(Written(newsize, None))

    def xSync(self, flags: int) -> None:
        if self.disk.is_off:
            return
        self.disk.refuse("sync")
        self.disk.count_down()
        if not self.disk.is_off:
            self.disk.sync(self.path)
