"""The figures of the sheets that are read back here: priced once for all tests."""

from __future__ import annotations

from functools import cache

from holecard.games import CATALOGUE
from holecard.report.facts import Facts

DECKS = {"breakout": (1, 6)}  # one sheet with its tables by decks; the others without


@cache
def facts_of(game: str) -> Facts:
    return Facts(CATALOGUE[game], DECKS.get(game, ()))
