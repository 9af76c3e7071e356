"""Charts that are given with the payment made, exactly: what to do while the burn is at hand, what
to burn, and what to do without it.

A player carries two charts and the lists. The chart with the payment and the lists count while the
burn is at hand; the chart of the game without the payment counts once it is used, and on hands that
were split, which may not burn (U3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from holecard.odds.charts.burn_lists import BurnLists, burn_lists
from holecard.odds.charts.by_total import TotalChart, total_chart
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import Chart, Play, Sight, play_of, solve
from holecard.odds.solve.burn import BurnSheet, solve_burn
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting.splits import CONVENTION


@dataclass(frozen=True)
class BurnChart:
    chart: TotalChart  # with the burn at hand
    burns: BurnLists
    after: TotalChart  # without it

    def with_chart(self, chart: TotalChart, changed: tuple[int, str] | None = None) -> BurnChart:
        """Another chart with the burn at hand; the list of the cell that changed is shown if it
        takes a card now."""
        taken = set(self.burns.taken)
        if changed is not None:
            acts = chart.first[changed], chart.then[changed]
            taken |= {(act == DOUBLE, *changed) for act in acts if act in (HIT, DOUBLE)}
        return replace(self, chart=chart, burns=replace(self.burns, taken=frozenset(taken)))

    def __call__(self, spec: Spec, seen: Seen) -> BurnSheet:
        return BurnSheet(
            before=self.chart(spec, seen),
            burn_hit=self.burns.burns(spec, seen, doubled=False),
            burn_double=self.burns.burns(spec, seen, doubled=True),
            after=self.after(spec, seen),
        )


Given = TotalChart | BurnChart


def chart_of(given: Given) -> TotalChart:
    """The chart that is read first: the one with the burn at hand, where there are two."""
    return given.chart if isinstance(given, BurnChart) else given


def solve_given(spec: Spec, seen: Seen, convention: str, given: Chart | BurnChart) -> Sight:
    """One sight played by what is given, with the burn or without."""
    if isinstance(given, BurnChart):
        return solve_burn(spec, seen, convention, given=given(spec, seen))
    return solve(spec, seen, convention, given)


def follow(spec: Spec, given: Chart | BurnChart, convention: str = CONVENTION) -> Play:
    """The play that follows what is given; values are before a payment is taken off."""
    sights = tuple(solve_given(spec, seen, convention, given) for seen in spec.sights)
    return play_of(spec, convention, sights)


def burn_chart(best: Play, after: TotalChart) -> BurnChart:
    """The charts by totals that follow from best play with the payment made; `after` is the chart
    without it."""
    burns = burn_lists(best)

    def followed(chart: TotalChart) -> Play:
        return follow(best.spec, BurnChart(chart, burns, after), best.convention)

    return BurnChart(total_chart(best, followed), burns, after)
