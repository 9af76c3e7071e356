"""The agents of examples/agents reach what they should, and the compiled tables pay what is exact.

The chart's value is exact by the solver, and the compiled tables know nothing of the solver: that
their mean is that value checks the deal, the draws, the choices and the money at once.
"""

from __future__ import annotations

import pytest

from examples.agents import masked_ppo, players, tabular_q
from examples.agents.measure import play, reached


def check_chart(game: str, rounds: int) -> None:
    player, _ = players.by_chart(game)
    mean, error = play(player, game, rounds, seed=5)
    exact = players.book_of(game).by_total.followed.ev
    assert abs(mean - exact) < 4 * error, (mean, exact, error)


def test_the_chart_wins_at_the_tables_what_it_is_worth() -> None:
    check_chart("classic", 400_000)


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["breakout", "bad-beat", "spanish-21", "push-22", "charlie"])
def test_charts_win_at_the_tables_what_they_are_worth(game: str) -> None:
    check_chart(game, 20_000_000)


@pytest.mark.nightly
def test_agents_come_in_the_order_of_what_they_know() -> None:
    rounds = 2_000_000
    found = [
        reached("random", players.random_player, "classic", rounds),
        reached("mimic", lambda: players.mimic("classic"), "classic", rounds),
        reached("tabular Q", lambda: tabular_q.learn("classic", 8_000_000), "classic", rounds),
        reached("chart", lambda: players.by_chart("classic"), "classic", rounds),
    ]
    values = [one.value for one in found]
    assert values == sorted(values)
    chart, learned = found[3], found[2]
    assert abs(chart.optimum - chart.value) < 4 * chart.error + 0.001
    assert learned.optimum - learned.value < 0.01
    assert all(one.seconds < 60 for one in found)


@pytest.mark.nightly
def test_masked_ppo_learns_to_play_better_than_at_random() -> None:
    """Within a minute of one core, as the others."""
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib: not installed by default")
    game, rounds = "classic", 200_000
    learned = reached("MaskablePPO", lambda: masked_ppo.learn(game), game, rounds)
    anyhow = reached("random", players.random_player, game, rounds)
    assert learned.value > anyhow.value + 0.3
    assert learned.seconds < 60 and learned.learned_from > 10_000
