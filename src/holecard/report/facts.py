"""The figures a sheet prints, priced once: this rule set, every deck count, the other readings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from holecard.dealing.felt import SEATS
from holecard.dealing.own_tables import EARLY, RAISES
from holecard.dealing.settle import OWN
from holecard.errors import BadDefinition
from holecard.experiment.cut_card import CutCardEffect, deal_to_cut
from holecard.experiment.simulation import simulate_game
from holecard.lab.bound import FEW
from holecard.lab.counting import Counting, counting
from holecard.lab.effects import Books
from holecard.lab.final_hands import FinalHands
from holecard.lab.known_cards import HoleKnown, hole_known, with_hole_shown
from holecard.lab.largest_win import LargestWin, largest_wins
from holecard.lab.nets import wager_of
from holecard.lab.other_hands import HandsKnown, hands_known
from holecard.lab.sampled_hands import hands_sampled
from holecard.lab.session import Band, Session, session
from holecard.lab.tolerance import tolerance
from holecard.lab.wrong_charts import Mistake, mistakes
from holecard.odds.playbook import Charted, Playbook, plays_for
from holecard.odds.pricing.pricer import Ask, extra_ids, game_odds
from holecard.odds.result import GameOdds, WagerOdds
from holecard.report.edges import by_wager, edges_of
from holecard.report.entries import Key, is_plain, key_of
from holecard.report.kept import NOTHING_KEPT, Kept
from holecard.report.rulings import Ruling, rulings_of, switched
from holecard.text.words import payment_made
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, SIDE, Wager, paid_entry

ALL_DECKS = tuple(range(1, 9))
SESSION_ROUNDS = 1_000
MAIN_STAKE, SIDE_STAKE = 1_000, 500
CUT = "0.75"
ROUNDS, SEED = 10_000_000, 7  # the check a sheet carries by itself


@dataclass(frozen=True)
class Facts:
    """Everything on the sheet is worked out from the game and these; `told` hears of progress."""

    game: Game
    decks: tuple[int, ...] = ALL_DECKS
    rounds: int = SESSION_ROUNDS
    shoes: tuple[int, int] = FEW  # for the bounds on counting, where a shoe takes long
    told: Callable[[str], None] = field(default=lambda words: None, compare=False)
    priced: dict[tuple[int, bool], dict[Key, float]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @cached_property
    def playbook(self) -> Playbook:
        return Playbook(self.game)

    @cached_property
    def odds(self) -> GameOdds:
        self.told(f"pricing {self.game.line}")
        return game_odds(self.game, Ask(fractions=True), playbook=self.playbook)

    @cached_property
    def edges(self) -> dict[tuple[int, bool], dict[Key, float]]:
        """House edges by decks and soft-17 rule; none where a shoe could run out."""
        found: dict[tuple[int, bool], dict[Key, float]] = {}
        for h17 in (True, False):
            for decks in self.decks:
                with suppress(BadDefinition):
                    found[decks, h17] = self.edges_under(decks, h17)
        return found

    def edges_under(self, decks: int, h17: bool) -> dict[Key, float]:
        ruled = self.game.but(decks=decks, hit_soft_17=h17)
        if ruled.rules == self.game.rules:
            return {key_of(one): one.house_edge for one in self.odds.wagers}
        if (decks, h17) not in self.priced:
            self.told(f"pricing {ruled.line}")
            self.priced[decks, h17] = edges_of(ruled, self.elsewhere, self.book_under(ruled))
        return self.priced[decks, h17]

    def book_under(self, other: Game) -> Playbook:
        """Best play under other rules: that of the other soft-17 rule is asked for twice."""
        if other.rules == self.soft_17_turned.game.rules:
            return self.soft_17_turned
        return self.playbook.under(other)

    @cached_property
    def soft_17_turned(self) -> Playbook:
        return Playbook(self.game.but(hit_soft_17=not self.game.rules.hit_soft_17))

    @property
    def elsewhere(self) -> Ask:
        """What is priced under other decks and soft 17: all but play for a streak, which takes
        seconds a rule set."""
        return Ask(play="main") if self.game.rides else Ask()

    def wager(self, odds: WagerOdds) -> Wager:
        return wager_of(self.game, odds.id)

    @cached_property
    def firsts(self) -> tuple[WagerOdds, ...]:
        """Each wager once: under its first pay table, played for the main wager."""
        paid = extra_ids(self.game)
        found: dict[str, WagerOdds] = {}
        for one in self.odds.wagers:
            if (is_plain(one) or one.id in paid) and not self.wager(one).table_of:
                found.setdefault(one.id, one)
        return tuple(found.values())

    @cached_property
    def sessions(self) -> tuple[Session, ...]:
        return tuple(
            session(self.game, one, self.rounds, self.stake(one), band_rounds=())
            for one in self.firsts
        )

    @cached_property
    def bands(self) -> tuple[tuple[WagerOdds, tuple[Band, ...]], ...]:
        """Tolerance bands of each wager as it is played for the main wager, and as it is played
        worst for the house where that is otherwise."""
        found = []
        for one in self.firsts:
            same = [
                each for each in self.odds.wagers if (each.id, each.paytable) == key_of(one)[:2]
            ]
            worst = min(same, key=lambda each: each.house_edge)
            for entry in dict.fromkeys((key_of(one), key_of(worst))):
                odds = next(each for each in same if key_of(each) == entry)
                found.append((odds, tolerance(self.game, odds, self.stake(odds))))
        return tuple(found)

    @property
    def by_twos(self) -> bool:
        """Whether a player has two hands, whose second cards may be swapped."""
        return self.game.seats_a_player > 1

    def stake(self, odds: WagerOdds) -> int:
        wager = self.wager(odds)
        usual = MAIN_STAKE if wager.kind == MAIN else SIDE_STAKE
        return min(max(usual, wager.least), wager.most)

    @cached_property
    def books(self) -> Books:
        return Books(self.playbook)

    @cached_property
    def counts(self) -> tuple[Counting, ...]:
        """Counting for every wager that is made or offered in one round, the main wager with its
        payment made too."""
        main = self.game.mains[0]
        paid = {paid_entry(main, fee) for fee in self.game.wagers if fee.kind == FEE}
        found = []
        for one in self.firsts:
            kind = self.wager(one).kind
            known = one.id in self.game.wagers_by_id or one.id in paid
            if known and kind in (MAIN, SIDE, OFFER):
                self.told(f"counting {one.id}")
                table = one.paytable if has_tables(self, one) else ""
                found.append(counting(self.game, one.id, table, slow=self.shoes, books=self.books))
        return tuple(found)

    @cached_property
    def largest_wins(self) -> tuple[LargestWin, ...]:
        """The most one to seven seats can win in a round; where a player has two, by twos."""
        self.told("looking for the largest win")
        each = self.game.seats_a_player
        return largest_wins(self.game, range(each, SEATS + 1, each))

    @cached_property
    def final_hands(self) -> FinalHands:
        return FinalHands(self.game)

    @cached_property
    def hole_known(self) -> HoleKnown | None:
        self.told("pricing the hole card known")
        return hole_known(self.playbook, self.hole_shown)

    @cached_property
    def hole_shown(self) -> Playbook | None:
        return with_hole_shown(self.playbook)

    @cached_property
    def hole_bets(self) -> dict[Key, float]:
        """House edges of bets that hang on the play, the hole card known to a seat that plays best
        for its main wager, or for the bet alone; a streak's alone would take longer than the rest
        of the sheet. None where the seat decides something before the hole card is dealt."""
        asks, shown = self.game.tables.asks, self.hole_shown
        if shown is None or asks[RAISES] or asks[EARLY]:
            return {}
        found: dict[Key, float] = {}
        for play, bets in (("main", self.by_play), ("wager", self.by_own_play)):
            if bets:
                tables = {one.id: one.paytable for one in bets}
                ask = Ask(wagers=tuple(tables), paytables=tables, play=play)
                found |= edges_of(shown.game, ask, shown)
        return found

    @property
    def by_play(self) -> tuple[WagerOdds, ...]:
        """Side bets that hang on how the seat plays."""
        return tuple(
            one
            for one in self.firsts
            if self.wager(one).kind in (SIDE, RIDING) and plays_for(self.game, self.wager(one))
        )

    @property
    def by_own_play(self) -> tuple[WagerOdds, ...]:
        return tuple(one for one in self.by_play if self.wager(one).kind == SIDE)

    @cached_property
    def hands_known(self) -> tuple[HandsKnown, ...]:
        if self.by_twos:
            return ()
        self.told("pricing other hands known")
        if self.playbook.spec.answered:
            return tuple(hands_sampled(self.playbook, hands) for hands in (1, SEATS - 1))
        return hands_known(self.books, (1, SEATS - 1))

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        self.told("pricing common mistakes")
        return tuple(mistakes(self.playbook))

    @cached_property
    def cut_card(self) -> tuple[tuple[str, CutCardEffect], ...]:
        """What a cut card does to each wager that is counted, but for those that are offered: they
        are made after cards of their own round are seen. Rounds are dealt without a payment."""
        made = [
            one
            for one in self.counts
            if one.wager.kind != OFFER and one.effects.odds.id in self.game.wagers_by_id
        ]
        if not made or self.by_twos:
            return ()
        self.told("dealing shoes to a cut card")
        dealt = deal_to_cut(self.playbook, CUT)
        return tuple((one.effects.odds.id, dealt.effect(one.effects.by_value)) for one in made)

    @cached_property
    def other_soft_17(self) -> dict[Key, float]:
        """House edges under the other soft-17 rule, all else the same."""
        rules = self.game.rules
        return self.edges_under(rules.decks, not rules.hit_soft_17)

    @cached_property
    def charts(self) -> tuple[tuple[str, Charted], ...]:
        """(title, best play with its chart by totals), and the same with a payment made."""
        if not any(main.backs == OWN for main in self.game.mains):
            return ()
        self.told("deriving the charts")
        fees = [wager for wager in self.game.wagers if wager.kind == FEE]
        paid = [(payment_made(fee), self.playbook.paid.by_total) for fee in fees]
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
        edges = by_wager(edges_of(other, ask, self.book_under(other)))
        return {one.id: 100 * (edges[one.id] - one.house_edge) for one in here}


def has_tables(facts: Facts, odds: WagerOdds) -> bool:
    return bool(facts.wager(odds).paytables) and facts.wager(odds).id == odds.id


def run_simulation(
    facts: Facts, rounds: int, seed: int, kept: Kept = NOTHING_KEPT
) -> dict[str, Any]:
    """The rounds a sheet is checked against, by the play that it prices."""

    def make() -> dict[str, Any]:
        facts.told(f"simulating {rounds:,} rounds")
        return simulate_game(facts.game, rounds, seed, play=facts.playbook).as_json()

    return kept.get(make, facts.game, "run", rounds, seed)
