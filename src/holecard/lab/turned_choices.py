"""Choices that known cards may turn, to first order: what it would be worth to make another one.

Every hand a seat comes to has a choice, and another act that is worth less by some gap. Each card
known to be gone moves that gap by its own effect of removal. Where the sum passes nothing, the
choice turns and wins the difference. This is no figure by itself: what is sampled is set against
it, and varies the less for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from holecard.odds.composition import VALUES, Composition
from holecard.odds.solve import hand_kernels
from holecard.odds.solve.acts import DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.best_play import NEVER, Play, Sight, Start, all_values, hand_value
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.sights import Seen

FAR = 6  # standard deviations: what is farther from turning is left out
LOT = 2_000  # draws worked out at a time
DRAWS = 10_000

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
# By what is seen of the dealer: pairs that are split, or that known cards could make worth it.
Near = Mapping[tuple[int, ...], frozenset[int]]
Removed = Sequence[Play | None]  # [value] best play without a card of it; none where there is none


@dataclass(frozen=True)
class Turned:
    """Choices that so many known cards may turn."""

    weight: Floats  # [choice] how often a seat comes to it
    gap: Floats  # [choice] what the other act is worth more: less than nothing
    moved: Floats  # [value, choice] what a card of that value gone adds to it

    def gain(self, gone: Ints) -> Floats:
        """[lot] what turning them wins, for lots of cards gone by value."""
        turned = gone @ self.moved  # one room for all steps: it is by far the most of the work
        turned += self.gap
        np.maximum(turned, 0, out=turned)
        return np.asarray(turned @ self.weight)

    def mean(self, shoe: Composition, known: int, seed: int) -> tuple[float, float]:
        """Over random known cards, with its standard error."""
        draw = np.random.default_rng(seed)
        gains = np.concatenate([
            self.gain(draw.multivariate_hypergeometric(shoe.values, known, size=LOT))
            for _ in range(DRAWS // LOT)
        ])  # fmt: skip
        return float(gains.mean()), float(gains.std(ddof=1) / len(gains) ** 0.5)


def turned_choices(play: Play, removed: Removed, near: Near, known: int) -> Turned:
    """Of the hands that a seat comes to from two cards that are not near being split."""
    shares = play.spec.shoe.values / play.spec.shoe.size
    found: list[tuple[Floats, Floats, Floats]] = []
    for sight in play.sights:
        reach = reached(play, sight, near[sight.seen.values])
        values, acts = all_values(play.spec, sight), sight.acts
        moved = np.array([moved_by(one, sight.seen, values) for one in removed])
        here = np.arange(acts.size)
        for act in (STAND, HIT, DOUBLE, SURRENDER):
            gap = values[act] - values[acts, here]
            by_card = moved[:, act] - moved[:, acts, here]
            spread = shares @ by_card**2 - (shares @ by_card) ** 2
            close = gap > -FAR * np.sqrt(np.maximum(known * spread, 0))
            some = close & (reach > 0) & (acts != act) & (values[act] > NEVER)
            found.append((reach[some], gap[some], by_card[:, some]))
    weight, gap, moved = (np.concatenate(parts, axis=-1) for parts in zip(*found, strict=True))
    return Turned(weight, gap, moved)


def reached(play: Play, sight: Sight, near: frozenset[int]) -> Floats:
    """[hand] how often a seat comes to it against this sight."""
    spec, seen = play.spec, sight.seen
    reach: Floats = np.zeros(sight.acts.size)
    for start in play.starts_against(sight):
        if not start.is_blackjack and not is_one(start, near):
            reach[spec.hands.two[start.low, start.high]] += start.chance * (1 - start.natural)
    shoe = Shoe(seen.shoe, seen.hole_not)
    hand_kernels.spread_reach(spec.hands, shoe, sight.acts == HIT, sight.burned, reach)
    return reach


def is_one(start: Start, pairs: frozenset[int]) -> bool:
    return start.low == start.high and start.low in pairs


def turned_splits(play: Play, removed: Removed, near: Near) -> Turned:
    """Of the pairs near being split: to split them or not."""
    weight, gap, moved = [], [], []
    for sight in play.sights:
        for start in play.starts_against(sight):
            if is_one(start, near[sight.seen.values]):
                sign = -1 if start.low in sight.split else 1
                weight.append(start.chance * (1 - start.natural))
                gap.append(sign * split_gap(play, sight, start.low))
                moved.append(sign * split_moved(play, sight, removed, start.low))
    return Turned(np.array(weight), np.array(gap), np.array(moved).reshape(-1, VALUES).T)


def split_gap(play: Play, sight: Sight, pair: int) -> float:
    """What splitting is worth more than playing the pair whole."""
    hand = int(play.spec.hands.two[pair, pair])
    return sight.splits[pair].value - hand_value(play.spec, sight.seen, sight, sight.acts, hand)


def split_moved(play: Play, sight: Sight, removed: Removed, pair: int) -> Floats:
    """[value] what a card gone adds to that."""
    gap, found = split_gap(play, sight, pair), np.zeros(VALUES)
    for at, one in enumerate(removed):
        after = sight_of(one, sight.seen)
        if one is not None and after is not None and pair in after.splits:
            found[at] = split_gap(one, after, pair) - gap
    return found


def moved_by(without: Play | None, seen: Seen, values: Floats) -> Floats:
    """[act, hand] what a card gone adds to each act's worth; nothing where it is not there to be
    gone, or an act is not to be had any more."""
    sight = sight_of(without, seen)
    if without is None or sight is None:
        return np.zeros_like(values)
    after = all_values(without.spec, sight)
    both = (values > NEVER) & (after > NEVER)
    return np.where(both, after - values, 0.0)


def sight_of(play: Play | None, seen: Seen) -> Sight | None:
    """The same sight of the dealer in another play."""
    sights = play.sights if play else ()
    return next((one for one in sights if one.seen.values == seen.values), None)
