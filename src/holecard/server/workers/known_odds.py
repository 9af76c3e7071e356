"""What wagers should return, from what the workers have found already. Nothing is solved for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from holecard.server.table.returns import Expected, Played
from holecard.server.workers.bench import Bench, Key

Figures = Mapping[Played, Expected]
PRICED = ("free_odds", "solved_odds")


class KnownOdds:
    """Each answer of the bench is read once."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._read: dict[Key, dict[Played, Expected]] = {}

    def all(self) -> dict[Played, Expected]:
        """Every wager under its printed pay tables that has been priced."""
        priced = {
            key: done
            for key, done in list(self.bench.found.items())
            if key[0] in PRICED and not key[1].edits and done.done() and not done.exception()
        }
        self._read = {
            key: self._read[key] if key in self._read else read(json.loads(done.result()))
            for key, done in priced.items()
        }
        return {played: one for found in self._read.values() for played, one in found.items()}


def expected(figures: Figures, played: Played) -> Expected | None:
    """What a wager should return. One that no choice changes is the same with a payment made."""
    found = figures.get(played) or figures.get(played._replace(beside=""))
    return found if found is None or found.free or played in figures else None


def read(found: dict[str, Any]) -> dict[Played, Expected]:
    """Every wager of an answer, played for the main wager where play matters. A tip that the player
    pays is of one size whatever the stake: it is left out, as it is of what is counted."""
    game, rules = found["game"], found["rules_line"]
    return {
        Played(game, rules, one["id"], table_of(one), one["beside"]): gain(one)
        for one in found["wagers"]
        if one["play"] in ("", "main") and one["offer"] is None
    }


def table_of(one: dict[str, Any]) -> str:
    """A main wager's is not told: there is one."""
    return "" if one["play"] == "main" and one["given_ev"] is not None else str(one["paytable"])


def gain(one: dict[str, Any]) -> Expected:
    mean = -one["edge_after_tips"] if one["tip_from_player"] else one["ev"]
    return Expected(float(mean), float(one["std_dev"]), one["play"] == "")
