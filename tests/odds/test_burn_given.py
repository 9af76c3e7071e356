"""Given charts with the burn: against a walk of every branch, in fractions, on tiny shoes.

The policy that is walked reads the charts and lists by itself: by the total of the cards a seat
sees, not by the engine's arrays. Seen to fail: with the chart before the burn played after it; with
split hands played by it; with the lists of hits used for doubles; with a busting card burned where
that is not allowed; with the burned card left in the shoe.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import pytest

from holecard.dealing.actions import (
    BURN,
    DECLINE,
    KEEP,
    SPLIT,
    STAND,
    Legal,
)
from holecard.errors import HolecardError
from holecard.games import BURNOUT
from holecard.odds.charts.burn_files import given_burn_chart, given_json, read_burn_chart
from holecard.odds.charts.burn_lists import BurnLists, Place
from holecard.odds.charts.by_total import TotalChart, column_of, total_chart
from holecard.odds.charts.with_burn import BurnChart, burn_chart, follow
from holecard.odds.composition import read_composition
from holecard.odds.solve import acts
from holecard.odds.solve.acts import ACTIONS
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.hands import state_of_counts
from holecard.odds.solve.sights import Spec
from tests.night import by_day
from tests.odds.solved import paid_book, paid_chart, paid_play
from tests.odds.walk import VALUE, WAGERED, Policy, View, Walk

CLOSE = 1e-12


def state(cards: tuple[int, ...]) -> int:
    return state_of_counts(tuple(cards.count(worth) for worth in range(1, 11)))


def reads(given: BurnChart) -> Policy:
    """What a player does who holds the two charts and the lists."""

    def policy(view: View, legal: Legal) -> int:
        column = column_of(view.shown)
        if DECLINE in legal:
            return DECLINE
        if BURN in legal:
            before = list(view.cards)
            before.remove(view.last)
            place = bool(view.doubled), state(tuple(before)), column
            return BURN if view.last - 1 in given.burns.lists.get(place, ()) else KEEP
        if SPLIT in legal and (view.cards[0] - 1, column) in given.chart.splits:
            return SPLIT
        chart = given.after if view.pair or view.burned else given.chart
        key = state(view.cards), column
        for wish in (chart.first, chart.then) if len(view.cards) == 2 else (chart.then,):
            if ACTIONS[wish.get(key, acts.STAND)] in legal:
                return ACTIONS[wish.get(key, acts.STAND)]
        return STAND

    return policy


@dataclass(frozen=True)
class Table:
    shoe: str
    rules: dict[str, object] = field(default_factory=dict)

    @property
    def spec(self) -> Spec:
        under = BURNOUT.but(**{"max_hands": 1, **self.rules})
        return Spec(under, read_composition(self.shoe))

    def __str__(self) -> str:
        return " ".join([self.shoe, *(f"{key}={said}" for key, said in self.rules.items())])


TABLES = [
    Table("A:2 6:4 8:3 T:5"),
    Table("A:2 6:4 8:3 T:5", {"burn_after_bust": False}),
    Table("A:3 5:4 7:4 T:6", {"peek": False, "surrender": "late"}),
    Table("A:3 4:3 7:3 T:4", {"hit_soft_17": False}),
    Table("A:3 7:4 8:4 T:5", {"max_hands": 3}),
]


def derived(spec: Spec) -> BurnChart:
    plain = play_game(spec)
    return burn_chart(play_burnout(spec, without=plain), total_chart(plain))


def turned(given: BurnChart) -> BurnChart:
    """Bad play, to come to hands that good play does not: lists turned round, the chart before and
    the chart after exchanged, stiff hands doubled."""
    every = frozenset(range(10))
    lists: dict[Place, frozenset[int]] = {
        (not doubled, at, column): every - values
        for (doubled, at, column), values in given.burns.lists.items()
    }
    first = {
        key: acts.DOUBLE if 12 <= key[0] <= 16 else act for key, act in given.after.first.items()
    }
    before = TotalChart(given.after.columns, first, given.after.then, given.chart.splits)
    return BurnChart(before, replace(given.burns, lists=lists), given.chart)


# With every change the derived charts of one table, and bad ones of another, which splits.
@pytest.mark.parametrize(
    ("table", "bad"),
    by_day([(table, bad) for table in TABLES for bad in (False, True)], 7),
    ids=lambda one: str(one) if isinstance(one, Table) else "turned" if one else "derived",
)
def test_a_given_chart_is_worth_what_walking_it_gives(table: Table, bad: bool) -> None:
    spec = table.spec
    given = turned(derived(spec)) if bad else derived(spec)
    followed = follow(spec, given)
    assert bool(given.chart.splits) == (spec.game.rules.max_hands > 1)
    walked = Walk(spec.game, spec.shoe, ("burnout",)).follow(reads(given))
    assert abs(walked[VALUE] - Fraction(float(followed.ev))) < CLOSE
    assert abs(walked[WAGERED] - Fraction(float(followed.wagered))) < CLOSE


@pytest.mark.nightly
def test_the_chart_by_totals_costs_little_and_burning_gains() -> None:
    book = paid_book(decks=6)
    spec, best, given = book.spec, book.paid.best, paid_chart(6)
    followed = book.paid.by_total.followed
    assert 0 < best.ev - followed.ev < 2e-5
    keeps = replace(given, burns=replace(given.burns, lists={}))
    assert follow(spec, keeps).ev < followed.ev - 0.1
    # Without lists, the chart of the game without the payment is worth what it is there.
    plain = replace(keeps, chart=given.after)
    assert follow(spec, plain).ev == pytest.approx(play_game(spec, chart=given.after).ev, abs=1e-15)
    # One chart before and after the burn is what nobody should carry: it hits stiff hands again.
    assert follow(spec, replace(given, after=given.chart)).ev < followed.ev - 0.005


@pytest.mark.nightly
def test_charts_with_the_burn_come_back_from_a_file(tmp_path: Path) -> None:
    given, followed = paid_chart(), paid_play()
    file = tmp_path / "paid.json"
    file.write_text(json.dumps(given_json(given)))
    again = given_burn_chart(str(file))
    assert again is not None
    assert follow(followed.spec, again).ev == pytest.approx(followed.ev, abs=1e-15)
    file.write_text(json.dumps(given_json(given.after)))
    assert given_burn_chart(str(file)) is None


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"16": ["X"] * 10}, "no cards to burn"),
        ({"16": ["99"] * 10}, "no cards to burn"),
        ({"16": ["9"] * 9}, "9 letters for 10 columns"),
        ({"40": ["9"] * 10}, "no list of cards to burn"),
        ("16", "no list of cards to burn"),
    ],
)
def test_lists_that_are_none_are_refused(rows: object, words: str) -> None:
    document = given_json(paid_chart()) | {"burn_after_hit": rows}
    with pytest.raises(HolecardError, match=words):
        read_burn_chart(document, "a test")


def test_no_list_where_no_card_can_be_taken() -> None:
    lists: BurnLists = paid_chart(6).burns
    assert (False, 18, "T") in lists.lists and (False, 18, "T") not in lists.taken
    assert not any(at == 21 for _, at, _ in lists.taken)
