"""Environments for learning: Gymnasium's, one id for each game, and PettingZoo's. `import
holecard.envs` makes the ids known."""

from __future__ import annotations

from holecard.errors import MissingExtra

try:
    from holecard.envs.ids import register_all
    from holecard.envs.table_env import TableEnv
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
    raise ImportError(str(MissingExtra("holecard.envs", "rl", "Gymnasium"))) from missing

register_all()

__all__ = ["TableEnv"]
