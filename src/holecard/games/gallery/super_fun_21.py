"""Super Fun 21: one deck, double and surrender whenever you like, and even money for blackjacks.

Rules as the Wizard of Odds describes them: a blackjack always wins, even money, two to one in
diamonds; five cards or more that count 21 pay two to one; six cards of 20 or less win at once.
Neither is paid on a doubled hand, which is compared as any other.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.answers import Answers, Finished, Held, Result
from holecard.dealing.rules import Rules
from holecard.dealing.settle import BLACKJACK, FIRST_OWN, WIN, settle_own
from holecard.games.shared import own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager

DIAMONDS = 1
TWO_TO_ONE = (
    Result(
        name="blackjack-in-diamonds",
        pays=Fraction(2),
        says="A blackjack whose cards are both diamonds.",
    ),
    Result(
        name="21-of-five-cards",
        pays=Fraction(2),
        words="21 of five cards or more",
        says="21 of five cards or more, not doubled.",
    ),
)
IN_DIAMONDS, FIVE_CARD_21 = range(FIRST_OWN, FIRST_OWN + len(TWO_TO_ONE))


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    if hand.natural:
        return IN_DIAMONDS if hand.suit == DIAMONDS else BLACKJACK
    if not hand.doubled and hand.total == 21 and hand.cards >= 5:
        return FIVE_CARD_21
    if not hand.doubled and six_cards(hand.total, hand.cards, rules):
        return WIN
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    return (
        "A blackjack wins, whatever the dealer has. Of hands that were not doubled, a 21 of five "
        "cards or more and six cards or more of 20 or less win at once too."
    )


def six_cards(total: int, cards: int, rules: Rules) -> bool:
    return total <= 20 and cards >= 6


def may_double(hand: Held, rules: Rules) -> bool:
    """Any total, any number of cards, split aces too, once."""
    return not hand.doubled


def may_surrender(hand: Held, rules: Rules) -> bool:
    """At any time, a doubled hand too."""
    return rules.surrender == "late"


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(),)


OPTIONS = game_options(
    *(
        key
        for key in HOUSE_KEYS
        if key not in ("double_on", "double_after_split", "blackjack_pays", "insurance")
    ),
    only={"blackjack_pays": (Fraction(1),), "insurance": (False,)},
)
SUPER_FUN_21 = Game(
    id="super-fun-21",
    name="Super Fun 21",
    pitch=(
        "One deck, and freedom: double on any number of cards, surrender at any time, six cards "
        "win by themselves. In return blackjacks pay even money, except in diamonds."
    ),
    facts=("blackjack always wins", "diamonds pay 2 to 1", "five cards of 21 pay 2 to 1"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=1,
        hit_soft_17=True,
        max_hands=4,
        resplit_aces=True,
        hit_split_aces=True,
        surrender="late",
    ),
    make_wagers=wagers,
    answers=Answers(
        who_wins=who_wins,
        results=TWO_TO_ONE,
        ends=six_cards,
        may_double=may_double,
        may_surrender=may_surrender,
        says=says,
    ),
)
