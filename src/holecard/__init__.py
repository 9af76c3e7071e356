"""Holecard: blackjack variants and side bets, written down once."""

from __future__ import annotations

from holecard.door.figures import hand, odds, session, simulate, strategy
from holecard.door.rounds import deal_round, replay
from holecard.errors import HolecardError
from holecard.games import CATALOGUE, find_game
from holecard.games.from_file import beside_classic, load_game
from holecard.play.table import Table
from holecard.text.line import read_line
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

__version__ = "0.1.0"
__all__ = [
    "CATALOGUE",
    "Game",
    "HolecardError",
    "PayTable",
    "Table",
    "Wager",
    "beside_classic",
    "deal_round",
    "find_game",
    "hand",
    "load_game",
    "odds",
    "read_line",
    "replay",
    "session",
    "simulate",
    "strategy",
]


def __dir__() -> list[str]:
    """What a notebook offers: the door, not the rooms behind it."""
    return [*__all__, "__version__"]
