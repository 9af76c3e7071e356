"""What browsers ask for. Money in cents; unknown fields are refused."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

MOST_CENTS = 10**12
Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
EntropyHex = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{2}){32,128}$")]
SeatNumber = Annotated[int, Field(ge=1, le=7, strict=True)]
Cents = Annotated[int, Field(ge=1, le=MOST_CENTS, strict=True)]
Count = Annotated[int, Field(ge=0, le=2**31, strict=True)]
# What Unicode has nobody draw, or draws as nothing, though it is neither a format nor a space.
BLANK = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164),
    *(*range(0xFE00, 0xFE10), 0xFFA0, 0x1D159, *range(0xE0100, 0xE01F0)),
}
JOINER, NON_JOINER, LOOKS = "\u200d", "\u200c", "\ufe0e\ufe0f"  # the last two: of an emoji
VIRAMA = 9  # the combining class of what ties consonants together


def plain_name(name: str) -> str:
    """A name as it is read: nothing in it that cannot be seen or turns the reading round (control,
    bidirectional and other format characters, line ends, characters of no script, blanks)."""
    for at, sign in enumerate(name):
        kind = unicodedata.category(sign)
        hidden = kind[0] == "C" or kind in ("Zl", "Zp") or ord(sign) in BLANK
        if hidden and not is_needed(sign, name[:at], name[at + 1 : at + 2]):
            raise ValueError(f"a name holds no invisible characters: U+{ord(sign):04X}")
    if name != name.strip() or not any(unicodedata.category(one)[0] in "LNSP" for one in name):
        raise ValueError("a name begins and ends with something that can be seen")
    return name


def is_needed(sign: str, before: str, after: str) -> bool:
    """Whether a script or an emoji is written with this hidden sign here: a joiner after a virama
    or between emoji, a non-joiner after a virama or between Arabic letters (as in RFC 5892, A.1
    and A.2), the look of an emoji after it. Elsewhere it would make two names that read alike."""
    last = before[-1:]
    if last and unicodedata.combining(last) == VIRAMA:
        return sign in (JOINER, NON_JOINER) and after != ""
    if sign == JOINER:
        return is_emoji(before.rstrip(LOOKS)[-1:]) and is_emoji(after)
    if sign == NON_JOINER:
        return all(one and unicodedata.bidirectional(one) == "AL" for one in (last, after))
    return sign in LOOKS and is_emoji(last)


def is_emoji(sign: str) -> bool:
    """A symbol beyond ASCII, or the colour of its skin."""
    return sign > "\x7f" and unicodedata.category(sign) in ("So", "Sm", "Sk")


Name = Annotated[
    str,
    Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f<>]+$"),
    AfterValidator(plain_name),
]
WagerId = Annotated[str, Field(min_length=1, max_length=40)]
PayTableName = Annotated[str, Field(max_length=20)]


LEAST_SECONDS, MOST_SECONDS = 5, 600
DECISION_SECONDS, BETTING_SECONDS = 30, 20  # unless the table is opened with others
Seconds = Annotated[int, Field(ge=LEAST_SECONDS, le=MOST_SECONDS, strict=True)]


class Asked(BaseModel):
    """A request: unknown fields are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class NameChange(Asked):
    name: Name


class Refill(Asked):
    """Ask for a new purse when broke."""


class Limits(Asked):
    least: Cents
    most: Cents


class NewTable(Asked):
    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[
        dict[
            Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=40)]
        ],
        Field(max_length=40),
    ] = {}
    name: Name | None = None
    private: bool = False
    limits: Annotated[dict[WagerId, Limits], Field(max_length=20)] = {}
    # The pay table of each wager, the sheet's first for those not named; none: each player chooses.
    paytables: Annotated[dict[WagerId, PayTableName], Field(max_length=20)] | None = None
    decision_seconds: Seconds = DECISION_SECONDS
    betting_seconds: Seconds = BETTING_SECONDS


class TakeSeats(Asked):
    seats: Annotated[list[SeatNumber], Field(min_length=1, max_length=7)]
    commitment: Hex32 | None = None  # SHA-256 of this browser's entropy for the next shoe


class LeaveSeats(Asked):
    seats: Annotated[list[SeatNumber], Field(max_length=7)] = []  # all of mine, if empty


class GiveEntropy(Asked):
    """First the SHA-256 of some random bytes, later, when the shoe is next, the bytes (hex)."""

    shoe: Count
    commitment: Hex32 | None = None
    entropy: EntropyHex | None = None


class BetOn(Asked):
    wager: WagerId
    stake: Cents | None = None  # a payment's may be left out: it follows from the main wager
    paytable: PayTableName = ""


class BetsAt(Asked):
    seat: SeatNumber
    bets: Annotated[list[BetOn], Field(max_length=20)]


class PlaceBets(Asked):
    """All bets of the named seats; an empty list takes a seat's bets back."""

    round: Count
    seats: Annotated[list[BetsAt], Field(min_length=1, max_length=7)]


class PlaceLate(Asked):
    """All that is bet when the dealer's card is up, said once; an empty list says no bet."""

    round: Count
    seats: Annotated[list[BetsAt], Field(max_length=7)] = []


class DealNow(Asked):
    """I am ready: with bets placed, or sitting this round out."""

    round: Count


class Choose(Asked):
    round: Count
    step: Count  # how many choices the round has seen: a stale one is refused
    seat: SeatNumber
    choice: Annotated[str, Field(max_length=20)]
    amount: Cents | None = None  # doubling or insuring for less


# Over the socket.


class Ping(Asked):
    type: Literal["ping"]


class SocketCommand(Asked):
    """What POST /api/tables/{id}/{action} does, at the table of the socket, under the same key."""

    type: Literal["command"]
    action: Literal["choose", "bets", "late", "deal", "entropy", "seats", "leave"]
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-]{16,255}$")]
    body: dict[str, Any]
