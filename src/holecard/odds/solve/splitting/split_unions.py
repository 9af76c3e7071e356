"""The hands of a split together, exactly, from a small shoe: by every set of cards they can take.

Drawing without putting back, the chance of given hands depends only on how many cards of each value
they take in all. So the orders in which hands come to their ends are counted by that union, hand
after hand, and each union is weighed once, with the dealer's final hands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import STANDINGS
from holecard.jit.cache import lent
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.hand_kernels import VALUES, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.split_chains import Chain
from holecard.odds.solve.splitting.together_kernels import HandWays, Sizes

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Ends(NamedTuple):
    """The ways a split hand can end: the cards it draws, its end or a row of it, and in how many
    orders."""

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


def ends_as(ways: HandWays, shoe: Ints, begins: list[int]) -> tuple[Ends, Ints]:
    """The ways a hand can end, an end once for each of its rows, and [row, ending] their levels."""
    ends = hand_ends(ways.chain, shoe, begins)
    way, row = np.nonzero(ends.end[:, None] == ways.end)
    orders = ends.orders[way] * ways.share[row]
    return Ends(ends.cards[way], row, orders), ways.level


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

    def finals(self, beside: Beside, wanted: npt.NDArray[np.bool_]) -> Floats:
        """[union, ending] the dealer's hand beside it."""
        found = np.zeros((len(self.cards), beside.endings))
        for at in np.flatnonzero(wanted):
            found[at] = beside.chances(self.shoe - self.cards[at])
        return found


class Beside(Protocol):
    """How the dealer's hand can end beside the hands of a split."""

    @property
    def endings(self) -> int: ...

    def chances(self, left: Ints) -> Floats:
        """[ending] from what is left of the shoe."""
        ...


@dataclass(frozen=True)
class DealerBeside:
    """The dealer's final hand, a blackjack that was looked for left out."""

    spec: Spec
    seen: Seen

    @property
    def endings(self) -> int:
        return int(self.spec.finals.standings.size)

    def chances(self, left: Ints) -> Floats:
        spec, seen = self.spec, self.seen
        chances = np.zeros(STANDINGS)
        given = Shoe(left, seen.hole_not)
        dealer_kernels.final_chances(spec.hands, spec.finals, seen.place, given, chances)
        found = chances[spec.finals.standings]
        if seen.hole_not != NOTHING_KNOWN:
            found *= 1 - left[seen.hole_not] / max(left.sum(), 1)
        return found


@dataclass(frozen=True)
class HoleCard:
    """The hole card alone: another, or the one that makes a blackjack."""

    looked_for: int

    @property
    def endings(self) -> int:
        return 2

    def chances(self, left: Ints) -> Floats:
        natural = left[self.looked_for] / max(left.sum(), 1)
        return np.array([1 - natural, natural])


def falling(count: int, numbers: Ints) -> Floats:
    """[at] the ways to draw so many of `count` in order."""
    known = np.cumprod([1.0, *(max(count - k, 0) for k in range(int(numbers.max(initial=0))))])
    return np.asarray(known[numbers])


def count_unions(
    dealer: Beside, pair: int, first: HandWays, rest: HandWays, sizes: Sizes, shoe: Ints
) -> Floats:
    """[hands, cell] the chance of each number of hands and what they come to. Hands that are all
    played alike are given as the first, and `rest` has no rows."""
    others = [worth for worth in range(VALUES) if worth != pair]
    whose = [first, rest if rest.end.size else first]
    begins = others, list(range(VALUES))
    filled, second = ([ends_as(one, shoe, begin) for one in whose] for begin in begins)
    deepest = np.max([ends.cards.max(axis=0, initial=0) for ends, _ in second], axis=0)
    most = sizes.most * deepest
    most[pair] += sizes.most - 2
    unions = Unions(shoe, most)
    weights = unions.weights()
    finals = unions.finals(dealer, weights > 0) * weights[:, None]
    out = np.zeros((sizes.most + 1, int(sizes.cells[sizes.most])))
    for hands, full in np.argwhere(sizes.ways).tolist():
        if hands - 2 > unions.most[pair]:
            continue
        for ending in range(finals.shape[1]):
            ways = np.zeros((len(unions.cards), 1))
            ways[(hands - 2) * unions.steps[pair], 0] = sizes.ways[hands, full]
            for hand in range(hands):
                ends, levels = (filled if hand < full else second)[hand > 0]
                after = np.zeros((len(unions.cards), int(sizes.cells[hand + 1])))
                of = levels[ends.end, ending]
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
