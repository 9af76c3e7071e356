"""What the bets of a round find on their meters, put on them and win from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from holecard.wagers.bets import SeatBets
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.meter import WHOLE, Meter


@dataclass(frozen=True, slots=True)
class MeterTurn:
    """One bet's turn at its meter, in cents. What it finds there has the shares of the whole round
    on it; `seed` is what the house puts up again when the whole was won."""

    seat: int
    wager: str
    share: int
    found: int
    won: int
    seed: int

    @property
    def left(self) -> int:
        return self.found - self.won + self.seed


def metered(game: Game, seats: Iterable[SeatBets]) -> dict[str, Meter]:
    """The meters that bets of a round are paid from, by wager."""
    meters = {wager.id: wager.meter for wager in game.wagers if wager.meter is not None}
    placed = {bet.wager for seat in seats for bet in seat.bets} if meters else set()
    return {name: meter for name, meter in meters.items() if name in placed}


def meter_turns(dealt: Dealt, held: Mapping[str, int]) -> tuple[MeterTurn, ...]:
    """The turns of a round that is over. The shares of all its bets go on first; then each bet is
    paid from what is there when its turn comes, in the order of the seats."""
    turns: list[MeterTurn] = []
    for name, meter in metered(dealt.game, dealt.seats).items():
        wager = dealt.game.wager(name)
        bets = [(place, seat) for place, seat in enumerate(dealt.seats) if seat.has(name)]
        shares = {seat.seat: int(meter.share * seat.stake(name)) for _, seat in bets}
        found = held[name] + sum(shares.values())
        for place, seat in bets:
            outcome = wager.outcome(dealt.felt, place)
            won = meter.wins(outcome, found)
            seed = meter.seed if meter.pays.get(outcome) == WHOLE else 0
            turns.append(MeterTurn(seat.seat, name, shares[seat.seat], found, won, seed))
            found = turns[-1].left
    return tuple(turns)


def before_turns(turns: Iterable[MeterTurn]) -> dict[str, int]:
    """What was on each meter before the round's first share."""
    held: dict[str, int] = {}
    shares: dict[str, int] = {}
    for one in turns:
        held.setdefault(one.wager, one.found)
        shares[one.wager] = shares.get(one.wager, 0) + one.share
    return {name: found - shares[name] for name, found in held.items()}


def after_turns(turns: Iterable[MeterTurn]) -> dict[str, int]:
    """What the round leaves on each meter."""
    return {one.wager: one.left for one in turns}


def with_turns(seats: Sequence[SeatBets], turns: Sequence[MeterTurn]) -> tuple[SeatBets, ...]:
    """The bets with what each found on its meter."""
    if not turns:
        return tuple(seats)
    found = {(one.seat, one.wager): one.found for one in turns}
    return tuple(
        replace(
            seat,
            bets=tuple(replace(bet, meter=found.get((seat.seat, bet.wager))) for bet in seat.bets),
        )
        for seat in seats
    )
