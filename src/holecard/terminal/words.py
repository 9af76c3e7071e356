"""Short words for wagers: what a spot pays, what it takes, what an outcome is called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from holecard.dealing.settle import BLACKJACK, WIN, result_pays
from holecard.money import money_text, ratio_text
from holecard.wagers.game import Game
from holecard.wagers.paytable import LOSES, PUSHES, PayTable
from holecard.wagers.wager import FEE, MAIN, RIDES, Wager

DASH = re.compile(r"-(?!\d+(?:-cards)?$)|(?<!\d)-")


def pays_words(game: Game, wager: Wager, paytable: str = "") -> str:
    """The range of pays, as printed under the spot."""
    if wager.kind == FEE:
        return f"{wager.share} of wager"
    if wager.kind == MAIN:
        win, natural = (result_pays(result, wager.backs, game.rules) for result in (WIN, BLACKJACK))
        even = ratio_text(win)
        return even if win == natural else f"{even}, BJ {ratio_text(natural)}"
    table = wager.table(paytable)
    odds = [pays for pays in (Fraction(one) for one in table.odds.values()) if pays > 0]
    words = f"{span(odds)} to 1"
    return f"table {table.name}: {words}" if len(wager.paytables) > 1 else words


def span(odds: Iterable[Fraction]) -> str:
    low, high = min(odds := list(odds)), max(odds)
    return str(low) if low == high else f"{low}-{high}"


def limits_words(wager: Wager) -> str:
    return f"{money_text(wager.least)}-{money_text(wager.most)}"


def outcome_words(outcome: str) -> str:
    """`push 17-19`, `6-7 cards`: only a range of numbers keeps its dash."""
    return DASH.sub(" ", outcome)


def odds_words(table: PayTable, outcome: str) -> str:
    """`5 to 1`, `push`, `loses`, with the dealer's tip where there is one."""
    pays = table.pays(outcome)
    if outcome == RIDES:
        return "stays"
    if pays in (LOSES, PUSHES):
        return "push" if pays == PUSHES else "loses"
    tip = table.tip(outcome)
    words = f"{pays.numerator} to {pays.denominator}"
    return f"{words}, tip {money_text(tip)}" if tip else words


def result_words(kind: str, amount: int) -> str:
    """A settled wager at its spot: `+$125`, `push`, `-$5`, `rides`."""
    if kind == "ride":
        return "rides"
    if amount == 0:
        return "push"
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount)
