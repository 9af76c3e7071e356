"""The compiled tables and the plain one agree, step by step, on the same cards and actions.

Both run the one round text. What is checked here is all around it: cards drawn and kept, choices
kept and played again, illegal ones replaced, observations written twice, money counted twice.
Seen to fail: with the hole card counted as open; with the payment given back.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from holecard.envs.ids import GAMES
from holecard.envs.spaces import DICT, FLAT, MASK, flat
from holecard.envs.table_env import TableEnv
from holecard.envs.vector_env import TablesEnv
from holecard.errors import NotAllowed
from tests.envs.beside import check_again, played

STEPS = 240
MANY = int(os.environ.get("HOLECARD_TEST_STEPS", "1_000_000"))  # fewer, to try it
HOWS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name, game in GAMES.items() if game.seats_a_player == 1),
    ("burnout", {"bets": "main 10 burnout 2"}),
    ("breakout", {"bets": "dealer-hand 10"}),
    ("classic", {"shoe": 0.6, "rules": {"decks": 1, "surrender": "late"}}),
    ("double-attack", {"shoe": 0.05}),
]
SEATS: list[tuple[str, dict[str, Any]]] = [  # compiled anew for each number of seats
    ("switch", {}),
    ("burnout", {"seats": 2, "bets": "main 10 burnout 2", "shoe": 0.2}),
    ("classic", {"seats": 3}),
]


def check(
    game: str, how: dict[str, Any], steps: int, seed: int, form: str = DICT, tables: int = 24
) -> int:
    how = {"counts": True, "obs": form, **how}
    batch, plain = TablesEnv(tables, game, **how), TableEnv(game, **how)
    return sum(check_again(plain, shoe) for shoe in played(batch, steps, seed))


@pytest.mark.parametrize(("game", "how"), HOWS, ids=str)
def test_tables_agree_step_by_step(game: str, how: dict[str, Any]) -> None:
    steps = STEPS * (6 if "shoe" in how else 1)  # of a shoe that goes on, whole shoes are checked
    assert check(game, how, steps, 7) > STEPS / 6


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "how"), SEATS, ids=str)
def test_tables_of_several_seats_agree_step_by_step(game: str, how: dict[str, Any]) -> None:
    assert check(game, how, STEPS * 6, 7) > STEPS


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "how"), [*HOWS, *SEATS], ids=str)
def test_a_million_steps_agree(game: str, how: dict[str, Any]) -> None:
    """As flat rows, which hold the same numbers."""
    agreed = seed = 0
    while agreed < MANY:
        seed += 1
        agreed += check(game, how, 60_000, seed, FLAT, 256)


def test_both_ways_to_go_on_deal_the_same_rounds() -> None:
    """One table by both modes: the same cards in the same order."""
    ways = {mode: TablesEnv(1, "classic", autoreset_mode=mode) for mode in ("NextStep", "SameStep")}
    rounds: dict[str, list[tuple[float, list[int]]]] = {mode: [] for mode in ways}
    for mode, env in ways.items():
        seen, _ = env.reset(seed=11)
        while len(rounds[mode]) < 200:
            first = np.array(seen["hand"][0])
            ended = np.array([False])
            while not ended[0]:
                seen, reward, ended, _, info = env.step(np.array([0]))
            rounds[mode].append((float(reward[0]), first.tolist()))
            if mode == "NextStep":
                seen, *_ = env.step(np.array([1]))
            else:
                assert info["_final_obs"].all() and info["final_obs"]["phase"][0] == 0
    assert rounds["NextStep"] == rounds["SameStep"]


def test_the_flat_form_is_the_same_row() -> None:
    by_name, by_row = TablesEnv(8, "face-up"), TablesEnv(8, "face-up", obs=FLAT)
    seen, _ = by_name.reset(seed=3)
    row, info = by_row.reset(seed=3)
    assert row in by_row.observation_space and seen in by_name.observation_space
    assert (info[MASK] == seen[MASK]).all()
    assert (row[:, 4:14] == seen["hand"]).all() and flat(row, False).dtype == np.float32


def test_answers_stay_as_they_were() -> None:
    env = TablesEnv(16, "classic")
    seen, _ = env.reset(seed=1)
    kept = {name: part.copy() for name, part in seen.items()}
    for _ in range(5):
        env.step(np.ones(16, dtype=np.int64))
    assert all((kept[name] == seen[name]).all() for name in kept)


def test_cards_are_drawn_fairly() -> None:
    """One deck, 52,000 first deals: no card twice in a round, and each card comes first, and third,
    as often as another: within five standard errors for each of 104 counts."""
    env = TablesEnv(2000, "classic", rules={"decks": 1})
    counts = np.zeros((2, 52))
    for number in range(26):
        env.reset(seed=4 if number == 0 else None)
        cards = env.tables["cards"][:, :4]
        assert (np.diff(np.sort(cards, axis=1)) > 0).all()
        for at, place in enumerate((0, 2)):
            counts[at] += np.bincount(cards[:, place], minlength=52)
    expected = 26 * 2000 / 52
    assert (abs(counts - expected) < 5 * (expected * 51 / 52) ** 0.5).all()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"bets": ["main 10", "main 20"]}, "bets that the player chooses"),
        ({"bets": "main 10 bad-beat:P1 5"}, r"side bets \(bad-beat\)"),
        ({"obs": "text"}, "text"),
        ({"reward": "regret"}, "the regret reward"),
    ],
    ids=str,
)
def test_what_is_not_compiled_is_refused_with_the_way_that_is_not(
    how: dict[str, Any], words: str
) -> None:
    with pytest.raises(NotAllowed, match=f"{words}.*sync"):
        TablesEnv(4, "bad-beat", **how)
