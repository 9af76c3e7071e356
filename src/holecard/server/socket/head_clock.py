"""Every minute, and when the tables close, a head of the house is written and made known."""

from __future__ import annotations

import json
import logging
import threading
from functools import partial
from pathlib import Path

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
    """A thread of its own. `latest` is on disk; with a `file`, each head is a line in it."""

    def __init__(self, floor: Floor, file: Path | None = None) -> None:
        self.floor = floor
        self.file = file
        self.latest = Head()
        self.in_file: int | None = None  # the last head that is known to be there
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="holecard-heads", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.stopping.set()
        if self.thread.ident is not None:
            self.thread.join(LAST_SECONDS)
        if not self.thread.is_alive():
            self.turn(least_ms=0)

    def run(self) -> None:
        self.turn()
        while not self.stopping.wait(EVERY_SECONDS):
            self.turn()

    def turn(self, least_ms: float = EVERY_SECONDS * 500) -> None:
        """One look; what goes wrong is said, and tried again at the next."""
        try:
            self.write(least_ms)
            self.publish()
        except Exception as wrong:
            log.warning("heads: %s", type(wrong).__name__)

    def write(self, least_ms: float) -> None:
        """Heads until every chain is named; none, if another process made one just now."""
        now, more = self.floor.outside.now(), True
        with self.floor.store.read() as connection:
            self.latest = latest_head(connection)
        if self.latest.number and now - least_ms < self.latest.at <= now:
            return
        while more:
            more = self.write_one(now)

    def write_one(self, now: int) -> bool:
        """Whether there may be chains left for another."""
        with self.floor.store.read() as connection:
            last, lines = latest_head(connection), moved(connection)
        if not lines:
            return False
        job = partial(head_job, last=last, at=now, lines=lines)
        written = self.floor.store.writer.submit(job).result(LAST_SECONDS)
        self.latest = written or last
        return written is not None and len(lines) == MOST_LINES

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
