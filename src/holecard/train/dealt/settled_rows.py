"""What each wager comes to, as the dealer settles it: verdict, cents and chips, in house order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holecard.dealing.felt import RESULT
from holecard.train.chips import Stack, fewest
from holecard.train.dealt.steps import LEAVE, MONEY, PUSH, Step, envy_of, steps_of, turned_at
from holecard.train.item import Json
from holecard.train.profile import Profile
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import FEE, MAIN


@dataclass(frozen=True)
class Row:
    """One wager, of split hands each its own. `cents` is what moves: taken or paid."""

    seat: int
    hand: int
    wager: str
    outcome: str
    verdict: str
    cents: int
    net: int
    chips: Stack
    tip: int
    tip_chips: Stack
    early: bool
    at: int  # its step in the round's trace
    envy: int = 0  # what it is paid besides for other seats
    envy_chips: Stack = ()
    envied: tuple[tuple[int, int], ...] = ()  # those seats, and what each brings
    meter: int | None = None  # what it found on its meter
    stake: int = 0

    @property
    def key(self) -> tuple[int, str, int]:
        return self.seat, self.wager, self.hand

    def as_json(self) -> Json:
        found: Json = {
            "seat": self.seat,
            "wager": self.wager,
            "hand": self.hand,
            "verdict": self.verdict,
            "cents": self.cents,
            "chips": list(self.chips),
            "net": self.net,
            "early": self.early,
        }
        if self.tip:
            found |= {"tip": self.tip, "tip_chips": list(self.tip_chips)}
        if self.envy:
            found |= {"envy": self.envy, "envy_chips": list(self.envy_chips)}
        return found


def rows_of(dealt: Dealt, profile: Profile, steps: Sequence[Step] | None = None) -> list[Row]:
    """Every wager of a finished round in the order it is settled in: first what was settled before
    the dealer's hand was turned, then the rest."""
    taken = steps_of(dealt, profile) if steps is None else list(steps)
    turned = turned_at(taken)
    paid = {(one.seat, one.wager): one for one in payouts(dealt)}
    return [
        row_of(dealt, profile, step, paid[step.event.seat, step.event.wager], at < turned)
        for at, step in enumerate(taken)
        if step.name in MONEY
    ]


def row_of(dealt: Dealt, profile: Profile, step: Step, paid: Payout, early: bool) -> Row:
    event = step.event
    verdict, net, envy = MONEY[step.name], event.amount or 0, envy_of(paid)
    cents = 0 if verdict in (PUSH, LEAVE) else abs(net - envy)
    wager = dealt.game.wager(event.wager)
    outcome = paid.outcome
    if wager.kind == MAIN:
        place = [one.seat for one in dealt.seats].index(event.seat)
        outcome = dealt.game.result_name(dealt.hand_field(place, event.hand, RESULT))
    return Row(
        seat=event.seat,
        hand=event.hand,
        wager=event.wager,
        outcome=outcome,
        verdict=verdict,
        cents=cents,
        net=net,
        chips=fewest(cents, profile.chips),
        tip=event.tip,
        tip_chips=fewest(event.tip, profile.chips),
        early=early or wager.kind == FEE,
        at=step.at,
        envy=envy,
        envy_chips=fewest(envy, profile.chips),
        envied=paid.envy,
        meter=meter_of(dealt, event.seat, event.wager),
        stake=paid.stake,
    )


def meter_of(dealt: Dealt, seat: int, wager: str) -> int | None:
    """What a bet found on its meter, if it is paid from one."""
    bets = next(one.bets for one in dealt.seats if one.seat == seat)
    return next((bet.meter for bet in bets if bet.wager == wager), None)
