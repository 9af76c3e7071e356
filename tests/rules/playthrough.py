"""Golden playthroughs: a few rounds of each game, read out as the dealer would.

`python -m tests.rules.playthrough` writes golden/*.txt anew; read the difference before a commit.
"""

from __future__ import annotations

import random
from pathlib import Path

from holecard.games import CATALOGUE
from holecard.play.random_player import Stranger
from holecard.text.line import line_of
from holecard.text.trace import trace
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game

FOLDER = Path(__file__).parent / "golden"
ROUNDS = 3
SEATS = 2
# Chosen so that each playthrough shows what its game is about.
SEEDS = {
    "classic": 45,
    "breakout": 55,
    "lucky-break": 1,
    "burnout": 2,
    "bad-beat": 230,
    "face-up": 11,
}


def read_out(dealt: Dealt) -> str:
    said = [f"  {event.says}" for event in trace(dealt)]
    return "\n".join([line_of(dealt), *said])


def playthrough(game: Game, seed: int) -> str:
    """Some rounds of one table with random wagers and choices, as text."""
    stranger = Stranger(game, random.Random(seed), seats=SEATS)
    rounds = [read_out(dealt) for _, dealt in zip(range(ROUNDS), stranger.rounds(), strict=False)]
    return "\n\n".join(rounds) + "\n"


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write_all() -> None:
    for name, seed in SEEDS.items():
        path(name).write_text(playthrough(CATALOGUE[name], seed), encoding="utf-8")


if __name__ == "__main__":
    write_all()
