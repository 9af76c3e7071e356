"""Wagers on how many cards of the dealer's hand are red before the first black one.

Once a black card has come the rest of the hand does not matter, so only hands that are red so far
are followed: each with the ways to deal it from the red cards of the shoe.
"""

from __future__ import annotations

from collections import defaultdict

from holecard.cards import RED_SUITS
from holecard.hand import EMPTY, add
from holecard.odds.composition import Composition
from holecard.odds.counted.dealer_hand import over_one_total
from holecard.odds.result import Chances
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

REDS = "dealer_reds"
Held = tuple[int, ...]  # the red cards out of the shoe, by value


def red_chances(game: Game, wager: Wager, shoe: Composition) -> Chances:
    """The dealer draws by the tables, and finishes the hand for this wager."""
    lots = [[int(number) for number in shoe.suits[one]] for one in RED_SUITS]
    red = [sum(column) for column in zip(*lots, strict=True)]
    black = shoe.size - sum(red)
    weights: list[tuple[int, int, int]] = []
    hands: dict[tuple[int, Held], int] = {(EMPTY, (0,) * len(red)): 1}
    cards = 0
    while hands:
        place = wager.classified({REDS: cards})
        drawn: dict[tuple[int, Held], int] = defaultdict(int)
        for (state, held), ways in hands.items():
            if cards >= 2 and not game.tables.draws[state]:
                weights.append((place, ways, cards))
                continue
            weights.append((place, ways * black, cards + 1))
            for at, number in enumerate(red):
                if number > held[at]:
                    more = (*held[:at], held[at] + 1, *held[at + 1 :])
                    drawn[add(state, at + 1), more] += ways * (number - held[at])
        hands, cards = dict(drawn), cards + 1
    return over_one_total(wager, shoe.size, weights)
