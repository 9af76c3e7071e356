"""A way of playing a game: best play, its chart by totals, or a chart that is given; and each of
them with a payment made. Best play is for the main wager, or for one other wager alone.

Whoever prices, simulates, charts or hints is given a playbook and plays by it. What it holds is
solved when it is first asked for, and once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from holecard.dealing import felt as f
from holecard.errors import BadDefinition
from holecard.odds.charts.burn_files import given_burn_chart, given_json
from holecard.odds.charts.by_total import TotalChart, total_chart
from holecard.odds.charts.by_votes import voted_burn_chart, voted_chart
from holecard.odds.charts.files import given_chart, made_for, read_chart, read_document
from holecard.odds.charts.with_burn import BurnChart, Given, burn_chart, chart_of, follow
from holecard.odds.composition import Composition, other_shoe, shoe_of
from holecard.odds.result import priced
from holecard.odds.solve.best_play import Chart, Play, play_game, play_like
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.for_streak import (
    SplitPairs,
    is_streak,
    play_for_streak,
    share_won,
    split_pairs,
)
from holecard.odds.solve.own_bets.hand_bets import (
    followed_hand,
    looks_at_own_hand,
    own_hand_chances,
)
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.round_results import round_odds
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.splitting.splits import CONVENTION, check_convention, other_splits
from holecard.wagers.dealt import Dealt
from holecard.wagers.definition import figure_hash, hash_of
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, Wager

BEST, TOTAL = "best", "total"
FOR_WAGER = "wager"
WORDS = {BEST: "best play", TOTAL: "the chart by totals"}


def plays_for(game: Game, wager: Wager) -> bool:
    """Whether a seat could play for this wager: what becomes of it depends on the play."""
    return is_streak(wager) or looks_at_own_hand(game, wager)


def main_value(play: Play) -> float:
    return float(play.ev)


@dataclass(frozen=True)
class Charted:
    """What is carried instead of best play, and the play that follows it; `worth` is what a play
    is worth to whom it is played for."""

    best: Play
    given: Given
    worth: Callable[[Play], float] = main_value

    @property
    def chart(self) -> TotalChart:
        """The chart that is read first."""
        return chart_of(self.given)

    @cached_property
    def followed(self) -> Play:
        return follow(self.best.spec, self.given, self.best.convention)

    @property
    def cost(self) -> float:
        """What following it loses against best play: per initial wager, where it is played for
        the main wager."""
        return self.worth(self.best) - self.worth(self.followed)


@dataclass(frozen=True)
class Playbook:
    """How a seat plays for its main wager, or for another alone (`wager`, under its pay table
    `table`). `name` is best, total, mimic, never-bust or a file that `holecard strategy --json`
    wrote; without a shoe it is one of full decks."""

    game: Game
    name: str = BEST
    convention: str = CONVENTION
    shoe: Composition | None = None
    wager: str = ""
    table: str = ""
    main: Playbook | None = field(default=None, compare=False, repr=False)
    near: Playbook | None = field(default=None, compare=False, repr=False)  # the same but for rules

    def __post_init__(self) -> None:
        check_convention(self.convention)
        if self.name not in WORDS:
            given_chart(self.name, self.game)  # refuses a name or a file that does not fit
        if self.wager and not plays_for(self.game, self.game.wager(self.wager)):
            raise BadDefinition(
                f"{self.wager} does not depend on how the seat plays: there is no play for it"
            )
        if self.wager and self.name not in WORDS:
            raise BadDefinition(f"{self.name} is played for the main wager, not for {self.wager}")

    def plays_alike(self, wager: str) -> bool:
        """Whether best play for that wager is the same under each of its pay tables."""
        asked = self.game.wager(wager)
        if is_streak(asked) or len(asked.paytables) == 1:
            return True
        shared = Shared(self.for_main.best, asked)
        hands = (followed_hand(shared, table, for_wager=True) for table in asked.paytables)
        return len({hand.choices for hand in hands}) == 1

    def for_wagers(self, wagers: Sequence[str], tables: Mapping[str, str]) -> Playbook:
        """Best play for the wagers named alone, which must have one; bonuses on a streak do."""
        able = [wager.id for wager in self.game.wagers if plays_for(self.game, wager)]
        named = [name for name in wagers if name in able]
        streaks = [name for name in named if is_streak(self.game.wager(name))]
        if len(named) != 1 and (not named or named != streaks):
            which = " or ".join(able) or f"{self.game.id} has none that depends on the play"
            raise BadDefinition(f"to play for a wager, name the one it is: {which}")
        table = tables.get(named[0], "")
        if not table and not self.plays_alike(named[0]):
            raise BadDefinition(
                f"{named[0]} is played for differently under its pay tables: name one of "
                f"{self.game.wager(named[0]).table_names}"
            )
        return self.for_wager(named[0], table)

    def for_wager(self, wager: str, table: str = "") -> Playbook:
        """Best play for that wager alone, with what this book has solved."""
        return replace(self, name=BEST, wager=wager, table=table, main=self.for_main)

    def under(self, game: Game) -> Playbook:
        """Best play for the main wager of the game under other rules, with what this book has
        solved that they leave as it is."""
        return Playbook(game, BEST, self.convention, near=self.for_main)

    @cached_property
    def words(self) -> str:
        other = made_for(self.name, self.game) if self.from_file else ""
        return WORDS.get(self.name, self.name) + (f" (a chart for {other})" if other else "")

    @property
    def from_file(self) -> bool:
        return self.name.endswith(".json")

    @property
    def definition_hash(self) -> str:
        return self.hash_beside("")

    def hash_beside(self, payment: str) -> str:
        """Of what is played, how, and from which shoe: the game's own for best play from full decks
        with the usual splits. A chart in a file is known by its letters, not by its name."""
        play = "" if self.name == BEST else self.name
        if self.from_file:
            play = hash_of(given_json(self.file or read_chart(read_document(self.name), self.name)))
        if self.wager:
            play = f"{self.name} for {self.aim}"
        return figure_hash(
            self.game,
            shoe=other_shoe(self.spec.shoe, self.game),
            splits=other_splits(self.convention),
            play=play,
            beside=payment,
        )

    @property
    def aim(self) -> str:
        """What it is played for, in words."""
        if not self.wager:
            return "the main wager"
        if self.by_streak:
            return "the streak alone"
        return f"{' '.join((self.wager, self.table)).strip()} alone"

    @property
    def by_streak(self) -> bool:
        return bool(self.wager) and is_streak(self.game.wager(self.wager))

    @property
    def paytable(self) -> PayTable:
        """The pay table of the wager it is played for."""
        return self.game.wager(self.wager).table(self.table)

    @cached_property
    def for_main(self) -> Playbook:
        """The book whose `best` is for the main wager."""
        if not self.wager:
            return self
        return self.main or Playbook(self.game, BEST, self.convention, self.shoe)

    @cached_property
    def spec(self) -> Spec:
        return Spec(self.game, self.shoe or shoe_of(self.game))

    @cached_property
    def best(self) -> Play:
        if not self.wager:
            if self.near:
                return play_like(self.spec, self.near.best)
            return play_game(self.spec, self.convention)
        if self.by_streak:
            return play_for_streak(self.for_main.best, pairs=self.for_main.split_pairs)
        shared = Shared(self.for_main.best, self.game.wager(self.wager))
        return followed_hand(shared, self.paytable, for_wager=True).played()

    @cached_property
    def split_pairs(self) -> tuple[SplitPairs, ...]:
        """What is found of splits played for a streak, with the payment made and without it."""
        return split_pairs(self.best)

    @cached_property
    def by_total(self) -> Charted:
        """The chart by totals of best play."""
        if self.wager:
            return Charted(self.best, voted_chart(self.best), self.worth)
        return Charted(self.best, total_chart(self.best))

    def worth(self, play: Play) -> float:
        """What a play is worth to the wager this one is for: per wager, and for a streak the share
        of decided rounds that are won."""
        if not self.wager:
            return main_value(play)
        if self.by_streak:
            return share_won(round_odds(play))
        wager = self.game.wager(self.wager)
        chances = own_hand_chances(Shared(play, wager), self.paytable)
        return priced(wager, self.paytable, chances).ev

    @cached_property
    def file(self) -> BurnChart | None:
        """The charts with the burn that the file has, if it is one that has them."""
        return given_burn_chart(self.name) if self.from_file else None

    @cached_property
    def given(self) -> Chart | None:
        """The chart that is followed; none for best play."""
        if self.name == BEST:
            return None
        if self.name == TOTAL:
            return self.by_total.chart
        return self.file.after if self.file else given_chart(self.name, self.game)

    @cached_property
    def play(self) -> Play:
        """What the seat does, and what that is worth, exactly."""
        if self.given is None:
            return self.best
        if self.name == TOTAL:
            return self.by_total.followed
        return follow(self.spec, self.given, self.convention)

    @cached_property
    def paid(self) -> PaidPlaybook:
        """The same with the payment made."""
        if not any(wager.kind == FEE for wager in self.game.wagers):
            raise BadDefinition(f"{self.game.id} has no payment to make: play it without")
        return PaidPlaybook(self)

    def check_fits(self, game: Game, shoe: Composition, convention: str) -> None:
        """Refuse to be played under other rules, from another shoe, or with other splits."""
        same = {
            "rules": self.game.rules == game.rules,
            "shoe": self.spec.shoe == shoe,
            "splits": self.convention == convention,
        }
        differ = [name for name, alike in same.items() if not alike]
        if differ:
            raise BadDefinition(
                f"a playbook for {self.game.id} [{self.game.line}, {self.convention}] does not fit "
                f"{game.id} [{game.line}, {convention}]: make one with the same "
                f"{' and '.join(differ)}"
            )

    def page(self, paid: bool) -> Playbook | PaidPlaybook:
        """With the payment made, or without it."""
        return self.paid if paid else self

    def at(self, dealt: Dealt) -> Playbook | PaidPlaybook:
        """The page for the seat that is asked. One that has split may not burn (U3): its hands are
        worth what they are without the payment."""
        ask = dealt.ask
        if ask is None:
            raise ValueError("no seat is asked for anything")
        split = dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT)
        return self.page(bool(dealt.seat_field(ask.place, f.PAID)) and not split)


def named_book(
    game: Game, name: str, convention: str, wagers: Sequence[str], tables: Mapping[str, str]
) -> Playbook:
    """A playbook by name; `wager` is best play for the wager among those that has one."""
    if name != FOR_WAGER:
        return Playbook(game, name, convention)
    return Playbook(game, BEST, convention).for_wagers(wagers, tables)


@dataclass(frozen=True)
class PaidPlaybook:
    """A way of playing with the payment made; values are before it is taken off."""

    without: Playbook

    @property
    def words(self) -> str:
        if self.given is None or isinstance(self.given, BurnChart):
            return f"{self.without.words} with the burn"
        return f"{self.without.words}, which never burns"

    @property
    def aim(self) -> str:
        return self.without.aim

    @cached_property
    def best(self) -> Play:
        book = self.without
        if book.by_streak:
            main = book.for_main
            return play_for_streak(main.best, main.paid.best, main.split_pairs)
        if book.wager:
            raise BadDefinition(f"there is no play for {book.wager} with a payment made")
        return play_burnout(book.spec, book.convention, book.best)

    @cached_property
    def by_total(self) -> Charted:
        """The charts by totals of best play, with the lists of cards to burn."""
        if self.without.wager:
            chart = voted_burn_chart(self.best, self.without.by_total.chart)
            return Charted(self.best, chart, self.without.worth)
        return Charted(self.best, burn_chart(self.best, self.without.by_total.chart))

    @cached_property
    def given(self) -> Chart | BurnChart | None:
        """What is followed: with lists of cards to burn where there are any, or the chart as it is
        without the payment, which never burns; none for best play."""
        if self.without.name == TOTAL:
            return self.by_total.given
        return self.without.file or self.without.given

    @cached_property
    def play(self) -> Play:
        if self.given is None:
            return self.best
        if self.without.name == TOTAL:
            return self.by_total.followed
        if isinstance(self.given, BurnChart):
            return follow(self.without.spec, self.given, self.without.convention)
        return self.without.play
