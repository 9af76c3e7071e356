"""PostgreSQL for the statements that every command runs. They are prepared once on a connection and
wait until somebody needs an answer; then all of them go out together and come back together, in
libpq's pipeline mode. A command is three or four round trips that way, and was twelve.

Nothing is weaker for it: the statements are the same, each sees what those before it have done, and
the first that fails ends the transaction with all that follow. COMMIT is sent only when whatever
was to be looked at has been."""

from __future__ import annotations

import select
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from psycopg import Connection as Psycopg
    from psycopg.pq.abc import PGconn, PGresult

Row = tuple[Any, ...]
Then = Callable[[list[Row]], None]
BEGIN, COMMIT = "BEGIN", "COMMIT"
WHOLE = {20, 21, 23}  # the types of whole numbers; whatever else is asked for is text
READ, WRITE = select.POLLIN, select.POLLOUT


class Asked(NamedTuple):
    text: str
    values: list[bytes | None]
    then: Then | None
    sure: bool = False  # refuses by itself what must not be kept: heard after the commit


class Line:
    """One connection, beside psycopg's own ways of using it: `settle` before those."""

    def __init__(self, connection: Psycopg[Any]) -> None:
        from psycopg import pq

        self.pq = pq
        self.fine = {int(pq.ExecStatus.TUPLES_OK), int(pq.ExecStatus.COMMAND_OK)}
        self.sync = int(pq.ExecStatus.PIPELINE_SYNC)
        self.idle = int(pq.TransactionStatus.IDLE)
        self.pgconn: PGconn = connection.pgconn
        self.pid = self.pgconn.backend_pid
        self.names: dict[str, bytes] = {}  # of prepared statements
        self.prepared = 0
        self.poll = select.poll()
        self.poll.register(self.pgconn.socket, READ)
        self.waiting: list[Asked] = []
        self.committing = False  # a COMMIT was sent, and nothing heard of it
        self.careful = False  # every row is looked at before the COMMIT

    def later(self, text: str, values: Sequence[Any], then: Then | None = None) -> None:
        """Have this run before anything that is asked from here on; `then` hears the rows."""
        self.waiting.append(Asked(text, as_sent(values), then))

    def last(self, text: str, values: Sequence[Any], then: Then) -> None:
        """As `later`, for a statement that is an error wherever its rows would be: COMMIT may be
        sent together with it."""
        self.waiting.append(Asked(text, as_sent(values), then, True))

    def run(self, text: str, values: Sequence[Any]) -> list[Row]:
        found: list[list[Row]] = []
        self.later(text, values, found.append)
        self.settle()
        return found[0]

    def look(self, text: str, values: Sequence[Any]) -> list[Row]:
        """As `run`, in a transaction of its own that is over with it: one round trip in all."""
        return self.exchange([Asked(text, as_sent(values), None)])[0]

    def run_many(self, text: str, many: Sequence[Sequence[Any]]) -> None:
        for values in many:
            self.later(text, values)

    def settle(self) -> None:
        """Send what waits, in a transaction, and hand out what came back."""
        while self.waiting:  # who hears rows may ask for more
            asked, self.waiting = self.waiting, []
            self.committing = False
            if self.is_idle:
                asked.insert(0, Asked(BEGIN, [], None))
            for one, rows in zip(asked, self.exchange(asked), strict=True):
                if one.then:
                    one.then(rows)

    def commit(self) -> None:
        if any(one.then and not one.sure for one in self.waiting):
            self.settle()
        if self.is_idle and not self.waiting:
            return  # nothing was asked
        asked, self.waiting = self.waiting, []
        begin = [Asked(BEGIN, [], None)] if self.is_idle else []
        self.committing = True
        asked = [*begin, *asked, Asked(COMMIT, [], None)]
        found = self.exchange(asked)
        self.committing = False
        for one, rows in zip(asked, found, strict=True):
            if one.then:
                one.then(rows)

    def drop(self) -> None:
        """Nothing of what waits is wanted any more."""
        self.waiting.clear()

    @property
    def is_idle(self) -> bool:
        return self.pgconn.transaction_status == self.idle

    @property
    def is_whole(self) -> bool:
        """Whether it can be used any longer: the other end is there, and nothing is half said."""
        there = self.pgconn.status == self.pq.ConnStatus.OK
        return there and self.pgconn.pipeline_status == self.pq.PipelineStatus.OFF

    def exchange(self, asked: Sequence[Asked]) -> list[list[Row]]:
        """All of it out, all of it back; then the first refusal is raised, the line being free."""
        self.pgconn.enter_pipeline_mode()
        prepared = [self.send(one) for one in asked]
        self.pgconn.pipeline_sync()
        self.push()
        results = iter(self.results())
        self.pgconn.exit_pipeline_mode()
        found: list[list[Row]] = []
        wrong: PGresult | None = None
        for one, first in zip(asked, prepared, strict=True):
            if first:
                wrong = self.refused(next(results), wrong)
                if wrong:
                    del self.names[one.text]
            result = next(results)
            wrong = self.refused(result, wrong)
            found.append([] if wrong else read_rows(result))
        if wrong is not None:
            from psycopg.errors import error_from_result

            raise error_from_result(wrong)
        return found

    def send(self, one: Asked) -> bool:
        """Put a statement into the pipeline; whether it is prepared there first."""
        if one.text in (BEGIN, COMMIT):
            self.pgconn.send_query_params(one.text.encode(), None)
            return False
        first = one.text not in self.names
        if first:
            self.prepared += 1
            self.names[one.text] = b"holecard%d" % self.prepared
            self.pgconn.send_prepare(self.names[one.text], one.text.encode())
        self.pgconn.send_query_prepared(self.names[one.text], one.values)
        return first

    def refused(self, result: PGresult, before: PGresult | None) -> PGresult | None:
        """The first that was refused: what follows it was not run."""
        return before or (None if result.status in self.fine else result)

    def push(self) -> None:
        """Send, and read meanwhile: who only sends waits for ever for one who only answers."""
        while self.pgconn.flush():
            self.poll.modify(self.pgconn.socket, READ | WRITE)
            ((_, ready),) = self.poll.poll()
            self.poll.modify(self.pgconn.socket, READ)
            if ready & READ:
                self.pgconn.consume_input()

    def results(self) -> list[PGresult]:
        """Everything up to the sync, one result for each thing asked. Waiting is done here and not
        in libpq: psycopg would keep the interpreter meanwhile."""
        found: list[PGresult] = []
        busy, take = self.pgconn.is_busy, self.pgconn.get_result
        while True:
            while busy():
                self.poll.poll()
                self.pgconn.consume_input()
            one = take()
            if one is None:
                continue  # the end of one statement's
            if one.status == self.sync:
                return found
            found.append(one)


def as_sent(values: Sequence[Any]) -> list[bytes | None]:
    """Values as PostgreSQL reads them. It would end a text at its first NUL, and say nothing."""
    found = [None if one is None else str(one).encode() for one in values]
    if b"\0" in b"".join(filter(None, found)):
        raise ValueError("a text with a NUL in it cannot be kept")
    return found


def read_rows(result: PGresult) -> list[Row]:
    if not result.ntuples:
        return []
    columns = range(result.nfields)
    reads = [int if result.ftype(column) in WHOLE else bytes.decode for column in columns]
    return [
        tuple(
            None if (value := result.get_value(row, column)) is None else reads[column](value)
            for column in columns
        )
        for row in range(result.ntuples)
    ]
