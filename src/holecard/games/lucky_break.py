"""Lucky Break: blackjack with a bonus wager on the dealer busting."""

from __future__ import annotations

from holecard.dealing.felt import ACTED
from holecard.dealing.rules import Option, Rules
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, Game, game_options, game_rules
from holecard.wagers.paytable import PayTable, Printed
from holecard.wagers.wager import TO_DEALER, Wager

TOTALS = (22, 23, 24, 25, 26)
# The two tables at the end of the sheet: base pay for dealer 22..26, and the multiplier for
# three, four, five or more cards of one suit.
BASE_PAYS = {
    "1": (1, 2, 2, 3, 3),
    "2": (1, 2, 2, 3, 3),
    "3": (1, 2, 2, 2, 3),
    "4": (1, 2, 2, 2, 3),
}
MULTIPLIERS = {"1": (2, 10, 50), "2": (2, 10, 100), "3": (5, 10, 25), "4": (2, 10, 50)}
POSTED_LEAST, POSTED_MOST = 100, 10_000  # Wagering: the posted maximum (L6)
SUITS = ("", "-3-suited", "-4-suited", "-5-suited")
OUTCOMES = ("lose", *(f"{total}{suits}" for total in TOTALS for suits in SUITS))
PLACES = {name: place for place, name in enumerate(OUTCOMES)}
LOST = PLACES["lose"]
SUITED = dict(zip(SUITS[1:], ("3 suited", "4 suited", "5+ suited"), strict=True))
WORDS = {
    f"{total}{suits}": f"{total}, {cards}" for total in TOTALS for suits, cards in SUITED.items()
}
IN_CARDS = dict(zip(SUITS[1:], ("three", "four", "five or more"), strict=True))
DEFINES = {
    "lose": (
        "The dealer's final hand counts 21 or less, a blackjack included, or every hand of the "
        "seat is over 26."
    ),
    **{f"{total}": f"The dealer's hand is {total}, not all of one suit." for total in TOTALS},
    **{
        f"{total}{suits}": f"The dealer's hand is {total} in {cards} cards, all of one suit."
        for total in TOTALS
        for suits, cards in IN_CARDS.items()
    },
}


def lucky_break(
    dealer_total: int, dealer_cards: int, dealer_suited: int, dealer_natural: int, lowest: int
) -> int:
    """The dealer busts and the seat has a hand of 26 or less; pays by the dealer's total, more
    if the dealer's cards are all of one suit (L2, L3, L4)."""
    if dealer_natural or dealer_total <= 21 or over_26(lowest):
        return LOST
    suits = SUITS[min(dealer_cards, 5) - 2] if dealer_suited else ""
    return PLACES[f"{dealer_total}{suits}"]


def over_26(lowest: int) -> bool:
    return lowest > 26


def in_action(lowest: int) -> bool:
    """Dealing, the note: the dealer completes the hand for it, though every seat has busted or been
    paid a blackjack."""
    return not over_26(lowest)


IN_ACTION = (
    "It stays in action after the seat's hand has busted with 26 or less or was paid a blackjack. "
    "It is lost to a dealer blackjack, and taken when the seat has acted if every hand of it is "
    "over 26.",
)


def pay_table(name: str, adds: bool) -> PayTable:
    """L1: one suit pays base plus base times the multiplier, or the product only."""
    odds = {}
    for total, base in zip(TOTALS, BASE_PAYS[name], strict=True):
        odds[f"{total}"] = base
        for suits, times in zip(SUITS[1:], MULTIPLIERS[name], strict=True):
            odds[f"{total}{suits}"] = base * times + (base if adds else 0)
    return PayTable(name, odds)


def printed(adds: bool) -> tuple[Printed, ...]:
    """The two tables at the end of the sheet, in its order, and how they are put together (L1)."""
    how = "base pay, and base pay x multiplier" if adds else "base pay x multiplier only"
    base = [
        (f"{total}", *(f"{BASE_PAYS[name][place]} to 1" for name in BASE_PAYS))
        for place, total in reversed(tuple(enumerate(TOTALS)))
    ]
    base.append(("21 or less", *("loses" for _ in BASE_PAYS)))
    times = [
        (f"{SUITED[suits]} cards", *(f"x {MULTIPLIERS[name][place]}" for name in MULTIPLIERS))
        for place, suits in reversed(tuple(enumerate(SUITS[1:])))
    ]
    times.append(("not all of one suit", *("x 1" for _ in MULTIPLIERS)))
    return (
        Printed("base pay", ("dealer's hand", *BASE_PAYS), tuple(base)),
        Printed(
            f"multiplier; cards all of one suit pay {how}",
            ("dealer's hand", *MULTIPLIERS),
            tuple(times),
        ),
    )


def wagers(rules: Rules) -> tuple[Wager, ...]:
    adds = rules.extra["multiplier"] == "adds"
    tables = tuple(pay_table(name, adds) for name in BASE_PAYS)
    bonus = Wager(
        id="lucky-break",
        name="Lucky Break",
        says="the dealer busts",
        classify=lucky_break,
        outcomes=OUTCOMES,
        words=WORDS,
        defines=DEFINES,
        printed=printed(adds),
        terms=IN_ACTION,
        paytables=tables,
        settles={ACTED: over_26},
        needs=in_action,
        least=POSTED_LEAST,
        most=POSTED_MOST,
        stays="tuck",
    )
    token = Wager(
        id="lucky-break-token",
        name="Token for the dealer",
        says="a Lucky Break wager made for the dealer",
        classify=lucky_break,
        outcomes=OUTCOMES,
        words=WORDS,
        defines=DEFINES,
        paytables=tables,
        settles={ACTED: over_26},
        needs=in_action,
        least=POSTED_LEAST,
        most=POSTED_MOST,
        payee=TO_DEALER,
        table_of="lucky-break",  # Token Bets: the same pay schedule as the player's
        stays="tuck",
    )
    return (own_hand(), bonus, token, *insurance(rules))


MULTIPLIER = Option(
    key="multiplier",
    default="adds",
    allowed=("adds", "replaces"),
    says="whether one-suit pay is base plus base x multiplier, or base x multiplier only",
)
# Introduction: one to eight decks. All rules of blackjack are the house's, but for what the sheet
# says under Dealing.
OPTIONS = game_options(*HOUSE_KEYS, own=(MULTIPLIER,), only={"decks": range(1, 9)})
RULES = game_rules(
    OPTIONS,
    dealer_shows="one",  # "the dealer's up card", "his hole card"
    peek=True,  # under an ace or a ten-value card
    insurance=True,  # before the look
    natural_beats_21=True,  # a blackjack is paid once the dealer has none
)
LUCKY_BREAK = Game(
    id="lucky-break",
    name="Lucky Break",
    pitch=(
        "Regular blackjack with a bet on the dealer going bust. The higher the dealer's total, the "
        "more it pays, and a dealer bust all in one suit pays many times over, even if you are "
        "out already."
    ),
    facts=(
        "pays when the dealer busts",
        "one suit pays many times over",
        "your hand may bust, up to 26",
    ),
    options=OPTIONS,
    rules=RULES,
    make_wagers=wagers,
    rulings=("L1", "L2", "L3", "L4", "L4b", "L5", "L6"),
)
