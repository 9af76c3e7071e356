"""What stays at a seat from one round to the next: riding bets and the button that counts wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.payout import Payout


@dataclass(frozen=True, slots=True)
class Carried:
    """The riding bets of a seat and its wins in a row; nothing, for a seat that starts afresh."""

    button: int = 0
    bets: tuple[Bet, ...] = ()

    def stake(self) -> int:
        return sum(bet.stake for bet in self.bets)


def carried_into(carried: Carried, seat: int, bets: Iterable[Bet]) -> SeatBets:
    """A seat's bets for the next round: the new ones and those that ride."""
    riding = frozenset(bet.wager for bet in carried.bets)
    return SeatBets(seat, (*bets, *carried.bets), carried.button, riding)


def carried_on(seat: SeatBets, paid: Iterable[Payout]) -> Carried:
    """What the seat carries out of a round. The button goes back to 0 when nothing rides (U5)."""
    mine = [one for one in paid if one.seat == seat.seat and one.streak is not None]
    riding = {one.wager for one in mine if one.rides}
    bets = tuple(bet for bet in seat.bets if bet.wager in riding)
    streak = next((one.streak for one in mine if one.rides), 0)
    return Carried(streak or 0, bets)
