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


class TooManyJobs(TooFast):
    """One player's share of the workers is at work already."""

    code = "lab/your_share"


class TooManySeats(NotAllowed):
    code = "seat/too_many"


class NotForYou(HolecardError):
    code = "metrics/refused"


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
    "docs/unbuilt": 404,
    "session/missing": 401,
    "origin/refused": 403,
    "rate/limited": 429,
    "address/crowded": 429,
    "lab/your_share": 429,
    "metrics/refused": 403,
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


COME_BACK = {503: 2}  # seconds, where the refusal itself names none

# By the kind of a validation error: what the field should be. `{...}` is what was to be kept.
SHOULD_BE = {
    "missing": "is missing",
    "extra_forbidden": "is nothing that is asked for here",
    "string_pattern_mismatch": "has a character, or a length, that it may not have",
    "string_too_short": "has {min_length} characters at least",
    "string_too_long": "has {max_length} characters at most",
    "too_short": "has {min_length} entries at least",
    "too_long": "has {max_length} entries at most",
    "greater_than_equal": "is {ge} at least",
    "less_than_equal": "is {le} at most",
    "greater_than": "is more than {gt}",
    "less_than": "is less than {lt}",
    "literal_error": "is one of {expected}",
    "finite_number": "is a number that can be written down",
    "int": "is a whole number",
    "float": "is a number",
    "string": "is text",
    "bool": "is yes or no",
    "list": "is a list",
    "dict": "is a set of names with values",
    "model": "is a set of names with values",
}


def what_is_wrong(first: Mapping[str, Any]) -> str:
    """A validation error in our words: the field, and what it should be."""
    kind = str(first["type"])
    words = SHOULD_BE.get(kind) or SHOULD_BE.get(kind.partition("_")[0], "is not what is asked for")
    parts = [one for one in first["loc"] if one not in ("body", "query", "path")]
    places = [f"number {one + 1}" if isinstance(one, int) else str(one) for one in parts]
    where = ", ".join(places)[:80] or "the request"
    return f"{where} {words.format(**first.get('ctx', {}))}"[:300]


def status_of(wrong: HolecardError) -> int:
    if wrong.code in STATUS_BY_CODE:
        return STATUS_BY_CODE[wrong.code]
    return next((status for kind, status in STATUS_BY_CLASS if isinstance(wrong, kind)), 400)


def retry_after(wrong: HolecardError) -> int:
    """Seconds until it makes sense to ask again; 0 where asking again changes nothing."""
    if isinstance(wrong, TooFast):
        return wrong.seconds
    return COME_BACK.get(status_of(wrong), 0)
