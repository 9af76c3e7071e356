"""One agent a seat: PettingZoo's own tests, and the money of the table."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from holecard.envs.ids import GAMES
from holecard.envs.seats_env import SeatsEnv, parallel_env
from holecard.envs.spaces import MASK
from holecard.envs.table_env import TableEnv
from holecard.errors import NotAllowed

ONE_HAND = [name for name, game in GAMES.items() if game.seats_a_player == 1]


@pytest.mark.parametrize("game", ONE_HAND)
@pytest.mark.parametrize("seats", [1, 3])
def test_the_api_is_kept_without_a_warning(game: str, seats: int) -> None:
    api_test(SeatsEnv(game, seats=seats, counts=True), num_cycles=40)


def test_seeds_and_all_agents_at_once() -> None:
    seed_test(lambda: SeatsEnv("lucky-break", seats=2), num_cycles=20)
    parallel_api_test(parallel_env("classic", seats=3), num_cycles=20)


def test_seats_win_together_what_one_player_of_all_wins() -> None:
    seats, one, draw = SeatsEnv("classic", seats=3), TableEnv("classic", seats=3), 0
    for seed in range(25):
        seats.reset(seed=seed)
        one.reset(seed=seed)
        won, ended = 0.0, False
        while not ended:
            mask = seats.infos[seats.agent_selection][MASK]
            assert mask.tolist() == one.action_masks().astype(int).tolist()
            legal = np.flatnonzero(mask)
            draw = (draw * 5 + 3) % 101
            action = int(legal[draw % legal.size])
            seats.step(action)
            _, won, ended, _, _ = one.step(action)
        assert sum(seats.rewards.values()) == pytest.approx(won)
        assert all(seats.terminations.values())


def test_only_the_seat_that_is_asked_may_do_anything() -> None:
    env = SeatsEnv("classic", seats=2)
    env.reset(options={"shoe": "Ts 8s 9c 6h 4d 7d 5s 5d Kc"})
    assert env.agent_selection == "seat_1"
    assert env.infos["seat_1"][MASK].sum() == 3 and env.infos["seat_2"][MASK].sum() == 0
    env.step(0)
    assert env.agent_selection == "seat_2" and env.infos["seat_1"][MASK].sum() == 0


def test_lines_to_choose_from_are_refused() -> None:
    with pytest.raises(NotAllowed, match="one line"):
        SeatsEnv("classic", bets=["main 10", "main 20"])  # type: ignore[arg-type]
