"""Pontoon, as dealt in Australia and Malaysia: Spanish 21 without a hole card.

Rules as Resorts World Genting prints them: decks without tens, soft 17 hit, a 21 and a pontoon (the
blackjack) paid at once, the bonuses of Spanish 21, half surrendered only against an ace or a
picture and void against a dealer pontoon, which does not take doubles. Two cards may be doubled and
a doubled hand given up for the original bet. An ace that is doubled counts one: no soft hand gains
by that, so here only hard hands are doubled. A dealer pontoon takes busted bets and one bet of
every other hand, as Australian houses write it (OBBO). What is left open is ours: eight decks,
pairs split to four hands, one card to each split ace.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from holecard.cards import ACE, TEN
from holecard.dealing.answers import Held
from holecard.dealing.rules import Rules
from holecard.games.gallery.no_hole_card import BLACKJACK_TAKES, takes
from holecard.games.gallery.spanish_21 import RESCUE, SPANISH_21, may_surrender
from holecard.games.shared import own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def may_double(hand: Held, rules: Rules) -> bool:
    return hand.two and not hand.soft and not hand.aces and not hand.doubled


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(),)


OPTIONS = game_options(
    *(
        key
        for key in HOUSE_KEYS
        if key not in ("double_on", "double_after_split", "peek", "insurance")
    ),
    own=(RESCUE, replace(BLACKJACK_TAKES, default="each")),
    only={"peek": (False,), "insurance": (False,)},
)
PONTOON = Game(
    id="pontoon",
    name="Pontoon",
    pitch="Spanish 21 without a hole card: your 21 wins on the spot, whatever the dealer may draw.",
    facts=("21 is paid at once", "no hole card", "a dealer pontoon takes no doubles"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=8,
        hit_soft_17=True,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
        surrender="late",
        blackjack_pays=Fraction(3, 2),
    ),
    make_wagers=wagers,
    answers=replace(
        SPANISH_21.answers,
        may_double=may_double,
        may_surrender=may_surrender,
        surrender_against=(ACE, TEN),
        takes=takes,
    ),
)
