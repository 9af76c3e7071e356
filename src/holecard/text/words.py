"""The words for outcomes, hands, choices, odds and games: said here once, shown everywhere.

The dealer's voice, the terminal, the web pages and the math sheet all take them from here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from holecard.dealing.settle import BLACKJACK, WIN, result_pays
from holecard.hand import hand_text, is_blackjack, state_of, total
from holecard.money import money_text, ratio_text
from holecard.wagers.game import Game
from holecard.wagers.meter import WHOLE, percent
from holecard.wagers.offers import EVEN_MONEY_ID
from holecard.wagers.paytable import LOSES, PUSHES, PayTable
from holecard.wagers.wager import FEE, MAIN, RIDES, Wager

DASH = re.compile(r"(?<=[a-z])-(?=\w)|(?<=\d)-(?=[a-z])")
THE_GAME = re.compile(r" ?Blackjack ?")


def outcome_words(wager: Wager, outcome: str) -> str:
    """What the wager's own definition calls the outcome, else its name read out."""
    return wager.words.get(outcome) or name_words(outcome)


def definition(wager: Wager, outcome: str) -> str:
    """What the outcome is, in a sentence; a wager that does not say it leaves its name to speak."""
    if outcome in wager.defines:
        return wager.defines[outcome]
    return "Anything else." if outcome == "lose" else f"{sentence(outcome_words(wager, outcome))}."


def the_hand(main: Wager) -> str:
    """`your hand`, `the dealer's hand`: as it stands in a sentence."""
    return main.name if main.name.startswith("your ") else f"the {main.name}"


def sentence(words: str) -> str:
    """With a capital letter, and the rest as it is."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """`5, 6 and 7`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def name_words(name: str) -> str:
    """A name of ours as people say it, `no insurance` or `push 17-19`: only the dash of a range
    stays."""
    return DASH.sub(" ", name)


def result_words(game: Game, name: str) -> str:
    """What the dealer calls a result of a hand, the game's own ones by its own words."""
    own = next((one.words for one in game.answers.results if one.name == name), "")
    return own or name_words(name)


def paid_words(game: Game, wager: str, outcome: str) -> str:
    """What a wager came to: of a main wager its hand's result, of another its outcome."""
    own = game.wager(wager)
    if own.kind == MAIN and outcome not in own.words:
        return result_words(game, outcome)
    return outcome_words(own, outcome)


EVEN_MONEY_NAME = name_words(EVEN_MONEY_ID).capitalize()


def hand_words(state: int, natural: bool = False) -> str:
    """What stands beside a hand: `16`, `soft 18`, `blackjack`, `26 · busted`. In a sentence it is
    `hand_text`, with a comma."""
    return hand_text(state, natural, joint=" · ")


def backs_dealer_words(state: int) -> str:
    """Beside an open hand whose seat backs the dealer's: the rule that surprises (Breakout)."""
    return "cannot lose: wins or pushes" if total(state) > 21 else "drawn by the house"


def house_words(cents: int) -> str:
    """Beside a hand on which the house has put something up."""
    return f"{money_text(cents)} of the house's" if cents else ""


def is_natural(cards: Sequence[int]) -> bool:
    """Whether cards that were dealt, not split, are a blackjack."""
    return is_blackjack(state_of(cards), len(cards))


class DealerWords(NamedTuple):
    """The dealer's hand as far as it lies open."""

    says: str  # in a sentence: `shows 7`, `26, busted`
    does: str  # after "Dealer": `shows 7`, `has 26 · busted`
    total: int


def dealer_words(cards: Sequence[int], whole: bool) -> DealerWords:
    """`cards` are those that lie open; `whole` if none lies face down or is still to come."""
    state, natural = state_of(cards), is_natural(cards)
    does = dealer_does(state, natural, whole)
    return DealerWords(hand_text(state, natural) if whole else does, does, total(state))


def dealer_does(state: int, natural: bool, whole: bool) -> str:
    return f"{'has' if whole else 'shows'} {hand_words(state, natural)}"


def to_one(odds: Fraction) -> str:
    """`150 to 1`, `3 to 2`."""
    return f"{odds.numerator} to {odds.denominator}"


def odds_words(odds: Fraction, outcome: str = "") -> str:
    """What a line of a pay table prints: `5 to 1`, `push`, `loses`, `stays`."""
    if outcome == RIDES:
        return "stays"
    if odds in (LOSES, PUSHES):
        return "push" if odds == PUSHES else "loses"
    return to_one(odds)


def line_pays(wager: Wager, table: PayTable, outcome: str) -> str:
    """A line of a wager's pay table: its odds, or what of a meter it wins."""
    if outcome in table.prizes:
        return money_text(table.prizes[outcome])
    part = wager.meter.pays.get(outcome) if wager.meter else None
    if part is None:
        return odds_words(table.pays(outcome), outcome)
    return "the meter" if part == WHOLE else f"{percent(part)} of the meter"


def spot_pays(game: Game, wager: Wager, paytable: str = "") -> tuple[str, ...]:
    """What is printed under a spot: `1 to 1` and `BJ 3:2`, a fee's share, or a range of pays."""
    if wager.kind == FEE:
        return (f"{wager.share} of wager",)
    if wager.kind != MAIN:
        return (wager_pays(wager, wager.table(paytable)),)
    win, natural = (result_pays(result, wager.backs, game.rules) for result in (WIN, BLACKJACK))
    more = () if win == natural else (f"BJ {ratio_text(natural)}",)
    return (to_one(win), *more)


def wager_pays(wager: Wager, table: PayTable) -> str:
    """The range of what a pay table pays besides a meter, `5-35 to 1`, with a dash as in print."""
    metered = wager.meter.pays if wager.meter else {}
    paid = [table.pays(outcome) for outcome in table.odds if outcome not in metered]
    wins = [pays for pays in paid if pays > 0]
    if not wins:
        return ""
    low, high = min(wins), max(wins)
    return f"{low}\N{EN DASH}{high} to 1" if low < high else f"{low} to 1"


def payment_made(fee: Wager) -> str:
    return f"{fee.name} made"


def with_payment(main: Wager, fee: Wager) -> str:
    """The main wager with the payment made beside it."""
    return f"{main.name}, {payment_made(fee)}"


def short_name(game: Game) -> str:
    """The game's name without the word they all share."""
    return THE_GAME.sub("", game.name) or game.name
