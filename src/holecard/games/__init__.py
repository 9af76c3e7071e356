"""The catalogue: one file a rule sheet, and classic blackjack."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from holecard.errors import UnknownName
from holecard.games.bad_beat import BAD_BEAT
from holecard.games.breakout import BREAKOUT
from holecard.games.burnout import BURNOUT
from holecard.games.classic import CLASSIC
from holecard.games.face_up import FACE_UP
from holecard.games.lucky_break import LUCKY_BREAK
from holecard.wagers.game import Game

CATALOGUE: Mapping[str, Game] = MappingProxyType(
    {game.id: game for game in (CLASSIC, BREAKOUT, LUCKY_BREAK, BURNOUT, BAD_BEAT, FACE_UP)}
)

BROUGHT: dict[str, Game] = {}  # games of files that this process was given: from_file.py


def gallery_games() -> Mapping[str, Game]:
    from holecard.games.gallery import GALLERY  # late: few ask for it

    return GALLERY


def known_games() -> list[Game]:
    """The catalogue, the gallery, and then the games this process was given as files."""
    return [*CATALOGUE.values(), *gallery_games().values(), *BROUGHT.values()]


def find_game(name: str) -> Game:
    """A game of the catalogue, of a file that was brought, or of the gallery; any other name is
    refused with the nearest.

    >>> import holecard as hc
    >>> hc.find_game("lucky-break").name
    'Lucky Break'
    """
    if name in CATALOGUE:
        return CATALOGUE[name]
    if name in BROUGHT:
        return BROUGHT[name]
    if name in gallery_games():
        return gallery_games()[name]
    raise UnknownName("game", name, [*CATALOGUE, *BROUGHT, *gallery_games()])


__all__ = [
    "BAD_BEAT",
    "BREAKOUT",
    "BURNOUT",
    "CATALOGUE",
    "CLASSIC",
    "FACE_UP",
    "LUCKY_BREAK",
    "find_game",
    "gallery_games",
    "known_games",
]
