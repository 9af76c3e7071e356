"""What a pay table is asked to be: targets, the rule sets it must hold under, and the chances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from holecard.errors import BadDefinition, Unreadable
from holecard.lab.nets import known_entry
from holecard.lab.plays import check_payment, meant, worst_for_house, worst_words
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import WagerOdds, priced
from holecard.odds.solve.own_bets.hand_bets import looks_at_own_hand, own_hand_chances
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, Wager

# The odds people print on felts. `--odds any` allows every whole number up to the top prize.
LADDER = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 75, 80, 100, 120,
    125, 150, 180, 200, 250, 300, 400, 500, 600, 750, 800, 1000, 1500, 2000, 2500, 3000, 5000,
    7500, 10000,
)  # fmt: skip
HIT_SLACK = 0.5  # points on both sides of a single hit frequency
MOST_ANY = 400  # whole numbers a search may choose from
SMALLEST = 1e-15  # an outcome below this never comes


@dataclass(frozen=True)
class Range:
    low: float
    high: float

    def holds(self, number: float, near: float = 1e-12) -> bool:
        return self.low - near <= number <= self.high + near

    def __str__(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


def read_range(text: str, what: str, slack: float = 0.0) -> Range:
    """`3-6`, or one number with some slack on both sides."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)(?:-(\d{1,6}(?:\.\d+)?))?", text.strip(), re.ASCII)
    if not found:
        raise Unreadable(f"cannot read {text!r} as {what}: a number or a range such as 3-6")
    low = float(found[1])
    high = float(found[2]) if found[2] else low
    if high < low:
        raise Unreadable(f"{what} {text!r} runs backwards: {high:g}-{low:g}?")
    return Range(max(0.0, low - slack), high + slack) if found[2] is None else Range(low, high)


@dataclass(frozen=True)
class Targets:
    """House edge and hit frequency in percent, deviation in wagers, top prize to one."""

    edge: Range
    hit: Range | None = None
    deviation: Range | None = None
    top: Range | None = None
    monotone: bool = True
    strict: bool = False  # no two outcomes pay the same
    any_odds: bool = False


@dataclass(frozen=True)
class Setting:
    """A rule set, and the chance of each outcome under it."""

    line: str
    decks: int
    h17: bool
    odds: WagerOdds
    chances: tuple[float, ...]
    own: Shared | None = None  # where the seat plays for the wager, and so by its pay table
    chosen: str = ""  # how the way of playing was chosen, where there was a choice

    def under(self, wager: Wager, table: PayTable) -> WagerOdds:
        """The wager under another pay table, played for as that table asks."""
        if self.own is None:
            return self.odds.with_table(wager, table)
        chances = own_hand_chances(self.own, table, for_wager=True)
        return replace(priced(wager, table, chances, self.odds.method), play=self.odds.play)

    @property
    def name(self) -> str:
        return f"{self.decks}D {'H17' if self.h17 else 'S17'}"


@dataclass(frozen=True)
class Task:
    """A wager whose pay table is sought: the outcomes to pay, rarest first; others stay."""

    game: Game
    wager: Wager
    base: PayTable
    settings: tuple[Setting, ...]
    paid: tuple[str, ...] = field(default=())
    method: str = "exact"

    def chance(self, setting: Setting, outcome: str) -> float:
        return setting.chances[self.wager.outcomes.index(outcome)]

    def tip_off(self, outcome: str) -> float:
        """What a tip that the player pays takes off the odds of an outcome (B5)."""
        tip = self.base.tip(outcome) if self.game.tip_from_player else 0
        return tip / self.settings[0].odds.tip_stake

    def fixed(self, setting: Setting) -> tuple[float, float]:
        """Value, and mean square, of the outcomes whose pay does not change."""
        rest = [name for name in self.wager.outcomes if name not in self.paid]
        pays = {name: float(self.base.pays(name)) - self.tip_off(name) for name in rest}
        chances = {name: self.chance(setting, name) for name in rest}
        return (
            sum(chances[name] * pays[name] for name in rest),
            sum(chances[name] * pays[name] ** 2 for name in rest),
        )


def task(
    game: Game,
    wager: str,
    decks: Sequence[int] = (),
    both_17: bool = False,
    paytable: str = "",
    play: str = "",
    beside: str = "",
) -> Task:
    """The chances of a wager's outcomes under every rule set asked for, counted once each. The
    seat plays and pays as named; what is left open, as is worst for the house."""
    known_entry(game, wager)
    asked = next((one for one in game.wagers if one.id == wager), game.mains[0])
    if asked.kind in (MAIN, FEE):
        raise BadDefinition(f"{wager} is not paid by a pay table, so there is none to design")
    rules = [
        game.but(decks=number, hit_soft_17=h17)
        for number in (decks or (game.rules.decks,))
        for h17 in ((True, False) if both_17 else (game.rules.hit_soft_17,))
    ]
    check_payment(game, beside)
    settings = tuple(setting(ruled, asked, paytable, play, beside) for ruled in rules)
    base = asked.table(paytable)
    paid = tuple(
        name
        for name in asked.outcomes
        if base.pays(name) > 0 and any(chance_of(one, asked, name) > SMALLEST for one in settings)
    )
    rarest_first = sorted(paid, key=lambda name: chance_of(settings[0], asked, name))
    method = settings[0].odds.method
    return Task(game, asked, base, settings, tuple(rarest_first), method)


def chance_of(one: Setting, wager: Wager, outcome: str) -> float:
    return one.chances[wager.outcomes.index(outcome)]


def setting(game: Game, wager: Wager, paytable: str, play: str, beside: str) -> Setting:
    tables = {wager.id: wager.table(paytable).name}
    book = Playbook(game)
    entries = game_odds(game, Ask(wagers=(wager.id,), paytables=tables, play=play), book).wagers
    found = meant(entries, play, beside)
    odds = worst_for_house(found)
    chances = tuple(float(row.probability) for row in odds.outcomes)
    by_table = odds.play == "wager" and looks_at_own_hand(game, wager)
    own = Shared(book.best, wager) if by_table else None
    line, rules = game.line, game.rules
    chosen = worst_words(found)
    return Setting(line, rules.decks, rules.hit_soft_17, odds, chances, own, chosen)
