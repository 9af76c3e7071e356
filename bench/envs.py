"""Steps a second: the compiled tables beside Gymnasium's own Blackjack-v1, in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable

import gymnasium
import numpy as np

import holecard.envs  # noqa: F401  the ids become known

TABLES, STEPS, RUNS = 4096, 10, 30


def rate(step: Callable[[int], object], tables: int, steps: int) -> float:
    """Million steps a second, all tables together: the best of many short runs, which is what the
    machine does when nothing else runs on it."""
    step(0)
    best = 0.0
    for _ in range(RUNS):
        began = time.process_time()
        for at in range(steps):
            step(at)
        best = max(best, tables * steps / (time.process_time() - began) / 1e6)
    return best


def native(mode: str) -> float:
    env = gymnasium.make_vec("holecard/Classic-v0", TABLES, autoreset_mode=mode)
    draw = np.random.default_rng(1)
    actions = [draw.integers(0, 3, TABLES) for _ in range(32)]
    env.reset(seed=1)
    return rate(lambda at: env.step(actions[at % 32]), TABLES, STEPS)


def plain(name: str) -> float:
    env = gymnasium.make(name, disable_env_checker=True)
    env.reset(seed=1)

    def step(at: int) -> None:
        if env.step(at % 2)[2]:
            env.reset()

    return rate(step, 1, 60)


def gymnasium_vector() -> float:
    env = gymnasium.make_vec("Blackjack-v1", 64, vectorization_mode="sync")
    env.reset(seed=1)
    actions = [np.full(64, at % 2) for at in range(2)]
    return rate(lambda at: env.step(actions[at % 2]), 64, 20)


def main() -> None:
    """On one core, by processor time; a step is one table's."""
    print(f"{TABLES:,} tables in one process, M steps/s by processor time, best run:")
    print(f"holecard/Classic-v0, compiled, next-step autoreset  {native('NextStep'):8.3f}")
    print(f"holecard/Classic-v0, compiled, same-step autoreset  {native('SameStep'):8.3f}")
    print(
        f"holecard/Classic-v0, one plain table                {plain('holecard/Classic-v0'):8.4f}"
    )
    print(f"Gymnasium's Blackjack-v1, one table                 {plain('Blackjack-v1'):8.4f}")
    print(f"Gymnasium's Blackjack-v1, 64 tables in sync         {gymnasium_vector():8.4f}")


if __name__ == "__main__":
    main()
