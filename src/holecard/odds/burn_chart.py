"""What to burn: for each total a hand is hit from, the cards worth throwing away."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from holecard.hand import hand_text
from holecard.odds.burn import BurnSight
from holecard.odds.charts import HARD_ROWS, NAMES, SOFT_ROWS, Weighing, column_of, columns_of
from holecard.odds.play import DOUBLE, HIT, Play


def burn_rows(play: Play, doubled: bool = False) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Columns, and rows of cards to burn after a hit (or a double) from each total; `-` where
    best play does not take a card, `none` where every card is kept. Where hands of one total
    differ, the choice of the more frequent ones."""
    action = DOUBLE if doubled else HIT
    votes: defaultdict[tuple[int, str, int], float] = defaultdict(float)
    taken: defaultdict[tuple[int, str], float] = defaultdict(float)
    weighing = Weighing(play)
    for sight in play.sights:
        if isinstance(sight, BurnSight):
            weights = weighing.weights(sight.seen)
            column = column_of(sight.seen.values)
            burns = sight.burn_double if doubled else sight.burn_hit
            acting = (sight.acts == action) & (play.spec.hands.cards >= 2) & (weights > 0)
            for hand in np.flatnonzero(acting):
                state = int(play.spec.hands.state[hand])
                taken[state, column] += weights[hand]
                for worth in np.flatnonzero(burns[hand]):
                    votes[state, column, int(worth)] += weights[hand]
    columns = list(columns_of(play))
    rows = []
    for state in (*HARD_ROWS, *SOFT_ROWS):
        if any((state, column) in taken for column in columns):
            rows.append((hand_text(state), [burn_cell(state, c, votes, taken) for c in columns]))
    return columns, rows


def burn_cell(
    state: int,
    column: str,
    votes: dict[tuple[int, str, int], float],
    taken: dict[tuple[int, str], float],
) -> str:
    if (state, column) not in taken:
        return "-"
    half = taken[state, column] / 2
    burned = [NAMES[worth] for worth in range(10) if votes.get((state, column, worth), 0.0) > half]
    return "".join(burned) or "none"
