"""What a meter comes to: the edge with so much on it, where a bet breaks even, what is won from it
on average, and what the house keeps in the long run. Exact, from the chances of the outcomes.

Every bet adds c; outcome j comes with chance p and wins the part f of the meter. A bet's outcome
does not depend on the meter, so what is won whole is on average what a bet finds there; and over
many bets as much leaves the meter as goes onto it: c a bet, and the seed whenever it was won whole.
So (sum of p f) times the average is c + (chance to win it whole) times the seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from holecard.errors import BadDefinition
from holecard.money import money_text
from holecard.odds.result import Chances, WagerOdds, priced
from holecard.wagers.meter import WHOLE, Meter
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

Number = Fraction | float


@dataclass(frozen=True)
class MeterFigures:
    """In cents, and per bet of the wager's one size."""

    break_even: Number
    average: Number  # on the meter when it is won, and when it is bet against
    long_run_edge: Number
    bets_to_win: Number  # on average, until it is won whole


def meter_figures(wager: Wager, table: PayTable, chances: Chances) -> MeterFigures:
    meter, stake = wager.meter, wager.least
    assert meter is not None
    found: tuple[Number, ...] = chances.fractions or chances.floats
    by_name = dict(zip(wager.outcomes, found, strict=True))
    drained: Number = sum(by_name[name] * part for name, part in meter.pays.items())
    whole: Number = sum(by_name[name] for name, part in meter.pays.items() if part == WHOLE)
    empty = meter.table_at(table, 0, stake)
    without: Number = sum(by_name[name] * empty.pays(name) for name in wager.outcomes)
    if not whole:
        raise BadDefinition(
            f"{wager.id}: nobody can win its meter whole from this shoe, so it has no average, and "
            "what goes onto it never comes back"
        )
    each = meter.share * stake + whole * meter.seed
    return MeterFigures(
        break_even=-without * stake / drained,
        average=each / drained,
        long_run_edge=-without - each / stake,
        bets_to_win=1 / whole,
    )


def at_meter(
    wager: Wager, table: PayTable, chances: Chances, method: str, cents: int | None
) -> WagerOdds:
    """A wager's odds with so much on its meter (its seed, unless told), and what the meter is
    worth."""
    meter: Meter | None = wager.meter
    assert meter is not None
    held = meter.seed if cents is None else cents
    found = meter_figures(wager, table, chances)
    odds = priced(wager, meter.table_at(table, held, wager.least), chances, method)
    return replace(
        odds,
        per=f"bet of {money_text(wager.least)}, {money_text(held)} on the meter",
        notes=(*odds.notes, meter.words, *figures_words(found)),
    )


def figures_words(found: MeterFigures) -> tuple[str, ...]:
    """Money to the cent, and what it is."""
    return (
        f"it breaks even with {money_text(round(found.break_even))} on the meter",
        f"on average {money_text(round(found.average))} is on it when it is won whole, once in "
        f"{float(found.bets_to_win):,.0f} bets",
        f"in the long run, seeds included, the house edge is {float(found.long_run_edge):.6%}",
    )
