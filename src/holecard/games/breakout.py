"""Breakout Blackjack: back your own hand or the dealer's, and four side bets."""

from __future__ import annotations

from holecard.dealing.felt import LOOKED
from holecard.dealing.rules import Option, Rules
from holecard.dealing.settle import DEALER, LOSE
from holecard.games.shared import LEAST_MAIN, MOST_MAIN, insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import MAIN, Wager, always, never


def taken_with_main(hand_result: int) -> bool:
    """Taking Bets Early: with the dealer-hand wager lost, these go with it (B6)."""
    return hand_result == LOSE


TAKEN_EARLY = (
    "Taken early, with the main wager, when a blackjack at the seat loses that to a dealer without "
    "one."
)


def while_alive(alive: int) -> bool:
    return bool(alive)


BONUS_OUTCOMES = ("lose", "6-7-cards", "8-cards", "9-cards", "10-cards", "11-cards", "12-cards")
NO_BONUS, CARDS_6_7, CARDS_8, CARDS_9, CARDS_10, CARDS_11, CARDS_12 = range(len(BONUS_OUTCOMES))
BONUS_PAYS = PayTable(
    "standard",
    {
        "6-7-cards": 5,
        "8-cards": 15,
        "9-cards": 30,
        "10-cards": 100,
        "11-cards": 150,
        "12-cards": 250,
    },
)
BONUS_DEFINES = {
    "lose": "One of the two hands does not bust, or the wager was taken early.",
    "6-7-cards": "Both hands bust, with 6 or 7 cards in the two together.",
    **{f"{n}-cards": f"Both hands bust, with {n} cards in the two together." for n in range(8, 12)},
    "12-cards": "Both hands bust, with 12 or more cards in the two together.",
}
BONUS_WORDS = {"6-7-cards": "6 or 7 cards", "12-cards": "12+ cards"}


def breakout_bonus(hand_total: int, hand_cards: int, dealer_total: int, dealer_cards: int) -> int:
    """Both hands bust; pays by the number of cards in both, 12 and more alike."""
    if hand_total <= 21 or dealer_total <= 21:
        return NO_BONUS
    cards = hand_cards + dealer_cards
    if cards >= 12:
        return CARDS_12
    if cards == 11:
        return CARDS_11
    if cards == 10:
        return CARDS_10
    if cards == 9:
        return CARDS_9
    return CARDS_8 if cards == 8 else CARDS_6_7


TIE_OUTCOMES = ("lose", "push-bust", "push-17-19", "push-20", "push-21", "push-blackjack")
NO_TIE, BUST_PUSH, PUSH_17_TO_19, PUSH_20, PUSH_21, BLACKJACK_PUSH = range(len(TIE_OUTCOMES))
TIE_PAYS = PayTable(
    "standard",
    {"push-bust": 1, "push-17-19": 3, "push-20": 8, "push-21": 15, "push-blackjack": 25},
    tips={
        "push-bust": 100,
        "push-17-19": 200,
        "push-20": 300,
        "push-21": 500,
        "push-blackjack": 1000,
    },
)
TIE_DEFINES = {
    "lose": (
        "The hands do not tie, a blackjack on one side only and a busted hand against a dealer 17 "
        "included (that pushes the main wager), or the wager was taken early."
    ),
    "push-bust": "Both hands bust, whatever their totals.",
    "push-17-19": "Both final hands count 17, or both 18, or both 19.",
    "push-20": "Both final hands count 20.",
    "push-21": "Both final hands count 21 and neither is a blackjack.",
    "push-blackjack": "Both hands are a blackjack.",
}


def super_tie(hand_total: int, natural: int, dealer_total: int, dealer_natural: int) -> int:
    """The final hands tie. A bust against a dealer 17 pushes the main wager but is no tie."""
    if natural or dealer_natural:
        return BLACKJACK_PUSH if natural and dealer_natural else NO_TIE
    if hand_total > 21 and dealer_total > 21:
        return BUST_PUSH
    if hand_total != dealer_total:
        return NO_TIE
    if hand_total == 21:
        return PUSH_21
    return PUSH_20 if hand_total == 20 else PUSH_17_TO_19


PAIR_OUTCOMES = ("lose", "pair", "suited-pair", "both-pairs")
NO_PAIR, PAIR, SUITED_PAIR, BOTH_PAIRS = range(len(PAIR_OUTCOMES))
PAIR_DEFINES = {
    "lose": "Neither the seat's nor the dealer's first two cards are a pair.",
    "pair": "Just one of the two starting hands is a pair: one rank of thirteen, of two suits.",
    "suited-pair": "Just one of the two starting hands is a pair: one rank, of one suit.",
    "both-pairs": "The seat's and the dealer's first two cards are each a pair, whatever suits.",
}


def pair_up(
    first_rank: int,
    first_suit: int,
    second_rank: int,
    second_suit: int,
    up_rank: int,
    up_suit: int,
    hole_rank: int,
    hole_suit: int,
) -> int:
    """A pair in the first two cards of either hand; both pairs pay most, whatever suits (B4)."""
    own = first_rank == second_rank
    dealer = up_rank == hole_rank
    if own and dealer:
        return BOTH_PAIRS
    if own:
        return SUITED_PAIR if first_suit == second_suit else PAIR
    if dealer:
        return SUITED_PAIR if up_suit == hole_suit else PAIR
    return NO_PAIR


SWEET_OUTCOMES = ("lose", "dealer-17")
NOT_17, DEALER_17 = range(len(SWEET_OUTCOMES))


def sweet_17(dealer_total: int) -> int:
    return DEALER_17 if dealer_total == 17 else NOT_17


def sweet_defines(rules: Rules) -> dict[str, str]:
    """B3: a soft 17 counts where it is final."""
    soft = "a soft 17 is drawn to" if rules.hit_soft_17 else "hard or soft"
    return {
        "lose": "The dealer's final hand counts anything but 17, a blackjack included.",
        "dealer-17": f"The dealer's final hand counts 17 ({soft}).",
    }


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (
        own_hand("player-hand"),
        Wager(
            id="dealer-hand",
            name="dealer's hand",
            says="the dealer's hand beats yours; the house draws your cards",
            kind=MAIN,
            # Dealer Hand Bet: the house draws the hand by the dealer's rule. Paying a Hand and
            # Blackjack Hands: `settle_dealer`, and a dealer blackjack pays 3 to 2 (B9).
            backs=DEALER,
            least=LEAST_MAIN,
            most=MOST_MAIN,
        ),
        Wager(
            id="breakout-bonus",
            name="Breakout Bonus",
            says="both hands bust",
            classify=breakout_bonus,
            outcomes=BONUS_OUTCOMES,
            words=BONUS_WORDS,
            defines=BONUS_DEFINES,
            paytables=(BONUS_PAYS,),
            terms=(TAKEN_EARLY,),
            settles={LOOKED: taken_with_main},
            needs=while_alive,
            with_main=("dealer-hand",),  # Placing Side Bets
        ),
        Wager(
            id="super-tie",
            name="Super Tie",
            says="both hands tie",
            classify=super_tie,
            outcomes=TIE_OUTCOMES,
            defines=TIE_DEFINES,
            paytables=(TIE_PAYS,),
            terms=(TAKEN_EARLY,),
            settles={LOOKED: taken_with_main},
            needs=while_alive,
            with_main=("dealer-hand",),  # Placing Side Bets
            least=500,  # Super Tie Minimum Bet
        ),
        Wager(
            id="pair-up",
            name="Pair Up",
            says="a pair in the first two cards of either hand",
            classify=pair_up,
            outcomes=PAIR_OUTCOMES,
            defines=PAIR_DEFINES,
            paytables=(PayTable("standard", {"pair": 3, "suited-pair": 5, "both-pairs": 50}),),
            needs=never,  # Pair Up Only Remaining Bet: for it alone the dealer does not draw
            stays="leave",  # Taking Bets Early
        ),
        Wager(
            id="sweet-17",
            name="Sweet 17",
            says="the dealer's final hand is 17",
            classify=sweet_17,
            outcomes=SWEET_OUTCOMES,
            defines=sweet_defines(rules),
            paytables=(PayTable("standard", {"dealer-17": 6}),),
            needs=always,  # Sweet 17 No Remaining Main Wagers: the dealer still draws
            stays="leave",  # Taking Bets Early
        ),
        *insurance(rules),
    )


TIP_FROM = Option(
    key="tip_from",
    default="house",
    allowed=("house", "player"),
    says="who pays the dealer tip of a Super Tie",
)
OPTIONS = game_options(*HOUSE_KEYS, own=(TIP_FROM,))
# An own hand is "regular Blackjack", soft 17 is the house's (Soft 17); the sheet's own is this.
RULES = game_rules(
    OPTIONS,
    peek=True,  # Player Hand Blackjack: taken before any more cards, if the dealer has none
    insurance=True,  # Insurance: offered to those who back their own hand (B8)
    ties="push",  # Blackjack Push
)
BREAKOUT = Game(
    id="breakout",
    name="Breakout Blackjack",
    pitch=(
        "Blackjack as you know it, and one thing more: you can bet that the dealer's hand beats "
        "yours. Then you decide nothing, your hand hits until it has 17, and if it busts you "
        "cannot lose."
    ),
    facts=(
        "back your hand or the dealer's",
        "a busted hand that backs the dealer cannot lose",
        "busted against a dealer 17 pushes",
    ),
    options=OPTIONS,
    rules=RULES,
    make_wagers=wagers,
    rulings=("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"),
)
