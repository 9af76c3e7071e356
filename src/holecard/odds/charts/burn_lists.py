"""What to burn by total: for each total a hand takes a card from, the cards worth throwing away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from holecard.hand import STATES, hand_text
from holecard.odds.charts.by_total import (
    HARD_ROWS,
    SOFT_ROWS,
    Weighing,
    column_of,
    columns_of,
)
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import VALUES, Play
from holecard.odds.solve.burn import Bools, BurnSight
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.sights import Seen, Spec

Floats = npt.NDArray[np.float64]
Place = tuple[bool, int, str]  # doubled, the hand's state before the card, column
NO_CARD_TAKEN, NO_BURN = "-", "none"


@dataclass(frozen=True)
class BurnLists:
    """The values (from 0) to burn, wherever a card may be taken; `taken` is where best play takes
    one, and all that is shown. The others matter when a chart takes a card that best play does
    not."""

    columns: tuple[str, ...]
    lists: dict[Place, frozenset[int]]
    taken: frozenset[Place]

    def burns(self, spec: Spec, seen: Seen, doubled: bool) -> Bools:
        """[hand before the card, card value], as the solver takes it."""
        column = column_of(seen.values)
        found = np.zeros((STATES, VALUES), dtype=np.bool_)
        for state in range(STATES):
            found[state, list(self.lists.get((doubled, state, column), ()))] = True
        return np.asarray(found[spec.hands.state])

    def text(self, place: Place) -> str:
        if place not in self.taken:
            return NO_CARD_TAKEN
        return cards_text(self.lists[place])

    def rows(self, doubled: bool = False) -> list[tuple[str, list[str]]]:
        """Rows of cards to burn after a hit (or a double) from each total; `-` where best play
        does not take a card, `none` where every card is kept."""
        return [
            (hand_text(state), [self.text((doubled, state, column)) for column in self.columns])
            for state in (*HARD_ROWS, *SOFT_ROWS)
            if any((doubled, state, column) in self.taken for column in self.columns)
        ]


def cards_text(values: frozenset[int]) -> str:
    return "".join(NAMES[worth] for worth in sorted(values)) or NO_BURN


def burn_lists(play: Play) -> BurnLists:
    """The lists of best play. Where hands of one total differ, the choice of the more frequent
    ones; hands that best play takes no card with are asked only where it never takes one."""
    taking: defaultdict[Place, Floats] = defaultdict(lambda: np.zeros(VALUES + 1))
    others: defaultdict[Place, Floats] = defaultdict(lambda: np.zeros(VALUES + 1))
    weighing = Weighing(play)
    for sight in play.sights:
        if isinstance(sight, BurnSight):
            weigh_burns(weighing, sight, taking, others)
    votes = {**others, **taking}
    lists = {place: frozenset(majority(vote)) for place, vote in votes.items()}
    return BurnLists(columns_of(play), lists, frozenset(taking))


def weigh_burns(
    weighing: Weighing, sight: BurnSight, taking: dict[Place, Floats], others: dict[Place, Floats]
) -> None:
    """Adds each hand's weight to its total, and to every value it burns."""
    spec = weighing.spec
    weights = weighing.weights(sight.seen)
    column = column_of(sight.seen.values)
    for doubled, action, may, burns in (
        (False, HIT, spec.may_hit, sight.burn_hit),
        (True, DOUBLE, spec.may_double, sight.burn_double),
    ):
        for hand in np.flatnonzero(may & (spec.hands.cards >= 2) & (weights > 0)):
            votes = taking if sight.acts[hand] == action else others
            place = doubled, int(spec.hands.state[hand]), column
            votes[place] += weights[hand] * np.append(burns[hand], True)


def majority(votes: Floats) -> list[int]:
    """The values burned by more than half of the weight, which is the last entry."""
    return [worth for worth in range(VALUES) if votes[worth] > votes[VALUES] / 2]
