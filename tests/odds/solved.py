"""What several tests ask of the solver, solved once: whole games priced, and Burnout from two decks
with its payment made."""

from __future__ import annotations

from functools import cache

from holecard.games import BURNOUT, find_game
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import GameOdds
from holecard.odds.solve.best_play import Play

PAID = BURNOUT.but(decks=2)


@cache
def odds_of(name: str, rules: str = "", *wagers: str) -> GameOdds:
    """Wagers of a game, all if none is named: `odds_of("burnout", "burn_after_bust=no")`."""
    return game_odds(find_game(name).read(rules), Ask(wagers=wagers))


@cache
def paid_book(name: str = "best", decks: int = 2) -> Playbook:
    return Playbook(BURNOUT.but(decks=decks), name)


def paid_chart(decks: int = 2) -> BurnChart:
    """The charts by totals, with the lists of cards to burn."""
    given = paid_book(decks=decks).paid.by_total.given
    assert isinstance(given, BurnChart)
    return given


def paid_play() -> Play:
    """What follows it."""
    return paid_book().paid.by_total.followed
