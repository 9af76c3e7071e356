"""Blackjack Burnout: pay a fifth of your wager to burn one card, and bet on winning streaks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from holecard.dealing.rules import Option, Rules, flag
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, RIDES, RIDING, Wager

STREAKS = {2: 2, 3: 4, 4: 8, 5: 15}  # wins in a row: what they pay to one
ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
OUTCOMES = ("lose", RIDES, "win")
LOST, RIDING_ON, WON = range(len(OUTCOMES))


def streak_of(wins: int) -> Callable[..., int]:
    def bonus(streak: int, outcome: int) -> int:
        """U6: paid when the win that completes the streak comes; a lost hand takes it, a push
        leaves it."""
        if outcome < 0:
            return LOST
        return WON if outcome > 0 and streak == wins else RIDING_ON

    return bonus


def streak_defines(wins: int) -> dict[str, str]:
    return {
        "lose": f"The seat loses a round before its {ORDINALS[wins]} win in a row.",
        RIDES: "A push, or a win that does not complete the row: it stays for the next round.",
        "win": f"The seat's {ORDINALS[wins]} win in a row; a push neither counts nor breaks it.",
    }


def bonus_wager(wins: int, odds: int) -> Wager:
    return Wager(
        id=f"bonus-{wins}",
        name=f"{wins} wins",
        says=f"{wins} wins in a row",
        kind=RIDING,
        classify=streak_of(wins),
        outcomes=OUTCOMES,
        defines=streak_defines(wins),
        paytables=(PayTable("standard", {RIDES: 0, "win": odds}),),
    )


def wagers(rules: Rules) -> tuple[Wager, ...]:
    # What the payment allows is in the turn of every hand: the card that a hit or a double just
    # brought is burned for the next one, once a round, and not once the seat has split (U3).
    payment = Wager(
        id="burnout",
        name="Burnout payment",
        says="lets you burn one card this round",
        kind=FEE,  # not returned if no card is burned (U4)
        share=Fraction(1, 5),
    )
    bonuses = (bonus_wager(wins, odds) for wins, odds in STREAKS.items())
    return (own_hand(), payment, *bonuses, *insurance(rules))


BURN_AFTER_BUST = flag("burn_after_bust", True, "a card that busted the hand may be burned")
MAJORITY = Option(
    key="majority",
    default="decided",
    allowed=("decided", "all"),
    says="what split hands must be won for a streak: most of those won or lost, or of all",
)
OPTIONS = game_options(*HOUSE_KEYS, own=(BURN_AFTER_BUST, MAJORITY))
RULES = game_rules(
    OPTIONS,
    decks=6,
    # The sheet's list of "the following Blackjack rules".
    blackjack_pays=Fraction(3, 2),
    hit_split_aces=False,  # one card to each split ace, which is neither hit nor doubled
    resplit_aces=False,
    max_hands=4,  # any other pair is split up to three times
    double_after_split=True,
    hit_soft_17=True,
    surrender="none",
    # Bonus Wager: even money against an ace that the dealer shows, and two blackjacks push.
    dealer_shows="one",
    insurance=True,
    ties="push",
)
BURNOUT = Game(
    id="burnout",
    name="Blackjack Burnout",
    pitch=(
        "Blackjack with a second chance: pay a fifth of your wager and you may throw away one card "
        "you were dealt and take the next instead, even the card that busted you. Bet on winning "
        "two, three, four or five hands in a row as well."
    ),
    facts=(
        "burn one hit card for a fifth of your wager",
        "no burning after a split",
        "streaks pay 2, 4, 8 and 15 to 1",
    ),
    options=OPTIONS,
    rules=RULES,
    make_wagers=wagers,
    rulings=("U1", "U2", "U3", "U4", "U5", "U6", "U7"),
)
