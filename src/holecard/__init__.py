"""Holecard: blackjack variants and side bets, written down once."""

from __future__ import annotations

from holecard.dealt import deal_round
from holecard.errors import HolecardError
from holecard.game import Game
from holecard.games import CATALOGUE, find_game
from holecard.line import read_line, replay
from holecard.paytable import PayTable
from holecard.wager import Wager

__version__ = "0.1.0"
__all__ = [
    "CATALOGUE",
    "Game",
    "HolecardError",
    "PayTable",
    "Wager",
    "deal_round",
    "find_game",
    "read_line",
    "replay",
]
