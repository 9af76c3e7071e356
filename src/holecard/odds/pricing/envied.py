"""What envy is worth: exactly, for each number of other seats. A card that another seat gets is as
good as any other, so every other seat has the same chances as the own one; and what they bring on
average adds up, though they hang together. The spread does hang on that, and is not given.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from holecard.dealing.felt import SEATS
from holecard.odds.result import Chances, WagerOdds
from holecard.wagers.wager import Wager

Number = Fraction | float


def worth(wager: Wager, chances: Chances) -> Number:
    """What one other seat brings, of a bet."""
    found: tuple[Number, ...] = chances.fractions or chances.floats
    by_name = dict(zip(wager.outcomes, found, strict=True))
    total: Number = Fraction(0)
    for name, pays in wager.envy.items():
        total += by_name[name] * pays
    return total


def with_envy(wager: Wager, odds: WagerOdds) -> WagerOdds:
    """The odds of a seat alone, with the house edge beside each number of other seats."""
    if not wager.envy or odds.chances is None:
        return odds
    each = float(worth(wager, odds.chances))
    edges = ", ".join(
        f"{float(odds.house_edge) - others * each:.4%} with {others}" for others in range(1, SEATS)
    )
    note = (
        f"alone at the table; each other seat brings {each:.4%} of the bet by envy. House edge by "
        f"the number of other seats: {edges}"
    )
    return replace(odds, notes=(*odds.notes, note))
