"""What happens by itself: clocks run out, sessions end elsewhere, other servers change tables."""

from __future__ import annotations

import logging
import select as ready
import time
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, select

from holecard.server.base.turning import Pulse, Turning
from holecard.server.store.database import CONNECT
from holecard.server.store.ledger import balance, player_account
from holecard.server.store.schema import answers, sessions, streams
from holecard.server.store.statements import Statement
from holecard.server.store.writer import Work
from holecard.server.table.clock import run_out
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import TablePage
from holecard.server.table.sessions import Sessions

if TYPE_CHECKING:
    from holecard.server.socket.viewers import Viewers

EVERY_SECONDS = 0.2
SWEEP_SECONDS = 600.0
PROMISED_MS = 24 * 3600 * 1000
KEEP_ANSWERS_MS = 2 * PROMISED_MS
MOST_AT_ONCE = 200
STALL_SECONDS = 1.0
HEAR_SECONDS, GATHER_SECONDS = 0.5, 0.02
ALONE_SECONDS, ALONE_GATHER_SECONDS = 5.0, 0.1  # while no other server has said anything
BACK_MS = 5_000  # after a start or a stall nobody's time runs out before this: people find back
DUE = Statement(
    select(streams.c.stream, streams.c.deadline)
    .where(streams.c.deadline <= bindparam("now"))
    .limit(MOST_AT_ONCE)
)
ENDED = Statement(select(sessions.c.token_hash).where(sessions.c.ended_at >= bindparam("since")))
log = logging.getLogger("holecard.server")


class Watch:
    """Threads that look at the clocks, at sessions and for old answers, and with PostgreSQL one
    that listens to the others. None waits for the writer: a database that stalls finds them turning
    when it is back."""

    def __init__(self, floor: Floor, sessions: Sessions, viewers: Viewers) -> None:
        self.floor = floor
        self.sessions = sessions
        self.viewers = viewers
        self.opened = self.since = self.away = floor.outside.now()
        self.ticking: dict[str, Future[bool]] = {}
        self.sweeping: Future[None] | None = None
        self.heard: Any = None  # the connection on which others are heard
        self.notes: list[tuple[int, str]] = []  # heard on it, until they are read: by whom, what
        self.others = 0.0  # when one of them was heard last
        self.threads = [
            Turning("clocks", self.run_clocks, EVERY_SECONDS),
            Turning("sessions", self.end_sessions, EVERY_SECONDS),
            Turning("sweep", self.sweep, SWEEP_SECONDS),
        ]
        if not floor.store.is_sqlite:
            self.threads.append(Turning("listen", self.listen, 0.0))

    def start(self) -> None:
        for one in self.threads:
            one.start()

    def stop(self) -> None:
        for one in self.threads:
            one.stopping.set()
        for one in self.threads:
            one.stop()
        self.hang_up()

    def pulses(self) -> dict[str, Pulse]:
        return {one.name: one.pulse for one in self.threads}

    def run_clocks(self) -> None:
        """Have every table do what its clock calls for, unless it is being done."""
        now = self.floor.outside.now()
        if self.floor.store.writer.busy_seconds > STALL_SECONDS:
            self.away = now  # what people were to see, and what they say, is not through yet
        if now < self.away + BACK_MS:
            return
        for stream, deadline in self.floor.store.look(DUE, {"now": now}):
            table = stream.removeprefix("table:")
            if table not in self.ticking:
                self.ticking[table] = done = self.floor.tick(table, partial(on_time, deadline))
                done.add_done_callback(partial(self.ticked, table))

    def ticked(self, table: str, done: Future[bool]) -> None:
        self.ticking.pop(table, None)
        if wrong := done.exception():
            log.warning("clock: %s", type(wrong).__name__)

    def end_sessions(self) -> None:
        now = self.floor.outside.now()
        ended = {token for (token,) in self.floor.store.look(ENDED, {"since": self.since})}
        for token_hash in ended:
            self.sessions.forget(token_hash)
        if ended:
            self.viewers.hang_up(ended)
        self.since = now - 2000

    def sweep(self) -> None:
        """Forget old answers, once this server has run for as long as they are promised: what was
        written before it began may be no older than that, whatever the machine's clock says now."""
        if self.floor.outside.now() - self.opened < PROMISED_MS:
            return
        if self.sweeping is None or self.sweeping.done():
            self.sweeping = self.floor.store.writer.submit(self.forget_answers)

    def forget_answers(self, work: Work) -> None:
        """Answers are kept for two days, twice what is promised."""
        old = self.floor.outside.now() - KEEP_ANSWERS_MS
        work.connection.execute(answers.delete().where(answers.c.at < old))

    def listen(self) -> None:
        """Hear for half a second of tables that any server has changed, and tell those who watch
        them here. A line that is broken is found by the question after it, and made anew."""
        try:
            if self.heard is None:
                self.heard = self.ring_up()
                self.catch_up_all()
            ends = time.monotonic() + HEAR_SECONDS
            while (left := ends - time.monotonic()) > 0 and not self.threads[-1].stopping.is_set():
                for table, seq in self.hear(left).items():
                    self.catch_up(table, seq)
            self.heard.execute("SELECT 1")
        except BaseException:
            self.hang_up()
            self.threads[-1].stopping.wait(1)
            raise

    def hear(self, seconds: float) -> dict[str, int]:
        """The tables that others have changed, and how far. Most notes are this server's own, one
        for each command: so they are left to gather for a moment, longer where there seem to be no
        others, and read all at once. What the
        writer has committed it tells of itself; where it cannot know, its connection has gone, and
        is its own no more."""
        line = self.heard.pgconn
        if not self.notes and ready.select([line.socket], [], [], seconds)[0]:
            alone = time.monotonic() - self.others > ALONE_SECONDS
            time.sleep(ALONE_GATHER_SECONDS if alone else GATHER_SECONDS)
            line.consume_input()
        while note := line.notifies():
            self.notes.append((note.be_pid, note.extra.decode()))
        found: dict[str, int] = {}
        own = self.floor.store.writer.pids
        for pid, text in self.notes:
            if pid in own:
                continue
            table, _, seq = text.partition(" ")
            found[table] = max(int(seq), found.get(table, 0))
        self.notes.clear()
        if found:
            self.others = time.monotonic()
        return found

    def ring_up(self) -> Any:
        import psycopg

        url = self.floor.store.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        heard = psycopg.connect(address, autocommit=True, **CONNECT)  # type: ignore[arg-type]
        # Notes that come while psycopg waits for an answer of its own are not lost.
        heard.add_notify_handler(lambda note: self.notes.append((note.pid, note.payload)))
        heard.execute("LISTEN holecard")
        return heard

    def hang_up(self) -> None:
        heard, self.heard = self.heard, None
        if heard is not None:
            heard.close()

    def catch_up_all(self) -> None:
        for table in list(self.viewers.at):
            self.catch_up(table, 2**31)

    def catch_up(self, table: str, seq: int) -> None:
        if table.startswith("meter:"):
            self.viewers.tell_meters()
            return
        known = self.floor.states.get(table)
        watched = bool(self.viewers.at.get(table))
        if not watched or (known is not None and known.seq >= seq):
            return
        state = self.floor.fresh(table)
        with self.floor.store.read() as connection:
            purses = read_purses(connection, state.players)
        self.floor.told(state, purses)


def on_time(deadline: int, page: TablePage) -> bool:
    """The clock that was seen to run out, and none that was wound meanwhile."""
    return page.table.deadline == deadline and run_out(page)


def read_purses(connection: Connection, players: tuple[str, ...]) -> dict[str, int]:
    names = [player_account(player) for player in players]
    return {name: balance(connection, name) for name in names}
