"""Classic blackjack: the house rules of ruling R7 and nothing else."""

from __future__ import annotations

from holecard.dealing.rules import Rules
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


OPTIONS = game_options(*HOUSE_KEYS)
CLASSIC = Game(
    id="classic",
    name="Classic Blackjack",
    pitch="Get closer to 21 than the dealer without going over. A blackjack pays extra.",
    facts=("blackjack pays extra", "insurance pays 2 to 1", "a tie is a push"),
    options=OPTIONS,
    rules=game_rules(OPTIONS),
    make_wagers=wagers,
    rulings=("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"),
)
