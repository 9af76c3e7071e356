"""Maskable PPO of sb3-contrib, which is not installed with Holecard: `pip install sb3-contrib`.

It learns at plain tables, one step at a time, from the flat observation and the mask of
`action_masks()`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from examples.agents.measure import Player, Seen
from holecard.envs.seen import FIELDS, MAY
from holecard.envs.table_env import TableEnv


def learn(game: str, steps: int, seed: int = 1) -> tuple[Player, int]:
    from sb3_contrib import MaskablePPO  # type: ignore[import-not-found, unused-ignore]

    model = MaskablePPO("MlpPolicy", TableEnv(game, obs="flat"), seed=seed, n_steps=1024)
    model.learn(steps)

    def choose(seen: Seen, draw: np.random.Generator) -> Any:
        rows = np.concatenate([column(seen, one.name) for one in FIELDS], axis=1)
        masks = seen["action_mask"].astype(np.bool_)
        return model.predict(rows, action_masks=masks, deterministic=True)[0]

    return choose, steps


def column(seen: Seen, name: str) -> Any:
    part = seen["action_mask" if name == MAY else name]
    return np.asarray(part, dtype=np.float32).reshape(len(part), -1)
