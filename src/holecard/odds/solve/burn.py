"""Blackjack Burnout with the payment made: the card a hit or double brings may be burned once.

Before the burn a hand is worth more than its cards; after it, the hand is played on from a shoe
that lacks the burned card. Both are solved for every hand: for best play, where the burn is chosen
if it is worth more than keeping the card, or as a given sheet says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from holecard.odds.solve import dealer_kernels, hand_kernels
from holecard.odds.solve.best_play import (
    Chart,
    Play,
    Sheet,
    Sight,
    best_acts,
    given_acts,
    solve,
    worth_splitting,
)
from holecard.odds.solve.burn_kernels import burn_odds
from holecard.odds.solve.hand_kernels import EVEN, VALUES
from holecard.odds.solve.sights import ACE, Seen, Spec
from holecard.odds.solve.splits import CONVENTION

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
BUSTED_STATE = 22


@dataclass(frozen=True)
class BurnSheet:
    """A given way of playing against one sight with the payment made: with the burn at hand, which
    cards to burn, and without it, that is once it is used and on hands that were split (U3)."""

    before: Sheet
    burn_hit: Bools  # [hand before the card, card value]
    burn_double: Bools
    after: Sheet


@dataclass(frozen=True)
class BurnSight(Sight):
    """A sight with the burn available."""

    burn_hit: Bools  # [hand before the card, card value]: burn what a hit brought
    burn_double: Bools
    after: tuple[Ints, ...]  # by burned value: hit or stand once the burn is used
    after_win: Floats  # [burned value, hand] its odds then
    after_lose: Floats

    @property
    def burned(self) -> Bools:
        return self.burn_hit


def solve_burn(
    spec: Spec,
    seen: Seen,
    convention: str,
    solved: Sight | None = None,
    given: BurnSheet | None = None,
) -> BurnSight:
    """One sight with the payment made, for best play or as given. Standing is as without it, and
    so is splitting: a seat that has split may not burn (U3). `solved` is the sight without it, if
    that is known already."""
    plain = solved or solve(spec, seen, convention, without_burn(given) if given else None)
    size = spec.hands.state.size
    stand = np.stack([plain.stand_win, plain.stand_lose])
    after, stand_after = np.zeros((2, VALUES, size)), np.zeros((2, VALUES, size))
    then = given.after.then if given else np.full(size, -1)
    acts_after = [solve_after(spec, seen, b, then, after, stand_after) for b in range(VALUES)]
    hit, double = np.full((2, size), np.nan), np.full((2, size), np.nan)
    burn_hit, burn_double = np.zeros((2, size, VALUES), dtype=np.bool_)
    if given:
        burn_hit, burn_double = may_burn(spec, given.burn_hit), may_burn(spec, given.burn_double)
    forced = given.before.then if given else np.full(size, -1)
    burn_odds(
        spec.hands, seen.shoe, seen.hole_not, spec.may_hit, spec.may_double, busted_too(spec),
        given is not None, forced, stand, after, stand_after, hit, double, burn_hit, burn_double,
    )  # fmt: skip
    sight = BurnSight(
        seen=seen,
        stand_win=plain.stand_win,
        stand_lose=plain.stand_lose,
        hit_win=hit[0],
        hit_lose=hit[1],
        double_win=double[0],
        double_lose=double[1],
        splits=plain.splits,
        acts=plain.acts,
        split=plain.split,
        burn_hit=burn_hit,
        burn_double=burn_double,
        after=tuple(acts_after),
        after_win=after[0],
        after_lose=after[1],
    )
    if given:
        return replace(sight, acts=given_acts(spec, given.before))
    acts = best_acts(spec, seen, sight)
    return replace(sight, acts=acts, split=worth_splitting(spec, sight, acts))


def without_burn(given: BurnSheet) -> Chart:
    """How hands are played that have no burn, with the pairs that are split to make them."""
    sheet = replace(given.after, splits=given.before.splits)
    return lambda spec, seen: sheet


def busted_too(spec: Spec) -> bool:
    return bool(spec.tables.burnable[BUSTED_STATE])


def may_burn(spec: Spec, burns: Bools) -> Bools:
    """The burns that are allowed: by option not that of a card that busted the hand (U2)."""
    return burns if busted_too(spec) else burns & (spec.hands.after != hand_kernels.BUST)


def solve_after(
    spec: Spec, seen: Seen, burned: int, then: Ints, after: Floats, stand_after: Floats
) -> Ints:
    """Hit or stand when a card of value `burned` is out of the shoe and the burn is used; what is
    better, or what `then` says."""
    hands = spec.hands
    size = hands.state.size
    shoe = seen.shoe.copy()
    shoe[burned] -= 1
    if shoe[burned] < 0:
        return np.zeros(size, dtype=np.int64)
    hit = np.full((2, size), np.nan)
    stand, best = stand_after[:, burned], after[:, burned]
    wanted = hands.cards >= 3
    dealer_kernels.stand_odds(
        hands, spec.finals, seen.place, ACE, shoe, seen.hole_not, spec.sign, wanted, stand[0][None],
        stand[1][None],
    )  # fmt: skip
    hand_kernels.play_odds(
        hands,
        shoe,
        seen.hole_not,
        spec.may_hit,
        wanted,
        stand[0],
        stand[1],
        hit[0],
        hit[1],
        best[0],
        best[1],
        then,
    )
    better = hit[0] - hit[1] > stand[0] - stand[1] + EVEN
    hits = spec.may_hit & np.where(then < 0, better, then == 1)
    return np.asarray(hits, dtype=np.int64)


def play_burnout(spec: Spec, convention: str = CONVENTION, without: Play | None = None) -> Play:
    """Best play with the payment made; values are before the payment is taken off. `without` is
    best play without it, if that is known already."""
    known = without.sights if without else (None,) * len(spec.sights)
    sights = tuple(
        solve_burn(spec, seen, convention, solved)
        for seen, solved in zip(spec.sights, known, strict=True)
    )
    return Play(spec, convention, sights)
