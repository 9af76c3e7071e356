"""Results in cents on a lattice with their chances, and the result of many rounds by FFT.

The chances of a sum of independent rounds are the powers of one round's transform. Nothing is
sampled; a tail that would not fit is cut where a Chernoff bound says it holds less than CUT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd, log, sqrt

import numpy as np
import numpy.typing as npt

from holecard.errors import BadDefinition, Unreadable

Floats = npt.NDArray[np.float64]
CUT = 1e-13  # what may be missing on either side
WHOLE_POINTS = 1 << 20  # up to here nothing is cut
MOST_POINTS = 1 << 24
NOISE = 1e-16  # below this a chance is the transform's rounding
MOST_ROUNDS = 100_000_000
NEAR = 1e-12  # a share of a chance that is a rounding error, not a result


@dataclass(frozen=True)
class Distribution:
    """The chance of each result `start`, `start + step`, ... in cents."""

    start: int
    step: int
    chances: Floats

    @cached_property
    def results(self) -> Floats:
        return self.start + self.step * np.arange(len(self.chances), dtype=np.float64)

    @property
    def mean(self) -> float:
        return float(self.results @ self.chances)

    @property
    def deviation(self) -> float:
        return sqrt(float((self.results - self.mean) ** 2 @ self.chances))

    @property
    def ahead(self) -> float:
        """The chance of a result above nothing."""
        return float(self.chances[self.results > 0].sum())

    @property
    def even(self) -> float:
        return float(self.chances[self.results == 0].sum())

    @property
    def behind(self) -> float:
        return float(self.chances[self.results < 0].sum())

    @cached_property
    def up_to(self) -> Floats:
        return np.cumsum(self.chances)

    def percentile(self, share: float) -> int:
        """The smallest result that at least this share of sessions does not exceed."""
        place = int(np.searchsorted(self.up_to, share - NEAR))
        return self.start + self.step * min(place, len(self.chances) - 1)

    def band(self, share: float) -> tuple[int, int]:
        """Lowest and highest result of the middle: at most half the rest lies outside each end."""
        outside = (1 - share) / 2
        return self.percentile(outside), self.percentile(1 - outside)

    def bins(self, number: int) -> list[tuple[int, int, float]]:
        """(lowest, highest, chance) of neighbouring results taken together, tails left out."""
        low, high = self.band(0.9999)
        first, last = (low - self.start) // self.step, (high - self.start) // self.step
        width = max(1, -(-(last + 1 - first) // number))
        return [
            (
                self.start + self.step * at,
                self.start + self.step * (min(at + width, len(self.chances)) - 1),
                float(self.chances[at : at + width].sum()),
            )
            for at in range(first, last + 1, width)
        ]


def one_round(nets: Mapping[int, float]) -> Distribution:
    """One round's results in cents on the coarsest lattice that holds them."""
    seen = {net: chance for net, chance in nets.items() if chance > 0}
    low, high = min(seen), max(seen)
    step = gcd(*(net - low for net in seen)) or 1
    chances = np.zeros((high - low) // step + 1)
    for net, chance in seen.items():
        chances[(net - low) // step] += chance
    return Distribution(low, step, chances / chances.sum())


def after(one: Distribution, rounds: int) -> Distribution:
    """The result of that many rounds, independent of each other."""
    check_rounds(rounds)
    top = (len(one.chances) - 1) * rounds
    first, last = (0, top) if top < WHOLE_POINTS else window(one.chances, rounds)
    size = last - first + 1
    if size > MOST_POINTS:
        raise BadDefinition(
            f"{rounds:,} rounds have {size:,} possible results, more than {MOST_POINTS:,}: "
            "ask for fewer rounds, or for a stake that makes even amounts"
        )
    points = 1 << max(size - 1, 1).bit_length()
    folded = np.zeros(points)
    np.add.at(folded, np.arange(len(one.chances)) % points, one.chances)
    summed = np.fft.irfft(np.fft.rfft(folded) ** rounds, points)
    chances = np.roll(summed, -(first % points))[:size]
    chances[chances < NOISE] = 0.0
    return Distribution(one.start * rounds + one.step * first, one.step, chances)


def read_rounds(text: str) -> int:
    """A whole number from `1000`, `1_000` or `1e6`."""
    try:
        number = float(text.replace(",", "").replace("_", ""))
        if number == int(number):
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise Unreadable(f"cannot read {text!r} as a number of rounds: such as 1000 or 1e6")


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadDefinition(f"{rounds:,} rounds cannot be added up: 1 to {MOST_ROUNDS:,}")


def window(chances: Floats, rounds: int, cut: float = CUT) -> tuple[int, int]:
    """First and last place of the sum's lattice that matter: less than `cut` lies beyond each."""
    places = np.arange(len(chances), dtype=np.float64)
    top = (len(chances) - 1) * rounds
    last = chernoff(places, chances, rounds, cut)
    first = top - chernoff(places, chances[::-1], rounds, cut)
    return max(0, first), min(top, last)


def chernoff(places: Floats, chances: Floats, rounds: int, cut: float) -> int:
    """A place that the sum of `rounds` places exceeds with a chance below `cut`."""
    some = chances > 0
    where, weight = places[some], np.log(chances[some])
    tilts = np.geomspace(1e-9, 50.0, 400)[:, None]
    tilted = tilts * where + weight
    most = tilted.max(axis=1)
    growth = most + np.log(np.exp(tilted - most[:, None]).sum(axis=1))
    return int(np.ceil(((rounds * growth - log(cut)) / tilts[:, 0]).min()))
