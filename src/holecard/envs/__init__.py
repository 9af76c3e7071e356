"""Environments for learning: Gymnasium's, one id for each game, and PettingZoo's. `import
holecard.envs` makes the ids known."""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
except ImportError as missing:
    from holecard.errors import MissingExtra

    raise ImportError(str(MissingExtra("holecard.envs", "rl", "Gymnasium"))) from missing

from holecard.envs.ids import register_all
from holecard.envs.table_env import TableEnv

register_all()

__all__ = ["TableEnv"]
