"""What the server refuses, beyond what the rules refuse, and the HTTP status of every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holecard.errors import (
    BadDefinition,
    HolecardError,
    MissingExtra,
    NotAllowed,
    UnknownName,
    Unreadable,
)


class UnknownTable(HolecardError):
    code = "table/unknown"


class UnknownRound(HolecardError):
    code = "round/unknown"


class UnknownSheet(HolecardError):
    code = "sheet/unknown"


class Stale(NotAllowed):
    """The command speaks of a round or a choice that is not the one at hand."""

    code = "table/stale"


class SeatNotFree(NotAllowed):
    code = "seat/taken"


class NotYours(NotAllowed):
    """R8: a wager is placed, and a choice made, only by the player of the seat."""

    code = "seat/not_yours"


class NotBroke(NotAllowed):
    code = "purse/not_broke"


class NoSession(HolecardError):
    code = "session/missing"


class ForeignOrigin(HolecardError):
    code = "origin/refused"


class TooFast(HolecardError):
    code = "rate/limited"

    def __init__(self, message: str, seconds: int = 1) -> None:
        super().__init__(message)
        self.seconds = seconds


class TooLarge(HolecardError):
    code = "request/too_large"


class Unfit(HolecardError):
    """A request whose fields are not what they should be."""

    code = "request/invalid"


class NotJson(HolecardError):
    code = "request/not_json"


class NoKey(HolecardError):
    code = "idempotency/missing"


class OtherBody(HolecardError):
    """The key was used before, for something else."""

    code = "idempotency/mismatch"


STATUS_BY_CODE = {
    "table/unknown": 404,
    "round/unknown": 404,
    "sheet/unknown": 404,
    "run/unknown": 404,
    "session/missing": 401,
    "origin/refused": 403,
    "rate/limited": 429,
    "request/too_large": 413,
    "request/not_json": 415,
    "request/invalid": 422,
    "idempotency/missing": 422,
    "idempotency/mismatch": 422,
    "purse/overdrawn": 409,
    "log/unreadable": 500,
    "server/busy": 503,
    "line/wrong_result": 409,
}
STATUS_BY_CLASS = (
    (UnknownName, 404),
    (Unreadable, 400),
    (NotAllowed, 409),
    (BadDefinition, 422),
    (MissingExtra, 501),
)


def what_is_wrong(first: Mapping[str, Any], *within: str) -> str:
    """A validation error in words: the field, and what it should be."""
    where = ".".join(str(part) for part in (*within, *first["loc"]))[:80]
    return f"{where}: {first['msg']}"[:300]


def status_of(wrong: HolecardError) -> int:
    if wrong.code in STATUS_BY_CODE:
        return STATUS_BY_CODE[wrong.code]
    return next((status for kind, status in STATUS_BY_CLASS if isinstance(wrong, kind)), 400)
