"""The compiled arithmetic of the burn: one card to a hand, kept or thrown away for the next."""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import few_floats, few_integers, floats
from holecard.odds.solve.acts import BEST_ACT, HIT
from holecard.odds.solve.hand_kernels import BUST, EVEN, VALUES, Odds, draw_chances, take_out


class Burning(NamedTuple):
    """Whether a card that busted the hand may be burned too, and whether it is given which cards
    are burned or chosen for the best."""

    busted_too: bool
    given: bool


class Taking(NamedTuple):
    """A card by hit or by double: the odds of a hand that takes one, to be filled; of the hands it
    can make once a card was burned, [burned, hand]; and which cards are burned, [hand, value]."""

    odds: Any
    after: Any
    burns: Any


@lent
def burn_card(hands: Any, hand: int, shoe: Any, burned: int, after: Any, out: Any) -> None:
    """Burn a card and take the next: the replacement's odds in a shoe without the burned card."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    take_out(hands.counts, hand, shoe.left, left)
    left[burned] -= 1
    draw_chances(left, shoe.hole_not, chances)
    out[0] = 0.0
    out[1] = 0.0
    for worth in range(VALUES):
        if left[worth] > 0:
            into = hands.after[hand, worth]
            if into == BUST:
                out[1] += chances[worth]
            else:
                out[0] += chances[worth] * after.win[burned, into]
                out[1] += chances[worth] * after.lose[burned, into]


@lent
def card_or_burn(
    hands: Any, hand: int, shoe: Any, burning: Any, keep: Any, taking: Any, out: Any
) -> None:
    """One card to a hand, kept or burned; out[0] wins, out[1] loses. Where it is given, `burns`
    says which cards are burned; otherwise it is told, the better of the two."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    pick = few_floats(2)
    take_out(hands.counts, hand, shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    out[0] = 0.0
    out[1] = 0.0
    for worth in range(VALUES):
        if not burning.given:
            taking.burns[hand, worth] = False
        if left[worth] <= 0:
            continue
        into = hands.after[hand, worth]
        win = 0.0
        lose = 1.0
        if into != BUST:
            win = keep.win[into]
            lose = keep.lose[into]
        if into != BUST or burning.busted_too:
            burn_card(hands, hand, shoe, worth, taking.after, pick)
            if not burning.given:
                taking.burns[hand, worth] = pick[0] - pick[1] > win - lose + EVEN
            if taking.burns[hand, worth]:
                win = pick[0]
                lose = pick[1]
        out[0] += chances[worth] * win
        out[1] += chances[worth] * lose


@njit
def burn_odds(
    hands: Any, shoe: Any, may: Any, burning: Any, forced: Any, stand: Any, hit: Any, double: Any
) -> None:
    """Hit, stand and double with the burn available. Where `forced[hand]` is HIT or STAND it
    decides between the two."""
    size = hands.state.size
    best = Odds(floats(size), floats(size))
    left = few_integers(VALUES)
    pick = few_floats(2)
    for hand in range(size - 1, -1, -1):
        if hands.cards[hand] < 2 or not take_out(hands.counts, hand, shoe.left, left):
            continue
        best.win[hand] = stand.win[hand]
        best.lose[hand] = stand.lose[hand]
        if may.hit[hand]:
            card_or_burn(hands, hand, shoe, burning, best, hit, pick)
            hit.odds.win[hand] = pick[0]
            hit.odds.lose[hand] = pick[1]
            better = pick[0] - pick[1] > best.win[hand] - best.lose[hand] + EVEN
            if (better and forced[hand] == BEST_ACT) or forced[hand] == HIT:
                best.win[hand] = pick[0]
                best.lose[hand] = pick[1]
        if may.double[hand]:
            card_or_burn(hands, hand, shoe, burning, stand, double, pick)
            double.odds.win[hand] = pick[0]
            double.odds.lose[hand] = pick[1]
