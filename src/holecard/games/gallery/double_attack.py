"""Double Attack: the dealer's up card comes first, and you may double your wager before your own.

Rules as Wikipedia and A Responsible Gambler describe the game of Atlantic City: eight decks without
tens, soft 17 stands, a blackjack pays even money, insurance 5 to 2; doubling and surrender at any
time, after a split and after doubling too; pairs split to four hands, aces once, a card each.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from holecard.dealing.answers import Answers, Held, without_ranks
from holecard.dealing.rules import Rules
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager


def may_double(hand: Held, rules: Rules) -> bool:
    """Any total, any number of cards, once; split aces get one card and no more."""
    return not hand.doubled and (rules.hit_split_aces or not hand.aces)


def may_surrender(hand: Held, rules: Rules) -> bool:
    return rules.surrender == "late" and (rules.hit_split_aces or not hand.aces)


def wagers(rules: Rules) -> tuple[Wager, ...]:
    five_to_two = PayTable("standard", {"dealer-blackjack": Fraction(5, 2)})
    offers = (replace(one, paytables=(five_to_two,)) for one in insurance(rules))
    return (own_hand(), *offers)


OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key not in ("double_on", "double_after_split"))
)
DOUBLE_ATTACK = Game(
    id="double-attack",
    name="Double Attack Blackjack",
    pitch="See the dealer's card first and attack it: double your wager before your cards come.",
    facts=("raise after the up card", "blackjack pays 1 to 1", "insurance pays 5 to 2"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=8,
        hit_soft_17=False,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
        surrender="late",
        blackjack_pays=1,
    ),
    make_wagers=wagers,
    answers=Answers(
        deck=without_ranks("T"),
        may_double=may_double,
        may_surrender=may_surrender,
        raises=True,
    ),
)
