"""The lab's desk: the workers of one server, and how much of them anybody may have."""

from __future__ import annotations

from typing import Any

from holecard.games import CATALOGUE
from holecard.lab.setup import Setup
from holecard.server.base.rate_limits import Limit
from holecard.server.base.settings import Settings
from holecard.server.workers.bench import Bench
from holecard.server.workers.task import Shares
from holecard.server.workers.workers import COACH, DRILLS

QUICK, SOLVE, SEARCH, SHEET, TRAIN = "quick", "solve", "search", "sheet", DRILLS
PICTURE = "picture"
SECONDS = {
    QUICK: 20.0,
    SOLVE: 60.0,
    SEARCH: 60.0,
    SHEET: 600.0,
    PICTURE: 30.0,
    TRAIN: 60.0,
    COACH: 120.0,
}
# What one player may begin: solving takes a core for a second, a search for several.
RATES = {
    QUICK: (20.0, 80.0),
    SOLVE: (4.0, 40.0),
    SEARCH: (0.5, 8.0),
    SHEET: (0.1, 4.0),
    PICTURE: (1.0, 10.0),
    TRAIN: (10.0, 80.0),
    COACH: (10.0, 80.0),
}

COMPILING_SECONDS = 180.0  # on a machine that has never done it


class Desk:
    """Where the lab is kept ready, the worker for quick questions stays."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(lab_ready=False)
        self.bench = Bench(
            frozenset({QUICK} if self.settings.lab_ready else ()),
            self.settings.worker_megabytes,
            self.settings.kept_megabytes * 2**20,
        )
        # Its own: a class of trainees would push out what the lab has found.
        self.school = Bench(frozenset(), self.settings.worker_megabytes)
        self.limits = {worker: Limit(*rate) for worker, rate in RATES.items()}
        self.sheets: dict[str, Any] = {}

    def shares(self, player: str, address: str) -> Shares:
        """What a player may have at work at once, and all players of one address together."""
        return {
            f"player {player}": self.settings.jobs_a_player,
            f"address {address}": self.settings.jobs_an_address,
        }

    def trainee_shares(self, player: str, address: str) -> Shares:
        """The same of the drills: a class sits behind one address, its questions take moments."""
        return {
            f"player {player}": self.settings.jobs_a_player,
            f"address {address}": self.settings.trainees_an_address,
        }

    def close(self) -> None:
        for bench in (self.bench, self.school):
            bench.close()

    def get_ready(self) -> None:
        """Ask what every page of the lab asks first, and then under the other soft-17 rule: that
        imports, compiles and reads all a quick question needs, the dealer's final hands included,
        and the answers are known when the first visitor comes."""
        games = tuple(CATALOGUE.values())
        others = tuple(game.but(hit_soft_17=not game.rules.hit_soft_17) for game in games)
        for game in (*games, *others):
            setup = Setup(game.id, game.line)
            self.bench.begin(QUICK, COMPILING_SECONDS, "free_odds", setup)
