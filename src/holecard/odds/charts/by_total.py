"""Charts people can carry: one choice for every total, derived from best play, never typed in.

A cell is the choice worth most over all hands of that total, weighted by how often they come. The
hands whose best choice differs are exceptions, and what the simpler chart costs is a figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.hand import SOFT, STATES, are_blackjack, hand_text
from holecard.odds.solve import hand_kernels
from holecard.odds.solve.acts import ACTIONS, DOUBLE, HIT, LETTERS, SPLIT, STAND, SURRENDER
from holecard.odds.solve.best_play import (
    NEVER,
    VALUES,
    Play,
    Sheet,
    Sight,
    all_values,
    play_game,
    surrender_values,
)
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.hands import NAMES, is_pair, state_of_counts
from holecard.odds.solve.sights import Seen, Spec

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
HARD_ROWS = tuple(range(5, 21))
MOST_ROUNDS = 8
RARE = 1e-9  # the weight of hands the play never reaches, beside those it does
SOFT_ROWS = tuple(SOFT + points for points in range(12, 21))


def column_of(values: tuple[int, ...]) -> str:
    """What the dealer shows, as a column's head: an up card, or the total of both cards."""
    if len(values) == 1:
        return NAMES[values[0] - 1]
    counts = tuple(values.count(worth) for worth in range(1, VALUES + 1))
    return hand_text(state_of_counts(counts)).replace("soft ", "s")


def columns_of(play: Play) -> tuple[str, ...]:
    """The columns in reading order: up cards ace to ten; of two cards hard totals, then soft."""
    heads = {column_of(s.seen.values): s.seen.values for s in play.sights if may_act(s.seen)}
    return tuple(sorted(heads, key=lambda head: (head.startswith("s"), sum(heads[head]))))


def may_act(seen: Seen) -> bool:
    """Nobody acts against a dealer blackjack in full view."""
    return not are_blackjack(seen.values)


@dataclass(frozen=True)
class Exception_:
    """A two-card hand whose best choice is not its total's, and what following the chart costs."""

    hand: str
    dealer: str  # the dealer's cards that are seen
    best: str
    chart: str
    cost: float  # per hand, in initial wagers


@dataclass(frozen=True)
class TotalChart:
    """First choice and fallback by total and column; pairs to split by column."""

    columns: tuple[str, ...]
    first: dict[tuple[int, str], int]  # (state, column)
    then: dict[tuple[int, str], int]
    splits: frozenset[tuple[int, str]]  # (value from 0, column)

    def __call__(self, spec: Spec, seen: Seen) -> Sheet:
        """The chart as the solver takes it: any play can be evaluated exactly."""
        column = column_of(seen.values)
        first, then = np.zeros(STATES, dtype=np.int64), np.zeros(STATES, dtype=np.int64)
        for state in range(STATES):
            first[state] = self.first.get((state, column), STAND)
            then[state] = self.then.get((state, column), STAND)
        pairs = frozenset(pair for pair, at in self.splits if at == column)
        return Sheet(first[spec.hands.state], then[spec.hands.state], pairs)

    def letter(self, state: int, column: str) -> str:
        first, then = self.first[state, column], self.then[state, column]
        return next(letter for letter, choices in CHOICES.items() if choices == (first, then))


# What a letter does with two cards, and with more (or with two that may do no such thing).
CHOICES = {
    "S": (STAND, STAND), "H": (HIT, HIT), "D": (DOUBLE, HIT), "Ds": (DOUBLE, STAND),
    "R": (SURRENDER, HIT), "Rs": (SURRENDER, STAND), "Hs": (HIT, STAND), "Sh": (STAND, HIT),
}  # fmt: skip
SPLIT_IT, IMPOSSIBLE = "P", "·"
LETTER_WORDS = {
    "S": "stand",
    "H": "hit",
    "D": "double, else hit",
    "Ds": "double, else stand",
    SPLIT_IT: "split",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Hs": "hit two cards, stand on more",
    "Sh": "stand on two cards, hit more",
}


class Weighing:
    """Adds up what each choice is worth over the hands of a total."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.spec = play.spec

    @cached_property
    def ways(self) -> Floats:
        """[hand] how many orders its cards can come in."""
        ways = np.ones(self.spec.hands.state.size)
        for hand, counts in enumerate(self.spec.hands.counts):
            cards = 0
            for number in counts:
                for k in range(1, int(number) + 1):
                    cards += 1
                    ways[hand] *= cards / k
        return ways

    def weights(self, seen: Seen) -> Floats:
        """[hand] the chance that its cards come first from the shoe, times that of the sight."""
        counts = self.spec.hands.counts
        weight = self.ways * seen.chance
        left = float(seen.shoe.sum())
        for card in range(int(counts.sum(axis=1).max())):
            weight = np.where(counts.sum(axis=1) > card, weight / max(left - card, 1), weight)
        for worth in range(VALUES):
            for k in range(int(counts[:, worth].max())):
                more = counts[:, worth] > k
                weight = np.where(more, weight * max(int(seen.shoe[worth]) - k, 0), weight)
        return np.asarray(weight)

    def reached(self, sight: Sight) -> Floats:
        """[hand] how often it comes up unsplit, a burn still to come, when the play is followed."""
        reach = np.zeros(self.spec.hands.state.size)
        for start in self.play.dealt_starts(sight):
            if not start.is_blackjack and start.act != SPLIT:
                hand = self.spec.hands.two[start.low, start.high]
                reach[hand] = start.chance * (1 - start.natural)
        shoe = Shoe(sight.seen.shoe, sight.seen.hole_not)
        hand_kernels.spread_reach(self.spec.hands, shoe, sight.acts == HIT, sight.burned, reach)
        return reach

    def chart(self) -> TotalChart:
        scores: defaultdict[tuple[int, str], Floats] = defaultdict(lambda: np.zeros(len(ACTIONS)))
        thens: defaultdict[tuple[int, str], float] = defaultdict(float)
        pairs: defaultdict[tuple[int, str], float] = defaultdict(float)
        for sight in self.play.sights:
            self.weigh(sight, scores, thens, pairs)
        first = {key: best_choice(score) for key, score in scores.items()}
        then = {key: HIT if better > 0 else STAND for key, better in thens.items()}
        columns = columns_of(self.play)
        splits = frozenset(key for key, better in pairs.items() if better > 0)
        return TotalChart(columns, first, then, splits)

    def weigh(
        self,
        sight: Sight,
        scores: dict[tuple[int, str], Floats],
        thens: dict[tuple[int, str], float],
        pairs: dict[tuple[int, str], float],
    ) -> None:
        spec, column = self.spec, column_of(sight.seen.values)
        if not may_act(sight.seen):
            return
        weights = self.reached(sight) + RARE * self.weights(sight.seen)
        values = all_values(spec, sight)
        hands = spec.hands
        for hand in np.flatnonzero((hands.cards >= 2) & (weights > 0)):
            state, weight = int(hands.state[hand]), weights[hand]
            key = (state, column)
            if values[HIT, hand] > NEVER:
                # Two cards that are doubled or given up do not ask for the fallback.
                asks = hands.cards[hand] > 2 or sight.acts[hand] in (HIT, STAND)
                gain = values[HIT, hand] - values[STAND, hand]
                thens[key] += gain * (weight if asks else RARE * weight)
            if hands.cards[hand] > 2:
                continue
            pair = is_pair(hands.counts[hand])
            if pair in sight.splits:
                unsplit = values[:, hand].max()
                pairs[pair, column] += weight * (sight.splits[pair].value - unsplit)
            if pair not in sight.split:
                scores[key] += weight * values[:, hand]


def best_choice(score: Floats) -> int:
    return int(np.argmax(score))


def total_chart(best: Play, follow: Callable[[TotalChart], Play] | None = None) -> TotalChart:
    """The total-dependent chart derived from best play: each cell weighed over the hands that
    come up, then again over those that come up, and are worth what they are, when the chart
    itself is followed, for as long as that helps. `follow` says what following it is, where that
    takes more than the chart."""
    kept = chart = fill_gaps(Weighing(best).chart())
    value = NEVER
    for _ in range(MOST_ROUNDS):
        followed = play_game(best.spec, best.convention, chart) if follow is None else follow(chart)
        if followed.ev <= value:
            return kept
        kept, value = chart, followed.ev
        chart = fill_gaps(replace(Weighing(followed).chart(), splits=chart.splits))
    return kept


def fill_gaps(chart: TotalChart) -> TotalChart:
    """Totals no unsplit two-card hand has (a hard 4 of split twos) take their hit or stand."""
    first = {key: chart.first.get(key, then) for key, then in chart.then.items()}
    return TotalChart(chart.columns, {**first, **chart.first}, chart.then, chart.splits)


def exceptions(play: Play, chart: TotalChart) -> list[Exception_]:
    """Two-card hands that best play treats otherwise than the chart, costliest first."""
    found = []
    for start in (start for sight in play.sights for start in play.dealt_starts(sight)):
        if start.is_blackjack or not may_act(start.sight.seen):
            continue
        column = column_of(start.sight.seen.values)
        hand = int(play.spec.hands.two[start.low, start.high])
        state = int(play.spec.hands.state[hand])
        if start.low == start.high and ((start.low, column) in chart.splits) != (
            start.act == SPLIT
        ):
            charted = SPLIT if (start.low, column) in chart.splits else chart.first[state, column]
        elif start.act == SPLIT:
            continue
        else:
            charted = chart.first.get((state, column), STAND)
        if charted != start.act:
            worth = charted_value(play, start.sight, hand, start.low, charted)
            cards = NAMES[start.low] + NAMES[start.high]
            shown = "".join(NAMES[worth - 1] for worth in start.sight.seen.values)
            found.append(
                Exception_(cards, shown, LETTERS[start.act], LETTERS[charted], start.value - worth)
            )
    return sorted(found, key=lambda one: -one.cost)


def charted_value(play: Play, sight: Sight, hand: int, pair: int, charted: int) -> float:
    if charted == SPLIT:
        return sight.splits[pair].value
    if charted == SURRENDER:
        return float(surrender_values(play.spec, sight.seen)[hand])
    return float(sight.values[charted, hand])


def rows_of(states: Iterable[int], chart: TotalChart) -> list[tuple[str, list[str]]]:
    """Rows of letters: what the hand is called, then a letter for each column."""
    rows = []
    for state in states:
        if any((state, column) in chart.first for column in chart.columns):
            letters = [
                chart.letter(state, column) if (state, column) in chart.first else IMPOSSIBLE
                for column in chart.columns
            ]
            rows.append((hand_text(state), letters))
    return rows


def pair_state(pair: int) -> int:
    """The total of two cards of this value (from 0)."""
    return state_of_counts(tuple(2 if worth == pair else 0 for worth in range(VALUES)))


def pair_rows(chart: TotalChart) -> list[tuple[str, list[str]]]:
    """Pairs: P to split, otherwise the letter of the total."""
    rows = []
    for pair in range(VALUES):
        state = pair_state(pair)
        letters = [
            SPLIT_IT
            if (pair, column) in chart.splits
            else chart.letter(state, column)
            if (state, column) in chart.first
            else IMPOSSIBLE
            for column in chart.columns
        ]
        rows.append((NAMES[pair] * 2, letters))
    return rows
