"""A hand's state is one int: its total, plus 32 if an ace in it counts eleven.

Everything a round asks of a hand is a small function of that int, so it can be tabulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from holecard.cards import ACE, value

STATES = 64
SOFT = 32
EMPTY = 0
TOP = 31  # no hand can count more: 21 takes no card, so 20 and a ten is 30 (R10)
BLACKJACK_STATE = SOFT + 21


def total(state: int) -> int:
    return state % SOFT


def is_soft(state: int) -> bool:
    return state >= SOFT


def add(state: int, card_value: int) -> int:
    """The state after one more card; an ace counts eleven while that does not bust."""
    points = total(state) + card_value
    soft = is_soft(state)
    if card_value == ACE and not soft and points + 10 <= 21:
        return points + 10 + SOFT
    if soft and points > 21:
        return points - 10
    return min(points, TOP) + (SOFT if soft else 0)


def state_of_values(values: Iterable[int]) -> int:
    state = EMPTY
    for worth in values:
        state = add(state, worth)
    return state


def state_of(cards: Iterable[int]) -> int:
    return state_of_values(value(card) for card in cards)


def is_blackjack(state: int, cards: int) -> bool:
    """R1: an ace and a ten-value card, and no more."""
    return state == BLACKJACK_STATE and cards == 2


@cache
def are_blackjack(values: tuple[int, ...]) -> bool:
    """Whether cards of these values are a blackjack."""
    return is_blackjack(state_of_values(values), len(values))


def hand_text(state: int, natural: bool = False, joint: str = ", ") -> str:
    """What a dealer calls the hand: `16`, `soft 18`, `blackjack`, `26, busted`."""
    if natural:
        return "blackjack"
    if state == add(EMPTY, ACE):
        return "an ace"
    if total(state) > 21:
        return f"{total(state)}{joint}busted"
    return f"soft {total(state)}" if is_soft(state) and total(state) < 21 else str(total(state))
