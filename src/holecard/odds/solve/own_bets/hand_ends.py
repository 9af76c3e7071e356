"""How a seat's own hand can end for a wager that looks at it, and the compiled walk over hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import LOSE, PUSH, WIN
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.errors import BadDefinition
from holecard.hand import add, state_of_values
from holecard.hand import total as points
from holecard.jit.cache import lent, njit
from holecard.jit.scratch import few_floats, few_integers, floats
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, STAND
from holecard.odds.solve.hand_kernels import BUST, EVEN, VALUES, draw_chances, take_out
from holecard.wagers.wager import Wager

OWN_LOOKS = {"hands", "hand_total", "hand_cards", "hand_result", "surrendered"}
TOTALS, CARDS, RESULTS = 32, 24, 8
NO_END = -1
DRAWN_RESULTS = (LOSE, PUSH, WIN)  # what a hand of three or more cards can come to
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Ends:
    """The outcome of every way a first hand can end: [total, cards, result], unsplit and split."""

    unsplit: Ints
    split: Ints
    taken: Ints  # [total] of two cards given up, which a dealer blackjack takes whole (R12)
    outcomes: int

    def of(self, split: bool) -> Ints:
        return self.split if split else self.unsplit


def ends_of(wager: Wager) -> Ends:
    """Classify every end a hand can have. How many hands a split made must not matter: that is
    known only when the round is over."""
    by_hands = [classified(wager, hands) for hands in (1, 2, 3, 4)]
    if any((by_hands[1] != other).any() for other in by_hands[2:]):
        raise BadDefinition(
            f"{wager.id} depends on how many hands a split makes, which the exact engine does not "
            "follow: price it with `holecard simulate`"
        )
    taken = [classify_end(wager, 1, total, 2, LOSE, given_up=True) for total in range(4, 22)]
    whole = np.array([0] * 4 + taken + [NO_END] * (TOTALS - 22))
    return Ends(by_hands[0], by_hands[1], whole, len(wager.outcomes))


def classified(wager: Wager, hands: int) -> Ints:
    """[total, cards, result], NO_END where no hand ends so: a wager is not asked about those."""
    ends = np.full((TOTALS, CARDS, RESULTS), NO_END, dtype=np.int64)
    for total, cards in possible_ends():
        for result in range(1, RESULTS):
            if (cards == 2 or result in DRAWN_RESULTS) and (total <= 21 or result == LOSE):
                ends[total, cards, result] = classify_end(wager, hands, total, cards, result)
    return ends


@cache
def possible_ends() -> frozenset[tuple[int, int]]:
    """Every total with every number of cards that a hand can have."""
    return frozenset().union(*(ends_from((worth,)) for worth in range(1, VALUES + 1)))


@cache
def ends_from(start: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """Every total with every number of cards, two or more, that a hand which starts with these
    values can come to; 21 takes no card (R10)."""
    found: set[tuple[int, int]] = set()
    states = {state_of_values(start)}
    for cards in range(len(start), CARDS):
        found |= {(points(state), cards) for state in states if cards > 1}
        able = [state for state in states if points(state) <= 20]
        states = {add(state, worth) for state in able for worth in range(1, VALUES + 1)}
    return frozenset(found)


def classify_end(
    wager: Wager, hands: int, total: int, cards: int, result: int, given_up: bool = False
) -> int:
    seen = {
        "hands": hands,
        "hand_total": total,
        "hand_cards": cards,
        "hand_result": result,
        "surrendered": int(given_up or result == GAVE_UP),
    }
    return wager.classified({name: seen[name] for name in wager.looks})


class Bet(NamedTuple):
    """A wager under one pay table: the outcome of every end of a hand, what each outcome pays."""

    ends: Any
    pays: Any


class Choosing(NamedTuple):
    """[hand] what is given to be done, or BEST_ACT; what is rather done of two acts worth the same
    to the wager; and what is done, to be filled."""

    given: Any
    rather: Any
    done: Any


class Room(NamedTuple):
    """[hand, outcome] what comes of a hand, and what comes of standing on it."""

    out: Any
    stands: Any


@lent
def stand_end(hands: Any, hand: int, win: float, lose: float, ends: Any, out: Any) -> None:
    """The outcomes of standing on a hand, by its chances against the dealer."""
    total = hands.state[hand] % TOTALS
    cards = hands.cards[hand]
    for outcome in range(out.size):
        out[outcome] = 0.0
    out[ends[total, cards, WIN]] += win
    out[ends[total, cards, LOSE]] += lose
    out[ends[total, cards, PUSH]] += 1.0 - win - lose


@lent
def card_end(hands: Any, hand: int, shoe: Any, ends: Any, after: Any, out: Any) -> None:
    """The outcomes of one more card, given those of every hand it can make."""
    left = few_integers(VALUES)
    chances = few_floats(VALUES)
    take_out(hands.counts, hand, shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    for outcome in range(out.size):
        out[outcome] = 0.0
    total = hands.state[hand] % TOTALS
    for worth in range(VALUES):
        if left[worth] <= 0:
            continue
        into = hands.after[hand, worth]
        if into == BUST:
            # Only a hard hand can bust, so its total is the sum of its cards.
            out[ends[total + worth + 1, hands.cards[hand] + 1, LOSE]] += chances[worth]
        else:
            for outcome in range(out.size):
                out[outcome] += chances[worth] * after[into, outcome]


@njit
def play_ends(
    hands: Any, shoe: Any, may: Any, stand: Any, asked: Any, choosing: Any, bet: Any, room: Any
) -> None:
    """room.out[hand, outcome] for every hand that is asked for, each after those it grows from: by
    what is given, or else by what pays most. The wager is not doubled with the hand. Rows of hands
    that are not asked for are as they were: they may have their outcome already."""
    out, stands = room
    width = out.shape[1]
    left = few_integers(VALUES)
    pick = floats(width)
    for at in range(asked.size - 1, -1, -1):
        hand = asked[at]
        if not take_out(hands.counts, hand, shoe.left, left):
            continue
        stand_end(hands, hand, stand.win[hand], stand.lose[hand], bet.ends, stands[hand])
        best = 0.0
        for outcome in range(width):
            out[hand, outcome] = stands[hand, outcome]
            best += stands[hand, outcome] * bet.pays[outcome]
        given = choosing.given[hand]
        choosing.done[hand] = STAND if given == BEST_ACT else given
        for action in (HIT, DOUBLE):
            allowed = may.hit[hand] if action == HIT else may.double[hand]
            if not allowed or (given != BEST_ACT and given != action):
                continue
            after = out if action == HIT else stands
            card_end(hands, hand, shoe, bet.ends, after, pick)
            value = 0.0
            for outcome in range(width):
                value += pick[outcome] * bet.pays[outcome]
            even = -EVEN if choosing.rather[hand] == action else EVEN
            if given == action or value > best + even:
                best = value
                choosing.done[hand] = action
                for outcome in range(width):
                    out[hand, outcome] = pick[outcome]
