"""European no hole card: the dealer's second card comes when everyone has acted.

What a dealer blackjack takes then is the house's choice, by the four rules the Wizard of Odds lists
for Australia: every bet (ENHC), the original bet only (OBO), busted bets and one of every other
hand (OBBO), or busted bets and one more (BB+1). The figures in print are for six and eight
decks, H17, doubling after a split, all bets lost.
"""

from __future__ import annotations

from holecard.dealing.answers import TAKES, Answers
from holecard.dealing.rules import Option, Rules
from holecard.games.shared import own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def takes(rules: Rules) -> str:
    return str(rules["blackjack_takes"])


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(),)


BLACKJACK_TAKES = Option(
    key="blackjack_takes",
    default="all",
    allowed=TAKES,
    says=(
        "what a dealer blackjack takes: all bets, the original one, busted ones and one of each "
        "other hand, or busted ones and one more"
    ),
    words={"all": "ENHC", "original": "OBO", "each": "OBBO", "busted": "BB+1"},
    always=True,
)
OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key not in ("peek", "insurance")),
    own=(BLACKJACK_TAKES,),
    only={"peek": (False,), "insurance": (False,)},
)
NO_HOLE_CARD = Game(
    id="no-hole-card",
    name="European No Hole Card",
    pitch="Blackjack as dealt in Europe: the dealer's second card comes after everyone has acted.",
    facts=("no hole card", "a dealer blackjack takes doubles and splits too"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=6,
        hit_soft_17=True,
        double_after_split=True,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
        surrender="none",
    ),
    make_wagers=wagers,
    answers=Answers(takes=takes),
)
