"""The hands of a split together: what all of them come to beside one dealer.

Every hand is played by fixed acts, further cards of the pair are split to the limit, the hands and
the dealer draw from one shoe. Two ways, by the size of the shoe:

a small shoe is dealt out exactly, by every set of cards the hands can take together
(`split_unions.py`); a larger one is a mixture of shoes drawn with putting back, in which the hands
are independent (`shoe_mixture.py`), and how far that can be off is proved (`split_bound.py`). See
docs/decisions/0014 and 0032.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.tables import HAND_COUNTS
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.shoe_mixture import Mixture, deepest, mixture
from holecard.odds.solve.splitting.split_bound import Bound, all_cards, by_length, rounded
from holecard.odds.solve.splitting.split_chains import (
    BUSTED,
    TOTALS,
    Chain,
    dealer_chain,
    hand_chain,
)
from holecard.odds.solve.splitting.split_unions import DealerBeside, count_unions
from holecard.odds.solve.splitting.together_kernels import UNITS, HandWays, Sizes, together

LEVEL = 3  # of the mixture; one more where that leaves a chance of the split less well known than
SETTLED = 1e-6
MOST_UNITS = 2 * HANDS_A_SEAT
WON_TIED_LOST = 3
FEW = 2000  # unions of a small shoe
ROUNDING = 1e-12  # of its sums of floats: the sums to one are right to less
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cell = tuple[int, int, int]  # units won, hands won, hands lost
Chances = dict[tuple[int, int], float]  # by units, and by what the round counts for a streak (U5)


class Cells(NamedTuple):
    """What some hands can come to together, and where one hand more leads."""

    cells: tuple[tuple[Cell, ...], ...]  # [hands]
    grow: Ints  # [hands, cell, units of a hand from the worst]


@lru_cache(maxsize=2)
def all_cells(levels: int = UNITS) -> Cells:
    """Of hands that can come to so many results each, in units from the worst."""
    most = levels // 2
    cells: list[tuple[Cell, ...]] = [((0, 0, 0),)]
    for _ in range(HANDS_A_SEAT):
        more = {grown(cell, units) for cell in cells[-1] for units in range(-most, most + 1)}
        cells.append(tuple(sorted(more)))
    grow = np.zeros((HANDS_A_SEAT, len(cells[-1]), levels), dtype=np.int64)
    for hands in range(HANDS_A_SEAT):
        for at, cell in enumerate(cells[hands]):
            for units in range(-most, most + 1):
                grow[hands, at, units + most] = cells[hands + 1].index(grown(cell, units))
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


@lru_cache(maxsize=2 * HANDS_A_SEAT)
def by_units(most: int, levels: int = UNITS) -> Floats:
    """[hands, cell, units from the worst] one where a cell comes to so many."""
    cells = all_cells(levels).cells[: most + 1]
    found = np.zeros((most + 1, len(cells[most]), 2 * MOST_UNITS + 1))
    for hands, row in enumerate(cells):
        for at, (units, _, _) in enumerate(row):
            found[hands, at, units + MOST_UNITS] = 1.0
    return found


@dataclass(frozen=True)
class SplitRounds:
    """Chances by units won and by what the round counts (1, 0, -1); the most by which any of them,
    or of their sums, can be off; and that of each number of units by itself."""

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
    return split.by_mixture(level_of(split.shoe, split.bound))


def split_counts(spec: Spec, seen: Seen, pair: int, acts: Ints) -> SplitRounds:
    """The same with every hand for one unit: what the round counts does not ask what lay on a hand,
    and what hands come to together is a third as many things."""
    split = Split(spec, seen, pair, acts, WON_TIED_LOST)
    if np.prod(split.shoe + 1.0) <= FEW:
        return split.by_unions()
    return split.by_mixture(level_of(split.shoe, split.bound))


def levels_of(shoe: Ints) -> tuple[int, ...]:
    """The levels of the mixture that are tried: two, or all a small shoe has."""
    top = deepest(shoe)
    return (top,) if top <= LEVEL else (LEVEL, LEVEL + 1)


def level_of(shoe: Ints, bound: Bound) -> int:
    """The lower of the two levels, if that settles a split."""
    first, *more = levels_of(shoe)
    return more[0] if more and bound.any(first) > SETTLED else first


def chance_of_no_blackjack(shoe: Ints, seen: Seen) -> float:
    """The chance that the hole card is not the one that was looked for."""
    hole_not = seen.hole_not
    return 1 - float(shoe[hole_not] / shoe.sum()) if hole_not != NOTHING_KNOWN else 1.0


class Split:
    """A pair split against a sight, its hands played by fixed acts; so many results of a hand are
    told apart."""

    def __init__(self, spec: Spec, seen: Seen, pair: int, acts: Ints, levels: int = UNITS) -> None:
        self.spec, self.seen, self.pair, self.levels = spec, seen, pair, levels
        self.shoe = seen.shoe.copy()
        self.shoe[pair] -= 2
        self.chain = hand_chain(spec, pair, acts)
        self.results = hand_results(spec, levels)
        self.cells, most = all_cells(levels), spec.most_hands(pair)
        numbers = np.array([len(one) for one in self.cells.cells])
        self.sizes = Sizes(most, ways(most), numbers, self.cells.grow)

    @property
    def given(self) -> float:
        return chance_of_no_blackjack(self.shoe, self.seen)

    @cached_property
    def hand_ways(self) -> HandWays:
        used = ends_of(self.chain)
        return HandWays(self.chain, used, np.ones(used.size), self.results[used], len(self.results))

    @cached_property
    def dealer(self) -> Chain:
        return dealer_chain(self.spec, self.seen)

    @cached_property
    def bound(self) -> Bound:
        reached = self.out(by_length(self.shoe))
        cards = all_cards(self.sizes.most, [self.chain], self.dealer)
        return Bound(self.shoe, cards, reached, self.given)

    def by_unions(self) -> SplitRounds:
        """Exactly: for small shoes, or shoes of few values."""
        finals = DealerBeside(self.spec, self.seen)
        ways = self.hand_ways
        out = count_unions(finals, self.pair, ways, no_other(ways), self.sizes, self.shoe)
        chances = self.gathered(out)
        return SplitRounds(chances, ROUNDING, {units: ROUNDING for units, _ in chances})

    def by_mixture(self, level: int) -> SplitRounds:
        """From points of so high a level."""
        mix = mixture(self.shoe, level)
        chances, rounding = self.gathered(self.out(mix)[0]), rounded(mix)
        events = by_units(self.sizes.most, self.levels)
        off = self.bound.each(level, events) + rounding
        errors = {units: float(off[units + MOST_UNITS]) for units, _ in chances}
        return SplitRounds(chances, self.bound.any(level) + rounding, errors)

    def out(self, mix: Mixture) -> Floats:
        """[sum, hands, cell] what the hands come to by each sum of a mixture."""
        most = self.sizes.most
        out = np.zeros((len(mix.weights), most + 1, int(self.sizes.cells[most])))
        ways = self.hand_ways
        together(ways, no_other(ways), self.dealer, self.pair, self.levels, self.sizes, mix, out)
        return out

    def gathered(self, out: Floats) -> Chances:
        """Chances by units, and by what the round counts, of any number of hands."""
        chances: Chances = {}
        for hands, row in enumerate(out / self.given):
            for (units, won, lost), chance in zip(self.cells.cells[hands], row, strict=False):
                if chance:
                    place = (hands * HAND_COUNTS + won) * HAND_COUNTS + lost
                    cell = units, self.spec.tables.outcome[place]
                    chances[cell] = chances.get(cell, 0.0) + float(chance)
        return chances


def no_other(ways: HandWays) -> HandWays:
    """Where all hands are played alike."""
    return ways._replace(end=ways.end[:0], share=ways.share[:0], level=ways.level[:0])


def ends_of(chain: Chain) -> Ints:
    """The ends a chain can come to."""
    codes = np.unique(np.concatenate([chain.into.ravel(), chain.first]))
    return -1 - codes[codes < 0]


def hand_results(spec: Spec, levels: int = UNITS) -> Ints:
    """[end, ending] the result of a split hand that ends so, in units from the worst; a doubled
    hand's are two, if so many are told apart."""
    signs = spec.sign[:TOTALS][:, spec.finals.standings].copy()
    signs[BUSTED] = -1
    most = levels // 2
    return np.concatenate([most + signs, most + most * signs])
