"""Blackjack Switch: two hands, and their second cards may change places.

A player bets the same on two neighbouring seats. After the dealer has looked for a blackjack the
second cards of the two hands may be swapped; then each is played and settled for itself. In return
blackjacks pay even money, an ace and a ten that come together by a swap count 21, and a dealer's 22
pushes every hand but a blackjack. Rules as with the published figure (see docs/gallery.md): six
decks, H17, doubling also after a split, pairs split to four hands, aces too.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.answers import Answers, Finished
from holecard.dealing.rules import Rules, flag
from holecard.dealing.settle import NATURAL, PUSH, WIN, settle_own
from holecard.games.shared import DEALER_22, insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    if dealer == 22 and hand.total <= 21 and not hand.natural:
        return PUSH
    if hand.natural and dealer == NATURAL and rules["natural_wins"]:
        return WIN
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    wins = " A blackjack wins against a dealer blackjack too." if rules["natural_wins"] else ""
    return f"{DEALER_22} An ace and a ten that come together by a swap are 21.{wins}"


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


WINS = flag("natural_wins", False, "a blackjack wins against a dealer blackjack too", "BJ-wins")
OPTIONS = game_options(*HOUSE_KEYS, own=(WINS,), only={"split_tens_by": ("value",)})
SWITCH = Game(
    id="switch",
    name="Blackjack Switch",
    pitch=(
        "Bet the same on two hands, and swap their second cards if you like: a 15 and a 16 may "
        "become a 20 and an 11. In return blackjacks pay even money and a dealer 22 pushes."
    ),
    facts=("swap the second cards", "a blackjack pays 1 to 1", "a dealer 22 pushes"),
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
        blackjack_pays=Fraction(1),
    ),
    make_wagers=wagers,
    answers=Answers(
        who_wins=who_wins,
        switches=True,
        even_money=False,  # a blackjack pays no more: it would be given away
        says=says,
    ),
)
