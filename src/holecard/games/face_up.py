"""Face Up Blackjack: both dealer cards are seen, the dealer wins ties, and two bonus bets."""

from __future__ import annotations

from holecard.dealing.felt import DEALT
from holecard.dealing.rules import Rules
from holecard.games.shared import own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

TWO_OUTCOMES = ("lose", "blackjack", "pair", "suited-blackjack", "suited-pair", "suited-aces")
NO_MATCH, BLACKJACK, PAIR, SUITED_BLACKJACK, SUITED_PAIR, SUITED_ACES = range(len(TWO_OUTCOMES))
FOUR_OUTCOMES = (
    "lose",
    "high-pair",
    "straight",
    "two-pairs",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "four-aces",
)
(
    NOTHING,
    HIGH_PAIR,
    STRAIGHT,
    TWO_PAIRS,
    FLUSH,
    THREE_OF_A_KIND,
    STRAIGHT_FLUSH,
    FOUR_OF_A_KIND,
    FOUR_ACES,
) = range(len(FOUR_OUTCOMES))
# F6: the sheet prints no odds for the two bonuses. These are ours.
TWO_PAYS = PayTable(
    "holecard",
    {"blackjack": 4, "pair": 4, "suited-blackjack": 10, "suited-pair": 15, "suited-aces": 100},
    ours=True,
)
FOUR_PAYS = PayTable(
    "holecard",
    {
        "high-pair": 2,
        "straight": 6,
        "two-pairs": 8,
        "flush": 10,
        "three-of-a-kind": 10,
        "straight-flush": 50,
        "four-of-a-kind": 100,
        "four-aces": 1000,
    },
    ours=True,
)
TWO_DEFINES = {
    "lose": "The seat's first two cards are neither a pair nor a blackjack.",
    "blackjack": "An ace and a ten-value card, of two suits.",
    "pair": "Two cards of one rank of thirteen, of two suits; two aces too.",
    "suited-blackjack": "An ace and a ten-value card, of one suit.",
    "suited-pair": "Two cards of one rank and one suit, other than aces.",
    "suited-aces": "Two aces of one suit.",
}
FOUR_DEFINES = {
    "lose": "The four cards make none of the hands that are paid.",
    "high-pair": (
        "One pair of jacks, queens, kings or aces; the other two cards of two other ranks. Not all "
        "of one suit."
    ),
    "straight": (
        "Four ranks in a row, not all of one suit. An ace is low (A 2 3 4) or high (J Q K A), "
        "nothing between."
    ),
    "two-pairs": "Two pairs of two ranks, not all of one suit.",
    "flush": "Four cards of one suit that are no straight and no three or four of a kind.",
    "three-of-a-kind": "Three cards of one rank and one of another, whatever suits.",
    "straight-flush": "Four ranks in a row, of one suit. An ace is low or high.",
    "four-of-a-kind": "Four cards of one rank other than aces, whatever suits.",
    "four-aces": "Four aces, whatever suits.",
}


def two_card(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, natural: int
) -> int:
    """The seat's two starting cards."""
    one_suit = first_suit == second_suit
    if first_rank == second_rank:
        if not one_suit:
            return PAIR
        return SUITED_ACES if first_rank == 1 else SUITED_PAIR
    if natural:
        return SUITED_BLACKJACK if one_suit else BLACKJACK
    return NO_MATCH


def four_card(
    first_rank: int,
    first_suit: int,
    second_rank: int,
    second_suit: int,
    up_rank: int,
    up_suit: int,
    hole_rank: int,
    hole_suit: int,
) -> int:
    """The seat's two starting cards with the dealer's two, as a four-card poker hand."""
    pairs = (
        (first_rank == second_rank)
        + (first_rank == up_rank)
        + (first_rank == hole_rank)
        + (second_rank == up_rank)
        + (second_rank == hole_rank)
        + (up_rank == hole_rank)
    )
    if pairs == 6:
        return FOUR_ACES if first_rank == 1 else FOUR_OF_A_KIND
    if pairs == 3:
        return THREE_OF_A_KIND
    one_suit = first_suit == second_suit and first_suit == up_suit and first_suit == hole_suit
    if pairs == 0:
        low = min(first_rank, second_rank, up_rank, hole_rank)
        high = max(first_rank, second_rank, up_rank, hole_rank)
        # Four ranks in a row; an ace is low (A 2 3 4) or high (J Q K A).
        broadway = low == 1 and first_rank + second_rank + up_rank + hole_rank == 37
        if high - low == 3 or broadway:
            return STRAIGHT_FLUSH if one_suit else STRAIGHT
    if one_suit:
        return FLUSH
    if pairs == 2:
        return TWO_PAIRS
    if pairs == 1:
        if first_rank in (second_rank, up_rank, hole_rank):
            paired = first_rank
        elif second_rank in (up_rank, hole_rank):
            paired = second_rank
        else:
            paired = up_rank
        return HIGH_PAIR if paired == 1 or paired >= 11 else NOTHING
    return NOTHING


def settled_first() -> bool:
    """Player Decision: the bonuses are settled before anyone acts."""
    return True


def wagers(rules: Rules) -> tuple[Wager, ...]:
    return (
        own_hand(),
        Wager(
            id="two-card",
            name="2-Card Bonus",
            says="your first two cards",
            classify=two_card,
            outcomes=TWO_OUTCOMES,
            defines=TWO_DEFINES,
            paytables=(TWO_PAYS,),
            settles={DEALT: settled_first},
        ),
        Wager(
            id="four-card",
            name="4-Card Bonus",
            says="your first two cards and the dealer's",
            classify=four_card,
            outcomes=FOUR_OUTCOMES,
            defines=FOUR_DEFINES,
            paytables=(FOUR_PAYS,),
            settles={DEALT: settled_first},
        ),
    )


# Overview: the two exceptions from standard blackjack, both dealer cards up and ties lost. A dealer
# blackjack is then seen at once and there is no insurance (F4).
OPTIONS = game_options(
    *HOUSE_KEYS,
    "natural_beats_21",
    only={"peek": (True,), "insurance": (False,), "ties": ("lose",), "dealer_shows": ("both",)},
)
RULES = game_rules(
    OPTIONS,
    decks=6,
    # Double Down: hard 9 to 11 (F5), for up to an equal amount, "after a split hand" too.
    double_on="9-11",
    double_for_less=True,
    double_after_split=True,
    # Split: only once, and every split hand of 20 or less may be hit.
    max_hands=2,
    resplit_aces=False,
    hit_split_aces=True,
    surrender="none",  # Player Decision: split, double down, hit or stay
    hit_soft_17=True,  # Dealer's hand: "until reaching a hard 17-21" (F3)
    # Compare hands: a greater hand is paid even money, a blackjack too (F1, F2).
    blackjack_pays=1,
    natural_beats_21=True,
)
FACE_UP = Game(
    id="face-up",
    name="Face Up Blackjack",
    pitch=(
        "Blackjack with nothing to hide: you see both of the dealer's cards before you decide. In "
        "return every tie goes to the dealer and every win pays even money."
    ),
    facts=("both dealer cards are dealt face up", "the dealer wins ties", "every win pays 1 to 1"),
    options=OPTIONS,
    rules=RULES,
    make_wagers=wagers,
    rulings=("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"),
)
