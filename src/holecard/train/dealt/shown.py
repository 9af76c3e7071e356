"""A round as it is shown step by step, without a word about who won: what the dealer does with
each wager is for the trainee to judge."""

from __future__ import annotations

from dataclasses import dataclass, replace

from holecard.money import money_text
from holecard.train.dealt.felt_json import event_json
from holecard.train.dealt.step_words import dealer_name
from holecard.train.dealt.steps import LEAVE, MONEY, PAY, PUSH, TAKE, Step, envy_of, steps_of
from holecard.train.item import Json
from holecard.train.profile import Profile
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import MAIN, OFFER


@dataclass(frozen=True)
class Shown:
    """One step. Of a wager that is settled: the verdict, what moves, and what lay there."""

    step: Step
    verdict: str = ""
    cents: int = 0
    stake: int = 0
    tip: int = 0
    button: int = 0
    envy: int = 0

    @property
    def seat(self) -> int:
        return self.step.event.seat

    @property
    def wager(self) -> str:
        return self.step.event.wager

    @property
    def settles(self) -> bool:
        return bool(self.verdict)

    def but(self, **changes: object) -> Shown:
        return replace(self, **changes)  # type: ignore[arg-type]

    def as_json(self, game: Game) -> Json:
        if not self.settles:
            return event_json(self.step.event)
        event = self.step.event
        found: Json = {
            "kind": "ride" if self.verdict == LEAVE else self.verdict,
            "says": self.says(game),
            "seat": event.seat,
            "hand": event.hand,
            "wager": event.wager,
            "amount": {PAY: self.cents, TAKE: -self.cents}.get(self.verdict, 0),
        }
        more = {"tip": self.tip, "envy": self.envy}
        return found | {name: cents for name, cents in more.items() if cents}

    def says(self, game: Game) -> str:
        event = self.step.event
        hand = f", hand {event.hand + 1}" if "hand" in event.says.partition(":")[0] else ""
        moved = {
            PAY: f"{money_text(self.cents)} paid",
            TAKE: f"{money_text(self.cents)} taken" if self.cents else "the house's own taken back",
            PUSH: f"{money_text(self.stake)} pushes",
            LEAVE: f"stays, button at {self.button}",
        }[self.verdict]
        tip = f"; {money_text(self.tip)} for the dealer" if self.tip else ""
        envy = f"; {money_text(self.envy)} of envy" if self.envy else ""
        return f"Seat {event.seat}{hand}: {dealer_name(game, event.wager)}, {moved}{envy}{tip}."


def shown_steps(dealt: Dealt, profile: Profile) -> list[Shown]:
    """The true round, in the order of the house; that a seat is asked is not shown."""
    paid = payouts(dealt)
    streaks = {one.seat: one.streak for one in paid if one.streak is not None}
    envies = {(one.seat, one.wager): envy_of(one) for one in paid}
    return [
        shown(dealt, step, streaks, envies.get((step.event.seat, step.event.wager), 0))
        for step in steps_of(dealt, profile)
        if step.event.kind != "ask"
    ]  # fmt: skip


def shown(dealt: Dealt, step: Step, streaks: dict[int, int], envy: int) -> Shown:
    if step.name not in MONEY:
        return Shown(step)
    event, verdict = step.event, MONEY[step.name]
    place = [one.seat for one in dealt.seats].index(event.seat)
    kind = dealt.game.wager(event.wager).kind
    stake = dealt.seats[place].stake(event.wager)
    if kind == MAIN:
        stake = dealt.hand_stake(place, event.hand)
    elif kind == OFFER:
        stake = dealt.insurance_stake(place)
    cents = abs((event.amount or 0) - envy) if verdict in (PAY, TAKE) else 0
    return Shown(step, verdict, cents, stake, event.tip, streaks.get(event.seat, 0), envy)
