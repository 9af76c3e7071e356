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
from holecard.odds.solve.acts import BEST_ACT, HIT, STAND
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
from holecard.odds.solve.burn_kernels import Burning, Taking, burn_odds
from holecard.odds.solve.hand_kernels import EVEN, VALUES, May, Odds, Shoe
from holecard.odds.solve.sights import ACE, Seen, Spec
from holecard.odds.solve.splitting.splits import CONVENTION

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
    after_odds: Odds  # [burned value, hand] its odds then
    stand_after: Odds  # the same for a hand that must stand, as a doubled one must

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
    after, stand_after = Odds(*np.zeros((2, VALUES, size))), Odds(*np.zeros((2, VALUES, size)))
    then = given.after.then if given else np.full(size, BEST_ACT)
    acts_after = [solve_after(spec, seen, b, then, after, stand_after) for b in range(VALUES)]
    burn_hit, burn_double = np.zeros((2, size, VALUES), dtype=np.bool_)
    if given:
        burn_hit, burn_double = may_burn(spec, given.burn_hit), may_burn(spec, given.burn_double)
    hit = Taking(Odds(*np.full((2, size), np.nan)), after, burn_hit)
    double = Taking(Odds(*np.full((2, size), np.nan)), stand_after, burn_double)
    burn_odds(
        spec.hands,
        Shoe(seen.shoe, seen.hole_not),
        May(spec.may_hit, spec.may_double),
        Burning(busted_too(spec), given is not None),
        given.before.then if given else np.full(size, BEST_ACT),
        plain.stand,
        hit,
        double,
    )
    sight = BurnSight(
        seen=seen,
        stand=plain.stand,
        hit=hit.odds,
        double=double.odds,
        splits=plain.splits,
        acts=plain.acts,
        split=plain.split,
        burn_hit=burn_hit,
        burn_double=burn_double,
        after=tuple(acts_after),
        after_odds=after,
        stand_after=stand_after,
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
    spec: Spec, seen: Seen, burned: int, then: Ints, after: Odds, stand_after: Odds
) -> Ints:
    """Hit or stand when a card of value `burned` is out of the shoe and the burn is used; what is
    better, or what `then` says."""
    hands = spec.hands
    size = hands.state.size
    left = seen.shoe.copy()
    left[burned] -= 1
    if left[burned] < 0:
        return np.full(size, STAND)
    shoe = Shoe(left, seen.hole_not)
    hit = Odds(*np.full((2, size), np.nan))
    stand = Odds(stand_after.win[burned], stand_after.lose[burned])
    best = Odds(after.win[burned], after.lose[burned])
    rows = Odds(stand.win[None], stand.lose[None])
    wanted = hands.cards >= 3
    dealer_kernels.stand_odds(hands, spec.finals, seen.place, ACE, shoe, spec.pays, wanted, rows)
    hand_kernels.play_odds(hands, shoe, spec.may_hit, wanted, then, stand, hit, best)
    better = hit.win - hit.lose > stand.win - stand.lose + EVEN
    hits = spec.may_hit & np.where(then == BEST_ACT, better, then == HIT)
    return np.where(hits, HIT, STAND)


def play_burnout(spec: Spec, convention: str = CONVENTION, without: Play | None = None) -> Play:
    """Best play with the payment made; values are before the payment is taken off. `without` is
    best play without it, if that is known already."""
    known = without.sights if without else (None,) * len(spec.sights)
    sights = tuple(
        solve_burn(spec, seen, convention, solved)
        for seen, solved in zip(spec.sights, known, strict=True)
    )
    return Play(spec, convention, sights)
