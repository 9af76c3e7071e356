"""The names environments have in Gymnasium: `holecard/Classic-v0`, and one for every game."""

from __future__ import annotations

from collections.abc import Mapping

import gymnasium

from holecard.games import CATALOGUE
from holecard.games.gallery import GALLERY
from holecard.wagers.game import Game

SPACE, VERSION = "holecard", 0
GAMES: Mapping[str, Game] = {**CATALOGUE, **GALLERY}


def word(game: str) -> str:
    """`DoubleExposure` for double-exposure."""
    return "".join(part.capitalize() for part in game.split("-"))


def env_id(game: str) -> str:
    return f"{SPACE}/{word(game)}-v{VERSION}"


def register_all() -> None:
    """Make the ids known to Gymnasium, once."""
    for game in GAMES:
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(game),
                entry_point=f"holecard.envs.sheets:{word(game)}",
                vector_entry_point="holecard.envs.vector_env:TablesEnv",
                kwargs={"game": game},
            )
