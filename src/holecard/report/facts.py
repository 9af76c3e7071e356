"""The figures a sheet prints, priced once: this rule set, every deck count, the other readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from holecard.dealing.settle import OWN
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.lab.counting import Counting, counting
from holecard.lab.nets import wager_of
from holecard.lab.session import Session, session
from holecard.odds.playbook import Charted, Playbook
from holecard.odds.pricing.pricer import Ask, extra_ids, game_odds
from holecard.odds.result import GameOdds, WagerOdds
from holecard.report.rulings import Ruling, rulings_of, switched
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, RIDING, SIDE, Wager

ALL_DECKS = tuple(range(1, 9))
SESSION_ROUNDS = 1_000
MAIN_STAKE, SIDE_STAKE = 1_000, 500
ROUNDS, SEED = 10_000_000, 7  # the check a sheet carries by itself
Key = tuple[str, str, str, str]  # wager, pay table, play, payment


def key_of(odds: WagerOdds) -> Key:
    return odds.id, odds.paytable, odds.play, odds.beside


@dataclass(frozen=True)
class Facts:
    """Everything on the sheet is worked out from the game and these; `told` hears of progress."""

    game: Game
    decks: tuple[int, ...] = ALL_DECKS
    rounds: int = SESSION_ROUNDS
    told: Callable[[str], None] = field(default=lambda words: None, compare=False)

    @cached_property
    def playbook(self) -> Playbook:
        return Playbook(self.game)

    @cached_property
    def odds(self) -> GameOdds:
        self.told(f"pricing {self.game.line}")
        return game_odds(self.game, playbook=self.playbook)

    @cached_property
    def edges(self) -> dict[tuple[int, bool], dict[Key, float]]:
        """House edges by decks and soft-17 rule; none where a shoe could run out."""
        found: dict[tuple[int, bool], dict[Key, float]] = {}
        for h17 in (True, False):
            for decks in self.decks:
                ruled = self.game.but(decks=decks, hit_soft_17=h17)
                same = ruled.rules == self.game.rules
                if not same:
                    self.told(f"pricing {ruled.line}")
                try:
                    odds = self.odds if same else game_odds(ruled, Ask(play=self.edges_for))
                except BadDefinition:
                    continue
                found[decks, h17] = {
                    key_of(one): float(one.house_edge)
                    for one in odds.wagers
                    if self.edges_for in ("", one.play or self.edges_for)
                }
        return found

    @property
    def edges_for(self) -> str:
        """What seats play for in those tables: solving play for a streak takes a second or two."""
        return "main" if any(wager.kind == RIDING for wager in self.game.wagers) else ""

    def wager(self, odds: WagerOdds) -> Wager:
        return wager_of(self.game, odds.id)

    @cached_property
    def firsts(self) -> tuple[WagerOdds, ...]:
        """Each wager once: under its first pay table, played for the main wager."""
        found: dict[str, WagerOdds] = {}
        for one in self.odds.wagers:
            if one.play in ("", "main") and not self.wager(one).table_of:
                found.setdefault(one.id, one)
        return tuple(found.values())

    @cached_property
    def sessions(self) -> tuple[Session, ...]:
        return tuple(session(self.game, one, self.rounds, self.stake(one)) for one in self.firsts)

    def stake(self, odds: WagerOdds) -> int:
        wager = self.wager(odds)
        usual = MAIN_STAKE if wager.kind == MAIN else SIDE_STAKE
        return min(max(usual, wager.least), wager.most)

    @cached_property
    def counts(self) -> tuple[Counting, ...]:
        """Counting for the side bets: those on the cards and the dealer, and on the own hand."""
        found = []
        for one in self.firsts:
            if self.wager(one).kind == SIDE:
                self.told(f"counting {one.id}")
                found.append(counting(self.game, one.id, one.paytable))
        return tuple(found)

    @cached_property
    def charts(self) -> tuple[tuple[str, Charted], ...]:
        """(title, best play with its chart by totals), and the same with a payment made."""
        if not any(main.backs == OWN for main in self.game.mains):
            return ()
        self.told("deriving the charts")
        fees = [wager for wager in self.game.wagers if wager.kind == FEE]
        paid = [(f"{fee.name} made", self.playbook.paid.by_total) for fee in fees]
        return (("", self.playbook.by_total), *paid)

    @cached_property
    def readings(self) -> tuple[tuple[Ruling, tuple[tuple[str, dict[str, float]], ...]], ...]:
        """Each ruling with the other readings an option gives: what they change, by wager, in
        points of the house edge."""
        known: dict[str, dict[str, float]] = {}
        found = []
        for ruling in rulings_of(self.game):
            others = []
            for words, other in switched(self.game, ruling):
                if words not in known:
                    self.told(f"pricing the other reading of {ruling.id}: {words}")
                    known[words] = self.moved(other)
                others.append((words, known[words]))
            found.append((ruling, tuple(others)))
        return tuple(found)

    def moved(self, other: Game) -> dict[str, float]:
        """The change of the house edge of each wager's first table under another rule set."""
        names = {*(wager.id for wager in other.wagers), *extra_ids(other)}
        here = [one for one in self.firsts if one.id in names]
        tables = {one.id: one.paytable for one in here if has_tables(self, one)}
        ask = Ask(wagers=tuple(one.id for one in here), paytables=tables, play="main")
        odds = game_odds(other, ask)
        return {one.id: 100 * float(odds.find(one.id).house_edge - one.house_edge) for one in here}


def has_tables(facts: Facts, odds: WagerOdds) -> bool:
    return bool(facts.wager(odds).paytables) and facts.wager(odds).id == odds.id


def run_simulation(
    game: Game, rounds: int, seed: int, told: Callable[[str], None]
) -> dict[str, Any]:
    told(f"simulating {rounds:,} rounds")
    return simulate_game(game, rounds, seed).as_json()
