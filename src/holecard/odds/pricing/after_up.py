"""Bets made when the dealer's card is up: their chances given that card, and that the dealer has
looked and found no blackjack. Of the seats' cards nothing is seen."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from holecard.errors import BadDefinition
from holecard.odds.composition import VALUES, Composition
from holecard.odds.counted.by_looks import free_chances
from holecard.odds.result import Chances, WagerOdds, priced
from holecard.odds.solve.hands import NAMES
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

NOT_OFFERED = "not-offered"
PER = "wager, made against every card it is offered against"


def told_apart(game: Game, wager: Wager) -> Wager:
    """The same bet, its outcomes told apart by the up card; first the rounds that offer none."""
    outcomes = (NOT_OFFERED, *(f"{up}-{name}" for up in NAMES for name in wager.outcomes))
    table = PayTable("by-up", dict.fromkeys(outcomes[1:], 1) | {NOT_OFFERED: 1})
    by_up = with_up_card(game, wager)
    return replace(
        wager, classify=by_up, outcomes=outcomes, paytables=(table,), defines={}, words={}
    )


def with_up_card(game: Game, wager: Wager) -> Callable[..., int]:
    def classify(**seen: int) -> int:
        up = seen["up_value"]
        if seen["dealer_natural"] and game.tables.peeks[up]:
            return 0
        place = wager.classified({name: seen[name] for name in wager.looks})
        return 1 + (up - 1) * len(wager.outcomes) + place

    looks = dict.fromkeys((*wager.looks, "up_value", "dealer_natural"))
    named = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in looks]
    classify.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
    return classify


def by_up_card(game: Game, wager: Wager, shoe: Composition) -> dict[str, tuple[Fraction, ...]]:
    """By up card, from the ace: the chance that it comes and the bet is lost, won, ..."""
    chances = free_chances(game, told_apart(game, wager), shoe)
    if chances is None or chances.fractions is None:
        raise BadDefinition(
            f"{wager.id} is bet after the up card and looks at {', '.join(wager.looks)}: exact "
            "odds have the dealer's hand alone. `holecard simulate` can price it"
        )
    size = len(wager.outcomes)
    starts = (1 + size * up for up in range(VALUES))
    rows = (chances.fractions[start : start + size] for start in starts)
    return {up: row for up, row in zip(NAMES, rows, strict=True) if sum(row)}


def given(row: tuple[Fraction, ...]) -> Chances:
    shares = tuple(one / sum(row) for one in row)
    return Chances(tuple(map(float, shares)), shares)


def after_up_odds(game: Game, wager: Wager, shoe: Composition) -> list[WagerOdds]:
    """Every pay table: made against each card it is offered against, and by card in a note."""
    cards = by_up_card(game, wager, shoe)
    together = tuple(sum(column, Fraction(0)) for column in zip(*cards.values(), strict=True))
    found = []
    for table in wager.paytables:
        edges = (
            f"{up} {priced(wager, table, given(row)).house_edge:.4%}" for up, row in cards.items()
        )
        note = f"house edge by up card, no dealer blackjack: {', '.join(edges)}"
        one = priced(wager, table, given(together))
        found.append(replace(one, per=PER, notes=(note,)))
    return found
