"""What the dealer offers in mid-round, per offer and per round: insurance, and even money on a
blackjack. Nothing is decided before, so all of it is counted, in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from holecard.dealing.actions import ACTION_NAMES, DECLINE
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import INSURED_PART, NATURAL, OWN, STANDINGS, result_pays
from holecard.hand import are_blackjack
from holecard.odds.composition import VALUES, Composition
from holecard.odds.result import EXACT, Offered, Outcome, WagerOdds
from holecard.text.words import EVEN_MONEY_NAME, name_words
from holecard.wagers.game import Game
from holecard.wagers.offers import EVEN_MONEY_ID, offer_of, offers_even_money
from holecard.wagers.wager import Wager

FOUND, NOT_FOUND = "dealer-blackjack", "no-dealer-blackjack"
ONLY_THE_UP_CARD = "insurance wager, of all cards only the dealer's ace seen"
SET_AGAINST = "main wager at an offer, accepting set against declining"


@dataclass(frozen=True)
class Asked:
    """A seat's two cards (values) when it is offered something: how often that comes, per round,
    and the chance of a dealer blackjack then."""

    values: tuple[int, int]
    chance: Fraction
    natural: Fraction


def asked_seats(game: Game, shoe: Composition) -> Iterator[Asked]:
    for up in range(1, VALUES + 1):
        left = [int(number) for number in shoe.values]
        if game.tables.insures[up] and left[up - 1]:
            shown = Fraction(left[up - 1], sum(left))
            left[up - 1] -= 1
            yield from against(up, left, shown)


def against(up: int, left: list[int], shown: Fraction) -> Iterator[Asked]:
    """Every two cards against one up card."""
    deals = sum(left) * (sum(left) - 1)
    for low in range(1, VALUES + 1):
        for high in range(low, VALUES + 1):
            ways = left[low - 1] * (left[high - 1] - (low == high)) * (1 if low == high else 2)
            if ways > 0:
                rest = [n - (low, high).count(worth) for worth, n in enumerate(left, 1)]
                makes = sum(n for worth, n in enumerate(rest, 1) if are_blackjack((up, worth)))
                natural = Fraction(makes, sum(rest))
                yield Asked((low, high), shown * Fraction(ways, deals), natural)


def together(asked: list[Asked]) -> tuple[Fraction, Fraction]:
    """How often one of these comes, and the mean chance of a dealer blackjack then."""
    often = sum((one.chance for one in asked), Fraction(0))
    found = sum((one.chance * one.natural for one in asked), Fraction(0))
    return often, found / often if often else Fraction(0)


def with_offer(odds: WagerOdds, wager: Wager, game: Game, shoe: Composition) -> WagerOdds:
    """Insurance with how often it is offered, and what it comes to over the hands it is offered
    to: those that are no blackjack (R11)."""
    asked = [one for one in asked_seats(game, shoe) if not are_blackjack(one.values)]
    often, natural = together(asked)
    if not often or set(wager.looks) != {"dealer_natural"} or offer_of(game) is None:
        return odds
    chances = [Fraction(0)] * len(odds.outcomes)
    for blackjack, chance in ((1, natural), (0, 1 - natural)):
        chances[wager.classified({"dealer_natural": blackjack})] += chance
    rows = tuple(
        Outcome(row.id, float(chance), row.pays, chance)
        for row, chance in zip(odds.outcomes, chances, strict=True)
    )
    when = "an ace up, no blackjack in hand"
    stake = Fraction(1, INSURED_PART)
    offered = Offered(often, stake, rows, when, f"at most {stake} of the main wager")
    return replace(odds, per=ONLY_THE_UP_CARD, offered=offered)


def even_money(game: Game, shoe: Composition) -> WagerOdds | None:
    """Even money as a choice: what accepting gains over declining, in main wagers, by what the hole
    card is. None where it is never offered."""
    asked = [one for one in asked_seats(game, shoe) if are_blackjack(one.values)]
    often, natural = together(asked)
    if not often or not offers_even_money(game):
        return None
    rules, results = game.rules, game.tables.result[NATURAL * STANDINGS :]
    accepted = result_pays(PAID_EVEN, OWN, rules)
    pushed, paid = (result_pays(results[dealer], OWN, rules) for dealer in (NATURAL, 20))
    rows = (
        Outcome(FOUND, float(natural), accepted - pushed, natural),
        Outcome(NOT_FOUND, float(1 - natural), accepted - paid, 1 - natural),
    )
    declined = natural * pushed + (1 - natural) * paid
    choices = ((EVEN_MONEY_ID, accepted), (ACTION_NAMES[DECLINE], declined))
    worth = ", ".join(f"{name_words(name)} {float(value):+.6f}" for name, value in choices)
    when, terms = "an ace up, a blackjack in hand", f"worth in main wagers: {worth}"
    offered = Offered(often, Fraction(1), rows, when, terms, choices)
    return WagerOdds(
        EVEN_MONEY_ID, EVEN_MONEY_NAME, "standard", EXACT, rows, per=SET_AGAINST, offered=offered
    )
