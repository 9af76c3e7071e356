"""The compiled walk over hands whose ends are known as chances of outcomes."""

from __future__ import annotations

from typing import Any, NamedTuple

from holecard.jit.cache import lent, njit
from holecard.jit.scratch import few_integers, floats
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.dealer_kernels import ending_chances
from holecard.odds.solve.hand_kernels import BUST, EVEN, VALUES, draw_chances, take_out


class Acts(NamedTuple):
    """[hand] whether an act is open to it."""

    hit: Any
    double: Any
    give_up: Any


class Others(NamedTuple):
    """[hand, outcome] of doubling and of giving up, where that is open."""

    doubled: Any
    given_up: Any


class Stands(NamedTuple):
    """[hand, outcome] of standing and of busting with the next card; [hand, value] its chances."""

    stood: Any
    bust: Any
    draws: Any


def stand_finals(
    hands: Any, finals: Any, start: int, aside: int, shoe: Any, wanted: Any, out: Any
) -> None:
    """out[hand, standing]: the dealer's final hand beside every wanted hand, as `stand_odds`."""
    chances = ending_chances(hands, finals, start, aside, shoe, wanted)
    for ending, standing in enumerate(finals.standings):
        out[wanted, standing] += chances[:, ending]


@lent
def draws_of(hands: Any, shoe: Any, out: Any) -> None:
    """out[hand, value]: the chance of each next card; none for hands the shoe cannot make."""
    left = few_integers(VALUES)
    for hand in range(hands.state.size):
        if take_out(hands.counts, hand, shoe.left, left):
            draw_chances(left, shoe.hole_not, out[hand])


@lent
def card_after(hands: Any, hand: int, stands: Any, after: Any, out: Any) -> None:
    """The outcomes of one more card, given those of every hand it can make."""
    for outcome in range(out.size):
        out[outcome] = stands.bust[hand, outcome]
    for worth in range(VALUES):
        into = hands.after[hand, worth]
        if into != BUST:
            for outcome in range(out.size):
                out[outcome] += stands.draws[hand, worth] * after[into, outcome]


@njit
def cards_after(hands: Any, may: Any, stands: Any, after: Any, out: Any) -> None:
    """out[hand, outcome] of one card and no more, for every hand that may take it."""
    for hand in range(hands.state.size):
        if may[hand]:
            card_after(hands, hand, stands, after, out[hand])


@lent
def worth_of(chances: Any, pays: Any) -> float:
    value = 0.0
    for outcome in range(chances.size):
        value += chances[outcome] * pays[outcome]
    return value


@njit
def follow_hands(
    hands: Any, may: Any, stands: Any, others: Any, wanted: Any, choosing: Any, pays: Any, out: Any
) -> None:
    """out[hand, outcome] for every wanted hand: by what is given, or else by what pays most."""
    pick = floats(out.shape[1])
    for hand in range(hands.state.size - 1, -1, -1):
        if not wanted[hand]:
            continue
        for outcome in range(pick.size):
            out[hand, outcome] = stands.stood[hand, outcome]
        best = worth_of(out[hand], pays)
        given = choosing.given[hand]
        choosing.done[hand] = STAND if given == BEST_ACT else given
        for action in (HIT, DOUBLE, SURRENDER):
            allowed = may.hit[hand]
            if action != HIT:
                allowed = may.double[hand] if action == DOUBLE else may.give_up[hand]
            if not allowed or (given != BEST_ACT and given != action):
                continue
            if action == HIT:
                card_after(hands, hand, stands, out, pick)
            else:
                rest = others.doubled if action == DOUBLE else others.given_up
                for outcome in range(pick.size):
                    pick[outcome] = rest[hand, outcome]
            value = worth_of(pick, pays)
            even = -EVEN if choosing.rather[hand] == action else EVEN
            if given == action or value > best + even:
                best = value
                choosing.done[hand] = action
                for outcome in range(pick.size):
                    out[hand, outcome] = pick[outcome]
