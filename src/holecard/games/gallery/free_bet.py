"""Free Bet: the house puts up doubles of 9 to 11 and most splits, and a dealer's 22 pushes.

Rules as the game's sheet for the United Kingdom has them: a free double on two cards of hard 9, 10
or 11, after a split too; free splits of every pair but ten-value cards, to four hands, aces too;
blackjacks pay 3 to 2 and beat a 22. A free bet that wins is paid as if it were the seat's own; one
that loses or pushes goes back to the house.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.cards import TEN
from holecard.dealing.answers import Answers, Finished, Held
from holecard.dealing.rules import Rules, flag
from holecard.dealing.settle import PUSH, settle_own
from holecard.games.shared import DEALER_22, insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    if dealer == 22 and hand.total <= 21 and not hand.natural:
        return PUSH
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    return DEALER_22


def free_double(hand: Held, rules: Rules) -> bool:
    return hand.two and not hand.soft and 9 <= hand.total <= 11


def free_split(value: int, rules: Rules) -> bool:
    return value != TEN and (value != 4 or rules["free_fours"] is True)


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


FOURS = flag("free_fours", True, "splits of fours are free too", no="no-free-4s")
OPTIONS = game_options(*HOUSE_KEYS, own=(FOURS,))
FREE_BET = Game(
    id="free-bet",
    name="Free Bet Blackjack",
    pitch=(
        "The house pays for your doubles on 9, 10 and 11 and for your splits: win, and you are "
        "paid on them; lose, and they cost you nothing. In return a dealer 22 pushes."
    ),
    facts=("free doubles on 9, 10, 11", "free splits but of tens", "a dealer 22 pushes"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=6,
        hit_soft_17=True,
        double_after_split=True,
        max_hands=4,
        resplit_aces=True,
        hit_split_aces=False,
        surrender="none",
        blackjack_pays=Fraction(3, 2),
    ),
    make_wagers=wagers,
    answers=Answers(who_wins=who_wins, free_double=free_double, free_split=free_split, says=says),
)
