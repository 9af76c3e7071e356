"""Tolerance bands: between which limits the house's win lies after so many rounds, per unit bet.

Exact: rounds are added up as in a session, nothing is taken as normal.
"""

from __future__ import annotations

from collections.abc import Sequence

from holecard.lab.distribution import after, one_round
from holecard.lab.nets import nets_of
from holecard.lab.session import Band
from holecard.odds.result import WagerOdds
from holecard.wagers.game import Game

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.9, 0.95, 0.99, 0.999)


def tolerance(
    game: Game,
    odds: WagerOdds,
    stake: int,
    rounds: Sequence[int] = ROUNDS,
    shares: Sequence[float] = SHARES,
) -> tuple[Band, ...]:
    """The bands of one wager at a flat stake in cents: outside one with the rest of its share."""
    house = one_round(nets_of(game, odds, stake)[1])
    found = []
    for number in rounds:
        held = after(house, number)
        for share in shares:
            low, high = held.band(share)
            found.append(Band(number, share, low / (number * stake), high / (number * stake)))
    return tuple(found)
