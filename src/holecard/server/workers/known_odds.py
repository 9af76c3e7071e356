"""What wagers should return, from what the workers have found already. Nothing is solved for it."""

from __future__ import annotations

import json
from typing import Any

from holecard.lab.setup import Setup
from holecard.server.table.returns import Expected, Played
from holecard.server.workers.bench import Bench, Key

PRICED = ("free_odds", "solved_odds")


class KnownOdds:
    """Each answer of the bench is read once."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._read: dict[Key, dict[Played, Expected]] = {}

    def find(self, played: Played) -> Expected | None:
        for key, done in list(self.bench.found.items()):
            if key[0] in PRICED and fits(key[1], played) and done.done() and not done.exception():
                if key not in self._read:
                    self._read[key] = dict(read(json.loads(done.result())))
                if played in self._read[key]:
                    return self._read[key][played]
        self._read = {key: one for key, one in self._read.items() if key in self.bench.found}
        return None


def fits(setup: Setup, played: Played) -> bool:
    return (setup.game, setup.rules) == (played.game, played.rules) and not setup.edits


def read(found: dict[str, Any]) -> list[tuple[Played, Expected]]:
    """Every wager of an answer, played for the main wager where play matters. A tip that the player
    pays is of one size whatever the stake: it is left out, as it is of what is counted."""
    return [
        (
            Played(found["game"], found["rules_line"], one["id"], table_of(one), one["beside"]),
            Expected(-one["edge_after_tips"] if one["tip_from_player"] else one["ev"], spread(one)),
        )
        for one in found["wagers"]
        if one["play"] in ("", "main") and one["offer"] is None
    ]


def table_of(one: dict[str, Any]) -> str:
    return "" if one["play"] == "main" and one["given_ev"] is not None else str(one["paytable"])


def spread(one: dict[str, Any]) -> float:
    return float(one["std_dev"])
