"""The dealer's final hands: chances by total and number of cards, by up card, and of a soft 17.

Counted over every order of cards from the full shoe. As the seats' cards are never seen before the
dealer's are drawn, a hand that is played out has the same chances however the seats play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

from holecard.dealing.settle import NATURAL
from holecard.dealing.tables import Tables
from holecard.odds.composition import VALUES, shoe_of
from holecard.odds.counted.dealer_hand import ANY_SUIT, DealerHands
from holecard.odds.solve.dealer_finals import draw_out
from holecard.wagers.game import Game

BUST, BLACKJACK = "bust", "blackjack"
ENDS = ("17", "18", "19", "20", "21", BLACKJACK, BUST)
Chances = Mapping[tuple[str, int], Fraction]  # by how the hand ends, and its number of cards
SOFT_17 = 7  # the points of a soft 17, its ace as one


def end_of(standing: int) -> str:
    if standing == NATURAL:
        return BLACKJACK
    return BUST if standing > 21 else str(standing)


@dataclass(frozen=True)
class FinalHands:
    """How the dealer's hand ends when it is played out, from a full shoe."""

    game: Game

    @cached_property
    def dealer(self) -> DealerHands:
        return DealerHands(self.game.tables, shoe_of(self.game), suits=False)

    def after(self, *values: int) -> Chances:
        """From these cards of the dealer's; from none of them, of any hand."""
        found: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
        left = sum(self.dealer.by_value) - len(values)
        known = tuple((worth, ANY_SUIT) for worth in values)
        for (standing, drawn, _), ways in self.dealer.count(known, ()).items():
            key = end_of(standing), len(values) + drawn
            found[key] += Fraction(ways, perm(left, drawn))
        return dict(found)

    @cached_property
    def all(self) -> Chances:
        return self.after()

    def ends(self, *values: int) -> dict[str, Fraction]:
        """Chances by how the hand ends."""
        found = {end: Fraction(0) for end in ENDS}
        for (end, _), chance in self.after(*values).items():
            found[end] += chance
        return found

    @cached_property
    def soft_17(self) -> Fraction:
        """The chance that a hand comes to a soft 17, hit or not."""
        tables = standing_tables(self.game)
        counts = self.dealer.by_value
        total = Fraction(0)
        for cards, orders, standing in draw_out(tuple(tables.add), tuple(tables.draws), ()):
            if standing == 17 and points(cards) == SOFT_17:
                ways = orders
                for number, has in zip(cards, counts, strict=True):
                    ways *= perm(has, number)
                total += Fraction(ways, perm(sum(counts), sum(cards)))
        return total


def standing_tables(game: Game) -> Tables:
    """The tables of a dealer who stands on soft 17: before it, both draw alike."""
    return game.but(hit_soft_17=False).tables


def points(cards: tuple[int, ...]) -> int:
    return sum(number * worth for number, worth in zip(cards, range(1, VALUES + 1), strict=True))
