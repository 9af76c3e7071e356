"""Q-learning in a table, from results alone: up card, total, soft, and what may be done."""

from __future__ import annotations

from typing import Any

import numpy as np

from examples.agents.measure import Player, Seen
from holecard.dealing.actions import ACTION_NAMES, DOUBLE, SPLIT
from holecard.envs.vector_env import TablesEnv
from holecard.hand import SOFT, STATES

ACTIONS, UPS = len(ACTION_NAMES), 11
TABLES = 2048
NEVER = -9.0  # worse than any round
DARING = 0.2  # the share of actions taken at random while learning


def cell(seen: Seen) -> Any:
    """The row of the table that an observation falls into."""
    mask = seen["action_mask"]
    state = seen["total"] + SOFT * seen["soft"].astype(np.int64)
    kinds = seen["phase"] * 4 + mask[:, DOUBLE] * 2 + mask[:, SPLIT]
    return (kinds * UPS + seen["dealer"][:, 0]) * STATES + state


CELLS = 7 * 4 * UPS * STATES


def learn(game: str, rounds: int, seed: int = 1) -> tuple[Player, int]:
    """Each value the mean of what followed: the result, or the best value of the next cell."""
    env, draw = TablesEnv(TABLES, game), np.random.default_rng(seed)
    values, counts = np.zeros((CELLS, ACTIONS)), np.zeros((CELLS, ACTIONS))
    seen, _ = env.reset(seed=seed)
    waiting = np.zeros(TABLES, dtype=np.bool_)  # the last round is over: this step only deals
    done = 0
    while done < rounds:
        here, mask = cell(seen), seen["action_mask"]
        best = np.where(mask == 1, values[here], NEVER).argmax(axis=1)
        any_ = (mask * draw.random(mask.shape)).argmax(axis=1)
        chosen = np.where(draw.random(TABLES) < DARING, any_, best)
        seen, rewards, ended, _, _ = env.step(chosen)
        ahead = np.where(seen["action_mask"] == 1, values[cell(seen)], NEVER).max(axis=1)
        target = np.where(ended, rewards, ahead)
        played = ~waiting
        at = (here[played], chosen[played])
        np.add.at(counts, at, 1)
        # A floor under the step lets early guesses of the next cell be forgotten.
        step = np.maximum(1 / counts[at], 2e-4)
        np.add.at(values, at, step * (target[played] - values[at]))
        done += int(ended.sum())
        waiting = ended

    def choose(now: Seen, draw: np.random.Generator) -> Any:
        return np.where(now["action_mask"] == 1, values[cell(now)], NEVER).argmax(axis=1)

    return choose, done
