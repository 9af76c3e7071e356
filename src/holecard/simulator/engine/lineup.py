"""Who sits down: a seat with one main wager, the bets beside it, and a way of playing.

A game is simulated in as few lineups as its sheet allows: one for each main wager, and one more
where a payment changes the play. Every wager is counted in exactly one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from holecard.dealing.settle import DEALER
from holecard.simulator.engine.chart import Chart, mimic
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager, paid_entry

ChartFor = Callable[[Wager, bool], Chart]  # a main wager, and whether the payment is made


@dataclass(frozen=True, eq=False)
class Lineup:
    """One seat's bets. `entry` names the main wager's own figures (`main-burnout` with a payment);
    `wagers` are counted here besides."""

    entry: str
    main: Wager
    fee: Wager | None
    wagers: tuple[Wager, ...]
    chart: Chart
    placed: int  # a bit for every wager on the seat's spots

    @property
    def backs(self) -> int:
        return self.main.backs

    @property
    def paid(self) -> int:
        return int(self.fee is not None)

    @property
    def payment(self) -> Fraction:
        """What is paid beside the main wager, as a share of it."""
        return self.fee.share if self.fee else Fraction(0)

    @property
    def given(self) -> tuple[int, int, int, int]:
        return self.backs, self.paid, self.placed, 0


def entry_ids(game: Game, beside: str = "") -> list[str]:
    """Every name a figure can have: wagers, and main wagers with a payment."""
    seats = seats_of(game, beside)
    return [name for main, fee, wagers in seats for name in names(main, fee, wagers)]


def names(main: Wager, fee: Wager | None, wagers: Iterable[Wager]) -> list[str]:
    entry = paid_entry(main, fee) if fee else main.id
    return [entry, *(wager.id for wager in wagers)]


def seats_of(game: Game, beside: str = "") -> list[tuple[Wager, Wager | None, list[Wager]]]:
    """(main, payment, wagers counted there) for every lineup of the game. With a payment named
    (`beside`) it is made in all of them, and every wager is counted there."""
    if beside:
        fee = game.wager(beside)
        others = [wager for wager in game.wagers if wager.kind not in (MAIN, FEE)]
        own = [main for main in game.mains if main.backs != DEALER]
        return [(main, fee, [one for one in others if stands_with(one, main)]) for main in own]
    rest = [wager for wager in game.wagers if wager.kind not in (MAIN, FEE)]
    found: list[tuple[Wager, Wager | None, list[Wager]]] = []
    # The house plays a seat that backs the dealer: its lineup takes all the bets it may.
    for main in sorted(game.mains, key=lambda wager: wager.backs != DEALER):
        here = [wager for wager in rest if stands_with(wager, main)]
        rest = [wager for wager in rest if wager not in here]
        found.append((main, None, here))
        found += [(main, fee, []) for fee in game.wagers if fee.kind == FEE]
    return found


def stands_with(wager: Wager, main: Wager) -> bool:
    if wager.kind == OFFER:
        return main.backs != DEALER  # B8
    return not wager.with_main or main.id in wager.with_main


def lineups(
    game: Game, chart_for: ChartFor, wanted: Iterable[str] = (), beside: str = ""
) -> list[Lineup]:
    """The lineups that count the wanted wagers; all of them, if none is named."""
    asked = set(wanted)
    made = []
    for main, fee, wagers in seats_of(game, beside):
        here = [wager for wager in wagers if not asked or wager.id in asked]
        entry = names(main, fee, ())[0]
        if asked and not here and entry not in asked:
            continue
        house = main.backs == DEALER
        chart = mimic(game.tables) if house else chart_for(main, fee is not None)
        spots = [main, *here, *([fee] if fee else [])]
        placed = sum(1 << game.wagers.index(wager) for wager in spots if wager.kind != OFFER)
        made.append(Lineup(entry, main, fee, tuple(here), chart, placed))
    return made
