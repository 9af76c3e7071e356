"""A round as the dealer's steps, in the order of the house.

Each step is an event of the trace with what it is called in a drill. Where several seats are
settled in one go, the trace goes by seat numbers and the house by its profile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, DECLINE, EVEN_MONEY, INSURE, KEEP
from holecard.text.trace import Event, Weave
from holecard.train.profile import PASSES, SEAT_ORDERS, Profile
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import TO_DEALER

PAY, TAKE, PUSH, LEAVE = "pay", "take", "push", "leave"
VERDICTS = (TAKE, PUSH, LEAVE, PAY)
MONEY = {"pay": PAY, "take": TAKE, "push": PUSH, "ride": LEAVE}
CARDS_STAY = ("tuck", "leave")
SETTLING = (*MONEY, *CARDS_STAY)
ASK_RAISE, ASK_EARLY, ASK_SWITCH = "ask-raise", "ask-early", "ask-switch"
# What a row of the round's trace is called as a step, where its event does not say.
ROW_STEPS = {
    f.HOUSE_DRAW: "house-draw",
    f.DEALER_DRAW: "draw",
    f.DRAW: "card",
    f.FILL: "fill",
    f.REPLACE: "replace",
}
NEXT_CARD = "next"  # a card dealt for a bet, of no hand


@dataclass(frozen=True)
class Step:
    """One thing the dealer does, or a player says. `name` is what it is called: `take`, `peek`,
    `house-draw`, `ask`; `at` its place in the round's own trace."""

    name: str
    event: Event
    at: int

    @property
    def id(self) -> str:
        """What is done, and with which wager: the same for every seat."""
        return f"{self.name}:{self.event.wager}" if self.event.wager else self.name

    @property
    def settles(self) -> bool:
        return self.name in SETTLING


def steps_of(dealt: Dealt, profile: Profile) -> list[Step]:
    """The whole round in the order of the house."""
    return in_house_order(dealt.game, raw_steps(dealt), profile)


def raw_steps(dealt: Dealt) -> list[Step]:
    """The round as its trace has it. Before a decision stands the step of asking for it."""
    weave, chosen = Weave(dealt), 0
    envied = {(one.seat, one.wager): envy_of(one) for one in payouts(dealt) if one.envy}
    found: list[Step] = []
    for row in f.events(dealt.felt):
        kind, place, hand, _, _ = row
        if kind == f.CHOICE:
            question = question_of(dealt, chosen, weave)
            chosen += 1
            found += asking(dealt, place, hand, question, len(found))
        for event in weave.woven(*row):
            name = ROW_STEPS.get(kind, event.kind)
            if envy := envied.get((event.seat, event.wager)):
                name = own_kind((event.amount or 0) - envy)
            found.append(Step(name, event, len(found)))
    return found


def envy_of(paid: Payout) -> int:
    """What other seats bring a bet: paid besides what becomes of the bet itself."""
    return sum(cents for _, cents in paid.envy)


def own_kind(net: int) -> str:
    """What is done with a bet that lost, won or pushed by itself."""
    return "pay" if net > 0 else "take" if net < 0 else "push"


def question_of(dealt: Dealt, chosen: int, weave: Weave) -> str:
    """What a choice answers: the step of asking for it; nothing for an offer, which is that
    already."""
    action = dealt.choices[chosen].action
    if action in (INSURE, DECLINE, EVEN_MONEY):
        return ""
    if chosen < len(dealt.made) - len(dealt.hand_choices):
        return ASK_RAISE
    if weave.swapping:
        return ASK_SWITCH
    if not weave.looked:
        return ASK_EARLY
    return "ask-burn" if action in (BURN, KEEP) else "ask"


ASKS = {
    "ask": "Seat {}?",
    "ask-burn": "Seat {}, burn it or keep it?",
    ASK_RAISE: "Seat {}, do you raise?",
    ASK_EARLY: "Seat {}, do you surrender?",
    ASK_SWITCH: "Seat {}, do you switch?",
}


def asking(dealt: Dealt, place: int, hand: int, question: str, at: int) -> list[Step]:
    """The dealer turns to a seat."""
    if not question:
        return []
    seat = dealt.seats[place].seat
    says = ASKS[question].format(seat)
    return [Step(question, Event("ask", says, seat=seat, hand=hand), at)]


def in_house_order(game: Game, steps: Iterable[Step], profile: Profile) -> list[Step]:
    """Every run of settling steps by the profile; all else as it is."""
    found: list[Step] = []
    for settles, run in groupby(steps, key=lambda one: one.settles):
        steps_here = list(run)
        found += settled_in_order(game, steps_here, profile) if settles else steps_here
    return found


def settled_in_order(game: Game, run: list[Step], profile: Profile) -> list[Step]:
    down = profile.seats == SEAT_ORDERS[0]
    seats = sorted(dict.fromkeys(one.event.seat for one in run), reverse=down)
    by_seat = [
        step
        for seat in seats
        for step in sorted(
            (one for one in run if one.event.seat == seat),
            key=lambda one: place_of(game, one, profile),
        )
    ]
    if profile.passes == PASSES[0]:
        return by_seat
    return [one for one in by_seat if one.name == TAKE] + [
        one for one in by_seat if one.name != TAKE
    ]


def place_of(game: Game, step: Step, profile: Profile) -> tuple[int, int, int, int]:
    """Cards are tucked or left when the money has moved; a toke goes after the guest's bet."""
    wager = game.wager(step.event.wager)
    kinds = profile.wagers.index(wager.kind)
    toke = wager.payee == TO_DEALER
    felt = [one.id for one in game.wagers].index(
        wager.table_of if toke and wager.table_of else wager.id
    )
    return int(step.name in CARDS_STAY), kinds, 2 * felt + toke, step.at


def turned_at(steps: list[Step]) -> int:
    """Where the dealer's hand is turned; what is settled before it is settled early."""
    return next((at for at, step in enumerate(steps) if step.name == "turn"), len(steps))


def last_run(steps: list[Step]) -> int:
    """Where the settlement at the end begins."""
    at = len(steps)
    while at and steps[at - 1].settles:
        at -= 1
    return at
