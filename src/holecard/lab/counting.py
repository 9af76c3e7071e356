"""What counting gains: when a wager becomes worth making, how often, and what that wins.

The effects of removal are exact recounts, and so is the chance of every count at every depth. The
one approximation is that a shoe's value follows the count along a straight line, which is said
wherever a figure depends on it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import ceil, comb
from typing import Any

import numpy as np

from holecard import __version__
from holecard.cards import CARDS_IN_A_DECK
from holecard.errors import BadDefinition
from holecard.lab.distribution import Floats
from holecard.lab.effects import Effects, effects
from holecard.lab.tags import Tags, best_tags
from holecard.rows import Rows
from holecard.wagers.game import Game

SCHEMA = "holecard.count/1"
CUT = 0.75
CARDS_A_ROUND = 6  # a seat and a dealer, about; the figures hardly depend on it
LEVEL = 2
METHOD = (
    "effects of removal exact (a recount of the shoe for each card); the count's chances exact "
    "(sampling without replacement); the value at a count along a straight line"
)


@dataclass(frozen=True)
class Gain:
    """What a counter who bets one unit at or above the trigger gets, to a cut card."""

    cut: float
    trigger: float
    often: float  # share of rounds
    when_bet: float  # expected value per unit bet
    per_100: float  # units won per 100 rounds dealt


@dataclass(frozen=True)
class Counting(Rows):
    """A wager, its effects, its tags, and the gain; no tags where no single card matters."""

    effects: Effects
    tags: Tags | None
    gain: Gain | None

    @property
    def game(self) -> Game:
        return self.effects.game

    @cached_property
    def per_true_count(self) -> float | None:
        return per_true_count(self.effects, self.tags) if self.tags else None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each card: what taking one out does to the player's value, and its tag."""
        tags = self.tags.numbers if self.tags else (0,) * len(self.effects.rows)
        return [
            {"card": row.name, "cards": row.number, "effect": float(row.effect), "tag": int(tag)}
            for row, tag in zip(self.effects.rows, tags, strict=True)
        ]

    def as_json(self) -> dict[str, Any]:
        odds, gain = self.effects.odds, self.gain
        return {
            **self.game.json_head(SCHEMA, __version__),
            "wager": odds.id,
            "paytable": odds.paytable,
            **({"play": odds.play} if odds.play else {}),
            "method": METHOD,
            "per": odds.per,
            "ev": float(odds.ev),
            "effects": self.rows,
            "correlation": self.tags.correlation if self.tags else None,
            "ev_per_true_count": self.per_true_count,
            "trigger": gain.trigger if gain else None,
            "cut": gain.cut if gain else None,
            "bet_frequency": gain.often if gain else None,
            "ev_when_bet": gain.when_bet if gain else None,
            "units_per_100_rounds": gain.per_100 if gain else None,
        }


def counting(
    game: Game,
    wager: str,
    paytable: str = "",
    play: str = "main",
    level: int = LEVEL,
    cut: float = CUT,
) -> Counting:
    """Everything about counting one wager with the best tags up to `level`."""
    if not 0.0 < cut < 1.0:
        raise BadDefinition(f"a cut card at {cut:g} of the shoe: between 0 and 1, such as 0.75")
    found = effects(game, wager, paytable, play)
    if not found.countable:
        return Counting(found, None, None)
    tags = best_tags(found, level)
    return Counting(found, tags, gain(found, tags, cut))


def per_true_count(of: Effects, tags: Tags) -> float:
    """The value gained for each point of true count (running count per deck left): the regression
    of the effects on the tags, a card out of n weighing (N - 1) / n."""
    cards = of.game.rules.decks * CARDS_IN_A_DECK
    return tags.per_tag * (cards - 1) / CARDS_IN_A_DECK


def gain(of: Effects, tags: Tags, cut: float) -> Gain:
    """Over the rounds of a shoe that begin before the cut card."""
    slope = per_true_count(of, tags)
    base = float(of.odds.ev)
    trigger = -base / slope
    cards = of.game.rules.decks * CARDS_IN_A_DECK
    depths = range(0, ceil(cards * cut), CARDS_A_ROUND)
    chances, lowest = count_chances(of, tags, max(depths))
    counts = np.arange(chances.shape[1]) + lowest
    often = won = 0.0
    for seen in depths:
        value = base + slope * counts * CARDS_IN_A_DECK / (cards - seen)
        here = chances[seen] / comb(cards, seen)
        often += float(here[value >= 0].sum())
        won += float(here @ np.maximum(value, 0.0))
    rounds = len(depths)
    return Gain(cut, trigger, often / rounds, won / often if often else 0.0, 100 * won / rounds)


def count_chances(of: Effects, tags: Tags, deepest: int) -> tuple[Floats, int]:
    """[cards seen, running count] the ways to see so many cards with that count, and the count of
    the first column. Ways are whole numbers as floats: they only add and multiply."""
    decks = of.game.rules.decks
    numbers: defaultdict[int, int] = defaultdict(int)
    for row, tag in zip(of.rows, tags.numbers, strict=True):
        numbers[tag] += row.number * decks
    reach = sum(abs(tag) * number for tag, number in numbers.items()) // 2
    ways = np.zeros((deepest + 1, 2 * reach + 1))
    ways[0, reach] = 1.0
    for tag, number in numbers.items():
        more = np.zeros_like(ways)
        for taken in range(min(number, deepest) + 1):
            ahead = shifted(ways[: deepest + 1 - taken], tag * taken)
            more[taken:] += comb(number, taken) * ahead
        ways = more
    return ways, -reach


def shifted(ways: Floats, by: int) -> Floats:
    """The same ways with every count moved; what would leave the array cannot occur."""
    moved = np.zeros_like(ways)
    if by >= ways.shape[1] or -by >= ways.shape[1]:
        return moved
    if by >= 0:
        moved[:, by:] = ways[:, : ways.shape[1] - by]
    else:
        moved[:, :by] = ways[:, -by:]
    return moved
