"""What happens by itself: clocks run out, sessions end elsewhere, other servers change tables."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DBAPIError

from holecard.errors import HolecardError
from holecard.server.store.ledger import balance, player_account
from holecard.server.store.schema import answers, sessions, streams
from holecard.server.store.writer import Work
from holecard.server.table.clock import run_out
from holecard.server.table.floor import Floor
from holecard.server.table.sessions import Sessions

if TYPE_CHECKING:
    from holecard.server.socket.viewers import Viewers

EVERY_SECONDS = 0.2
KEEP_ANSWERS_MS = 48 * 3600 * 1000
SWEEP_TURNS = 5 * 600  # forget old answers every ten minutes
MOST_AT_ONCE = 200
DUE = select(streams.c.stream).where(streams.c.deadline <= bindparam("now")).limit(MOST_AT_ONCE)
ENDED = select(sessions.c.token_hash).where(sessions.c.ended_at >= bindparam("since"))
log = logging.getLogger("holecard.server")


class Watch:
    """A thread that looks at the clocks, and with PostgreSQL one that listens to the others."""

    def __init__(self, floor: Floor, sessions: Sessions, viewers: Viewers) -> None:
        self.floor = floor
        self.sessions = sessions
        self.viewers = viewers
        self.stopping = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self) -> None:
        jobs = [self.look_round] + ([] if self.floor.store.is_sqlite else [self.listen])
        for job in jobs:
            thread = threading.Thread(target=job, name=f"holecard-{job.__name__}", daemon=True)
            thread.start()
            self.threads.append(thread)

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(timeout=5)

    def look_round(self) -> None:
        turn, since = 0, self.floor.outside.now()
        while not self.stopping.wait(EVERY_SECONDS):
            try:
                now = self.floor.outside.now()
                self.run_clocks(now)
                self.end_sessions(since)
                since = now - 2000
                if turn % SWEEP_TURNS == 0:
                    self.floor.store.writer.submit(self.forget_answers)
                turn += 1
            except (DBAPIError, HolecardError) as wrong:
                log.warning("clock: %s", type(wrong).__name__)

    def run_clocks(self, now: int) -> None:
        with self.floor.store.read() as connection:
            due = list(connection.execute(DUE, {"now": now}).scalars())
        for done in [self.floor.tick(one.removeprefix("table:"), run_out) for one in due]:
            try:
                done.result(timeout=10)
            except HolecardError as wrong:
                log.warning("clock: %s", wrong.code)

    def end_sessions(self, since: int) -> None:
        with self.floor.store.read() as connection:
            ended = set(connection.execute(ENDED, {"since": since}).scalars())
        for token_hash in ended:
            self.sessions.forget(token_hash)
        if ended:
            self.viewers.hang_up(ended)

    def forget_answers(self, work: Work) -> None:
        """Answers are kept for two days, twice what is promised."""
        old = self.floor.outside.now() - KEEP_ANSWERS_MS
        work.connection.execute(answers.delete().where(answers.c.at < old))

    def listen(self) -> None:
        while not self.stopping.is_set():
            try:
                self.hear()
            except Exception as wrong:
                log.warning("listen: %s", type(wrong).__name__)
                self.stopping.wait(1)

    def hear(self) -> None:
        """Tables that any server has changed, told to those who watch them here."""
        import psycopg

        url = self.floor.store.url.set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as heard:
            heard.execute("LISTEN holecard")
            self.catch_up_all()
            while not self.stopping.is_set():
                for note in heard.notifies(timeout=0.5):
                    table, _, seq = note.payload.partition(" ")
                    self.catch_up(table, int(seq))

    def catch_up_all(self) -> None:
        for table in list(self.viewers.at):
            self.catch_up(table, 2**31)

    def catch_up(self, table: str, seq: int) -> None:
        known = self.floor.states.get(table)
        watched = bool(self.viewers.at.get(table))
        if not watched or (known is not None and known.seq >= seq):
            return
        with self.floor.store.read() as connection:
            state = self.floor.fresh(connection, table)
            purses = read_purses(connection, state.players)
        self.floor.told(state, purses)


def read_purses(connection: Connection, players: tuple[str, ...]) -> dict[str, int]:
    names = [player_account(player) for player in players]
    return {name: balance(connection, name) for name in names}
