"""Short words at a spot of the terminal: what it pays, what it takes, what became of it."""

from __future__ import annotations

from holecard.money import money_text
from holecard.text.words import line_pays, spot_pays
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager


def pays_words(game: Game, wager: Wager, paytable: str = "") -> str:
    """The range of pays, as printed under the spot."""
    words = ", ".join(spot_pays(game, wager, paytable))
    several = len(wager.paytables) > 1
    return f"table {wager.table(paytable).name}: {words}" if several else words


def limits_words(wager: Wager) -> str:
    if wager.is_one_size:
        return money_text(wager.least)
    return f"{money_text(wager.least)}-{money_text(wager.most)}"


def line_words(wager: Wager, table: PayTable, outcome: str) -> str:
    """A line of a pay table, with the dealer's tip where there is one."""
    words, tip = line_pays(wager, table, outcome), table.tip(outcome)
    return f"{words}, tip {money_text(tip)}" if tip else words


def result_words(kind: str, amount: int) -> str:
    """A settled wager at its spot: `+$125`, `push`, `−$5`, `rides`."""
    if kind == "ride":
        return "rides"
    if amount == 0:
        return "push"
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount)
