"""What dealing to a cut card does to each wager, beside the exact figure of a fresh shoe.

A cut card is no part of the odds of one round: rounds that use few cards leave room for one more,
so a shoe's last rounds are not dealt from an average rest. The rounds are simulated, and each is
worth what its cards left say: the effects of removal of the cards gone. That leaves out the luck
of the rounds themselves, which would hide an effect this small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import numpy as np
import numpy.typing as npt

from holecard.cards import rank, value
from holecard.experiment.simulation import Simulation
from holecard.odds.playbook import Playbook
from holecard.simulator.engine.shoe_blocks import Dealing

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
VALUES = 10
BITS = 6  # more than a value has cards in eight decks; ten-value cards come last and have the rest
BLOCKS = 8  # of 1,024 shoes
SEED = 7
METHOD = (
    "rounds simulated, one seat by best play for the main wager; each valued along the effects of "
    "removal, so to first order"
)


@dataclass(frozen=True)
class CutCardEffect:
    """The change of a wager's value per unit when shoes are dealt to a cut card, to first order."""

    effect: float
    stderr: float
    shoes: int
    rounds: int
    seed: int
    cut: float


@dataclass(frozen=True, eq=False)
class ShoesDealt:
    """The cards gone, by value, when each round began; and which shoe it was of."""

    gone: Ints  # [round, value]
    shoe: Ints
    cards: int  # of a full shoe
    seed: int
    cut: float

    def effect(self, by_value: Sequence[float]) -> CutCardEffect:
        """Of a wager with these effects of removal by a fixed chart (`Effects.by_value`): ace
        first, ten-value cards last."""
        left = self.cards - self.gone.sum(axis=1)
        worth = (self.gone @ np.array(by_value)) * (self.cards - 1) / left
        totals = np.bincount(self.shoe, weights=worth)
        rounds = np.bincount(self.shoe)
        mean = float(totals.sum() / rounds.sum())
        off = totals - mean * rounds
        error = float(off.std(ddof=1)) / float(rounds.mean()) / sqrt(len(rounds))
        return CutCardEffect(mean, error, len(rounds), int(rounds.sum()), self.seed, self.cut)


def deal_to_cut(
    play: Playbook, cut: str = "0.75", blocks: int = BLOCKS, seed: int = SEED
) -> ShoesDealt:
    """Shoes dealt to a cut card by the simulator, one seat on its own hand."""
    made = Simulation(game=play.game, rounds=1, seed=seed, play=play, penetration=Fraction(cut))
    tags = [0] * 13
    for card in range(0, 52, 4):
        tags[rank(card) - 1] = 1 << BITS * (value(card) - 1)
    # Only the cards are looked at: no wager needs to be sorted.
    seat = replace(made.lineups[0], wagers=())
    job = replace(made.job_of([seat]), tags=tuple(tags))
    calls = [
        call for block in range(blocks) for call in dealt(Dealing(job, job.seats[0], 0, block))
    ]
    starts = np.concatenate([before for before, _ in calls])
    packed = np.concatenate([running for _, running in calls])
    shoes = np.cumsum(starts == 0) - 1
    digits = [packed >> BITS * at & (1 << BITS) - 1 for at in range(VALUES - 1)]
    gone = np.stack([*digits, packed >> BITS * (VALUES - 1)], axis=1)
    return ShoesDealt(gone, shoes, job.cards, seed, float(Fraction(cut)))


def dealt(dealing: Dealing) -> Iterator[tuple[Ints, Ints]]:
    """Cards gone before each round, and their tags added up, call by call."""
    while (out := dealing.deal()).before.size:
        yield out.before.copy(), out.running.copy()
