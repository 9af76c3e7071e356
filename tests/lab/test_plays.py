"""What an operator is told takes the play worst for the house, and says so."""

from __future__ import annotations

import json
from functools import cache

import pytest

from holecard.errors import BadDefinition
from holecard.games import BAD_BEAT, BURNOUT
from holecard.lab.design import design
from holecard.lab.plays import meant, worst_for_house
from holecard.lab.session import session
from holecard.lab.targets import Range, Targets, Task, task
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import WagerOdds
from tests.lab.commands import holecard
from tests.lab.test_design import with_paytable

SMALL = BURNOUT.but(decks=1)


@cache
def streak() -> tuple[WagerOdds, ...]:
    return game_odds(SMALL, Ask(wagers=("bonus-3",))).wagers


@cache
def streak_task() -> Task:
    return task(SMALL, "bonus-3")


def test_the_worst_for_the_house_is_play_for_the_streak_with_the_burn() -> None:
    worst = worst_for_house(streak())
    assert (worst.play, worst.beside) == ("wager", "burnout")
    assert worst.house_edge == min(one.house_edge for one in streak())


@pytest.mark.parametrize(
    ("play", "beside", "conditions"),
    [
        ("", "", ["main", "main, with burnout", "wager", "wager, with burnout"]),
        ("main", "", ["main", "main, with burnout"]),
        ("", "none", ["main", "wager"]),
        ("wager", "burnout", ["wager, with burnout"]),
    ],
)
def test_what_is_meant(play: str, beside: str, conditions: list[str]) -> None:
    assert [one.condition for one in meant(streak(), play, beside)] == conditions


def test_what_has_no_figure_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadDefinition, match="its figures are main"):
        meant(streak()[:1], "wager")


def test_bands_are_those_of_the_play_that_is_watched() -> None:
    mild, worst = streak()[0], worst_for_house(streak())
    found = session(SMALL, mild, 100, 500, band_rounds=(), watched=worst)
    alone = session(SMALL, worst, 100, 500, band_rounds=())
    assert found.bands == alone.bands
    assert found.player.mean == pytest.approx(100 * 500 * mild.ev, rel=1e-8)


@pytest.mark.nightly
def test_the_session_says_which_play_it_took() -> None:
    words = ("session", "burnout", "--decks", "1", "--wager", "bonus-3", "--rounds", "100")
    document = json.loads(holecard(*words, "--json").stdout)
    assert (document["play"], document["with"]) == ("wager", "burnout")
    assert "worst for the house" in document["chosen"]
    assert document["expected"] == pytest.approx(100 * 500 * worst_for_house(streak()).ev, rel=1e-9)
    named = json.loads(holecard(*words, "--play", "main", "--with", "none", "--json").stdout)
    assert named["play"] == "main" and "with" not in named and "chosen" not in named


@pytest.mark.nightly
def test_no_recommended_bonus_table_loses_to_a_player_who_burns() -> None:
    """8 to 1 was recommended for three wins: a player who pays and plays for the streak would have
    had 58% of every wager."""
    low = design(streak_task(), Targets(edge=Range(3.0, 12.0)))
    for one in low.found:
        edges = [odds.with_table(low.task.wager, one.table).house_edge for odds in streak()]
        assert min(edges) == pytest.approx(one.edges[0], abs=1e-12)
        assert min(edges) >= 0.03
    with pytest.raises(BadDefinition, match="worst for the house"):
        design(streak_task(), Targets(edge=Range(30.0, 31.0)))


@pytest.mark.nightly
def test_designs_are_priced_under_play_for_the_table_found() -> None:
    """Each table has its own best play: priced from the game with that table, not the first."""
    game = BAD_BEAT.but(decks=1)
    asked, own = task(game, "bad-beat"), Playbook(game)
    assert asked.settings[0].odds.play == "wager"
    for one in design(asked, Targets(edge=Range(3.0, 6.0))).found[-2:]:
        again = with_paytable(game, "bad-beat", one.table)
        priced = game_odds(again, Ask(wagers=("bad-beat",), play="wager"), own)
        assert priced.wagers[0].house_edge == pytest.approx(one.edges[0], abs=1e-12)
