"""Every minute, and when the tables close, a head of the house is written and made known."""

from __future__ import annotations

import json
import logging
from functools import partial
from pathlib import Path

from holecard.server.base.turning import Turning
from holecard.server.store.heads import (
    MOST_LINES,
    Head,
    Line,
    heads_after,
    latest_head,
    moved,
    read_heads,
    write_head,
)
from holecard.server.store.writer import Work
from holecard.server.table.floor import Floor

EVERY_SECONDS = 60.0
LAST_SECONDS = 10.0  # how long closing waits for a database that does not answer
log = logging.getLogger("holecard.server")


class HeadClock:
    """Turns in a thread. `latest` is on disk; with a `file`, each head is a line in it."""

    def __init__(self, floor: Floor, file: Path | None = None) -> None:
        self.floor = floor
        self.file = file
        self.latest = Head()
        self.in_file: int | None = None  # the last head that is known to be there
        self.turning = Turning("heads", self.turn, EVERY_SECONDS)

    def close(self) -> None:
        """The last head, after everything else; a database that stalls is not waited for long."""
        try:
            self.turn(least_ms=0)
        except Exception as wrong:
            log.warning("heads: %s", type(wrong).__name__, exc_info=True)

    def turn(self, least_ms: float = EVERY_SECONDS * 500) -> None:
        self.write(least_ms)
        self.publish()

    def write(self, least_ms: float) -> None:
        """Heads that name every chain; none, if another process made one just now."""
        now = self.floor.outside.now()
        with self.floor.store.read() as connection:
            self.latest = latest_head(connection)
            if self.latest.number and now - least_ms < self.latest.at <= now:
                return
            lines = moved(connection)
        for start in range(0, len(lines), MOST_LINES):
            some = lines[start : start + MOST_LINES]
            job = partial(head_job, last=self.latest, at=now, lines=some)
            written = self.floor.store.writer.submit(job).result(LAST_SECONDS)
            if written is None:
                return  # another process is at it
            self.latest = written

    def publish(self) -> None:
        """Add the heads that the file does not have yet."""
        if self.file is None:
            return
        with self.floor.store.read() as connection:
            known = heads_after(connection, self.in_file or 0)
        if self.in_file is None:
            known = unwritten(self.file, known)
        with open(self.file, "a", encoding="utf-8") as out:
            out.writelines(f"{json.dumps(one.published())}\n" for one in known)
        self.in_file = self.latest.number if not known else known[-1].number


def head_job(work: Work, last: Head, at: int, lines: list[Line]) -> Head | None:
    return write_head(work.connection, last, at, lines)


def unwritten(file: Path, known: list[Head]) -> list[Head]:
    """Heads after the last one that is in the file. A database that came back from a backup goes on
    from an earlier one; the file keeps both ways on."""
    if not file.exists():
        return known
    there = {one.hash for one in read_heads(file.read_text("utf-8"))}
    after = max((one.number for one in known if one.hash in there), default=0)
    return [one for one in known if one.number > after]
