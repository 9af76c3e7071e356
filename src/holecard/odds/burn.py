"""Blackjack Burnout with the payment made: the card a hit or double brings may be burned once.

Before the burn a hand is worth more than its cards; after it, the hand is played on from a shoe
that lacks the burned card. Both are solved for every hand, and the burn is chosen where it is
worth more than keeping the card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.jit import njit
from holecard.odds import finals, kernels
from holecard.odds.kernels import BUST, EVEN, VALUES, draw_chances, take_out
from holecard.odds.play import Play, Sight, best_acts, solve, worth_splitting
from holecard.odds.seen import ACE, Seen, Spec

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
BUSTED_STATE = 22


@dataclass(frozen=True)
class BurnSight(Sight):
    """A sight with the burn available."""

    burn_hit: npt.NDArray[np.bool_]  # [hand before the card, card value]: burn what a hit brought
    burn_double: npt.NDArray[np.bool_]
    after: tuple[Ints, ...]  # by burned value: hit or stand once the burn is used
    after_win: Floats  # [burned value, hand] its odds then
    after_lose: Floats


@njit
def burn_card(
    hands: Any, hand: int, shoe: Any, hole_not: int, burned: int, wins: Any, losses: Any, out: Any
) -> None:
    """Burn a card and take the next: the replacement's odds in a shoe without the burned card."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    take_out(hands.counts, hand, shoe, left)
    left[burned] -= 1
    draw_chances(left, hole_not, chances)
    out[0] = 0.0
    out[1] = 0.0
    for worth in range(VALUES):
        if left[worth] > 0:
            into = hands.after[hand, worth]
            if into == BUST:
                out[1] += chances[worth]
            else:
                out[0] += chances[worth] * wins[burned, into]
                out[1] += chances[worth] * losses[burned, into]


@njit
def card_or_burn(
    hands: Any,
    hand: int,
    shoe: Any,
    hole_not: int,
    busted_too: bool,
    keep_win: Any,
    keep_lose: Any,
    wins: Any,
    losses: Any,
    burns: Any,
    out: Any,
) -> None:
    """One card to a hand, kept or burned, whichever is better; out[0] wins, out[1] loses."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    pick = np.empty(2)
    take_out(hands.counts, hand, shoe, left)
    draw_chances(left, hole_not, chances)
    out[0] = 0.0
    out[1] = 0.0
    for worth in range(VALUES):
        burns[hand, worth] = False
        if left[worth] <= 0:
            continue
        into = hands.after[hand, worth]
        win = 0.0
        lose = 1.0
        if into != BUST:
            win = keep_win[into]
            lose = keep_lose[into]
        if into != BUST or busted_too:
            burn_card(hands, hand, shoe, hole_not, worth, wins, losses, pick)
            if pick[0] - pick[1] > win - lose + EVEN:
                burns[hand, worth] = True
                win = pick[0]
                lose = pick[1]
        out[0] += chances[worth] * win
        out[1] += chances[worth] * lose


@njit
def burn_odds(
    hands: Any,
    shoe: Any,
    hole_not: int,
    may_hit: Any,
    may_double: Any,
    busted_too: bool,
    stand: Any,
    after: Any,
    stand_after: Any,
    hit: Any,
    double: Any,
    burn_hit: Any,
    burn_double: Any,
) -> None:
    """Hit, stand and double with the burn available. Pairs of arrays are (wins, loses); `after` is
    hit or stand once a card was burned, `stand_after` standing then, both [2, burned, hand]."""
    size = hands.state.size
    win = np.zeros(size)
    lose = np.zeros(size)
    left = np.empty(VALUES, dtype=np.int64)
    pick = np.empty(2)
    for hand in range(size - 1, -1, -1):
        if hands.cards[hand] < 2 or not take_out(hands.counts, hand, shoe, left):
            continue
        win[hand] = stand[0, hand]
        lose[hand] = stand[1, hand]
        if may_hit[hand]:
            card_or_burn(
                hands,
                hand,
                shoe,
                hole_not,
                busted_too,
                win,
                lose,
                after[0],
                after[1],
                burn_hit,
                pick,
            )
            hit[0, hand] = pick[0]
            hit[1, hand] = pick[1]
            if pick[0] - pick[1] > win[hand] - lose[hand] + EVEN:
                win[hand] = pick[0]
                lose[hand] = pick[1]
        if may_double[hand]:
            card_or_burn(
                hands,
                hand,
                shoe,
                hole_not,
                busted_too,
                stand[0],
                stand[1],
                stand_after[0],
                stand_after[1],
                burn_double,
                pick,
            )
            double[0, hand] = pick[0]
            double[1, hand] = pick[1]


def solve_burn(spec: Spec, seen: Seen, convention: str, solved: Sight | None = None) -> BurnSight:
    """Best play against one sight with the payment made. Standing is as without it, and so is
    splitting: a seat that has split may not burn (U3). `solved` is the sight without it, if that
    is known already."""
    plain = solved or solve(spec, seen, convention)
    hands = spec.hands
    size = hands.state.size
    stand = np.stack([plain.stand_win, plain.stand_lose])
    after, stand_after = np.zeros((2, VALUES, size)), np.zeros((2, VALUES, size))
    acts_after = [solve_after(spec, seen, b, after, stand_after) for b in range(VALUES)]
    hit, double = np.full((2, size), np.nan), np.full((2, size), np.nan)
    burn_hit, burn_double = np.zeros((2, size, VALUES), dtype=np.bool_)
    busted_too = bool(spec.tables.burnable[BUSTED_STATE])
    burn_odds(
        hands, seen.shoe, seen.hole_not, spec.may_hit, spec.may_double, busted_too, stand, after,
        stand_after, hit, double, burn_hit, burn_double,
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
    acts = best_acts(spec, seen, sight)
    return replace(sight, acts=acts, split=worth_splitting(spec, sight, acts))


def solve_after(spec: Spec, seen: Seen, burned: int, after: Floats, stand_after: Floats) -> Ints:
    """Hit or stand when a card of value `burned` is out of the shoe and the burn is used."""
    hands = spec.hands
    size = hands.state.size
    shoe = seen.shoe.copy()
    shoe[burned] -= 1
    if shoe[burned] < 0:
        return np.zeros(size, dtype=np.int64)
    hit = np.full((2, size), np.nan)
    stand, best = stand_after[:, burned], after[:, burned]
    wanted = hands.cards >= 3
    finals.stand_odds(
        hands, spec.finals, seen.place, ACE, shoe, seen.hole_not, spec.sign, wanted, stand[0][None],
        stand[1][None],
    )  # fmt: skip
    kernels.play_odds(
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
        np.full(size, -1),
    )
    better = spec.may_hit & (hit[0] - hit[1] > stand[0] - stand[1] + EVEN)
    return np.asarray(better, dtype=np.int64)


def play_burnout(spec: Spec, convention: str = "cdp1", without: Play | None = None) -> Play:
    """Best play with the payment made; values are before the payment is taken off. `without` is
    best play without it, if that is known already."""
    known = without.sights if without else (None,) * len(spec.sights)
    sights = tuple(
        solve_burn(spec, seen, convention, solved)
        for seen, solved in zip(spec.sights, known, strict=True)
    )
    return Play(spec, convention, "best play with the burn", sights)
