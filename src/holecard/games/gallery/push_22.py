"""Push 22: a dealer's 22 pushes every hand that still stands, a blackjack excepted.

The rule alone, on the game it was asked about (Ask the Wizard 298): six decks, H17, no hole card,
blackjacks 6 to 5, hard 9 to 11 doubled, also after a split, pairs split to four hands.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.answers import Answers, Finished
from holecard.dealing.rules import Rules, flag
from holecard.dealing.settle import PUSH, settle_own
from holecard.games.shared import DEALER_22, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    if dealer == 22 and rules["push_22"] and hand.total <= 21 and not hand.natural:
        return PUSH
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    if not rules["push_22"]:
        return ""
    return DEALER_22


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(),)


OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key != "insurance"),
    own=(flag("push_22", True, "a dealer's 22 pushes", "P22", "B22", always=True),),
    only={"insurance": (False,)},
)
PUSH_22 = Game(
    id="push-22",
    name="Push 22 Blackjack",
    pitch="Blackjack in which a dealer who busts with 22 does not lose: every other hand pushes.",
    facts=("a dealer 22 pushes", "a blackjack is paid against 22"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=6,
        hit_soft_17=True,
        double_on="9-11",
        double_after_split=True,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
        blackjack_pays=Fraction(6, 5),
        peek=False,
        surrender="none",
    ),
    make_wagers=wagers,
    answers=Answers(who_wins=who_wins, says=says),
)
