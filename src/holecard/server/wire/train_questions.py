"""Questions of the drills as a page gets them, nothing of their answers. Money in cents."""

from __future__ import annotations

from typing import Literal

from holecard.server.wire.answers import Said
from holecard.server.wire.table_answers import EventSeen

Verdict = Literal["take", "push", "leave", "pay"]
DrillName = Literal["settle", "next", "pay", "error", "know", "play"]
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
    paytable: str


class SeatLaid(Said):
    seat: int
    button: int
    burned: str
    next: str  # a card that was dealt for a bet, and is of no hand
    main: str  # the wager its hands are played for
    hands: list[HandLaid]
    bets: list[BetLaid]


class DealerLaid(Said):
    cards: str
    says: str  # "has 20"
    total: int


class FeltLaid(Said):
    dealer: DealerLaid
    seats: list[SeatLaid]


class MeterLaid(Said):
    """A progressive meter as it stands when the first of its bets is paid."""

    wager: str
    name: str
    cents: int


class OnFelt(Said):
    """What is asked at a table: the dealer's words for its wagers, by their ids."""

    names: dict[str, str]
    tips: bool  # whether this game ever pays the dealer a tip
    envy: list[str]  # wagers that may be paid for other seats
    meters: list[MeterLaid]


class ToSettle(Said):
    """One wager that waits for a verdict; split hands each have their own."""

    seat: int
    wager: str
    hand: int
    spot: str


class RowDone(ToSettle):
    """A wager that was settled before the question begins."""

    verdict: Verdict
    cents: int
    net: int
    tip: int
    envy: int


class SettleAsked(OnFelt):
    drill: Literal["settle"]
    says: str
    felt: FeltLaid
    order: str
    chips: list[int]
    whole: bool
    settled: list[RowDone]
    asks: list[ToSettle]  # in the order of the house where that is not asked
    guided: bool


class PayAsked(OnFelt):
    drill: Literal["pay"]
    says: str
    felt: FeltLaid | None
    chips: list[int]
    asks: list[ToSettle]
    stake: int
    paytable: str
    settled: list[RowDone]


class StepOffered(Said):
    step: str
    says: str
    whom: Literal["", "seat", "seats"]


class NextAsked(OnFelt):
    drill: Literal["next"]
    says: str
    spots: list[SeatLaid]
    events: list[EventSeen]
    order: str
    options: list[StepOffered]


class MistakeOffered(Said):
    kind: str
    says: str


class ErrorAsked(OnFelt):
    drill: Literal["error"]
    says: str
    spots: list[SeatLaid]
    events: list[EventSeen]
    order: str
    kinds: list[MistakeOffered]


class KnowAsked(Said):
    drill: Literal["know"]
    says: str
    card: str
    options: list[str]
    seconds: int  # to say it aloud; nothing for a card
    facts: list[str]


class PlayHand(Said):
    cards: str
    says: str
    active: bool


class PlayChoice(Said):
    action: str
    says: str


class PlayDealer(Said):
    cards: str
    says: str


class PlayBet(Said):
    """A wager before the player."""

    wager: str
    name: str
    stake: int


class PlayAsked(Said):
    """A decision of a player's: the coach's question."""

    drill: Literal["play"]
    says: str
    dealer: PlayDealer
    hands: list[PlayHand]
    stake: int
    bets: list[PlayBet]
    button: int  # wins before this round, where a bonus rides
    wager: str  # that is played for alone; empty for the main wager
    about: str  # it and its pay table in words
    paid: bool
    burn: str
    legal: list[PlayChoice]


QuestionAsked = SettleAsked | PayAsked | NextAsked | ErrorAsked | KnowAsked | PlayAsked


class RoundShown(OnFelt):
    """The round of a question, from its first card to its last chip."""

    spots: list[SeatLaid]
    events: list[EventSeen]
