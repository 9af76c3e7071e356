"""The hands of a split together: what all of them come to beside one dealer.

Every hand is played by fixed acts, further cards of the pair are split to the limit, the hands and
the dealer draw from one shoe. Two ways, by the size of the shoe:

a small shoe is dealt out exactly, by every set of cards the hands can take together
(`split_unions.py`); a larger one is a mixture of shoes drawn with putting back, in which the hands
are independent (`shoe_mixture.py`). The mixture's error is not proved: it is taken to be what the
last level changed, and checked against the exact way (docs/decisions/0014).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.tables import HAND_COUNTS
from holecard.odds.solve.shoe_mixture import LEVELS_KEPT, deepest, mixture
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.split_chains import (
    BUSTED,
    TOTALS,
    Chain,
    dealer_chain,
    hand_chain,
)
from holecard.odds.solve.split_unions import count_unions
from holecard.odds.solve.together_kernels import UNITS, Sizes, together

LEVEL = 3  # of the mixture; one more where that is not settled: single decks
SETTLED = 2e-6
FEW = 2000  # unions of a small shoe
ROUNDING = 1e-12  # of sums of floats: the sums to one are right to less
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cell = tuple[int, int, int]  # units won, hands won, hands lost
Chances = dict[tuple[int, int], float]  # by units, and by what the round counts for a streak (U5)


class Cells(NamedTuple):
    """What some hands can come to together, and where one hand more leads."""

    cells: tuple[tuple[Cell, ...], ...]  # [hands]
    grow: Ints  # [hands, cell, units + 2]


@lru_cache(maxsize=1)
def all_cells() -> Cells:
    cells: list[tuple[Cell, ...]] = [((0, 0, 0),)]
    for _ in range(HANDS_A_SEAT):
        more = {grown(cell, units) for cell in cells[-1] for units in range(-2, 3)}
        cells.append(tuple(sorted(more)))
    grow = np.zeros((HANDS_A_SEAT, len(cells[-1]), UNITS), dtype=np.int64)
    for hands in range(HANDS_A_SEAT):
        for at, cell in enumerate(cells[hands]):
            for units in range(-2, 3):
                grow[hands, at, units + 2] = cells[hands + 1].index(grown(cell, units))
    return Cells(tuple(cells), grow)


def grown(cell: Cell, units: int) -> Cell:
    return cell[0] + units, cell[1] + (units > 0), cell[2] + (units < 0)


@lru_cache(maxsize=HANDS_A_SEAT)
def ways(most: int) -> Ints:
    """[hands, filled] in how many orders of pair cards and others so many hands come about, so
    many of them with a second card that is not of the pair."""
    found = np.zeros((most + 1, most + 1), dtype=np.int64)

    def deal_on(hands: int, filled: int) -> None:
        if hands == most or filled == hands:
            found[hands, filled] += 1
            return
        deal_on(hands, filled + 1)
        deal_on(hands + 1, filled)

    deal_on(2, 0)
    return found


@dataclass(frozen=True)
class SplitRounds:
    """Chances by units won and by what the round counts (1, 0, -1); the error of each of them
    and of their sums, and that of each number of units by itself."""

    chances: Chances
    error: float
    errors: dict[int, float]

    @property
    def value(self) -> float:
        return sum(chance * units for (units, _), chance in self.chances.items())


def split_rounds(spec: Spec, seen: Seen, pair: int, acts: Ints) -> SplitRounds:
    """The hands of a split pair (value from 0) together, given that the dealer has no blackjack
    that was looked for."""
    split = Split(spec, seen, pair, acts)
    if np.prod(split.shoe + 1.0) <= FEW:
        return split.by_unions()
    top = deepest(split.shoe)
    found = split.by_mixture(min(LEVEL, top))
    if found.error > SETTLED and top > LEVEL:
        return split.by_mixture(LEVEL + 1)
    return found


class Split:
    """A pair split against a sight, its hands played by fixed acts."""

    def __init__(self, spec: Spec, seen: Seen, pair: int, acts: Ints) -> None:
        self.spec, self.seen, self.pair = spec, seen, pair
        self.shoe = seen.shoe.copy()
        self.shoe[pair] -= 2
        self.chain = hand_chain(spec, pair, acts)
        self.results = hand_results(spec)
        cells, most = all_cells(), spec.most_hands(pair)
        numbers = np.array([len(one) for one in cells.cells])
        self.sizes = Sizes(most, ways(most), numbers, cells.grow)

    @property
    def given(self) -> float:
        """The chance that the hole card is not the one that was looked for."""
        hole_not = self.seen.hole_not
        hidden = hole_not != NOTHING_KNOWN
        return 1 - float(self.shoe[hole_not] / self.shoe.sum()) if hidden else 1.0

    def by_unions(self) -> SplitRounds:
        """Exactly: for small shoes, or shoes of few values."""
        spec, seen, shoe = self.spec, self.seen, self.shoe
        out = count_unions(spec, seen, self.pair, self.chain, self.results, self.sizes, shoe)
        return with_errors([gathered(spec, out / self.given)] * LEVELS_KEPT)

    def by_mixture(self, level: int) -> SplitRounds:
        """From points of so high a level."""
        out = np.zeros((LEVELS_KEPT, self.sizes.most + 1, int(self.sizes.cells[self.sizes.most])))
        together(
            self.chain, dealer_chain(self.spec, self.seen), self.pair, ends_of(self.chain),
            self.results, self.sizes, mixture(self.shoe, level), out,
        )  # fmt: skip
        return with_errors([gathered(self.spec, one / self.given) for one in out])


def ends_of(chain: Chain) -> Ints:
    """The ends a chain can come to."""
    codes = np.unique(np.concatenate([chain.into.ravel(), chain.first]))
    return -1 - codes[codes < 0]


def hand_results(spec: Spec) -> Ints:
    """[end, ending] the result of a split hand that ends so, in units from two lost."""
    signs = spec.sign[:TOTALS][:, spec.finals.standings].copy()
    signs[BUSTED] = -1
    return np.concatenate([2 + signs, 2 + 2 * signs])


def gathered(spec: Spec, out: Floats) -> Chances:
    """Chances by units, and by what the round counts, of any number of hands."""
    chances: Chances = {}
    for hands, row in enumerate(out):
        for (units, won, lost), chance in zip(all_cells().cells[hands], row, strict=False):
            if chance:
                place = (hands * HAND_COUNTS + won) * HAND_COUNTS + lost
                cell = units, spec.tables.outcome[place]
                chances[cell] = chances.get(cell, 0.0) + float(chance)
    return chances


def with_errors(levels: Sequence[Chances]) -> SplitRounds:
    """Chances by a level and the two below it, with what the last level changed as their error: of
    a net, of a round won, pushed or lost, of a gain. A net's own change may be small by chance: its
    error is at least what the level before changed, lessened as the largest change was, and at
    least its part of the largest."""
    sums = [summed(chances) for chances in levels]
    last, before = (
        {name: abs(upper[name] - lower.get(name, 0.0)) for name in upper}
        for upper, lower in pairwise(sums)
    )
    error = max(last.values()) + ROUNDING
    lessened = min(1.0, error / (max(before.values()) + ROUNDING))
    errors = {
        units: max(last[name], lessened * before[name], error * sums[0][name])
        for units, name in {units: f"net {units}" for units, _ in levels[0]}.items()
    }
    return SplitRounds(dict(levels[0]), error, errors)


def summed(chances: Chances) -> dict[str, float]:
    """The chance of each net, of rounds won, pushed and lost by hands, and by money."""
    sums: defaultdict[str, float] = defaultdict(float)
    for (units, count), chance in chances.items():
        for name in (f"net {units}", f"count {count}", f"gain {(units > 0) - (units < 0)}"):
            sums[name] += chance
    return sums
