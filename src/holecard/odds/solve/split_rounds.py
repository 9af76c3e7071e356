"""The hands of a split together: what all of them come to beside one dealer.

Every hand is played by fixed acts, further cards of the pair are split to the limit, the hands and
the dealer draw from one shoe. Two ways, by the size of the shoe:

a small shoe is dealt out exactly, by every set of cards the hands can take together
(`split_unions.py`); a larger one is a mixture of shoes drawn with putting back, in which the hands
are independent (`shoe_mixture.py`). The mixture's error is not proved: it is taken to be what the
last level changed, and checked against the exact way (docs/decisions/0014).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.odds.solve.shoe_mixture import deepest, mixture
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.split_chains import (
    BUSTED,
    TOTALS,
    Chain,
    dealer_chain,
    hand_chain,
)
from holecard.odds.solve.together_kernels import UNITS, Sizes, together

LEVELS = (3, 4)  # the second where the first is not settled
SETTLED = 1e-7
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cell = tuple[int, int]  # units won, hands won less hands lost


class Cells(NamedTuple):
    """What some hands can come to together, and where one hand more leads."""

    cells: tuple[tuple[Cell, ...], ...]  # [hands]
    grow: Ints  # [hands, cell, units + 2]


@lru_cache(maxsize=1)
def all_cells() -> Cells:
    cells = [((0, 0),)]
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
    return cell[0] + units, cell[1] + (units > 0) - (units < 0)


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
    """Chances by units won and by more hands won than lost (1, 0, -1), and the error of each of
    them and of their sums."""

    chances: dict[Cell, float]
    error: float

    @property
    def value(self) -> float:
        return sum(chance * units for (units, _), chance in self.chances.items())


def split_rounds(spec: Spec, seen: Seen, pair: int, acts: Ints) -> SplitRounds:
    """The hands of a split pair (value from 0) together, given that the dealer has no blackjack
    that was looked for."""
    shoe = seen.shoe.copy()
    shoe[pair] -= 2
    top = deepest(shoe)
    for level in LEVELS:
        found = by_mixture(spec, seen, pair, acts, shoe, min(level, top))
        if found.error <= SETTLED or level >= top:
            break
    return found


def by_mixture(
    spec: Spec, seen: Seen, pair: int, acts: Ints, shoe: Ints, level: int
) -> SplitRounds:
    hand, dealer = hand_chain(spec, pair, acts), dealer_chain(spec, seen)
    cells = all_cells()
    numbers = np.array([len(one) for one in cells.cells])
    most = spec.most_hands(pair)
    sizes = Sizes(most, ways(most), numbers, cells.grow)
    out = np.zeros((2, most + 1, numbers[most]))
    mix = mixture(shoe, level)
    together(hand, dealer, pair, ends_of(hand), hand_results(spec), sizes, mix, out)
    hidden = seen.hole_not != NOTHING_KNOWN
    given = 1 - shoe[seen.hole_not] / shoe.sum() if hidden else 1.0
    upper, lower = (gathered(one / given) for one in out)
    return SplitRounds(upper, largest_change(upper, lower))


def ends_of(chain: Chain) -> Ints:
    """The ends a chain can come to."""
    codes = np.unique(np.concatenate([chain.into.ravel(), chain.first]))
    return -1 - codes[codes < 0]


def hand_results(spec: Spec) -> Ints:
    """[end, ending] the result of a split hand that ends so, in units from two lost."""
    signs = spec.sign[:TOTALS][:, spec.finals.standings].copy()
    signs[BUSTED] = -1
    return np.concatenate([2 + signs, 2 + 2 * signs])


def gathered(out: Floats) -> dict[Cell, float]:
    """Chances by units, and by more hands won than lost, of any number of hands."""
    chances: dict[Cell, float] = {}
    for hands, row in enumerate(out):
        for (units, count), chance in zip(all_cells().cells[hands], row, strict=False):
            if chance:
                cell = units, (count > 0) - (count < 0)
                chances[cell] = chances.get(cell, 0.0) + float(chance)
    return chances


def largest_change(upper: dict[Cell, float], lower: dict[Cell, float]) -> float:
    """The most by which a chance differs: of a net, of a round won, pushed or lost, of a gain."""
    changes: dict[str, float] = {}
    for units, count in upper:
        change = upper[units, count] - lower.get((units, count), 0.0)
        for name in (f"net {units}", f"count {count}", f"gain {(units > 0) - (units < 0)}"):
            changes[name] = changes.get(name, 0.0) + change
    return max(abs(change) for change in changes.values())
