"""Steps a second: the compiled tables beside Gymnasium's own Blackjack-v1, in the same run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple

import gymnasium
import numpy as np

import holecard.envs  # noqa: F401  the ids become known

TABLES, STEPS = 4096, 10
SECONDS = 8.0  # of processor time, for each row


class Rate(NamedTuple):
    """Million steps a second of processor time, all tables together."""

    whole: float  # over the whole run
    best: float  # of its short pieces: what the machine does when nothing else runs on it


def rate(step: Callable[[int], object], tables: int, steps: int) -> Rate:
    step(0)
    taken: list[float] = []
    while sum(taken) < SECONDS:
        began = time.process_time()
        for at in range(steps):
            step(at)
        taken.append(time.process_time() - began)
    pace = tables * steps / 1e6
    return Rate(pace * len(taken) / sum(taken), pace / min(taken))


def native(mode: str) -> Rate:
    env = gymnasium.make_vec("holecard/Classic-v0", TABLES, autoreset_mode=mode)
    draw = np.random.default_rng(1)
    actions = [draw.integers(0, 3, TABLES) for _ in range(32)]
    env.reset(seed=1)
    return rate(lambda at: env.step(actions[at % 32]), TABLES, STEPS)


def plain(name: str) -> Rate:
    env = gymnasium.make(name, disable_env_checker=True)
    env.reset(seed=1)

    def step(at: int) -> None:
        if env.step(at % 2)[2]:
            env.reset()

    return rate(step, 1, 60)


def gymnasium_vector() -> Rate:
    env = gymnasium.make_vec("Blackjack-v1", 64, vectorization_mode="sync")
    env.reset(seed=1)
    actions = [np.full(64, at % 2) for at in range(2)]
    return rate(lambda at: env.step(actions[at % 2]), 64, 20)


ROWS: tuple[tuple[str, Callable[[], Rate]], ...] = (
    ("holecard/Classic-v0, compiled, next-step autoreset", lambda: native("NextStep")),
    ("holecard/Classic-v0, compiled, same-step autoreset", lambda: native("SameStep")),
    ("holecard/Classic-v0, one plain table", lambda: plain("holecard/Classic-v0")),
    ("Gymnasium's Blackjack-v1, one table", lambda: plain("Blackjack-v1")),
    ("Gymnasium's Blackjack-v1, 64 tables in sync", gymnasium_vector),
)


def main() -> None:
    """On one core, by processor time; a step is one table's."""
    print(f"{TABLES:,} compiled tables in one process, {SECONDS:g} processor seconds a row")
    print(f"{'M steps/s':<52} {'whole run':>10} {'best piece':>11} {'load':>6}")
    for name, run in ROWS:
        found = run()
        busy = os.getloadavg()[0]
        print(f"{name:<52} {found.whole:>10.4f} {found.best:>11.4f} {busy:>6.1f}", flush=True)


if __name__ == "__main__":
    main()
