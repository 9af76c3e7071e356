"""Every kind of event there is, and how one is read from the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_args

from holecard.errors import HolecardError
from holecard.server.events.kept import Body
from holecard.server.events.meter import MeterMoved, MeterOpened
from holecard.server.events.purse import PlayerNamed, PurseGranted
from holecard.server.events.round import (
    BetsPlaced,
    ChoiceMade,
    LateBets,
    PlayerConfirmed,
    RoundDealt,
    RoundMetered,
    RoundSettled,
    WindowClosed,
)
from holecard.server.events.table import (
    EntropyCommitted,
    EntropyEnded,
    EntropyRevealed,
    PayTablesPosted,
    SeatLeft,
    SeatTaken,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
    ShoeVoided,
    TableOpened,
)

Event: TypeAlias = (
    TableOpened
    | PayTablesPosted
    | SeatTaken
    | SeatLeft
    | ShoeCommitted
    | EntropyCommitted
    | EntropyRevealed
    | EntropyEnded
    | ShoeOpened
    | ShoeRevealed
    | ShoeVoided
    | BetsPlaced
    | PlayerConfirmed
    | WindowClosed
    | RoundDealt
    | LateBets
    | ChoiceMade
    | RoundMetered
    | RoundSettled
    | PurseGranted
    | PlayerNamed
    | MeterOpened
    | MeterMoved
)
KINDS: Mapping[str, type[Event]] = {one.kind: one for one in get_args(Event)}


class BadEvent(HolecardError):
    """The log holds something that this Holecard cannot read, or in the wrong place."""

    code = "log/unreadable"


def read_event(kind: str, body: Body) -> Event:
    """The event that was written so."""
    if kind not in KINDS:
        known = ", ".join(sorted(KINDS))
        raise BadEvent(
            f"the log holds an event of kind {kind!r}, this Holecard knows {known}: "
            "install a newer one"
        )
    try:
        return KINDS[kind].read(body)
    except (LookupError, TypeError, AttributeError, ValueError) as wrong:
        raise BadEvent(
            f"the log holds a {kind} that cannot be read: {type(wrong).__name__}, {wrong}"
        ) from wrong
