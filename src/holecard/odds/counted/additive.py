"""The chances of every value a dealt-down shoe can have, for wagers whose terms fall into blocks.

A bet on a pair of one rank is a sum over ranks, a bet on one suit a sum over suits: what a block of
cards adds depends on that block's own cards only. How many ways a block has to hold so many cards
and add so much is counted; the shoe's is the product over the blocks, taken in Fourier space along
the sum and card by card along the number of cards, so no way is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, factorial, gcd, perm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.jit.cache import lent
from holecard.odds.composition import Composition
from holecard.odds.counted.shoe_values import NO_CARD, Floats, Ints, ShoeValues

Complexes = npt.NDArray[np.complex128]
MOST_TERMS = 5_000  # with more, the blocks are one
MOST_STATES = 60_000  # ways a block's kinds can be left
MOST_SUMS = 1 << 18  # what the sums may come to
SLICE = 4096  # frequencies at a time
NOISE = 1e-13  # a chance below this is rounding
Ways = dict[tuple[int, int], float]  # by cards left and what they add


@dataclass(frozen=True, eq=False)
class Additive:
    """The blocks' ways, those of like blocks once."""

    values: ShoeValues
    blocks: tuple[Ways, ...]
    unit: int  # what all sums are multiples of
    size: int  # cards in the full shoe

    @cached_property
    def span(self) -> int:
        """The number of sums, rounded up to a power of two."""
        most = sum(max(added for _, added in ways) for ways in self.blocks) // self.unit
        return 1 << int(most).bit_length()

    @cached_property
    def spectra(self) -> list[Complexes]:
        """[cards left, frequency] of each block, like blocks sharing one array."""
        known: dict[int, Complexes] = {}
        for ways in self.blocks:
            if id(ways) not in known:
                most = max(cards for cards, _ in ways)
                table = np.zeros((most + 1, self.span))
                for (cards, added), number in ways.items():
                    table[cards, added // self.unit] += number
                known[id(ways)] = np.fft.rfft(table, axis=1)
        return [known[id(ways)] for ways in self.blocks]

    def chances(self, left: Sequence[int]) -> list[tuple[Floats, Floats]]:
        """For each number of cards left: the values the shoe can have, and their chances."""
        wanted = np.array(left, dtype=np.int64)
        parts = [together(self.sliced(at), wanted) for at in range(0, self.span // 2 + 1, SLICE)]
        ways = np.fft.irfft(np.concatenate(parts, axis=1), self.span)
        return [self.at(cards, row) for cards, row in zip(left, ways, strict=True)]

    def sliced(self, at: int) -> list[Complexes]:
        """Some frequencies of each block, like blocks still sharing one array."""
        cut = {id(one): np.ascontiguousarray(one[:, at : at + SLICE]) for one in self.spectra}
        return [cut[id(one)] for one in self.spectra]

    def at(self, cards: int, ways: Floats) -> tuple[Floats, Floats]:
        chances = ways / comb(self.size, cards)
        kept = chances > NOISE
        sums = np.flatnonzero(kept) * self.unit / self.values.scale
        deals = perm(cards, self.values.picks.shape[1])
        return float(self.values.base) + sums / deals, chances[kept]


def together(spectra: list[Complexes], left: Ints) -> Complexes:
    """[wanted number of cards, frequency] of all blocks: two halves, and their product only where
    it is wanted. The second half goes on from the first where its blocks begin alike."""
    half = len(spectra) // 2
    one = multiplied(spectra[:half])
    alike = all(a is b for a, b in zip(spectra[:half], spectra[half:], strict=False))
    other = multiplied(spectra[2 * half :], one) if alike else multiplied(spectra[half:])
    found = np.zeros((len(left), one.shape[1]), dtype=np.complex128)
    pick_out(one, other, left, found)
    return found


def multiplied(spectra: list[Complexes], start: Complexes | None = None) -> Complexes:
    found = start
    for one in spectra:
        if found is None:
            found = one
            continue
        longer = np.zeros((len(found) + len(one) - 1, found.shape[1]), dtype=np.complex128)
        multiply(found, one, longer)
        found = longer
    return np.ones((1, 1), dtype=np.complex128) if found is None else found


@lent
def multiply(one: Any, other: Any, found: Any) -> None:
    for a in range(one.shape[0]):
        for b in range(other.shape[0]):
            for at in range(one.shape[1]):
                found[a + b, at] += one[a, at] * other[b, at]


@lent
def pick_out(one: Any, other: Any, left: Any, found: Any) -> None:
    for row in range(left.size):
        for a in range(one.shape[0]):
            b = left[row] - a
            if 0 <= b < other.shape[0]:
                for at in range(one.shape[1]):
                    found[row, at] += one[a, at] * other[b, at]


def additive(values: ShoeValues, shoe: Composition) -> Additive | None:
    """The blocks of a wager's terms, if they are few and small enough to count."""
    if len(values.weights) > MOST_TERMS:
        return None
    held = values.members @ np.array(shoe.cards, dtype=np.int64)
    terms = [
        (tuple(card for card in pick if card != NO_CARD), weight)
        for pick, weight in zip(values.picks.tolist(), values.weights.tolist(), strict=True)
    ]
    if not terms or any(w < 0 for _, w in terms) or len({len(cards) for cards, _ in terms}) > 1:
        return None
    if (values.members.sum(axis=0) != 1).any():
        return None
    found: dict[object, Ways] = {}
    blocks = []
    for block in joined(len(held), terms):
        inside = [term for term in terms if term[0][0] in block]
        lots = alike_in(block, inside, held)
        if prod(number + 1 for _, number in lots) > MOST_STATES:
            return None
        shape = shape_of(lots, inside)
        blocks.append(found.setdefault(shape, ways_of(shape)))
    unit = gcd(*(added for ways in found.values() for _, added in ways))
    made = Additive(values, tuple(blocks), unit or 1, shoe.size)
    return made if made.span <= MOST_SUMS else None


def joined(kinds: int, terms: Sequence[tuple[tuple[int, ...], int]]) -> list[tuple[int, ...]]:
    """Kinds that stand in a term together, in blocks."""
    block = list(range(kinds))
    for cards in {frozenset(cards) for cards, _ in terms}:
        names = {block[kind] for kind in cards}
        into = min(names)
        block = [into if name in names else name for name in block]
    return [tuple(k for k in range(kinds) if block[k] == one) for one in sorted(set(block))]


Lots = list[tuple[tuple[int, ...], int]]  # kinds that a block's terms do not tell apart, cards
Shape = tuple[tuple[int, ...], tuple[tuple[tuple[int, ...], int], ...]]


def alike_in(block: tuple[int, ...], terms: Any, held: Ints) -> Lots:
    """The kinds of a block in lots: two are alike if the terms with one are those with the other,
    as long as their cards are counted together."""
    weights = {cards: weight for cards, weight in terms}
    lots: list[list[int]] = []
    for kind in block:
        for lot in lots:
            if swaps(weights, block, lot[0], kind):
                lot.append(kind)
                break
        else:
            lots.append([kind])
    return [(tuple(lot), int(held[lot].sum())) for lot in lots]


def swaps(weights: dict[tuple[int, ...], int], block: Sequence[int], one: int, other: int) -> bool:
    """Whether cards of two kinds are worth the same beside every other card: a term with one of
    them counts for each order of its kinds, as a term with two of one kind does."""
    size = len(next(iter(weights), ()))
    for rest in product(block, repeat=size - 1):
        a, b = tuple(sorted((*rest, one))), tuple(sorted((*rest, other)))
        if each(weights, a) != each(weights, b):
            return False
    return True


def each(weights: dict[tuple[int, ...], int], cards: tuple[int, ...]) -> float:
    """A term's weight for one order of its cards."""
    alike = prod(factorial(cards.count(kind)) for kind in set(cards))
    return weights.get(cards, 0) * alike / factorial(len(cards))


def shape_of(lots: Lots, terms: Any) -> Shape:
    """What a block's ways depend on: cards in each lot, and weights by lots. Each term is shared
    out over the orders of its kinds; a lot's terms add up to one for its cards together."""
    weights = {cards: weight for cards, weight in terms}
    lot_of = [lot[0] for lot, _ in lots]
    found: dict[tuple[int, ...], int] = {}
    size = len(next(iter(weights), ()))
    for picks in product(range(len(lots)), repeat=size):
        if list(picks) == sorted(picks):
            cards = tuple(sorted(lot_of[at] for at in picks))
            if weights.get(cards):
                found[picks] = weights[cards]
    return tuple(number for _, number in lots), tuple(sorted(found.items()))


def ways_of(shape: Shape) -> Ways:
    """The ways the block can be left, by cards and what they add."""
    held, terms = shape
    ways: defaultdict[tuple[int, int], float] = defaultdict(float)
    for left in product(*(range(number + 1) for number in held)):
        added = 0
        for picks, weight in terms:
            added += weight * prod(perm(left[at], picks.count(at)) for at in set(picks))
        number = prod(comb(all_of, some) for all_of, some in zip(held, left, strict=True))
        ways[sum(left), added] += float(number)
    return dict(ways)
