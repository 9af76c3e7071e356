"""Maskable PPO of sb3-contrib, which is not installed with Holecard: `pip install sb3-contrib`.

It learns at plain tables, one step at a time, from the flat observation and the mask of
`action_masks()`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.wrappers import RecordEpisodeStatistics

from examples.agents.measure import Player, Seen
from holecard.envs.seen import FIELDS, MAY
from holecard.envs.table_env import TableEnv

STEPS = 20 * 1024  # under a minute of one core


def learn(game: str, steps: int = STEPS, seed: int = 1) -> tuple[Player, int]:
    import torch  # type: ignore[import-not-found, unused-ignore]
    from sb3_contrib import MaskablePPO  # type: ignore[import-not-found, unused-ignore]

    torch.set_num_threads(1)
    env = RecordEpisodeStatistics(TableEnv(game, obs="flat"))
    model = MaskablePPO("MlpPolicy", env, seed=seed, n_steps=1024, gamma=1.0)
    model.learn(steps)

    def choose(seen: Seen, draw: np.random.Generator) -> Any:
        rows = np.concatenate([column(seen, one.name) for one in FIELDS], axis=1)
        masks = seen["action_mask"].astype(np.bool_)
        return model.predict(rows, action_masks=masks, deterministic=True)[0]

    return choose, env.episode_count


def column(seen: Seen, name: str) -> Any:
    part = seen["action_mask" if name == MAY else name]
    return np.asarray(part, dtype=np.float32).reshape(len(part), -1)
