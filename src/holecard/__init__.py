"""Holecard: blackjack variants and side bets, written down once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holecard.errors import HolecardError
from holecard.games import CATALOGUE, find_game
from holecard.text.line import read_line, replay
from holecard.wagers.dealt import deal_round
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

if TYPE_CHECKING:
    from holecard.simulator.result import SimResult

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
    "simulate",
]


def simulate(game: Game | str, rounds: int = 1_000_000, seed: int = 1, **asked: Any) -> SimResult:
    """Play a game for so many rounds and count every wager: a frozen result with `rows` for a data
    frame. Also: `play` (best, total, mimic, never-bust, a chart file, or a Playbook), `wagers`,
    `jobs`, `check`, `players`, `penetration`."""
    from holecard.experiment.simulation import simulate_game

    return simulate_game(game, rounds, seed, **asked)
