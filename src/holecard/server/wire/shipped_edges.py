"""House edges under each game's own rules, worked out beforehand: a page has them at once, also of
a server that has just been started. `python -m holecard.server.wire.shipped_edges` writes them."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from pathlib import Path

from holecard.games import CATALOGUE, gallery_games
from holecard.server.wire.game_answers import GameEdges, WagerEdge
from holecard.server.wire.games import edges
from holecard.wagers.game import Game

FILE = "shipped_edges.json"


@lru_cache(maxsize=1)
def on_file() -> dict[str, GameEdges]:
    """By the hash of the definition they were worked out for."""
    text = resources.files("holecard.server.wire").joinpath(FILE).read_text(encoding="utf-8")
    return {key: GameEdges.model_validate(found) for key, found in json.loads(text).items()}


def shipped(game: Game) -> GameEdges | None:
    """Nothing for other rules, and nothing once a rule or a pay table has been changed here."""
    return on_file().get(game.definition_hash)


def shipped_edge(game: Game, wager: str, beside: str, play: str) -> WagerEdge | None:
    """One figure: of a wager by its first pay table."""
    found = shipped(game)
    return next(
        (
            one
            for one in (found.wagers if found else ())
            if (one.wager, one.beside, one.play) == (wager, beside, play)
        ),
        None,
    )


def main() -> None:
    found = {
        game.definition_hash: edges(game.id, game.line).model_dump(mode="json")
        for game in (*CATALOGUE.values(), *gallery_games().values())
    }
    Path(__file__).with_name(FILE).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
