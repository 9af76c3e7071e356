"""What a way of playing reaches at many tables, and how far that is from the optimum."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from holecard.envs.vector_env import TablesEnv

TABLES = 2048
Seen = dict[str, Any]
Player = Callable[[Seen, np.random.Generator], Any]  # an action for each table


@dataclass(frozen=True)
class Reached:
    """Values are per main wager and round; `error` is one standard error of `value`."""

    name: str
    value: float
    error: float
    optimum: float
    learned_from: int  # rounds
    seconds: float  # of one processor, to learn or to work out

    @property
    def row(self) -> str:
        gap = self.optimum - self.value
        return (
            f"{self.name:<12} {100 * self.value:+7.2f}% ±{100 * self.error:.2f} "
            f"{100 * gap:7.2f}% {self.learned_from:>11,} {self.seconds:7.1f}"
        )


HEAD = f"{'agent':<12} {'value':>8} {'±1 SE':>5} {'gap':>8} {'rounds':>11} {'seconds':>7}"


def play(player: Player, game: str, rounds: int, seed: int) -> tuple[float, float]:
    """The mean of so many rounds or a few more, and its standard error."""
    env, draw = TablesEnv(TABLES, game), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    count = total = squares = 0.0
    while count < rounds:
        seen, rewards, ended, _, _ = env.step(player(seen, draw))
        count += ended.sum()
        total += rewards.sum()
        squares += (rewards * rewards).sum()
    mean = total / count
    return float(mean), float(((squares / count - mean * mean) / count) ** 0.5)


def reached(name: str, make: Callable[[], tuple[Player, int]], game: str, rounds: int) -> Reached:
    """Make a player, by learning or not, and let it play."""
    began = time.process_time()
    player, learned_from = make()
    seconds = time.process_time() - began
    value, error = play(player, game, rounds, seed=99)
    return Reached(name, value, error, TablesEnv(1, game).optimal_value, learned_from, seconds)
