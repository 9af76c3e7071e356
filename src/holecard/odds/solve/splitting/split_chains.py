"""One split hand, and the dealer's, drawn from a shoe whose cards are put back: chains of states.

With every card drawn by the same chances, hands with the same future are one state, whatever cards
they hold: a few dozen states stand for a thousand hands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.tables import VALUES as VALUE_STEP
from holecard.hand import state_of_values
from holecard.jit.cache import lent, njit
from holecard.jit.scratch import flags
from holecard.odds.solve.acts import DOUBLE, HIT, STAND
from holecard.odds.solve.dealer_finals import standing
from holecard.odds.solve.hand_kernels import BUST, VALUES
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec

TOTALS = 32  # ends of a hand: a total or a bust (0) of one wager, then the same doubled
HAND_ENDS = 2 * TOTALS
BUSTED = 0
Ints = npt.NDArray[np.int64]


class Chain(NamedTuple):
    """What each card makes of each state: another state, which comes before it in the list, or an
    end, as -1 less its number."""

    into: Ints  # [state, value]
    first: Ints  # [value] after the first card drawn


def end(number: int) -> int:
    return -1 - number


end_in_kernel = lent(end)


@njit
def merge(hands: Any, pair: int, acts: Any, into: Any, code: Any) -> int:
    """Number the futures of the hands that come of one card of a pair: into[state, value], and
    code[hand], its state or its end. Returns how many states there are."""
    needed = flags(hands.state.size)
    for worth in range(VALUES):
        needed[hands.two[pair, worth]] = True
    for hand in range(hands.state.size):
        if needed[hand] and acts[hand] == HIT:
            for worth in range(VALUES):
                if hands.after[hand, worth] != BUST:
                    needed[hands.after[hand, worth]] = True
    states = 0
    for hand in range(hands.state.size - 1, -1, -1):
        if needed[hand] and acts[hand] == STAND:
            code[hand] = end_in_kernel(hands.state[hand] % TOTALS)
        elif needed[hand]:
            for worth in range(VALUES):
                into[states, worth] = future(hands, hand, worth, acts, code)
            code[hand] = first_like(into, states)
            states = max(states, code[hand] + 1)
    return states


@lent
def future(hands: Any, hand: int, worth: int, acts: Any, code: Any) -> int:
    """What one card makes of a hand that hits or doubles: a state or an end."""
    after = hands.after[hand, worth]
    if acts[hand] == DOUBLE:
        drawn = hands.state[after] % TOTALS if after != BUST else BUSTED
        return end_in_kernel(TOTALS + drawn)
    return code[after] if after != BUST else end_in_kernel(BUSTED)


@lent
def first_like(into: Any, last: int) -> int:
    """The first state with the future of the last one: itself, if there is none before it."""
    for state in range(last):
        alike = True
        for worth in range(VALUES):
            alike = alike and into[state, worth] == into[last, worth]
        if alike:
            return state
    return last


def hand_chain(spec: Spec, pair: int, acts: Ints) -> Chain:
    """A hand that starts with one card of a pair and is played by `acts`; its ends are totals."""
    size = spec.hands.state.size
    into = np.empty((size, VALUES), dtype=np.int64)
    code = np.empty(size, dtype=np.int64)
    states = merge(spec.hands, pair, acts, into, code)
    return Chain(into[:states].copy(), code[spec.hands.two[pair]])


def dealer_chain(spec: Spec, seen: Seen) -> Chain:
    """The dealer's hand from what is seen; its ends are the endings of `finals`, and one more for
    a blackjack that was looked for and is not there."""
    standings = tuple(spec.finals.standings.tolist())
    tables = spec.tables
    return chain_from(tuple(tables.add), tuple(tables.draws), standings, seen.values, seen.hole_not)


@lru_cache(maxsize=256)
def chain_from(
    add: tuple[int, ...],
    draws: tuple[int, ...],
    standings: tuple[int, ...],
    start: tuple[int, ...],
    hole_not: int,
) -> Chain:
    """`add` and `draws` are those of the rules' tables, the last of `standings` that of busts left
    out. A hand that draws nothing ends alike whatever card comes first."""
    known: dict[int, int] = {}
    rows: list[list[int]] = []
    endings = {final: at for at, final in enumerate(standings)}

    def ended(state: int, cards: int) -> int:
        return end(endings.get(standing(state, cards), len(standings) - 1))

    def after(state: int, worth: int, cards: int) -> int:
        grown = add[state * VALUE_STEP + worth]
        return number(grown) if draws[grown] else ended(grown, cards)

    def number(state: int) -> int:
        if state not in known:
            row = [after(state, worth, 3) for worth in range(1, VALUES + 1)]
            known[state] = len(rows)
            rows.append(row)
        return known[state]

    state, cards = state_of_values(start), len(start)
    first = [after(state, worth, cards + 1) for worth in range(1, VALUES + 1)]
    if cards == 2 and not draws[state]:
        first = [ended(state, cards)] * VALUES
    if hole_not != NOTHING_KNOWN:
        first[hole_not] = end(len(standings))
    return Chain(np.array(rows, dtype=np.int64).reshape(-1, VALUES), np.array(first))
