"""Bets that ride, as an inventor writes them: over a lost round too, by other looks, and never.

Seen to fail: a bet that rides on a lost round ended in a KeyError, its function was asked about
more wins in a row than it can ride for, one that no round settles was simulated without end, and
one by its first cards ended in a KeyError where it was priced.
"""

from __future__ import annotations

from typing import Any

import pytest

from holecard import PayTable, Wager
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games.from_file import beside_classic
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.solve.round_results import round_odds
from holecard.wagers.game import Game

LOST, RIDES, WON = range(3)


def game(classify: Any) -> Game:
    table = PayTable("ours", {"ride": 0, "won": 6})
    bet = Wager(
        id="bet", name="Bet", kind="riding", classify=classify, outcomes=("lose", "ride", "won"),
        paytables=(table,),
    )  # fmt: skip
    return beside_classic("rides", (bet,))


def chances(of: Game) -> list[float]:
    found = game_odds(of, Ask(wagers=("bet",), play="main")).find("bet")
    return [float(row.probability) for row in found.outcomes]


def two_before_a_tie(streak: int, outcome: int) -> int:
    """Won by two wins in a row, lost by a push: a lost round sets it back."""
    if outcome == 0:
        return LOST
    return WON if streak == 2 else RIDES


def test_a_lost_round_may_set_a_bet_back() -> None:
    """Against the two equations of its chain, by the chances of a round, and simulated."""
    rounds = round_odds(Playbook(game(two_before_a_tie)).play)
    found = chances(game(two_before_a_tie))
    won = rounds.win**2 / (1 - rounds.lose - rounds.win * rounds.lose)
    assert abs(found[WON] - won) < 1e-12
    assert abs(sum(found) - 1) < 1e-12 and found[RIDES] == 0
    result = simulate_game(game(two_before_a_tie), 400_000, check=True)
    (row,) = [row for row in result.checks or () if row["id"] == "bet"]
    assert row["agrees"], row


PAID_AT_THREE = {0: RIDES, 1: RIDES, 2: RIDES, 3: WON}


def three_by_a_table(streak: int, outcome: int) -> int:
    return LOST if outcome < 0 else PAID_AT_THREE[streak]


def test_a_bet_is_not_asked_about_wins_it_cannot_ride_for() -> None:
    found = chances(game(three_by_a_table))
    assert 0 < found[WON] < found[LOST] < 1
    simulate_game(game(three_by_a_table), 20_000, play="mimic")


def never(outcome: int) -> int:
    return RIDES


def too_long(streak: int, outcome: int) -> int:
    return LOST if outcome < 0 else RIDES


@pytest.mark.parametrize(
    ("classify", "says"),
    [
        (never, "bet would ride for ever at 0 wins in a row"),
        (too_long, "bet rides on after 20 wins in a row, and `streak` counts no more"),
    ],
)
def test_a_bet_that_no_round_settles_is_refused(classify: Any, says: str) -> None:
    with pytest.raises(BadDefinition, match=says):
        game(classify)


def by_a_pair(first_rank: int, second_rank: int, outcome: int) -> int:
    if first_rank == second_rank:
        return WON
    return LOST if outcome < 0 else RIDES


def never_by_hand(hand_result: int) -> int:
    return RIDES


def test_a_bet_by_other_looks_is_simulated_and_not_priced() -> None:
    with pytest.raises(
        BadDefinition, match=r"by outcome and streak alone. `holecard simulate` can"
    ):
        chances(game(by_a_pair))
    found = simulate_game(game(by_a_pair), 50_000, play="mimic").find("bet", "ours")
    assert 0.05 < found.share(1) < 0.25  # of bets that are settled: lost, or won
    with pytest.raises(BadDefinition, match="bet would ride for ever: no round settles it"):
        simulate_game(game(never_by_hand), 20_000, play="mimic")
