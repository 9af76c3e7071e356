"""The independent check a sheet carries by itself: some million rounds, dealt and counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holecard.game import Game
from holecard.proof.simulation import simulate_game

ROUNDS, SEED = 10_000_000, 7


def run_simulation(
    game: Game, rounds: int, seed: int, told: Callable[[str], None]
) -> dict[str, Any]:
    told(f"simulating {rounds:,} rounds")
    return simulate_game(game, rounds, seed).as_json()
