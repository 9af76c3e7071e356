"""Bad Beat Blackjack: a bet that pays when a two-card 19 or 20 is beaten, or 19 to 21 is tied."""

from __future__ import annotations

from holecard.dealing.felt import ACTED, DEALT, LOOKED
from holecard.dealing.rules import Option, Rules
from holecard.dealing.settle import BLACKJACK, EVEN_MONEY, EVEN_MONEY_PUSH, LOSE, PUSH, WIN
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import LOSES, PUSHES, PayTable
from holecard.wagers.wager import Wager, never

OUTCOMES = (
    "lose",
    "20-beaten",
    "19-beaten",
    "21-push",
    "20-push",
    "19-push",
    "21-win",
    "20-win",
    "19-win",
)
LOST, BEATEN_20, BEATEN_19, PUSH_21, PUSH_20, PUSH_19, WIN_21, WIN_20, WIN_19 = range(len(OUTCOMES))
# By the total the hand stood on. The sheet has no line for a beaten 21 (G3).
BEATEN = {21: LOST, 20: BEATEN_20, 19: BEATEN_19}
TIED = {21: PUSH_21, 20: PUSH_20, 19: PUSH_19}
WON = {21: WIN_21, 20: WIN_20, 19: WIN_19}
# The sheet's rows 20 beaten, 19 beaten, 21 push; a tied 20 or 19 pays 5 in every table.
PAYS = {
    "P1": (20, 15, 5),
    "P2": (20, 15, 10),
    "P3": (30, 10, 5),
    "P4": (30, 10, 10),
    "P5": (25, 15, 5),
    "L1": (25, 20, 5),
    "L2": (25, 20, 10),
    "L3": (35, 15, 5),
    "L4": (35, 15, 10),
    "L5": (30, 20, 5),
}


def pay_table(name: str) -> PayTable:
    """In the P tables a winning hand pushes the bet, in the L tables it loses it."""
    beaten_20, beaten_19, push_21 = PAYS[name]
    win = PUSHES if name.startswith("P") else LOSES
    return PayTable(
        name,
        {
            "20-beaten": beaten_20,
            "19-beaten": beaten_19,
            "21-push": push_21,
            "20-push": 5,
            "19-push": 5,
            "21-win": win,
            "20-win": win,
            "19-win": win,
        },
    )


def stood(option: int, hands: int, hand_total: int, hand_cards: int, surrendered: int) -> bool:
    """The hand that carries the wager stood (or was never asked) on two cards of 19 to 21. Under
    Option 1 only the initial hand qualifies; under Option 2 the first split hand too (D3)."""
    return (
        hand_cards == 2
        and 19 <= hand_total <= 21
        and not surrendered
        and (option == 2 or hands == 1)
    )


def bad_beat(hand_total: int, hand_result: int) -> int:
    """What becomes of a hand that stood on two cards of 19 to 21."""
    if hand_result == LOSE:
        return BEATEN[hand_total]
    if hand_result in (PUSH, EVEN_MONEY_PUSH):
        return TIED[hand_total]
    if hand_result in (WIN, BLACKJACK, EVEN_MONEY):
        return WON[hand_total]
    return LOST


def may_qualify(option: int, start_total: int, first_value: int, second_value: int) -> bool:
    """Rules of Play 3: the wager is taken after the deal unless the hand is 19 to 21 or, under
    Option 2, a pair of 8s through aces."""
    pair = first_value == second_value and (first_value >= 8 or first_value == 1)
    return start_total >= 19 or (option == 2 and pair)


def defines(option: int) -> dict[str, str]:
    """What the outcomes are; a hand qualifies if it `stood`."""
    split = ", has been split" if option == 1 else ""
    said = {
        "lose": (
            "The hand does not stand on two cards of 19, 20 or 21: it has another total, was hit, "
            f"doubled or surrendered{split}. A two-card 21 that is beaten loses too."
        )
    }
    for total in (20, 19):
        said[f"{total}-beaten"] = (
            f"The hand stands on two cards that count {total} and loses to the dealer, a dealer "
            "blackjack included."
        )
    ties = "both have a blackjack" + (", or split cards of 21 tie a 21" if option == 2 else "")
    said["21-push"] = f"The hand stands on two cards that count 21 and the dealer ties it: {ties}."
    for total in (20, 19):
        said[f"{total}-push"] = f"It stands on two cards that count {total} and the dealer ties it."
    for total in (21, 20, 19):
        said[f"{total}-win"] = f"It stands on two cards that count {total} and beats the dealer."
    return said


def terms(option: int) -> tuple[str, ...]:
    """Rules of Play 3, 5 and 6."""
    if option == 1:
        first = (
            "Only the initial two cards qualify: the wager is lost if the hand is hit, doubled or "
            "split, and is taken after the deal if they do not count 19, 20 or 21."
        )
    else:
        first = (
            "After a split it goes with the hand that is played first, through every further "
            "split. It is taken after the deal unless the two cards count 19, 20 or 21 or are a "
            "pair of 8s, 9s, tens or aces."
        )
    return (
        first,
        "Otherwise it is taken when the hand has drawn a card or stood on another total, and "
        "resolved with a paid blackjack at once.",
    )


def wagers(rules: Rules) -> tuple[Wager, ...]:
    option = int(rules.extra["option"])

    def classify(
        hands: int, hand_total: int, hand_cards: int, hand_result: int, surrendered: int
    ) -> int:
        if not stood(option, hands, hand_total, hand_cards, surrendered):
            return LOST
        return bad_beat(hand_total, hand_result)

    def taken_on_deal(start_total: int, first_value: int, second_value: int) -> bool:
        return not may_qualify(option, start_total, first_value, second_value)

    def with_blackjack(hand_result: int) -> bool:
        """Rules of Play 5: resolved with a paid blackjack."""
        return hand_result == BLACKJACK

    def taken_after_acting(hands: int, hand_total: int, hand_cards: int, surrendered: int) -> bool:
        return not stood(option, hands, hand_total, hand_cards, surrendered)

    bet = Wager(
        id="bad-beat",
        name="Bad Beat",
        says="your two-card 19 or 20 is beaten, or your 19, 20 or 21 tied",
        classify=classify,
        outcomes=OUTCOMES,
        defines=defines(option),
        terms=terms(option),
        paytables=tuple(pay_table(name) for name in PAYS),
        settles={DEALT: taken_on_deal, LOOKED: with_blackjack, ACTED: taken_after_acting},
        needs=never,  # the hand it is on stood, and that hand makes the dealer draw
    )
    return (own_hand(), bet, *insurance(rules))


OPTION = Option(
    key="option",
    default=2,
    allowed=(1, 2),
    says="1: only the first two cards qualify; 2: the first split hand does too",
)
# "Payouts are for any number of decks from 1 to 8." All other blackjack rules are the house's.
OPTIONS = game_options(*HOUSE_KEYS, own=(OPTION,), only={"decks": range(1, 9)})
RULES = game_rules(
    OPTIONS,
    ties="push",  # the pay tables' lines for a hand that is pushed
    peek=True,  # Rules of Play 4: with a dealer blackjack nobody acts
    natural_beats_21=True,  # Rules of Play 5: a natural is paid before anyone acts
)
BAD_BEAT = Game(
    id="bad-beat",
    name="Bad Beat Blackjack",
    pitch=(
        "Blackjack with insurance against bad luck: stand on a two-card 19 or 20 and get paid when "
        "the dealer beats it, or ties it. Two-card totals only, no drawing."
    ),
    facts=(
        "a beaten two-card 19 or 20 pays",
        "a tied two-card 19, 20 or 21 pays",
        "no drawing: two cards only",
    ),
    options=OPTIONS,
    rules=RULES,
    make_wagers=wagers,
    rulings=("D0", "D1", "D2", "D3", "D4"),
)
