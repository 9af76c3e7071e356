"""Double Exposure: both dealer cards are seen, and the dealer wins ties.

Rules as published for Atlantic City (eight decks, soft 17 stands; hard 9 to 11 and soft 19 and 20
doubled) and, by options, for Circus Circus in Reno (six decks, H17, no double after a split, tied
blackjacks push, hard 9 to 11 only): the Wizard of Odds' list of Double Exposure games.
"""

from __future__ import annotations

from holecard.dealing.answers import Answers, Finished, Held
from holecard.dealing.rules import Option, Rules
from holecard.dealing.settle import BLACKJACK, NATURAL, PUSH, settle_own
from holecard.games.shared import own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    """The dealer wins every tie but that of two blackjacks."""
    if hand.natural and dealer == NATURAL:
        return BLACKJACK if rules["tied_blackjacks"] == "win" else PUSH
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    comes_to = "wins" if rules["tied_blackjacks"] == "win" else "pushes"
    return f"A blackjack {comes_to} against a dealer blackjack; every other tie is the dealer's."


def may_double(hand: Held, rules: Rules) -> bool:
    if not hand.two or (hand.split and not rules.double_after_split):
        return False
    if rules["double_soft"] == "19-20" and hand.soft:
        return hand.total in (19, 20)  # a 9 or a 10 with its ace counted one
    return not hand.soft and 9 <= hand.total <= 11


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(),)


TIED = Option(
    key="tied_blackjacks",
    default="win",
    allowed=("win", "push"),
    says="what a blackjack comes to against a dealer blackjack",
    words={"win": "BJ-tie-wins", "push": "BJ-tie-pushes"},
)
SOFT = Option(
    key="double_soft",
    default="19-20",
    allowed=("19-20", "none"),
    says="soft totals that may be doubled, beside hard 9 to 11",
)
OPTIONS = game_options(
    *(key for key in HOUSE_KEYS if key not in ("double_on", "surrender")),
    own=(TIED, SOFT),
    only={"peek": (True,), "insurance": (False,), "ties": ("lose",), "dealer_shows": ("both",)},
)
DOUBLE_EXPOSURE = Game(
    id="double-exposure",
    name="Double Exposure",
    pitch="You see both dealer cards. In return ties lose and a blackjack pays even money.",
    facts=("both dealer cards are dealt face up", "the dealer wins ties", "every win pays 1 to 1"),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=8,
        hit_soft_17=False,
        double_after_split=True,
        max_hands=2,  # pairs are split once
        resplit_aces=False,
        hit_split_aces=False,
        blackjack_pays=1,
    ),
    make_wagers=wagers,
    answers=Answers(who_wins=who_wins, may_double=may_double, says=says),
)
