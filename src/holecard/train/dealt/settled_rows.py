"""What each wager comes to, as the dealer settles it: verdict, cents and chips, in house order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holecard.dealing.felt import RESULT
from holecard.train.chips import Stack, fewest
from holecard.train.dealt.steps import LEAVE, MONEY, PUSH, Step, steps_of, turned_at
from holecard.train.item import Json
from holecard.train.profile import Profile
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import payouts
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
        return found


def rows_of(dealt: Dealt, profile: Profile, steps: Sequence[Step] | None = None) -> list[Row]:
    """Every wager of a finished round in the order it is settled in: first what was settled before
    the dealer's hand was turned, then the rest."""
    taken = steps_of(dealt, profile) if steps is None else list(steps)
    turned = turned_at(taken)
    outcomes = {(paid.seat, paid.wager): paid.outcome for paid in payouts(dealt)}
    return [
        row_of(dealt, profile, step, outcomes, at < turned)
        for at, step in enumerate(taken)
        if step.name in MONEY
    ]


def row_of(
    dealt: Dealt, profile: Profile, step: Step, outcomes: dict[tuple[int, str], str], early: bool
) -> Row:
    event = step.event
    verdict, net = MONEY[step.name], event.amount or 0
    cents = 0 if verdict in (PUSH, LEAVE) else abs(net)
    wager = dealt.game.wager(event.wager)
    outcome = outcomes[event.seat, event.wager]
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
    )
