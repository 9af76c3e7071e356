"""Questions of the drills as a page gets them, nothing of their answers. Money in cents."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from holecard.server.wire.answers import Said

Verdict = Literal["take", "push", "leave", "pay"]
DrillName = Literal["settle", "next", "pay", "error", "know"]
ModeName = Literal["learn", "storm", "exam"]


class HandLaid(Said):
    cards: str  # "Ah 5d"
    says: str
    total: int
    stake: int
    chips: list[int]
    doubled: bool


class BetLaid(Said):
    wager: str
    name: str
    spot: str  # what stands under its circle: the dealer's word for it
    stake: int
    chips: list[int]
    paytable: str = ""


class SeatLaid(Said):
    seat: int
    button: int
    burned: str = ""
    main: str  # the wager its hands are played for
    hands: list[HandLaid] = Field(default_factory=list)
    bets: list[BetLaid]


class DealerLaid(Said):
    cards: str
    says: str  # "has 20"
    total: int


class FeltLaid(Said):
    dealer: DealerLaid
    seats: list[SeatLaid]


class ToSettle(Said):
    """One wager that waits for a verdict; split hands each have their own."""

    seat: int
    wager: str
    hand: int
    spot: str


class StepShown(Said):
    """One event of a round that is shown step by step."""

    kind: str
    says: str
    seat: int
    hand: int
    card: str = ""
    hidden: bool = False
    wager: str = ""
    amount: int | None = None
    tip: int = 0
    total: int | None = None
    hand_says: str = ""


class RowDone(ToSettle):
    """A wager that was settled before the question begins."""

    verdict: Verdict
    cents: int
    net: int
    tip: int = 0


class SettleAsked(Said):
    drill: Literal["settle"]
    says: str
    felt: FeltLaid
    order: str
    chips: list[int]
    whole: bool
    settled: list[RowDone]
    asks: list[ToSettle]  # in the order of the house where that is not asked
    guided: bool


class PayAsked(Said):
    drill: Literal["pay"]
    says: str
    felt: FeltLaid | None
    chips: list[int]
    asks: list[ToSettle]
    stake: int
    paytable: str


class StepOffered(Said):
    step: str
    says: str
    whom: Literal["", "seat", "seats"]


class NextAsked(Said):
    drill: Literal["next"]
    says: str
    spots: list[SeatLaid]
    events: list[StepShown]
    order: str
    options: list[StepOffered]


class MistakeOffered(Said):
    kind: str
    says: str


class ErrorAsked(Said):
    drill: Literal["error"]
    says: str
    spots: list[SeatLaid]
    events: list[StepShown]
    order: str
    kinds: list[MistakeOffered]


class KnowAsked(Said):
    drill: Literal["know"]
    says: str
    card: str
    options: list[str] = Field(default_factory=list)
    seconds: int = 0  # to say it aloud; nothing for a card
    facts: list[str] = Field(default_factory=list)


QuestionAsked = SettleAsked | PayAsked | NextAsked | ErrorAsked | KnowAsked
