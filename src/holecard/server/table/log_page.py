"""What one command writes in a table's log: events, the money they move, the rows that follow."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection

from holecard.server.events.event import Event
from holecard.server.events.table import TableOpened
from holecard.server.store.event_log import GENESIS, Entry, chain, write_entries
from holecard.server.store.ledger import Transfer, locked_balances, player_account, post
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


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How many tables a player may sit at, and in how many seats; no limit, if none is given."""

    tables: int | None = None
    seats: int | None = None


@dataclass
class Page:
    """A chain being written. Nothing reaches the database before `save`."""

    connection: Connection
    outside: Outside
    stream: str
    seq: int = 0
    head: str = GENESIS
    at: int = 0
    written: list[Entry] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)  # purses that are locked, as they were found

    def add(self, event: Event, moved: Iterable[Transfer] = ()) -> Entry:
        self.at = max(self.at, self.outside.now())
        entry = Entry(self.seq + 1, self.at, event, tuple(moved))
        entry = chain(self.head, self.stream, entry)
        self.written.append(entry)
        self.seq, self.head = entry.seq, entry.hash
        return entry

    def purse(self, player: str) -> int:
        """What the player has in hand, less what this page has moved already."""
        return self.purses([player])[player]

    def purses(self, players: Iterable[str]) -> dict[str, int]:
        accounts = {player: player_account(player) for player in players}
        asked = [one for one in accounts.values() if one not in self.held]
        if asked:
            self.held |= locked_balances(self.connection, asked)
        return {player: self.held[one] + self.moved(one) for player, one in accounts.items()}

    def moves(self, account: str) -> bool:
        """Whether any of this page's money comes out of an account or goes into it."""
        return any(
            account in (one.debit, one.credit) for entry in self.written for one in entry.transfers
        )

    def moved(self, account: str) -> int:
        """What this page has moved into an account already."""
        moved = [one for entry in self.written for one in entry.transfers]
        change = sum(one.cents for one in moved if one.credit == account)
        change -= sum(one.cents for one in moved if one.debit == account)
        return change

    def save(self) -> None:
        """Write events, money and rows. A chain that has moved on meanwhile is an error."""
        if not self.written:
            return
        first = self.written[0].seq
        derived_rows.move_stream(
            self.connection, self.stream, first - 1, self.seq, self.head, self.clock
        )
        write_entries(self.connection, self.stream, self.written)
        for entry in self.written:
            post(self.connection, self.stream, entry.seq, entry.transfers, self.balances)
            self.follow(entry)

    @property
    def clock(self) -> int | None:
        return None

    def follow(self, entry: Entry) -> None:
        """Rows that repeat what an event says."""


@dataclass
class TablePage(Page):
    """A page of a table's log; `table` is the table as it will be."""

    state: TableState | None = None
    seeds: dict[int, bytes] = field(default_factory=dict)
    share: SeatShare = SeatShare()
    beside: dict[str, Page] = field(default_factory=dict)  # chains of meters that it moves on

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    def add(self, event: Event, moved: Iterable[Transfer] = ()) -> Entry:
        entry = super().add(event, moved)
        if isinstance(event, TableOpened):
            self.state = opened_state(self.stream.removeprefix("table:"), entry)
        else:
            self.state = fold(self.table, entry, self.seeds)
        return entry

    @property
    def clock(self) -> int | None:
        return self.table.deadline

    def follow(self, entry: Entry) -> None:
        derived_rows.follow(self.connection, self.table, entry, self.seeds)

    def save(self) -> None:
        for one in self.beside.values():
            one.save()
        super().save()
        if snapshots.due(self.table):
            self.state = snapshots.keep(self.connection, self.table)


def table_page(connection: Connection, outside: Outside, state: TableState) -> TablePage:
    stream = f"table:{state.id}"
    return TablePage(connection, outside, stream, state.seq, state.head, state.at, state=state)
