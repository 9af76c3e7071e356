"""Who sits down: a seat with one main wager, the bets beside it, and a way of playing.

A game is simulated in as few lineups as its sheet allows: one for each main wager, and one more
where a payment changes the play, or where a bet leaves it to others that the dealer draws. Every
wager is counted in exactly one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from holecard.dealing.settle import DEALER
from holecard.dealing.tables import TOTALS
from holecard.simulator.engine.chart import Chart, mimic
from holecard.simulator.engine.net_word import LAYOUTS, USUAL_WORD, layout_of
from holecard.wagers.dealt import placed_bits
from holecard.wagers.game import Game
from holecard.wagers.looks import FINISHED, PLAYED
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager, paid_entry

ChartFor = Callable[[Wager, bool], Chart]  # a main wager, and whether the payment is made


@dataclass(frozen=True, eq=False)
class Lineup:
    """One seat's bets. `entry` names the main wager's own figures (`main-burnout` with a payment),
    and is empty where another lineup counts them; `wagers` are counted here besides."""

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
    def word(self) -> int:
        """The kind of word its rounds are written in."""
        return max((word_of(wager) for wager in self.wagers), default=USUAL_WORD)

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


class Sitting(NamedTuple):
    """A main wager, the payment beside it, and the wagers counted there. `again` says that another
    sitting counts the main wager."""

    main: Wager
    fee: Wager | None
    wagers: list[Wager]
    again: bool = False

    @property
    def entry(self) -> str:
        return paid_entry(self.main, self.fee) if self.fee else self.main.id


def entry_ids(game: Game, beside: str = "") -> list[str]:
    """Every name a figure can have: wagers, and main wagers with a payment."""
    found = [name for one in sittings(game, beside) for name in (one.entry, *ids(one.wagers))]
    return list(dict.fromkeys(found))


def ids(wagers: Iterable[Wager]) -> list[str]:
    return [wager.id for wager in wagers]


def sittings(game: Game, beside: str = "") -> list[Sitting]:
    """Every lineup of the game. With a payment named (`beside`) it is made in all of them, and
    every wager is counted there."""
    rest = [wager for wager in game.wagers if wager.kind not in (MAIN, FEE)]
    if beside:
        fee = game.wager(beside)
        own = [main for main in game.mains if main.backs != DEALER]
        return [
            apart
            for main in own
            for apart in kept_apart(main, fee, [one for one in rest if stands_with(one, main)])
        ]
    found: list[Sitting] = []
    # The house plays a seat that backs the dealer: its lineup takes all the bets it may, but for
    # those that depend on how a seat plays and may stand beside a hand of its own.
    for main in sorted(game.mains, key=lambda wager: wager.backs != DEALER):
        here = [one for one in rest if stands_with(one, main) and not waits(game, one, main)]
        rest = [wager for wager in rest if wager not in here]
        found += kept_apart(main, None, here)
        found += [Sitting(main, fee, []) for fee in game.wagers if fee.kind == FEE]
    return found


def waits(game: Game, wager: Wager, main: Wager) -> bool:
    """Whether the wager is counted beside another main wager: that on the own hand, as exact odds
    are, where its seat may play for itself."""
    own = [one for one in game.mains if one.backs != DEALER and stands_with(wager, one)]
    return main.backs == DEALER and bool(own) and bool(PLAYED.intersection(wager.looks))


def kept_apart(main: Wager, fee: Wager | None, wagers: list[Wager]) -> list[Sitting]:
    """Bets that look at the dealer's finished hand and never need it are counted without those
    that do: what they come to must not depend on which others are in the same file. Bets whose
    rounds are written in another word have theirs, and so have those a card is dealt for."""
    kinds: dict[tuple[int, bool], list[Wager]] = {(USUAL_WORD, False): []}
    for one in wagers:
        kinds.setdefault((word_of(one), one.deals_next), []).append(one)
    usual, *others = kinds.values()
    found = [Sitting(main, fee, usual), *(Sitting(main, fee, one, again=True) for one in others)]
    return [apart for one in found for apart in idle_apart(one)]


def word_of(wager: Wager) -> int:
    return LAYOUTS.index(layout_of(wager))


def idle_apart(sitting: Sitting) -> list[Sitting]:
    wagers = sitting.wagers
    idle = [one for one in wagers if FINISHED.intersection(one.looks) and not needing(one)]
    others = [one for one in wagers if one not in idle]
    if not idle or not any(needing(one) for one in others):
        return [sitting]
    return [sitting._replace(wagers=others), sitting._replace(wagers=idle, again=True)]


def needing(wager: Wager) -> bool:
    """Whether it can make the dealer draw."""
    return any(wager.needs_dealer(alive, lowest) for alive in (0, 1) for lowest in range(TOTALS))


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
    for sitting in sittings(game, beside):
        main, fee = sitting.main, sitting.fee
        here = [wager for wager in sitting.wagers if not asked or wager.id in asked]
        counts_main = not sitting.again and (not asked or sitting.entry in asked)
        if not here and not counts_main:
            continue
        house = main.backs == DEALER
        chart = mimic(game.tables) if house else chart_for(main, fee is not None)
        spots = [main, *here, *([fee] if fee else [])]
        placed = 0
        for wager in spots:
            placed |= placed_bits(game.wagers.index(wager), wager) if wager.kind != OFFER else 0
        entry = "" if sitting.again else sitting.entry
        made.append(Lineup(entry, main, fee, tuple(here), chart, placed))
    return made
