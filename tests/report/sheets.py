"""The sheets that are read back here: figures priced and rules told once for all tests."""

from __future__ import annotations

from functools import cache

from holecard.games import CATALOGUE
from holecard.report.blocks import Section
from holecard.report.facts import Facts
from holecard.report.sections.rules_sections import rules_section

DECKS = {"breakout": (1, 6)}  # one sheet with its tables by decks; the others without
SHOES = 20, 10  # the bounds themselves are proved in tests/lab


@cache
def facts_of(game: str) -> Facts:
    return Facts(CATALOGUE[game], DECKS.get(game, ()), shoes=SHOES)


@cache
def rules_of(game: str) -> Section:
    return rules_section(CATALOGUE[game])
