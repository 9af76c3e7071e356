"""The compiled arithmetic of the burn: one card to a hand, kept or thrown away for the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.jit.cache import njit
from holecard.odds.solve.hand_kernels import BUST, EVEN, VALUES, draw_chances, take_out


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
    given: bool,
    keep_win: Any,
    keep_lose: Any,
    wins: Any,
    losses: Any,
    burns: Any,
    out: Any,
) -> None:
    """One card to a hand, kept or burned; out[0] wins, out[1] loses. Where `given`, `burns` says
    which cards are burned; otherwise it is told, the better of the two."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    pick = np.empty(2)
    take_out(hands.counts, hand, shoe, left)
    draw_chances(left, hole_not, chances)
    out[0] = 0.0
    out[1] = 0.0
    for worth in range(VALUES):
        if not given:
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
            if not given:
                burns[hand, worth] = pick[0] - pick[1] > win - lose + EVEN
            if burns[hand, worth]:
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
    given: bool,
    forced: Any,
    stand: Any,
    after: Any,
    stand_after: Any,
    hit: Any,
    double: Any,
    burn_hit: Any,
    burn_double: Any,
) -> None:
    """Hit, stand and double with the burn available. Pairs of arrays are (wins, loses); `after` is
    hit or stand once a card was burned, `stand_after` standing then, both [2, burned, hand].
    `forced[hand]` >= 0 decides between hitting and standing, and the burns are `given`."""
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
                given,
                win,
                lose,
                after[0],
                after[1],
                burn_hit,
                pick,
            )
            hit[0, hand] = pick[0]
            hit[1, hand] = pick[1]
            better = pick[0] - pick[1] > win[hand] - lose[hand] + EVEN
            if (better and forced[hand] < 0) or forced[hand] == 1:
                win[hand] = pick[0]
                lose[hand] = pick[1]
        if may_double[hand]:
            card_or_burn(
                hands,
                hand,
                shoe,
                hole_not,
                busted_too,
                given,
                stand[0],
                stand[1],
                stand_after[0],
                stand_after[1],
                burn_double,
                pick,
            )
            double[0, hand] = pick[0]
            double[1, hand] = pick[1]
