"""Chip breakage: which stakes are paid in whole chips, and which the table refuses (R4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from holecard.wagers.bets import Bet, SeatBets, payouts
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager

CHIPS = (25, 50, 100, 500)  # cents


@dataclass(frozen=True)
class Breakage:
    """Everything one wager is paid, to one, that is no whole number of stakes."""

    wager: Wager
    broken: tuple[Fraction, ...]

    @property
    def multiple(self) -> int:
        """A stake of this many chips, or of any multiple, is paid in whole chips. In cents: what is
        not a multiple of so many cents is refused."""
        return lcm(*(one.denominator for one in self.broken))

    def worst(self, chip: int) -> tuple[int, Fraction]:
        """The smallest stake of whole chips that is not paid in such chips, in cents, and what it
        would be paid where that breaks."""
        chips = -(-self.wager.least // chip)
        while chips % self.multiple == 0:
            chips += 1
        stake = chips * chip
        odds = next(one for one in self.broken if (one * chips).denominator > 1)
        return stake, odds * stake


def breakage(game: Game) -> tuple[Breakage, ...]:
    """Each wager made before the deal, and the payment that goes with one."""
    return tuple(Breakage(one, broken(game, one)) for one in game.wagers if one.kind != OFFER)


def broken(game: Game, wager: Wager) -> tuple[Fraction, ...]:
    if wager.kind == FEE:
        paid = [wager.share]
    else:
        names = [table.name for table in wager.paytables] if wager.kind != MAIN else [""]
        bets = [Bet(wager.id, wager.most, name) for name in names]
        paid = [odds for bet in bets for odds in payouts(game, SeatBets(1, (bet,)), bet)]
    return tuple(dict.fromkeys(odds for odds in paid if odds.denominator > 1))
