"""Players that learn nothing: at random, as the dealer draws, and by the chart of totals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from examples.agents.measure import Player, Seen
from holecard.dealing.actions import DECLINE, HIT, KEEP, SPLIT, STAND
from holecard.games import find_game
from holecard.hand import SOFT, STATES
from holecard.odds.charts.by_total import column_of
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import ACTIONS

VALUES = 11


def random_player() -> tuple[Player, int]:
    """Any legal action."""

    def choose(seen: Seen, draw: np.random.Generator) -> Any:
        mask = seen["action_mask"]
        return (mask * draw.random(mask.shape)).argmax(axis=1)

    return choose, 0


def hand_state(seen: Seen) -> Any:
    return seen["total"] + SOFT * seen["soft"].astype(np.int64)


def wanted(mask: Any, *choices: Any) -> Any:
    """The first of the choices that is legal, else no insurance, keep, or stand."""
    tables = np.arange(len(mask))
    chosen = np.full(len(mask), STAND)
    for choice in (KEEP, DECLINE, *reversed(choices)):
        legal = mask[tables, choice] == 1
        chosen = np.where(legal, choice, chosen)
    return chosen


def mimic(game: str) -> tuple[Player, int]:
    """Hit where the dealer would, else stand; never double or split."""
    draws = np.array(find_game(game).tables.draws)

    def choose(seen: Seen, draw: np.random.Generator) -> Any:
        return wanted(seen["action_mask"], np.where(draws[hand_state(seen)] == 1, HIT, STAND))

    return choose, 0


@cache
def book_of(game: str) -> Playbook:
    return Playbook(find_game(game))


def by_chart(game: str) -> tuple[Player, int]:
    """The chart people carry, derived from best play. For games that show one dealer card."""
    chart = book_of(game).by_total.chart
    first, then = np.full((2, VALUES, STATES), STAND)
    splits = np.zeros((VALUES, VALUES), dtype=np.bool_)
    for up in range(1, VALUES):
        column = column_of((up,))
        for state in range(STATES):
            first[up, state] = ACTIONS[chart.first.get((state, column), 0)]
            then[up, state] = ACTIONS[chart.then.get((state, column), 0)]
        for pair in range(1, VALUES):
            splits[up, pair] = (pair - 1, column) in chart.splits

    def choose(seen: Seen, draw: np.random.Generator) -> Any:
        up, state = seen["dealer"][:, 0], hand_state(seen)
        pair = seen["hand"].argmax(axis=1) + 1  # where a split is legal, there is one value only
        then_or = then[up, state]
        first_or = np.where(splits[up, pair], SPLIT, first[up, state])
        return wanted(seen["action_mask"], first_or, first[up, state], then_or)

    return choose, 0
