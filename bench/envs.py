"""Steps a second: the compiled tables of every game beside Gymnasium's own Blackjack-v1, in the
same run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple

import gymnasium
import numpy as np

from holecard.envs.ids import GAMES, env_id
from holecard.envs.seen import ACTIONS_KNOWN

TABLES, BATCH = 4096, 10  # tables, and their steps in one piece of a run
SECONDS = 8.0  # of processor time for each row that is not compiled
EACH = 3.0  # and for each game and mode that is
GOAL = 5.0


class Rate(NamedTuple):
    """Million steps a second of processor time, all tables together."""

    whole: float  # over the whole run
    best: float  # of its short pieces: what the machine does when nothing else runs on it


def rate(step: Callable[[int], float], tables: int, batch: int, seconds: float) -> Rate:
    """`step` says how long it took; what is prepared for it does not count."""
    step(0)
    taken: list[float] = []
    while sum(taken) < seconds:
        taken.append(sum(step(at) for at in range(batch)))
    pace = tables * batch / 1e6
    return Rate(pace * len(taken) / sum(taken), pace / min(taken))


def timed(step: Callable[[], object]) -> float:
    began = time.process_time()
    step()
    return time.process_time() - began


def native(game: str, mode: str) -> Rate:
    """Legal choices, each as likely as another, splits and swaps among them; drawn beforehand."""
    env = gymnasium.make_vec(game, TABLES, autoreset_mode=mode)
    noise = np.random.default_rng(1).random((BATCH, TABLES, ACTIONS_KNOWN), dtype=np.float32)
    env.reset(seed=1)

    def step(at: int) -> float:
        chosen = (env.unwrapped.action_masks() * noise[at]).argmax(axis=1)  # type: ignore[attr-defined]
        return timed(lambda: env.step(chosen))

    return rate(step, TABLES, BATCH, EACH)


def plain(name: str) -> Rate:
    env = gymnasium.make(name, disable_env_checker=True)
    env.reset(seed=1)

    def step(at: int) -> None:
        if env.step(at % 2)[2]:
            env.reset()

    return rate(lambda at: timed(lambda: step(at)), 1, 60, SECONDS)


def gymnasium_vector() -> Rate:
    env = gymnasium.make_vec("Blackjack-v1", 64, vectorization_mode="sync")
    env.reset(seed=1)
    actions = [np.full(64, at % 2) for at in range(2)]
    return rate(lambda at: timed(lambda: env.step(actions[at % 2])), 64, 20, SECONDS)


SLOW: tuple[tuple[str, Callable[[], Rate]], ...] = (
    ("holecard/Classic-v0, one plain table", lambda: plain("holecard/Classic-v0")),
    ("Blackjack-v1 of Gymnasium, one table", lambda: plain("Blackjack-v1")),
    ("Blackjack-v1 of Gymnasium, 64 tables in sync", gymnasium_vector),
)
MODES = ("NextStep", "SameStep")


def main() -> None:
    """On one core, by processor time; a step is one table's."""
    print(f"{TABLES:,} compiled tables in one process; M steps/s of processor time,")
    print("over the whole run and over the best piece of it, by autoreset mode")
    print(f"{'':<46} {'next':>7} {'best':>7} {'same':>7} {'best':>7} {'load':>6}")
    least = float("inf")
    for game in GAMES:
        found = [native(env_id(game), mode) for mode in MODES]
        least = min(least, *(one.whole for one in found))
        row = " ".join(f"{one.whole:>7.1f} {one.best:>7.1f}" for one in found)
        print(f"{env_id(game):<46} {row} {os.getloadavg()[0]:>6.1f}", flush=True)
    for name, run in SLOW:
        slow = run()
        print(f"{name:<46} {slow.whole:>7.4f} {slow.best:>7.4f}", flush=True)
    print(f"least of the compiled: {least:.1f}, wanted {GOAL:g}")


if __name__ == "__main__":
    main()
