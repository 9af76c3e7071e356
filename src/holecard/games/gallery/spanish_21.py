"""Spanish 21: decks without tens, and in return every 21 wins, some of them with a bonus.

Rules as the Wizard of Odds and Washington State's rule sheet of the game describe them. The super
bonus (three suited sevens against a dealer's seven: a fixed sum, whatever the wager) is left out of
the figures, as it is there.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.answers import Answers, Finished, Held, Result, without_ranks
from holecard.dealing.rules import Rules, flag
from holecard.dealing.settle import BLACKJACK, FIRST_OWN, WIN, settle_own
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager

SPADES = 3
BONUSES = (
    Result(
        name="21-at-3-to-2",
        pays=Fraction(3, 2),
        words="21 with a bonus",
        says="21 of five cards, or of 6-7-8 or 7-7-7 in several suits, not doubled.",
    ),
    Result(
        name="21-at-2-to-1",
        pays=Fraction(2),
        words="21 with a bonus",
        says="21 of six cards, or of 6-7-8 or 7-7-7 in one suit but spades, not doubled.",
    ),
    Result(
        name="21-at-3-to-1",
        pays=Fraction(3),
        words="21 with a bonus",
        says="21 of seven cards or more, or of 6-7-8 or 7-7-7 in spades, not doubled.",
    ),
)
THREE_TO_TWO, TWO_TO_ONE, THREE_TO_ONE = range(FIRST_OWN, FIRST_OWN + len(BONUSES))


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    """A blackjack and a 21 always win; a 21 that was not doubled may have a bonus."""
    if hand.natural:
        return BLACKJACK
    if hand.total == 21:
        return WIN if hand.doubled else bonus(hand)
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    return (
        "A blackjack and a 21 win, whatever the dealer has; a 21 that was not doubled may have a "
        "bonus."
    )


def bonus(hand: Finished) -> int:
    if hand.cards >= 5:
        return {5: THREE_TO_TWO, 6: TWO_TO_ONE}.get(hand.cards, THREE_TO_ONE)
    if hand.values in ((6, 7, 8), (7, 7, 7)):
        if hand.suit == SPADES:
            return THREE_TO_ONE
        return THREE_TO_TWO if hand.suit < 0 else TWO_TO_ONE
    return WIN


def may_double(hand: Held, rules: Rules) -> bool:
    """Any total, any number of cards, split aces too; again and again, where the house lets."""
    if hand.doubled:
        return rules["redouble"] is True
    return rules.hit_split_aces or not hand.aces


def may_surrender(hand: Held, rules: Rules) -> bool:
    """The first two cards; and a doubled hand, for as much as the first wager ("rescue")."""
    if hand.doubled:
        return rules["rescue"] is True
    return hand.two and not hand.split and rules.surrender == "late"


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


RESCUE = flag("rescue", True, "a doubled hand may be given up for half of what is on it", "DDR")
REDOUBLE = flag("redouble", False, "a doubled hand may be doubled again, to eight times", "RD")
OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key not in ("double_on", "double_after_split")),
    own=(RESCUE, REDOUBLE),
)
SPANISH_21 = Game(
    id="spanish-21",
    name="Spanish 21",
    pitch=(
        "Blackjack without tens (jacks, queens and kings stay): your 21 always wins, with a bonus "
        "for five cards and more, 6-7-8 and 7-7-7, and you may double whenever you like."
    ),
    facts=("21 always wins", "5, 6, 7 cards pay 3:2, 2:1, 3:1", "6-7-8 and 7-7-7 pay 3:2 and more"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=6,
        hit_soft_17=True,
        max_hands=4,
        resplit_aces=True,
        hit_split_aces=True,
        surrender="late",
        blackjack_pays=Fraction(3, 2),
    ),
    make_wagers=wagers,
    answers=Answers(
        deck=without_ranks("T"),
        who_wins=who_wins,
        results=BONUSES,
        may_double=may_double,
        may_surrender=may_surrender,
        even_money=False,  # a blackjack wins anyway
        says=says,
    ),
)
