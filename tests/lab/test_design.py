"""Design search: every table found is priced again from a fresh count, and misses are explained."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition, Unreadable
from holecard.games import BREAKOUT, FACE_UP
from holecard.lab.design import Design, Designs, design, mark_front
from holecard.lab.targets import LADDER, Range, Targets, read_range, task
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager
from tests.lab.commands import Done, holecard

EDGE = Range(3.0, 6.0)


def with_paytable(game: Game, wager: str, table: PayTable) -> Game:
    """The game with one wager paid by another table."""

    def wagers(rules: Rules) -> tuple[Wager, ...]:
        return tuple(
            replace(one, paytables=(table,)) if one.id == wager else one
            for one in game.make_wagers(rules)
        )

    return replace(game, make_wagers=wagers)


def check_again(found: Designs, targets: Targets) -> None:
    """From the game's own definition, not from the chances the search used."""
    assert found.found
    for one in found.found:
        for setting, edge in zip(found.task.settings, one.edges, strict=True):
            ruled = found.task.game.but(decks=setting.decks, hit_soft_17=setting.h17)
            again = with_paytable(ruled, found.task.wager.id, one.table)
            odds = game_odds(again, Ask(wagers=(found.task.wager.id,))).wagers[0]
            assert odds.house_edge == pytest.approx(edge, abs=1e-12)
            assert targets.edge.holds(100 * odds.house_edge)
            if targets.hit:
                assert targets.hit.holds(100 * odds.hit_frequency)
        pays = [one.table.pays(name) for name in found.task.paid]
        assert all(Fraction(pay).denominator == 1 for pay in pays)
        if targets.monotone:
            assert pays == sorted(pays, reverse=True)
        if targets.top:
            assert targets.top.holds(float(one.top))
        if targets.deviation:
            assert targets.deviation.holds(one.deviation, 1e-9)


def test_a_tip_from_the_player_is_in_the_edge() -> None:
    """B5: the edge that is met is that of a $5 wager with the tip taken off; the top prize is the
    one printed."""
    targets = Targets(edge=Range(15.0, 16.0), top=Range(25.0, 25.0), hit=Range(15.0, 20.0))
    found = design(task(BREAKOUT.but(tip_from="player"), "super-tie"), targets)
    check_again(found, targets)
    assert {one.top for one in found.found} == {25}


def test_tables_hold_for_every_rule_set() -> None:
    targets = Targets(edge=Range(3.0, 8.0), top=Range(100, 100))
    found = design(task(FACE_UP, "two-card", (4, 6, 8)), targets)
    check_again(found, targets)
    assert any(one.best for one in found.found)


def test_both_soft_17_rules_at_once() -> None:
    targets = Targets(edge=Range(3.0, 10.0), top=Range(250, 250))
    found = design(task(BREAKOUT, "breakout-bonus", (2, 6, 8), both_17=True), targets)
    assert len(found.task.settings) == 6
    check_again(found, targets)


def test_hit_frequency_unpays_the_commonest() -> None:
    targets = Targets(edge=EDGE, hit=Range(1.5, 3.0), top=Range(200, 500))
    found = design(task(BREAKOUT, "breakout-bonus"), targets)
    check_again(found, targets)
    assert all(one.table.pays("6-7-cards") == -1 for one in found.found)


def test_deviation_and_strict_odds() -> None:
    targets = Targets(edge=EDGE, deviation=Range(3.0, 5.0), top=Range(50, 200), strict=True)
    found = design(task(FACE_UP, "two-card"), targets)
    check_again(found, targets)
    for one in found.found:
        pays = [one.table.pays(name) for name in found.task.paid]
        assert len(set(pays)) == len(pays)


def test_least_spread_is_the_least_of_all() -> None:
    """Super Tie under three deck counts, by brute force over a small ladder."""
    asked = task(BREAKOUT, "super-tie", (1, 6, 8))
    targets = Targets(edge=Range(2.0, 9.0), top=Range(25, 25))
    found = design(asked, targets)
    numbers = [n for n in LADDER if n <= 25]
    best = 1.0
    for rest in product(numbers, repeat=len(asked.paid) - 1):
        if list(rest) != sorted(rest, reverse=True):
            continue
        pays = dict(zip(asked.paid, (25, *rest), strict=True))
        edges = [
            -asked.fixed(one)[0] - sum(asked.chance(one, name) * pays[name] for name in pays)
            for one in asked.settings
        ]
        if min(edges) >= 0.02 and max(edges) <= 0.09:
            best = min(best, max(edges) - min(edges))
    assert found.found[0].spread == pytest.approx(best, abs=2e-6)


def test_the_front_is_what_nothing_beats() -> None:
    targets = Targets(edge=EDGE, top=Range(50, 250))
    found = design(task(FACE_UP, "two-card"), targets).found
    for one in found:
        beaten = any(
            other.spread <= one.spread
            and other.deviation <= one.deviation
            and other.top >= one.top
            and (other.spread, other.deviation, other.top) != (one.spread, one.deviation, one.top)
            for other in found
        )
        assert one.best is not beaten
    again: list[Design] = mark_front(list(found))
    assert [one.best for one in again] == [one.best for one in found]


@pytest.mark.parametrize(
    ("targets", "says"),
    [
        (Targets(edge=EDGE), "the nearest edges are 6.579% to 6.579%"),
        (Targets(edge=Range(5.0, 7.0), top=Range(40, 50)), "without the top prize there are some"),
    ],
)
def test_impossible_targets_say_why(targets: Targets, says: str) -> None:
    with pytest.raises(BadDefinition, match=says):
        design(task(BREAKOUT, "sweet-17"), targets)


def test_a_wager_without_a_pay_table_has_none_to_design() -> None:
    with pytest.raises(BadDefinition, match="not paid by a pay table"):
        task(BREAKOUT, "dealer-hand")


@pytest.mark.parametrize("text", ["-3", "six", "6-3", "3-", "1e9", ""])
def test_unreadable_ranges(text: str) -> None:
    with pytest.raises(Unreadable):
        read_range(text, "a house edge")


def test_a_pay_table_cannot_pay_less_than_nothing() -> None:
    asked = task(BREAKOUT, "sweet-17")
    with pytest.raises(BadDefinition, match="odds are 0 or more"):
        asked.settings[0].odds.with_table(asked.wager, PayTable("x", {"dealer-17": -3}))


def run(*words: str) -> Done:
    return holecard("design", *words)


def test_command() -> None:
    words = ("breakout", "--wager", "sweet-17", "--edge", "5-8", "--decks", "4,6,8")
    document = json.loads(run(*words, "--json").stdout)
    (only,) = document["designs"]
    assert only["odds"] == {"dealer-17": "6"}
    assert list(only["house_edges"]) == ["4D H17", "6D H17", "8D H17"]
    exact = game_odds(BREAKOUT, Ask(wagers=("sweet-17",))).wagers[0].house_edge
    assert only["house_edges"]["6D H17"] == pytest.approx(exact, abs=1e-15)
    assert f"{exact:.3%}" in run(*words).stdout
    for code, says, more in (
        (2, "cannot read --decks", ("breakout", "--wager", "sweet-17", "--decks", "six")),
        (2, "no breakout wager", ("breakout", "--wager", "sweet")),
        (3, "decks cannot be 12", ("breakout", "--wager", "sweet-17", "--decks", "12")),
        (3, "no pay table", ("breakout", "--wager", "sweet-17", "--edge", "1-2")),
    ):
        done = run(*more)
        assert (done.code, done.stdout) == (code, ""), done.stderr
        assert says in done.stderr
