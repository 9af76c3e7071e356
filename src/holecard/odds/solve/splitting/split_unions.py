"""The hands of a split together, exactly, from a small shoe: by every set of cards they can take.

Drawing without putting back, the chance of given hands depends only on how many cards of each value
they take in all. So the orders in which hands come to their ends are counted by that union, hand
after hand, and each union is weighed once, with the dealer's final hands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import STANDINGS
from holecard.jit.cache import lent
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.hand_kernels import VALUES, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.split_chains import Chain
from holecard.odds.solve.splitting.together_kernels import Sizes

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Ends(NamedTuple):
    """The ways a split hand can end: the cards it draws, its end, and in how many orders."""

    cards: Ints  # [way, value]
    end: Ints
    orders: Floats


def hand_ends(chain: Chain, shoe: Ints, begins: list[int]) -> Ends:
    """Every way a chain can end with cards this shoe has, its first card being one of these."""
    found: defaultdict[tuple[int, ...], float] = defaultdict(float)
    waiting: defaultdict[tuple[int, ...], float] = defaultdict(float)
    none = (0,) * VALUES
    draw(none, 1.0, [(worth, int(chain.first[worth])) for worth in begins], shoe, waiting)
    while waiting:
        longer: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for (code, *cards), orders in waiting.items():
            if code < 0:
                found[-1 - code, *cards] += orders
            else:
                row = list(enumerate(chain.into[code].tolist()))
                draw(tuple(cards), orders, row, shoe, longer)
        waiting = longer
    ways = np.array(list(found), dtype=np.int64).reshape(-1, 1 + VALUES)
    return Ends(ways[:, 1:].copy(), ways[:, 0].copy(), np.array(list(found.values())))


def draw(
    cards: tuple[int, ...],
    orders: float,
    row: list[tuple[int, int]],
    shoe: Ints,
    into: defaultdict[tuple[int, ...], float],
) -> None:
    """One more card to a hand: what it becomes, with the cards it then has drawn."""
    for worth, code in row:
        if cards[worth] < shoe[worth]:
            into[code, *cards[:worth], cards[worth] + 1, *cards[worth + 1 :]] += orders


class Unions:
    """Every set of cards that some hands can take from a shoe, numbered."""

    def __init__(self, shoe: Ints, most: Ints) -> None:
        self.shoe = shoe
        self.most = np.minimum(shoe, most)  # of each value that all hands together can take
        shape = self.most + 1
        counts = np.indices(tuple(int(one) for one in shape))
        self.cards = counts.reshape(VALUES, -1).T.copy()  # [union, value]
        self.steps = np.append(np.cumprod(shape[::-1])[::-1][1:], 1)  # of one card more

    def weights(self) -> Floats:
        """[union] the chance of drawing its cards in one given order."""
        drawn = self.cards.sum(axis=1)
        weights = np.where(drawn <= self.shoe.sum(), 1.0, 0.0)
        for worth in range(VALUES):
            weights *= falling(int(self.shoe[worth]), self.cards[:, worth])
        ways = falling(int(self.shoe.sum()), drawn)
        return np.asarray(weights / np.where(ways > 0, ways, 1.0))

    def finals(self, spec: Spec, seen: Seen, wanted: npt.NDArray[np.bool_]) -> Floats:
        """[union, ending] the dealer's final hand beside it, a blackjack that was looked for left
        out."""
        found = np.zeros((len(self.cards), spec.finals.standings.size))
        for at in np.flatnonzero(wanted):
            left = self.shoe - self.cards[at]
            chances = np.zeros(STANDINGS)
            given = Shoe(left, seen.hole_not)
            dealer_kernels.final_chances(spec.hands, spec.finals, seen.place, given, chances)
            found[at] = chances[spec.finals.standings]
            if seen.hole_not != NOTHING_KNOWN:
                found[at] *= 1 - left[seen.hole_not] / max(left.sum(), 1)
        return found


def falling(count: int, numbers: Ints) -> Floats:
    """[at] the ways to draw so many of `count` in order."""
    known = np.cumprod([1.0, *(max(count - k, 0) for k in range(int(numbers.max(initial=0))))])
    return np.asarray(known[numbers])


def count_unions(
    spec: Spec, seen: Seen, pair: int, chain: Chain, results: Ints, sizes: Sizes, shoe: Ints
) -> Floats:
    """[hands, cell] the chance of each number of hands and what they come to."""
    others = [worth for worth in range(VALUES) if worth != pair]
    filled, second = (hand_ends(chain, shoe, begin) for begin in (others, list(range(VALUES))))
    most = sizes.most * second.cards.max(axis=0, initial=0)
    most[pair] += sizes.most - 2
    unions = Unions(shoe, most)
    weights = unions.weights()
    finals = unions.finals(spec, seen, weights > 0) * weights[:, None]
    out = np.zeros((sizes.most + 1, int(sizes.cells[sizes.most])))
    for hands, full in np.argwhere(sizes.ways).tolist():
        if hands - 2 > unions.most[pair]:
            continue
        for ending in range(finals.shape[1]):
            ways = np.zeros((len(unions.cards), 1))
            ways[(hands - 2) * unions.steps[pair], 0] = sizes.ways[hands, full]
            for hand in range(hands):
                ends = filled if hand < full else second
                after = np.zeros((len(unions.cards), int(sizes.cells[hand + 1])))
                of = results[ends.end, ending]
                take(
                    ways, unions.cards, unions.most, unions.steps, ends, of, sizes.grow[hand], after
                )
                ways = after
            out[hands, : ways.shape[1]] += finals[:, ending] @ ways
    return out


@lent
def take(
    before: Any, cards: Any, most: Any, steps: Any, ends: Any, results: Any, grow: Any, after: Any
) -> None:
    """One hand more: after[union, cell] from what the hands before it took and came to."""
    for union in range(before.shape[0]):
        if not before[union].any():
            continue
        for way in range(ends.end.size):
            fits = True
            into = union
            for worth in range(VALUES):
                fits = fits and cards[union, worth] + ends.cards[way, worth] <= most[worth]
                into += steps[worth] * ends.cards[way, worth]
            if fits:
                for cell in range(before.shape[1]):
                    more = before[union, cell] * ends.orders[way]
                    after[into, grow[cell, results[way]]] += more
