"""U5: the majority of a seat's split hands, by both readings: the rule, rounds against a walk of
every one of them, streaks against a simulation, and the edges that the rulings print."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from holecard.dealing.felt import OUTCOME
from holecard.dealing.settle import round_outcome
from holecard.experiment.simulation import simulate_game
from holecard.games import BURNOUT
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.solve.round_results import round_odds
from holecard.wagers.dealt import Dealt
from tests.odds.test_walk import Table, engine_plays
from tests.odds.walk import Totals

READINGS = ("decided", "all")
BONUSES = ("bonus-2", "bonus-3", "bonus-4", "bonus-5")
RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"
CLOSE = 1e-12


def counted(won: int, lost: int, hands: int, reading: str) -> int:
    """The sheet's two sentences, hand by hand."""
    voters = won + lost if reading == "decided" else hands
    for result, number in ((1, won), (-1, lost)):
        if number > voters - number:
            return result
    return 0


@pytest.mark.parametrize("reading", READINGS)
def test_the_rule(reading: str) -> None:
    rules = BURNOUT.but(majority=reading).rules
    for hands in range(1, 5):
        for won in range(hands + 1):
            for lost in range(hands + 1 - won):
                found = round_outcome(won, lost, hands, rules)
                assert found == counted(won, lost, hands, reading), (won, lost, hands)


def test_the_readings_differ_only_where_a_hand_is_pushed() -> None:
    decided, whole = (BURNOUT.but(majority=reading).rules for reading in READINGS)
    for hands in range(1, 5):
        for won in range(hands + 1):
            same = round_outcome(won, hands - won, hands, whole)
            assert same == round_outcome(won, hands - won, hands, decided)


def result(dealt: Dealt) -> Totals:
    return {("push", "win", "lose")[dealt.seat_field(0, OUTCOME)]: Fraction(1)}


def test_rounds_are_what_a_walk_of_every_round_finds() -> None:
    """A shoe in which split hands often push, to three hands."""
    found = {}
    for reading in READINGS:
        table = Table(BURNOUT, "7:4 8:5 9:3 T:4", {"max_hands": 3, "majority": reading})
        solved = table.solved()
        assert any(sight.split for sight in solved.sights)
        walked = table.walk(measure=result).follow(engine_plays(solved))
        odds = round_odds(solved)
        for chance, name in ((odds.win, "win"), (odds.push, "push"), (odds.lose, "lose")):
            assert abs(Fraction(chance) - walked[name]) < CLOSE, (reading, name)
        found[reading] = walked
    assert found["all"]["push"] > found["decided"]["push"]
    assert found["all"]["win"] < found["decided"]["win"]
    assert found["all"]["lose"] < found["decided"]["lose"]


def test_streaks_are_simulated_by_the_reading_in_force() -> None:
    game = BURNOUT.but(majority="all", decks=1)
    run = simulate_game(game, 100_000, 4, wagers=BONUSES, check=True)
    assert run.checks is not None
    assert {one["id"] for one in run.checks} == set(BONUSES)
    assert all(one["agrees"] for one in run.checks)


def test_the_rulings_print_the_edges_of_both() -> None:
    """Six decks, best play for the main wager, no payment."""
    for reading in READINGS:
        odds = game_odds(BURNOUT.but(majority=reading), Ask(wagers=BONUSES, play="main"))
        words = " ".join(RULINGS.read_text("utf-8").split())
        (printed,) = re.findall(rf"`majority={reading}` ((?:\d+\.\d+[,;. ]*){{4}})", words)
        edges = [f"{100 * odds.find(one).house_edge:.3f}" for one in BONUSES]
        assert re.findall(r"\d+\.\d+", printed) == edges
