"""What a caller means: a game or its name, one wager or several, pay tables by wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holecard.errors import Unreadable
from holecard.games.from_file import named_game
from holecard.wagers.game import Game


def game_of(game: Game | str) -> Game:
    """A game as it is, one of the catalogue by name, or one of a file by a path ending in .py."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return named_game(game)
    raise Unreadable(f"cannot read {game!r} as a game: a Game, or a name such as 'classic'")


def names_of(wagers: Sequence[str] | str) -> tuple[str, ...]:
    """Names of wagers from a list of them, or from one."""
    return (wagers,) if isinstance(wagers, str) else tuple(wagers)


def table_names(game: Game, paytables: Mapping[str, str] | None) -> dict[str, str]:
    """Pay tables by wager, each name checked."""
    if not paytables:
        return {}
    from holecard.lab.nets import wager_of

    return {name: wager_of(game, name).table(table).name for name, table in paytables.items()}
