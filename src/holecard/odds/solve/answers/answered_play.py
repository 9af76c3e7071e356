"""Best play of a game with answers of its own, or a given chart: every sight of the dealer solved,
and what the whole round is worth, raised and given up early where that is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import EARLY, RAISES
from holecard.dealing.settle import NATURAL, STANDINGS
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered import UNSPLIT, Answered
from holecard.odds.solve.answers.answered_hands import HandValues, Side
from holecard.odds.solve.answers.answered_splits import AnsweredSplit, Splitter
from holecard.odds.solve.best_play import (
    ACE,
    VALUES,
    Chart,
    Play,
    Sheet,
    Sight,
    Start,
    given_acts,
    split_acts,
    worth_splitting,
)
from holecard.odds.solve.hand_kernels import EVEN, Odds, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.splits import CONVENTION, SplitValue

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


AS_IF_TAKEN = (
    "where a dealer blackjack takes one bet of all split hands, each of them is played as if a "
    "sister lost it; what is taken is that of all hands together"
)


@dataclass(frozen=True)
class AnsweredSight(Sight):
    """`stand`, `hit` and `double` hold values: won, with nothing lost beside it."""

    doubled: Ints  # [times, hand] what is done with a doubled hand: STAND, SURRENDER, DOUBLE
    # [hand] the starts given up before the dealer looks, where that is given; else what is worth
    # more. A given chart gives up none.
    given_up: Bools | None = None


@dataclass(frozen=True)
class AnsweredPlay(Play):
    """A way of playing a game with answers of its own."""

    @property
    def of(self) -> Answered:
        return answered(self.spec)

    def blackjack_value(self, seen: Seen, hand: int) -> float:
        chances = np.zeros(STANDINGS)
        left = seen.shoe - self.spec.hands.counts[hand]
        dealer_kernels.final_chances(
            self.spec.hands, self.spec.finals, seen.place, Shoe(left, seen.hole_not), chances
        )
        win, lose = self.natural_amounts(hand)
        return float(chances @ (win - lose))

    def natural_amounts(self, hand: int) -> tuple[Floats, Floats]:
        pays = self.of.pays(UNSPLIT)
        return pays.win[pays.row[hand]], pays.lose[pays.row[hand]]

    def at_once(self, start: Start) -> float:
        hand = int(self.spec.hands.two[start.low, start.high])
        win, lose = self.natural_amounts(hand)
        return float(win[NATURAL] - lose[NATURAL])

    def raises(self, sight: Sight) -> bool:
        """Whether the wager is raised against this sight: it is then worth more than nothing."""
        return bool(self.of.asks[RAISES]) and self.sight_value(sight) > EVEN

    def sight_value(self, sight: Sight) -> float:
        """What the rounds with this sight add to the value of a wager not raised."""
        known = self.__dict__.setdefault("_sights", {})
        place = sight.seen.place
        if place not in known:
            starts = self.starts_against(sight)
            known[place] = sum(start.chance * self.start_value(start) for start in starts)
        return float(known[place])

    @cached_property
    def ev(self) -> float:
        return sum(self.sight_value(one) * (1 + self.raises(one)) for one in self.sights)

    @cached_property
    def error(self) -> float:
        """What is not known of the one bet that a late dealer blackjack takes of split hands."""
        found = 0.0
        for start in self.starts():
            split = start.sight.splits.get(start.low) if start.act == SPLIT else None
            if isinstance(split, AnsweredSplit):
                share = self.pair_share(start.sight.seen, start.low)
                found += start.chance * share * split.error * (1 + self.raises(start.sight))
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """How split hands are played where one bet is taken of all of them."""
        known = any(
            isinstance(split, AnsweredSplit) and split.error
            for sight in self.sights
            for split in sight.splits.values()
        )
        return (AS_IF_TAKEN,) if known else ()

    @cached_property
    def wagered(self) -> float:
        return sum(
            start.chance * self.start_wager(start) * (1 + self.raises(start.sight))
            for start in self.starts()
        )

    def early(self, sight: Sight) -> Bools:
        """[hand] the starts given up before the dealer looks."""
        found = np.zeros(sight.acts.size, dtype=np.bool_)
        for start in self.starts_against(sight):
            found[self.spec.hands.two[start.low, start.high]] = start.early
        return found

    def start(
        self, sight: Sight, low: int, high: int, hand: int, chance: float, natural: float
    ) -> Start:
        """Given up before the dealer looks, where that is open and better than going on."""
        start = super().start(sight, low, high, hand, chance, natural)
        assert isinstance(sight, AnsweredSight)
        if not self.opens_early(sight) or start.is_blackjack:
            return start
        half = self.spec.surrender_pays
        better = half > self.start_value(start) + EVEN
        if not (better if sight.given_up is None else sight.given_up[hand]):
            return start
        return Start(sight, low, high, chance, 0.0, SURRENDER, half, early=True)

    def opens_early(self, sight: Sight) -> bool:
        """Whether a hand may be given up before the dealer looks."""
        return bool(self.of.asks[EARLY] and self.spec.tables.early[sight.seen.values[0]])

    def start_wager(self, start: Start) -> float:
        seen = start.sight.seen
        played = 1 - start.natural if self.staked_seen(seen) is seen else 1.0
        if start.act == SPLIT:
            share = self.pair_share(seen, start.low)
            return 1 + played * share * (self.split_wager(start.sight, start.low) - 1)
        hand = int(self.spec.hands.two[start.low, start.high])
        if start.is_blackjack or start.early:
            return 1.0
        return float(1 + played * (self.wagers(start.sight)[hand] - 1))

    def staked_seen(self, seen: Seen) -> Seen:
        """What is known while bets are put up: where nobody looks, and a round is worth what it is
        worth after a look, they are put up beside a dealer blackjack too."""
        if not self.spec.as_if_looked or self.spec.tables.peeks[seen.values[0]]:
            return seen
        return replace(seen, hole_not=NOTHING_KNOWN)

    def split_wager(self, sight: Sight, pair: int) -> float:
        """All that the hands of a split put up of the seat's own."""
        seen, split = self.staked_seen(sight.seen), sight.splits[pair]
        assert isinstance(sight, AnsweredSight) and isinstance(split, AnsweredSplit)
        if seen is sight.seen:
            return split.wagered
        known: dict[tuple[int, int], float] = self.__dict__.setdefault("_split_wagers", {})
        if (seen.place, pair) not in known:
            values = HandValues(self.of, seen)
            values.doubled = sight.doubled
            given = sight.given_up is not None  # a chart's acts, or those of play for another bet
            chart = split.acts if given else None
            splitter = Splitter(values, pair, CONVENTION, sight.acts, chart)
            (_, wagered), _ = splitter.come_to(split.acts, split.free_acts)
            known[seen.place, pair] = wagered
        return known[seen.place, pair]

    def wagers(self, sight: Sight) -> Floats:
        """[hand] the expected wager of an unsplit hand played by the sight's acts."""
        known: dict[int, Floats] = self.__dict__.setdefault("_wagers", {})
        if sight.seen.place not in known:
            seen = self.staked_seen(sight.seen)
            values, free = HandValues(self.of, seen), self.of.free(False, False)
            shoe = Shoe(seen.shoe, seen.hole_not)
            wanted = self.spec.hands.cards >= 2
            stop = np.ones(sight.acts.size)
            for mask, own in ((~free, 2.0), (free, 1.0)):
                doubles = (sight.acts == DOUBLE) & mask
                assert isinstance(sight, AnsweredSight)
                put = values.double_wagers(shoe, doubles, wanted, own, sight.doubled)
                stop = np.where(doubles, put, stop)
            out = np.zeros((2, stop.size))
            hits = sight.acts == HIT
            forced = np.where(hits, HIT, STAND)
            put_up = kernels.Bust(1.0)
            kernels.play_values(self.spec.hands, shoe, hits, wanted, forced, stop, put_up, out)
            known[sight.seen.place] = out[1]
        return known[sight.seen.place]


def answered(spec: Spec) -> Answered:
    """The game's answers as the solver's arrays, made once for a spec."""
    known: Answered = spec.__dict__.setdefault("_answered", Answered(spec))
    return known


def solve_answered(
    spec: Spec, seen: Seen, convention: str, chart: Chart | None = None
) -> AnsweredSight:
    """Solve one sight: for best play, or for a given chart."""
    values = HandValues(answered(spec), seen)
    sheet = chart(spec, seen) if chart else None
    side, wanted = Side(), spec.hands.cards >= 2
    stood = values.stood(side, ACE, seen.shoe, wanted)[0]
    forced = sheet.then if sheet else np.full(values.size, BEST_ACT)
    moves = values.moves(side, seen.shoe, wanted, stood, sheet is not None, forced)
    acts = chart_acts(values, sheet) if sheet else values.acts(side, moves)
    values.doubled = moves.doubled
    none = np.zeros(values.size)
    splits = split_values(values, convention, acts, sheet)
    sight = AnsweredSight(
        seen, Odds(moves.stand, none), Odds(moves.hit, none), Odds(moves.double / 2, none),
        splits, acts, frozenset(splits), moves.doubled,
        np.zeros(values.size, dtype=np.bool_) if sheet else None,
    )  # fmt: skip
    return sight if sheet else replace(sight, split=worth_splitting(spec, sight, acts))


def split_values(
    values: HandValues, convention: str, acts: Ints, sheet: Sheet | None
) -> dict[int, SplitValue]:
    """Every pair that may be split, or that a chart splits."""
    spec, shoe = values.spec, values.seen.shoe
    fixed = split_acts(spec, sheet) if sheet else None
    return {
        pair: Splitter(values, pair, convention, acts, fixed(pair) if fixed else None).value()
        for pair in range(VALUES)
        if spec.most_hands(pair) > 1 and shoe[pair] >= 2
        if sheet is None or pair in sheet.splits
    }


def chart_acts(values: HandValues, sheet: Sheet) -> Ints:
    """What a chart does: with more than two cards it hits or stands."""
    acts = given_acts(values.spec, sheet)
    more = (values.hands.cards > 2) & ~np.isin(acts, (STAND, HIT))
    return np.where(values.of.ended, STAND, np.where(more, sheet.then, acts))
