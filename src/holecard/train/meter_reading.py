"""What is on a progressive meter in a question: a reading that the house can pay from in its chips.

The shares of the round's bets are on it, as a table has it when the round is over; who of the
winners is paid first, and what that leaves, is the table's own reckoning (wagers/meter_turns.py).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING

from holecard.dealing.felt import SEATS
from holecard.errors import BadDefinition
from holecard.money import money_text
from holecard.train.chips import can_make
from holecard.wagers.bets import SeatBets
from holecard.wagers.dealt import Dealt
from holecard.wagers.meter import Meter
from holecard.wagers.meter_turns import meter_turns, metered, with_turns
from holecard.wagers.payout import payouts
from holecard.wagers.wager import Wager

if TYPE_CHECKING:
    from holecard.train.item import Json
    from holecard.train.profile import Profile

READINGS = 200  # how many steps a meter has grown by, at most
STEP = 500  # cents: readings are multiples of this, and of what makes their parts chips
TRIES = 20


def with_reading(profile: Profile, dealt: Dealt, draw: random.Random) -> Dealt | None:
    """The round with what its bets find on their meters; none where the house has no chips for
    what is won, as it may not have when one meter is won from twice."""
    meters = metered(dealt.game, dealt.seats)
    for _ in range(TRIES if meters else 0):
        held = {
            name: draw.choice(readings(profile, dealt.game.wager(name), meter))
            - on_it(dealt.seats, name, meter)
            for name, meter in meters.items()
        }
        read = replace(dealt, seats=with_turns(dealt.seats, meter_turns(dealt, held)))
        if all(can_make(abs(one.net), profile.chips) for one in payouts(read)):
            return read
    return None if meters else dealt


def dealt_otherwise(dealt: Dealt, true: Dealt) -> Dealt:
    """A round of the same bets that went another way: the meters stood as they did before it."""
    if not metered(dealt.game, dealt.seats):
        return dealt
    held = {
        name: reading(true, name) - on_it(true.seats, name, meter)
        for name, meter in metered(true.game, true.seats).items()
    }
    return replace(dealt, seats=with_turns(dealt.seats, meter_turns(dealt, held)))


def reading(dealt: Dealt, wager: str) -> int:
    """What the first bet that is paid from a meter finds on it: the round's bets are on it then."""
    found = next(bet.meter for seat in dealt.seats for bet in seat.bets if bet.wager == wager)
    assert found is not None, f"{wager} has no reading"
    return found


def on_it(seats: Sequence[SeatBets], wager: str, meter: Meter) -> int:
    """What the round's own bets have put on it."""
    return sum(int(meter.share * seat.stake(wager)) for seat in seats)


def readings(profile: Profile, wager: Wager, meter: Meter) -> list[int]:
    """From the seed up, what the house can pay each part of in its chips."""
    parts = lcm(*(part.denominator for part in meter.pays.values()))
    step = lcm(parts * profile.smallest, STEP)
    least = meter.seed + SEATS * int(meter.share * wager.least)
    first = -(-least // step) * step or step
    tried = range(first, first + READINGS * step, step)
    return [one for one in tried if is_payable(profile, wager, meter, one)]


def is_payable(profile: Profile, wager: Wager, meter: Meter, cents: int) -> bool:
    """Whether what an outcome wins is chips, and more than its stake: it is paid then."""
    won = [wager.least * meter.base + meter.wins(one, cents) for one in meter.pays]
    return all(one > 0 and can_make(int(one), profile.chips) for one in won)


def check_meter(profile: Profile, wager: Wager) -> None:
    """Refuse a house that never has the chips for what a meter pays."""
    if wager.meter is not None and not readings(profile, wager, wager.meter):
        chips = ", ".join(money_text(one) for one in profile.chips)
        raise BadDefinition(
            f"what the meter of {wager.name} pays cannot be made of chips of {chips}: "
            f"{wager.meter.words}"
        )


def meters_json(dealt: Dealt) -> list[Json]:
    """Each meter as it stands when the first of its bets is paid."""
    return [
        {
            "wager": name,
            "name": dealt.game.wager(name).name,
            "cents": reading(dealt, name),
        }
        for name in metered(dealt.game, dealt.seats)
    ]


def with_meters(question: Json, dealt: Dealt) -> Json:
    """The question with what is on the meters, where there are any."""
    meters = meters_json(dealt)
    return question | {"meters": meters} if meters else question
