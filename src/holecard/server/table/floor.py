"""The floor: every table this process knows, the commands given at them, and who is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Connection, Text, bindparam, func, select

from holecard.errors import HolecardError
from holecard.server.base.refusals import OtherBody, UnknownTable, status_of
from holecard.server.store.database import Store
from holecard.server.store.event_log import Entry
from holecard.server.store.ledger import (
    Overdrawn,
    balance,
    deciding,
    player_account,
    read_balance,
    reading,
)
from holecard.server.store.postgres_line import Row
from holecard.server.store.schema import answers
from holecard.server.store.statements import Given, Statement, driver, together
from holecard.server.store.writer import Busy, Work
from holecard.server.table.derived_rows import lock_stream, locking, place_of
from holecard.server.table.log_page import Outside, Page, SeatShare, TablePage, table_page
from holecard.server.table.meters import has_meters, meters_of
from holecard.server.table.read_log import caught_up, read_state
from holecard.server.table.state import TableState
from holecard.server.wire.answers import Done, Refused

KEPT_TABLES = 1_000
STORED = Statement(
    select(answers.c.request, answers.c.status, answers.c.body).where(
        answers.c.player == bindparam("of"), answers.c.key == bindparam("by")
    )
)
STORE = Statement(answers.insert())
NOTIFY = Statement(select(func.pg_notify("holecard", bindparam("note", type_=Text))))


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: str


@dataclass(frozen=True, slots=True)
class Command:
    """Who asks, under which idempotency key, and the hash of what was asked."""

    player: str
    key: str
    request: str


Told = Callable[[TableState, dict[str, int]], None]
Noted = Callable[[TableState, tuple[Entry, ...]], None]
Handle = Callable[[TablePage], None]


class Floor:
    """Runs commands in the writer. `told` hears of every table that has changed, after commit."""

    def __init__(
        self, store: Store, outside: Outside | None = None, share: SeatShare | None = None
    ) -> None:
        self.store = store
        self.share = share or SeatShare()
        self.outside = outside or Outside()
        self.states: dict[str, TableState] = {}
        self.told: Told = lambda state, balances: None
        self.noted: Noted = lambda state, written: None
        self.meter_moved: Callable[[], None] = lambda: None

    # Commands

    def at_table(
        self, command: Command, table: str, handle: Handle, spends: bool = False
    ) -> Future[Answer]:
        """A command at a table, answered with `Done`. One that spends asks for the purse as what
        money is decided by from the first."""

        def run(work: Work, row: Any) -> BaseModel:
            page = self.page(work, table, row)
            if spends and work.purse is not None:
                page.held[player_account(command.player)] = work.purse
            handle(page)
            page.save()
            self.keep(work, page)
            return self.done(work, page, command.player)

        chain = f"table:{table}"
        return self.store.writer.submit(self.once(command, chain, run, spends=spends), chain)

    def for_player(
        self, command: Command, run: Callable[[Work, Page], BaseModel], status: int = 200
    ) -> Future[Answer]:
        """A command about a player's own purse or name, or one that opens a table."""

        def with_page(work: Work, row: Any) -> BaseModel:
            return run(work, self.player_page(work, command.player, row))

        stream = f"player:{command.player}"
        return self.store.writer.submit(self.once(command, stream, with_page, status), stream)

    def tick(self, table: str, handle: Callable[[TablePage], bool]) -> Future[bool]:
        """What the clock does at a table; nobody waits for an answer."""

        def run(work: Work) -> bool:
            page = self.page(work, table, lock_stream(work.connection, f"table:{table}"))
            if not handle(page):
                return False
            page.save()
            self.keep(work, page)
            return True

        return self.store.writer.submit(run, f"table:{table}")

    def once(
        self,
        command: Command,
        stream: str,
        run: Callable[[Work, Any], BaseModel],
        status: int = 200,
        spends: bool = False,
    ) -> Callable[[Work], Answer]:
        """The job that does a command once and gives the same answer ever after."""

        def job(work: Work) -> Answer:
            # The second statement looks when the first has its lock: an answer that another
            # server was just giving is seen.
            asked = [locking(stream), storing(command)]
            if not self.store.is_sqlite:  # for the answer, if it is not to decide anything
                asked.append((deciding if spends else reading)(player_account(command.player)))
            locked, found, *purse = together(work.connection, asked)
            work.purse = read_balance(purse[0]) if purse else None
            row, stored = place_of(locked), stored_answer(found, command)
            if stored is not None:
                return stored
            try:
                answer = Answer(status, run(work, row).model_dump_json())
            except (Busy, Overdrawn):
                raise  # something may have been written: it is undone, and the key stays free
            except HolecardError as wrong:
                refused = Refused(code=wrong.code, message=str(wrong))
                answer = Answer(status_of(wrong), refused.model_dump_json())
            self.store_answer(work.connection, command, answer)
            return answer

        return job

    def store_answer(self, connection: Connection, command: Command, answer: Answer) -> None:
        row = {
            "player": command.player,
            "key": command.key,
            "request": command.request,
            "status": answer.status,
            "body": answer.body,
            "at": self.outside.now(),
        }
        STORE.later(connection, row)

    def done(self, work: Work, page: TablePage, player: str) -> Done:
        state = page.table
        return Done(
            version=state.seq,
            purse=purse_after(work, page, player_account(player)),
            round=state.number,
            step=len(state.felt.choices) if state.felt else 0,
        )

    # States

    def page(self, work: Work, table: str, row: Any) -> TablePage:
        page = table_page(work.connection, self.outside, self.load(work, table, row))
        page.share = self.share
        return page

    def player_page(self, work: Work, player: str, row: Any) -> Page:
        stream = f"player:{player}"
        if row is None:
            return Page(work.connection, self.outside, stream)
        return Page(work.connection, self.outside, stream, row.seq, row.head)

    def keep(self, work: Work, page: TablePage) -> None:
        """The table as the page leaves it: for later jobs now, for everybody after the commit."""
        state = page.table
        work.states[state.id] = state
        if not page.written:
            return
        if not self.store.is_sqlite:
            NOTIFY.later(work.connection, {"note": f"{state.id} {state.seq}"})
        written = tuple(page.written)
        work.after.append(lambda: self.publish(state, page.balances))
        work.after.append(lambda: self.noted(state, written))
        for account, own in page.beside.items():
            if not self.store.is_sqlite:
                NOTIFY.later(work.connection, {"note": f"{account} {own.seq}"})
            work.after.append(self.meter_moved)

    def publish(self, state: TableState, balances: dict[str, int]) -> None:
        known = self.states.get(state.id)
        if known is not None and known.seq > state.seq:
            return  # a later one was quicker
        self.remember(state)
        self.told(state, balances)

    def remember(self, state: TableState) -> None:
        """The latest of a table, and so many of those that were changed or asked for last."""
        self.states.pop(state.id, None)
        self.states[state.id] = state
        if len(self.states) > KEPT_TABLES:
            self.states.pop(next(iter(self.states)))

    def load(self, work: Work, table: str, row: Any) -> TableState:
        """The table as it stands in this transaction; `row` is its locked stream."""
        if row is None:
            raise UnknownTable("no such table")
        known = work.states.get(table) or self.states.get(table)
        return caught_up(work.connection, table, known, row.seq, row.head)

    def look(self, table: str) -> TableState:
        """The table for reading; the database is asked only where others write it too."""
        known = self.states.get(table)
        if known is not None and self.store.is_sqlite:
            return known
        return self.fresh(table)

    def fresh(self, table: str) -> TableState:
        """The table as it is committed. It is read on a connection of its own: what is kept here is
        shown to everybody, and a transaction may yet fail."""
        with self.store.read() as connection:
            state = self.within(connection, table)
        known = self.states.get(table)
        if known is None or known.seq < state.seq:
            self.remember(state)
        return state

    def meters(self, state: TableState) -> dict[str, int]:
        """What is on the meters of a table's game, as it is committed."""
        if not has_meters(state):
            return {}
        with self.store.read() as connection:
            return meters_of(connection, state.game)

    def within(self, connection: Connection, table: str) -> TableState:
        """The table as it stands in a transaction that may be open; kept nowhere."""
        return read_state(connection, table, self.states.get(table))


def purse_after(work: Work, page: TablePage, account: str) -> int:
    """What a player has when the command is done: as it was found, if nothing was moved."""
    if work.purse is not None and not page.moves(account):
        return work.purse
    if account in page.held:
        return page.held[account] + page.moved(account)
    driver(work.connection).settle()
    known = page.balances.get(account)
    return balance(work.connection, account) if known is None else known


def storing(command: Command) -> tuple[Statement, Given]:
    """What looks for an answer that is kept; read by `stored_answer`."""
    return STORED, {"of": command.player, "by": command.key}


def stored_answer(rows: list[Row], command: Command) -> Answer | None:
    if not rows:
        return None
    request, status, body = rows[0]
    if request != command.request:
        raise OtherBody("this Idempotency-Key was used for another request: make a new one")
    return Answer(status, body)
