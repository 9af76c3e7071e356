"""A tip that the player pays (B5): edge, rows, deviation, what the house keeps, a session, a
simulation and a design all speak of the same money."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from holecard.experiment.simulation import Simulation, simulate_game
from holecard.games import BREAKOUT
from holecard.lab.session import session
from holecard.odds.format import text
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import GameOdds, WagerOdds

TIPPED = BREAKOUT.but(tip_from="player")
# The sheet's fig. 11: odds to one, and the tip in dollars.
FIGURE_11 = {
    "lose": (-1, 0),
    "push-blackjack": (25, 10),
    "push-21": (15, 5),
    "push-20": (8, 3),
    "push-17-19": (3, 2),
    "push-bust": (1, 1),
}


@cache
def whole(from_player: bool) -> GameOdds:
    game = TIPPED if from_player else BREAKOUT
    return game_odds(game, Ask(wagers=("super-tie",)))


def odds(from_player: bool = True) -> WagerOdds:
    return whole(from_player).wagers[0]


def net(outcome: str, dollars: int) -> Fraction:
    """What the player has of a winning wager, per dollar of it."""
    pays, tip = FIGURE_11[outcome]
    return Fraction(pays * dollars - tip, dollars)


def moments(dollars: int) -> tuple[float, float]:
    """Mean and deviation per dollar of a wager, from the chances and the sheet's figures."""
    chances = [(one.probability, net(one.id, dollars)) for one in odds(False).outcomes]
    mean = sum(chance * pays for chance, pays in chances)
    return mean, sqrt(sum(chance * (pays - mean) ** 2 for chance, pays in chances))


def test_rows_edge_and_deviation_agree() -> None:
    found = odds()
    mean, deviation = moments(5)
    assert {row.id: row.pays for row in found.outcomes} == {one: net(one, 5) for one in FIGURE_11}
    assert found.ev == pytest.approx(mean, abs=1e-14)
    assert found.row_ev == pytest.approx(found.ev, abs=1e-14)
    assert found.std_dev == pytest.approx(deviation, abs=1e-12)
    assert found.max_win == 23
    assert found.top_prize == 25
    assert found.per == "wager of $5, the tip taken off"


def test_what_the_house_keeps_is_what_the_player_loses_less_what_the_dealer_gets() -> None:
    for from_player in (True, False):
        one = odds(from_player)
        paid_by_house = 0 if from_player else one.tip / 500
        assert one.edge_after_tips() == pytest.approx(-one.table_ev - paid_by_house, abs=1e-14)
    # Whoever pays the tip, the same cards and the same tip divide what is lost.
    assert odds().edge_after_tips() == pytest.approx(odds(False).house_edge, abs=1e-14)
    assert odds().house_edge == pytest.approx(
        odds().edge_after_tips() + odds().tip / 500, abs=1e-14
    )
    kept = f"paid by the player; of a $5 wager the house keeps {odds(False).house_edge:.4%}"
    assert kept in text(whole(True))
    assert "paid by the house" in text(whole(False))


@pytest.mark.parametrize("dollars", [5, 25])
def test_a_session_counts_the_same_money(dollars: int) -> None:
    """The tip is a fixed amount: of a larger wager it is a smaller part."""
    found = session(TIPPED, odds(), 100, 100 * dollars, band_rounds=())
    mean, deviation = moments(dollars)
    staked = 100 * 100 * dollars
    assert found.expected == pytest.approx(staked * mean, rel=1e-12)
    assert found.player.mean == pytest.approx(staked * mean, rel=1e-9)
    assert found.player.deviation == pytest.approx(10 * 100 * dollars * deviation, rel=1e-7)
    assert found.house_expected == pytest.approx(staked * odds().edge_after_tips(), rel=1e-12)
    assert found.house.mean == pytest.approx(found.house_expected, rel=1e-9)


def test_a_simulation_counts_the_same_money() -> None:
    run = simulate_game(TIPPED, 200_000, 3, wagers=("super-tie",), check=True)
    found = run.find("super-tie")
    assert [(row.id, row.pays) for row in found.outcomes] == [
        (row.id, row.pays) for row in odds().outcomes
    ]
    assert found.per == odds().per
    error = sqrt((odds().moment(4) - odds().variance ** 2) / found.rounds)  # of a variance
    assert abs(found.variance - odds().variance) < 4 * error
    assert run.checks is not None
    assert all(one["agrees"] for one in run.checks)
    (exact,) = [one["exact"] for one in run.checks if one["id"] == "super-tie"]
    assert exact == pytest.approx(odds().ev, abs=1e-14)


def test_by_depth_and_over_a_trigger_the_tip_is_off_too() -> None:
    """What a shoe's depths and a counter's bets are reckoned by."""
    wager = TIPPED.wager("super-tie")
    counts = range(1, 1 + len(wager.outcomes))
    (found,) = Simulation(game=TIPPED, rounds=1).wager_figures(wager, counts)
    assert {row.id: row.pays for row in found.outcomes} == {one: net(one, 5) for one in FIGURE_11}


def test_json_says_who_pays_and_how_much() -> None:
    (row,) = whole(True).as_json()["wagers"]
    twenty = next(one for one in row["outcomes"] if one["id"] == "push-20")
    assert (twenty["pays"], twenty["tip_cents"], row["tip_from"]) == ("37/5", 300, "player")
    returned = sum(one["probability"] * float(Fraction(one["pays"])) for one in row["outcomes"])
    assert returned == pytest.approx(row["ev"], abs=1e-14)
