"""Charts of a play for another wager than the main one: a cell is what most of its hands do, by how
often they come up. What the hands are worth is not in the play's odds then, so it is not weighed;
what the chart costs is worked out by following it."""

from __future__ import annotations

import numpy as np

from holecard.odds.charts.burn_lists import burn_lists
from holecard.odds.charts.by_total import (
    RARE,
    Floats,
    TotalChart,
    Weighing,
    column_of,
    fill_gaps,
    may_act,
)
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.hands import is_pair

VOTES = {HIT: 1.0, STAND: -1.0}  # with more than two cards; a double or surrender has none


class Voting(Weighing):
    """Adds up how often each choice is made with the hands of a total."""

    def weigh(
        self,
        sight: Sight,
        scores: dict[tuple[int, str], Floats],
        thens: dict[tuple[int, str], float],
        pairs: dict[tuple[int, str], float],
    ) -> None:
        hands, column = self.spec.hands, column_of(sight.seen.values)
        if not may_act(sight.seen):
            return
        weights = self.reached(sight) + RARE * self.weights(sight.seen)
        for hand in np.flatnonzero((hands.cards >= 2) & (weights > 0)):
            key, act = (int(hands.state[hand]), column), int(sight.acts[hand])
            if self.spec.may_hit[hand]:
                thens[key] += weights[hand] * VOTES.get(act, RARE)
            if hands.cards[hand] > 2:
                continue
            pair = is_pair(hands.counts[hand])
            if pair >= 0:
                pairs[pair, column] += weights[hand] if pair in sight.split else -weights[hand]
            if pair not in sight.split:
                scores[key][act] += weights[hand]


def voted_chart(play: Play) -> TotalChart:
    return fill_gaps(Voting(play).chart())


def voted_burn_chart(play: Play, after: TotalChart) -> BurnChart:
    """With the lists of cards to burn; `after` is the chart without the burn."""
    return BurnChart(voted_chart(play), burn_lists(play), after)
