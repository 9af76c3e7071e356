"""A Charlie: a hand of so many cards that has not busted wins at once.

On the base of the Wizard of Odds' list of rule variations: eight decks, S17, doubling also after a
split, pairs split to four hands. A Charlie beats every dealer hand; without a look it is paid at
once too.
"""

from __future__ import annotations

from holecard.dealing.answers import Answers, Finished
from holecard.dealing.rules import Option, Rules
from holecard.dealing.settle import WIN, settle_own
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.wager import Wager


def is_charlie(total: int, cards: int, rules: Rules) -> bool:
    most = rules["charlie"]
    assert isinstance(most, int)
    return total <= 21 and cards >= most > 0


def who_wins(hand: Finished, dealer: int, rules: Rules) -> int:
    if is_charlie(hand.total, hand.cards, rules):
        return WIN
    return settle_own(hand.standing, dealer, rules)


def says(rules: Rules) -> str:
    if not rules["charlie"]:
        return ""
    return f"{rules['charlie']} cards or more of 21 or less win at once, whatever the dealer has."


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (own_hand(), *insurance(rules))


CARDS = Option(
    key="charlie",
    default=6,
    allowed=(5, 6, 7, 0),
    says="cards that win by themselves; 0 for none",
    words={5: "5-Charlie", 6: "6-Charlie", 7: "7-Charlie", 0: "no-Charlie"},
    always=True,
)
OPTIONS = game_options(*HOUSE_KEYS, own=(CARDS,))
CHARLIE = Game(
    id="charlie",
    name="Six-card Charlie",
    pitch="Blackjack in which six cards without busting win, whatever the dealer has.",
    facts=("six cards of 21 or less win at once",),
    options=OPTIONS,
    rules=game_rules(
        OPTIONS,
        decks=8,
        hit_soft_17=False,
        double_after_split=True,
        max_hands=4,
        resplit_aces=False,
        hit_split_aces=False,
        surrender="none",
    ),
    make_wagers=wagers,
    answers=Answers(who_wins=who_wins, ends=is_charlie, says=says),
)
