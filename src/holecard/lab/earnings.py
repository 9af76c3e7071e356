"""What a table is expected to win in an hour: rounds an hour by seats, average bets, and how many
seats take each side bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from holecard.odds.result import WagerOdds
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, SIDE, Wager

# Kilby's counts for blackjack with 1 to 7 players, as Grochowski quoted them in 2012.
ROUNDS_AN_HOUR = (209, 139, 105, 84, 70, 60, 52)
MAIN_BET, SIDE_BET = 2_500, 500  # cents
TAKE_UP = Fraction(3, 10)  # of the seats, each side bet


@dataclass(frozen=True)
class Earning:
    """One wager's part of a table's hour, for one to seven seats."""

    odds: WagerOdds
    bet: int  # cents
    take_up: Fraction

    @property
    def edge(self) -> float:
        """What the house keeps per unit, tips it pays taken off (B5); of what is offered, over the
        hands it is offered to."""
        offered = self.odds.offered
        return -offered.ev if offered else self.odds.edge_after_tips(self.bet)

    @property
    def often(self) -> float:
        """How many rounds have it: all, or those in which it is offered."""
        return float(self.odds.offered.chance) if self.odds.offered else 1.0

    def an_hour(self, seats: int, rounds: int) -> float:
        """Cents the house is expected to win."""
        return rounds * seats * self.often * float(self.take_up) * self.bet * self.edge


def earnings(
    game: Game,
    entries: Sequence[WagerOdds],
    main_bet: int = MAIN_BET,
    side_bet: int = SIDE_BET,
    take_up: Fraction = TAKE_UP,
) -> tuple[Earning, ...]:
    """Main wagers by every seat, side bets and offers by some, at the most an offer allows. Bets
    that ride are settled once in several rounds and are left out."""
    found = []
    for one in entries:
        if one.offered:
            found.append(Earning(one, int(one.offered.stake * main_bet), take_up))
            continue
        wager = game.wagers_by_id.get(one.id, game.mains[0])
        if wager.kind == MAIN:
            found.append(Earning(one, fit(wager, main_bet), Fraction(1)))
        elif wager.kind == SIDE:
            found.append(Earning(one, fit(wager, side_bet), take_up))
    return tuple(found)


def fit(wager: Wager, bet: int) -> int:
    return min(max(bet, wager.least), wager.most)
