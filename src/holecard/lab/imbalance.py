"""Counts that no tags can keep: how uneven the suits or the ranks have become.

A bet on pairs or on one suit does not mind which card is gone, so its effects of removal are small
or nothing; but it gains when what is left is uneven, whichever way. Each count here is a number a
person could keep: how far the longest suit is ahead of the shortest, or how much likelier two cards
that are left pair up than in a full shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from holecard.cards import CARDS_IN_A_DECK
from holecard.lab.dealt_down import BY_RANK, BY_SUIT, DealtDown, Ints
from holecard.lab.distribution import Floats

TRIGGERS = 60  # tried, from the middle of the count's values to the last of them


@dataclass(frozen=True)
class Uneven:
    """One way to measure it, and the steps a trigger is told in."""

    name: str
    says: str
    of: Callable[[Ints], Floats]
    step: float


def spread(groups: Floats) -> Callable[[Ints], Floats]:
    """Cards left of the most common group less those of the rarest, per deck left."""

    def measure(shoes: Ints) -> Floats:
        held = shoes @ groups.T.astype(np.int64)
        held = held[:, held.any(axis=0)]  # ranks the deck has
        size = shoes.sum(axis=1)
        return np.asarray((held.max(axis=1) - held.min(axis=1)) * CARDS_IN_A_DECK / size)

    return measure


def pairing(groups: Floats) -> Callable[[Ints], Floats]:
    """How likely two cards left are of one group, times the number of groups."""

    def measure(shoes: Ints) -> Floats:
        held = (shoes @ groups.T.astype(np.int64)).astype(np.float64)
        size = shoes.sum(axis=1).astype(np.float64)
        alike = (held * (held - 1)).sum(axis=1) / (size * (size - 1))
        return np.asarray(alike * len(groups))

    return measure


WAYS = (
    Uneven("suit-spread", "cards left of the longest suit less the shortest, per deck left",
           spread(BY_SUIT), 0.5),
    Uneven("rank-spread", "cards left of the commonest rank less the rarest, per deck left",
           spread(BY_RANK), 0.25),
    Uneven("rank-pairs", "chance that two cards left are of one rank, times 13",
           pairing(BY_RANK), 0.01),
    Uneven("card-pairs", "chance that two cards left are alike in rank and suit, times 52",
           pairing(np.eye(CARDS_IN_A_DECK)), 0.01),
)  # fmt: skip


@dataclass(frozen=True)
class Imbalance:
    """A wager bet whenever the shoe is that uneven: measured on random shoes, each valued exactly,
    other ones than the trigger was chosen by."""

    way: Uneven
    trigger: float
    often: float
    per_100: float
    stderr: float
    shoes: int

    @property
    def when_bet(self) -> float:
        return self.per_100 / 100 / self.often if self.often else 0.0

    @property
    def says(self) -> str:
        return (
            f"{self.way.says}, from {self.trigger:g} on: {self.often:.3%} of the rounds, at "
            f"{self.when_bet:+.2%} a bet: {self.per_100:+.4f} bets won per 100 rounds dealt, "
            f"standard error {self.stderr:.4f} ({self.shoes:,} random shoes, each valued exactly)"
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.way.name,
            "says": self.way.says,
            "trigger": self.trigger,
            "bet_frequency": self.often,
            "ev_when_bet": self.when_bet,
            "units_per_100_rounds": self.per_100,
            "stderr": self.stderr,
            "shoes": self.shoes,
        }


def best_imbalance(dealt: DealtDown) -> Imbalance | None:
    """The best of the counts at its best trigger; none where none of them is seen to gain: then
    what it wins is not two standard errors above nothing."""
    best: tuple[float, Uneven, float] | None = None
    for way in WAYS:
        gained, trigger = best_trigger(dealt, way)
        if gained > 0 and (best is None or gained > best[0]):
            best = gained, way, trigger
    found = measured(dealt, best[1], best[2]) if best else None
    return found if found and found.per_100 > 2 * found.stderr else None


def best_trigger(dealt: DealtDown, way: Uneven) -> tuple[float, float]:
    """What wins most on every second shoe, and how much."""
    first = slice(0, None, 2)
    count = way.of(dealt.shoes[first])
    worth = (dealt.guess * dealt.weight)[first]
    low, high = np.quantile(count, 0.5) // way.step, np.quantile(count, 0.9995) // way.step
    steps = np.unique(np.rint(np.linspace(low, high, TRIGGERS)))
    gains = [(2 * float(worth[count >= at * way.step].sum()), float(at)) for at in steps]
    gained, at = max(gains)
    return gained, at * way.step


def measured(dealt: DealtDown, way: Uneven, trigger: float) -> Imbalance:
    """The count at this trigger on the other shoes."""
    bet = way.of(dealt.shoes) >= trigger
    often = dealt.mean(np.ones_like, bet, later=True)
    won = dealt.mean(lambda value: value, bet, later=True)
    shoes = dealt.number // 2
    return Imbalance(way, trigger, often.mean, 100 * won.mean, 100 * won.stderr, shoes)
