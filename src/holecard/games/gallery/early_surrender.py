"""Early surrender: half the wager may be given up before the dealer looks for a blackjack.

On the base of the Wizard of Odds' list of rule variations, which prices it against an ace and
against a ten apart: eight decks, S17, doubling also after a split, pairs split to four hands.
"""

from __future__ import annotations

from holecard.cards import ACE, TEN
from holecard.dealing.answers import Answers
from holecard.dealing.rules import Option, Rules
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager

AGAINST = {"none": (), "ace": (ACE,), "ten": (TEN,), "both": (ACE, TEN)}


def early_surrender(up: int, rules: Rules) -> bool:
    return up in AGAINST[str(rules["early"])]


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


EARLY = Option(
    key="early",
    default="both",
    allowed=("both", "ace", "ten", "none"),
    says="up cards against which a hand may be given up before the dealer looks",
    words={"both": "ES", "ace": "ES-A", "ten": "ES-10", "none": "no-ES"},
    always=True,
)
OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key != "surrender"), own=(EARLY,), only={"surrender": ("none",)}
)
EARLY_SURRENDER = Game(
    id="early-surrender",
    name="Early Surrender",
    pitch="Blackjack in which you may give up half your wager before the dealer looks.",
    facts=("give up half before the dealer looks",),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=8,
        hit_soft_17=False,
        double_after_split=True,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
    ),
    make_wagers=wagers,
    answers=Answers(early_surrender=early_surrender),
)
