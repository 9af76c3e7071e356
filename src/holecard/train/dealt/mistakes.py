"""One mistake of a dealer in a true round: each a change of its steps that is really wrong.

A mistake is a function of a round that gives the steps as that dealer would have done them and the
step at which it goes wrong; nothing, where the round does not allow it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from holecard.dealing.felt import RESULT
from holecard.dealing.settle import BLACKJACK, DEALER, result_pays
from holecard.text.trace import Event
from holecard.train.dealt.shown import Shown
from holecard.train.dealt.steps import CARDS_STAY, LEAVE, PAY, PUSH, TAKE, Step
from holecard.train.profile import PASSES, Profile
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN

Wrong = tuple[list[Shown], int]


@dataclass(frozen=True)
class Round:
    """A true round to go wrong in."""

    dealt: Dealt
    profile: Profile
    steps: Sequence[Shown]
    draw: random.Random

    @property
    def game(self) -> Game:
        return self.dealt.game

    def settled(self, verdict: str) -> list[int]:
        """The steps with this verdict; a payment's is nobody's question, nor is a hand that was the
        house's alone: lost or pushed, nothing of the seat's moves."""
        return [
            at
            for at, one in enumerate(self.steps)
            if one.verdict == verdict
            and self.game.wager(one.wager).kind != FEE
            and not (verdict == TAKE and one.cents == 0)
        ]

    def changed(self, at: int, one: Shown) -> Wrong:
        return [*self.steps[:at], one, *self.steps[at + 1 :]], at

    def last_run(self) -> int:
        at = len(self.steps)
        while at and self.steps[at - 1].settles:
            at -= 1
        return at

    def by_seat(self) -> list[tuple[int, list[Shown]]]:
        """The settlement at the end, seat by seat in the order of the house."""
        found: dict[int, list[Shown]] = {}
        for one in self.steps[self.last_run() :]:
            found.setdefault(one.seat, []).append(one)
        return list(found.items())


def another_verdict(was: str, becomes: str) -> Callable[[Round], Wrong | None]:
    def mistake(round: Round) -> Wrong | None:
        able = round.settled(was)
        if not able:
            return None
        at = round.draw.choice(able)
        one = round.steps[at]
        cents = 0 if becomes == PUSH else one.stake
        return round.changed(at, one.but(verdict=becomes, cents=cents, tip=0))

    return mistake


def natural_even(round: Round) -> Wrong | None:
    """A blackjack paid as any other win."""
    able = [at for at in round.settled(PAY) if is_natural_pay(round, round.steps[at])]
    if not able:
        return None
    at = round.draw.choice(able)
    return round.changed(at, round.steps[at].but(cents=round.steps[at].stake))


def is_natural_pay(round: Round, one: Shown) -> bool:
    wager = round.game.wager(one.wager)
    if wager.kind != MAIN:
        return False
    place = [seat.seat for seat in round.dealt.seats].index(one.seat)
    natural = round.dealt.hand_field(place, one.step.event.hand, RESULT) == BLACKJACK
    pays = result_pays(BLACKJACK, wager.backs, round.game.rules)
    return natural and pays != 1 and one.cents == pays * one.stake


def one_chip_off(round: Round) -> Wrong | None:
    """A chip too many or too few in a payment."""
    able = round.settled(PAY)
    if not able:
        return None
    at = round.draw.choice(able)
    one = round.steps[at]
    chips = [chip for chip in round.profile.chips if chip <= one.cents]
    chip = round.draw.choice(chips)
    less = one.cents > chip and round.draw.random() < 0.5
    return round.changed(at, one.but(cents=one.cents - chip if less else one.cents + chip))


def wrong_tip(round: Round) -> Wrong | None:
    """A tip forgotten, or paid as if it grew with the wager."""
    able = [at for at in round.settled(PAY) if round.steps[at].tip]
    if not able:
        return None
    at = round.draw.choice(able)
    tip = round.steps[at].tip
    return round.changed(at, round.steps[at].but(tip=round.draw.choice((0, 2 * tip))))


def wrong_envy(round: Round) -> Wrong | None:
    """What is due for other seats forgotten, or paid twice."""
    able = [at for at, one in enumerate(round.steps) if one.envy]
    if not able:
        return None
    at = round.draw.choice(able)
    envy = round.steps[at].envy
    return round.changed(at, round.steps[at].but(envy=round.draw.choice((0, 2 * envy))))


def seat_skipped(round: Round) -> Wrong | None:
    """A seat that is not the last is not settled at the end."""
    seats = round.by_seat()
    if len(seats) < 2 or round.profile.passes != PASSES[0]:
        return None
    gone = round.draw.choice(seats[:-1])[0]
    first = round.last_run()
    at = next(at for at in range(first, len(round.steps)) if round.steps[at].seat == gone)
    kept = [one for one in round.steps[first:] if one.seat != gone]
    return [*round.steps[:first], *kept], at


def wrong_order(round: Round) -> Wrong | None:
    """Two neighbours change places in the settlement at the end."""
    seats = round.by_seat()
    if len(seats) < 2 or round.profile.passes != PASSES[0]:
        return None
    first = round.draw.randrange(len(seats) - 1)
    seats[first], seats[first + 1] = seats[first + 1], seats[first]
    run = [one for _, many in seats for one in many]
    start = round.last_run()
    at = start + sum(len(many) for _, many in seats[:first])
    return [*round.steps[:start], *run], at


def offered_to_dealer_hand(round: Round) -> Wrong | None:
    """Insurance offered to a seat that backs the dealer's hand."""
    asked = [
        seat.seat
        for seat in round.dealt.seats
        if round.game.wager(seat.main(round.game).wager).backs == DEALER
    ]
    offers = [at for at, one in enumerate(round.steps) if one.step.name == "offer"]
    if not asked or not offers:
        return None
    seat = round.draw.choice(asked)
    at = round.draw.choice(offers)
    said = [
        Event("offer", f"Insurance, seat {seat}?", seat=seat),
        Event("no-insurance", f"Seat {seat} takes no insurance.", seat=seat),
    ]
    more = [Shown(Step(one.kind, one, round.steps[at].step.at)) for one in said]
    return [*round.steps[:at], *more, *round.steps[at:]], at


def taken_early(round: Round) -> Wrong | None:
    """A losing side bet taken at once where the cards should be left or tucked for it."""
    able = []
    for at, one in enumerate(round.steps):
        if one.step.name in CARDS_STAY and not one.settles:
            end = later(round, at, one)
            if end and round.steps[end].verdict == TAKE:
                able.append((at, end))
    if not able:
        return None
    at, end = round.draw.choice(able)
    rest = [*round.steps[at + 1 : end], *round.steps[end + 1 :]]
    return [*round.steps[:at], round.steps[end], *rest], at


def later(round: Round, at: int, one: Shown) -> int:
    """Where the same seat's same wager is settled after this step; 0 if it is not."""
    return next(
        (
            place
            for place in range(at + 1, len(round.steps))
            if round.steps[place].settles
            and (round.steps[place].seat, round.steps[place].wager) == (one.seat, one.wager)
        ),
        0,
    )


def left_too_long(round: Round) -> Wrong | None:
    """A bet that is lost early is left on the felt until the end."""
    turned = next((at for at, one in enumerate(round.steps) if one.step.name == "turn"), 0)
    able = [
        at
        for at in round.settled(TAKE)
        if at < turned and round.game.wager(round.steps[at].wager).kind != MAIN
    ]
    if not able or round.last_run() <= turned:
        return None
    at = round.draw.choice(able)
    return [*round.steps[:at], *round.steps[at + 1 :], round.steps[at]], at


def button_moved(round: Round) -> Wrong | None:
    """The button goes on though the round was a push."""
    buttons = {seat.seat: seat.button for seat in round.dealt.seats}
    able = [
        at for at in round.settled(LEAVE) if round.steps[at].button == buttons[round.steps[at].seat]
    ]
    if not able:
        return None
    at = round.draw.choice(able)
    seat, button = round.steps[at].seat, round.steps[at].button + 1
    moved = [
        one.but(button=button) if one.verdict == LEAVE and one.seat == seat else one
        for one in round.steps
    ]
    first = next(
        place for place, one in enumerate(round.steps) if one.verdict == LEAVE and one.seat == seat
    )
    return moved, first
