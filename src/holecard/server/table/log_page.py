"""What one command writes in a table's log: events, the money they move, the rows that follow."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from holecard.server.store.event_log import GENESIS, Event, chain, write_events
from holecard.server.store.ledger import Transfer, balance, player_account, post
from holecard.server.table import derived_rows, snapshots
from holecard.server.table.fold import fold, opened_state
from holecard.server.table.state import TableState


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Outside:
    """Time and chance come from outside, so that a test can bring its own."""

    now: Callable[[], int] = wall_clock
    random: Callable[[int], bytes] = secrets.token_bytes


@dataclass
class Page:
    """A chain being written. Nothing reaches the database before `save`."""

    connection: Connection
    outside: Outside
    stream: str
    seq: int = 0
    head: str = GENESIS
    at: int = 0
    written: list[Event] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, body: dict[str, Any], moved: Iterable[Transfer] = ()) -> Event:
        self.at = max(self.at, self.outside.now())
        event = Event(self.seq + 1, self.at, kind, body, tuple(moved))
        event = chain(self.head, self.stream, event)
        self.written.append(event)
        self.seq, self.head = event.seq, event.hash
        return event

    def purse(self, player: str) -> int:
        """What the player has in hand, less what this page has moved already."""
        account = player_account(player)
        moved = [one for event in self.written for one in event.transfers]
        change = sum(one.cents for one in moved if one.credit == account)
        change -= sum(one.cents for one in moved if one.debit == account)
        return balance(self.connection, account) + change

    def save(self) -> None:
        """Write events, money and rows. A chain that has moved on meanwhile is an error."""
        if not self.written:
            return
        first = self.written[0].seq
        derived_rows.move_stream(
            self.connection, self.stream, first - 1, self.seq, self.head, self.clock
        )
        write_events(self.connection, self.stream, self.written)
        for event in self.written:
            self.balances |= post(self.connection, self.stream, event.seq, event.transfers)
            self.follow(event)

    @property
    def clock(self) -> int | None:
        return None

    def follow(self, event: Event) -> None:
        """Rows that repeat what an event says."""


@dataclass
class TablePage(Page):
    """A page of a table's log; `table` is the table as it will be."""

    state: TableState | None = None
    seeds: dict[int, bytes] = field(default_factory=dict)

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    def add(self, kind: str, body: dict[str, Any], moved: Iterable[Transfer] = ()) -> Event:
        event = super().add(kind, body, moved)
        if kind == "table/opened":
            self.state = opened_state(self.stream.removeprefix("table:"), event)
        else:
            self.state = fold(self.table, event, self.seeds)
        return event

    @property
    def clock(self) -> int | None:
        return self.table.deadline

    def follow(self, event: Event) -> None:
        derived_rows.follow(self.connection, self.table, event, self.seeds)

    def save(self) -> None:
        super().save()
        if snapshots.due(self.table):
            self.state = snapshots.keep(self.connection, self.table)


def table_page(connection: Connection, outside: Outside, state: TableState) -> TablePage:
    stream = f"table:{state.id}"
    return TablePage(connection, outside, stream, state.seq, state.head, state.at, state=state)
