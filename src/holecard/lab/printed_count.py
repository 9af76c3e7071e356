"""A count of uneven suits as it is dealt in print, which is not quite as we deal: its rounds begin
anywhere up to a card, and it is bet from a trigger that is given.

Print has such figures for 21+3. They are dealt here twice, with rounds that begin before the cut
card alone and with the one that is dealt after it has come out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holecard.lab.bound import Prospect
from holecard.lab.imbalance import WAYS

SEED = 178
SHOES = 600  # for each number of cards seen
CARDS_A_ROUND = 5  # one seat and the dealer, hardly more: how far behind the cut card one begins
JUST = 1e-9


@dataclass(frozen=True)
class Dealt:
    """How often a count bets, what a bet wins, and what that is per 100 rounds."""

    often: float
    often_error: float
    when_bet: float
    when_error: float
    per_100: float
    per_error: float


def suit_spread(of: Prospect, trigger: float, last: int, shoes: int = SHOES) -> Dealt:
    """Bet from that spread of suits per deck left, in rounds that begin with fewer than `last`
    cards seen, each number as often as every other. Every shoe that is bet on is valued exactly."""
    draw = np.random.default_rng(SEED)
    bets, wins = np.zeros((2, last, shoes))
    for seen in range(last):
        size = of.full.size - seen
        left = draw.multivariate_hypergeometric(of.full.cards, size, size=shoes).astype(np.int64)
        bet = WAYS[0].of(left) >= trigger - JUST
        bets[seen] = bet
        if bet.any():
            wins[seen, bet] = of.of(left[bet])
    often, won = float(bets.mean()), float(wins.mean())
    when_bet = won / often if often else 0.0
    often_error, when_error, per_error = (
        float(np.sqrt(each.var(axis=1, ddof=1).sum() / shoes) / last)
        for each in (bets, wins - when_bet * bets, wins)
    )
    return Dealt(
        often, often_error, when_bet, when_error / often if often else 0.0, 100 * won,
        100 * per_error,
    )  # fmt: skip
