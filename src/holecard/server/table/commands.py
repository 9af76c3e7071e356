"""The commands people give at a table, whichever way they come: by POST or over the socket."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from holecard.errors import Unreadable
from holecard.server.fairness.verify_shoe import canonical
from holecard.server.table.betting import confirm, place_bets
from holecard.server.table.late_bets import place_late
from holecard.server.table.log_page import TablePage
from holecard.server.table.rounds import choose
from holecard.server.table.seating import leave_seats, take_seats
from holecard.server.table.sessions import Session
from holecard.server.table.shoes import give_entropy
from holecard.server.wire.requests import (
    Asked,
    Choose,
    DealNow,
    GiveEntropy,
    LeaveSeats,
    PlaceBets,
    PlaceLate,
    TakeSeats,
)


@dataclass(frozen=True, slots=True)
class TableCommand:
    """What is asked, and what is then done on the table's page."""

    asked: type[Asked]
    do: Callable[[TablePage, Session, Any], None]
    spends: bool = False  # of the purse, whatever else it does


COMMANDS = {
    "choose": TableCommand(Choose, lambda page, by, asked: choose(page, by.player, asked)),
    "bets": TableCommand(
        PlaceBets, lambda page, by, asked: place_bets(page, by.player, asked), True
    ),
    "late": TableCommand(
        PlaceLate, lambda page, by, asked: place_late(page, by.player, asked), True
    ),
    "deal": TableCommand(DealNow, lambda page, by, asked: confirm(page, by.player, asked)),
    "entropy": TableCommand(
        GiveEntropy, lambda page, by, asked: give_entropy(page, by.player, asked)
    ),
    "seats": TableCommand(
        TakeSeats, lambda page, by, asked: take_seats(page, by.player, by.name, asked)
    ),
    "leave": TableCommand(LeaveSeats, lambda page, by, asked: leave_seats(page, by.player, asked)),
}


def table_path(table: str, action: str) -> str:
    return f"/api/tables/{table}/{action}"


def request_hash(method: str, path: str, body: Any) -> str:
    """What a key stands for: the same JSON at the same address, however it was written and
    whichever way it came, so that a command begun on a socket can be repeated by POST."""
    try:
        text = canonical(body)
    except (ValueError, RecursionError) as wrong:
        raise Unreadable("the request cannot be read: too deep, or a number too long") from wrong
    return hashlib.sha256(f"{method}\n{path}\n{text}".encode()).hexdigest()
