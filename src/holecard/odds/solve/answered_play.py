"""Best play of a game with answers of its own: bonuses, hands that end by themselves, doubling with
more cards, rescue, free doubles and splits.

The same order of choices as best_play.py, in values: what a hand is worth to the seat per initial
wager, whoever put up what lies on it. Split hands are played by their own cards (zero memory), as
there; the first of a free split is the seat's own, the others are the house's. What is done with a
split hand once it is doubled is what is done with an unsplit one of the same cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.answers import TAKES_BUSTED
from holecard.dealing.own_tables import RAISES, TAKES_PART, TIMES
from holecard.dealing.settle import NATURAL, STANDINGS
from holecard.errors import BadDefinition
from holecard.odds.solve import answered_kernels as kernels
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.odds.solve.answered import DOUBLED, SPLIT_DOUBLED, UNSPLIT, Answered
from holecard.odds.solve.answered import SPLIT as SPLIT_KIND
from holecard.odds.solve.best_play import (
    ACE,
    NEVER,
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
from holecard.odds.solve.splits import (
    SplitHands,
    SplitValue,
    hands_with,
    pair_pattern,
)

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Side(NamedTuple):
    """A hand in its life, and what of its first unit is the seat's own."""

    split: bool = False
    aces: bool = False
    own: float = 1.0

    @property
    def kinds(self) -> tuple[int, int]:
        return (SPLIT_KIND, SPLIT_DOUBLED) if self.split else (UNSPLIT, DOUBLED)


@dataclass(frozen=True)
class Stood:
    """What standing wins and loses per unit on the hand, undoubled and doubled."""

    once: Odds
    doubled: Odds


@dataclass(frozen=True)
class AnsweredSplit(SplitValue):
    """`acts` are those of the seat's own hand, `free_acts` of the house's."""

    free_acts: Ints


@dataclass(frozen=True)
class AnsweredSight(Sight):
    """`stand`, `hit` and `double` hold values: won, with nothing lost beside it."""

    doubled: Ints  # [times, hand] what is done with a doubled hand: STAND, SURRENDER, DOUBLE


@dataclass(frozen=True)
class Moves:
    """One side's hands from one shoe: the value of each act, and of what is best."""

    stand: Floats
    hit: Floats
    double: Floats
    stop: Floats  # the best that takes no further choice
    best: Floats
    doubled: Ints
    wagered: Floats  # [hand] all that a double puts up of the seat's own


class Solver:
    """One sight of the dealer."""

    def __init__(self, of: Answered, seen: Seen) -> None:
        self.of, self.seen, self.spec = of, seen, of.spec
        self.hands = of.spec.hands
        self.size = of.spec.hands.state.size
        # [times, hand] what is done with a doubled hand; once it is known for unsplit hands, split
        # ones of the same cards do the same.
        self.doubled: Ints | None = None

    def stood(
        self, side: Side, aside: int, left: Ints, wanted: Bools, gone: int = 0
    ) -> list[Stood]:
        """[j] with j more of the value set aside out of the shoe."""
        found = []
        for kind in side.kinds:
            odds = Odds(*np.zeros((2, gone + 1, self.size)))
            shoe = Shoe(left, self.seen.hole_not)
            dealer_kernels.stand_odds(
                self.hands, self.spec.finals, self.seen.place, aside, shoe, self.of.pays(kind),
                wanted, odds,
            )  # fmt: skip
            found.append(odds)
        once, doubled = found
        return [
            Stood(Odds(once.win[j], once.lose[j]), Odds(doubled.win[j], doubled.lose[j]))
            for j in range(gone + 1)
        ]

    def moves(
        self, side: Side, left: Ints, wanted: Bools, stood: Stood, sheet: bool, forced: Ints
    ) -> Moves:
        """Every act of one side's hands. A given chart (`sheet`) rescues nothing and doubles only
        two cards."""
        shoe = Shoe(left, self.seen.hole_not)
        stand = stood.once.win - side.own * stood.once.lose
        double, wagered, doubled = self.doubles(side, shoe, wanted, stood, sheet)
        stop = stand.copy()
        if not sheet:
            drawn = (self.hands.cards > 2) & wanted
            stop = np.where(drawn & ~np.isnan(double), np.fmax(stop, double), stop)
            gives_up = drawn & self.may_give_up(side)
            stop = np.where(gives_up, np.maximum(stop, self.given_up(side)), stop)
        out = np.full((2, self.size), np.nan)
        may_hit = self.of.may(actions.HIT, side.split, side.aces)
        kernels.play_values(self.hands, shoe, may_hit, wanted, forced, stop, -side.own, out)
        return Moves(stand, out[0], double, stop, out[1], doubled, wagered)

    def may_give_up(self, side: Side) -> Bools:
        may = self.of.may(actions.SURRENDER, side.split, side.aces)
        return may if self.of.against(self.seen.values[0]) else np.zeros_like(may)

    def given_up(self, side: Side) -> Floats:
        """[hand] half of the bet, all of it where a dealer blackjack may still take it (R12)."""
        half = self.spec.surrender_pays
        return side.own * (half + (self.spec.lost_pays - half) * self.unseen)

    @cached_property
    def unseen(self) -> Floats:
        """[hand] the chance of a dealer blackjack that nobody has looked for."""
        seen = self.seen
        if seen.hole_not != NOTHING_KNOWN or seen.looked_for == NOTHING_KNOWN:
            return np.zeros(self.size)
        left = np.maximum(seen.shoe - self.hands.counts, 0)
        return np.asarray(left[:, seen.looked_for] / np.maximum(left.sum(axis=1), 1))

    def doubles(
        self, side: Side, shoe: Shoe, wanted: Bools, stood: Stood, sheet: bool
    ) -> tuple[Floats, Floats, Ints]:
        """[hand] the value of doubling and what it puts up, not a number where it may not; and what
        is then done with a doubled hand."""
        of = self.of
        may = of.may(actions.DOUBLE, side.split, side.aces)
        free = of.free(side.split, side.aces)
        value, wagered = np.full((2, self.size), np.nan)
        acts = np.full((TIMES, self.size), STAND, dtype=np.int64)
        for mask, own in ((may & ~free, side.own + 1), (may & free, side.own)):
            if mask.any():
                after, acts = self.after_double(shoe, wanted, stood, own, sheet)
                found = np.full(self.size, np.nan)
                kernels.draw_values(self.hands, shoe, mask, wanted, after, -own, found)
                value = np.where(mask, found, value)
                wagered = np.where(mask, self.double_wagers(shoe, mask, wanted, own, acts), wagered)
        return value, wagered, acts

    def after_double(
        self, shoe: Shoe, wanted: Bools, stood: Stood, own: float, sheet: bool
    ) -> tuple[Floats, Ints]:
        """[hand] what a hand doubled once is worth, `own` of its two units being the seat's, and
        [times, hand] what is done with one doubled so often: it stands, is given up for half of
        what lies there, or is doubled again."""
        acts = np.full((TIMES, self.size), STAND, dtype=np.int64)
        worth = 2 * stood.doubled.win - own * stood.doubled.lose
        if sheet:
            return worth, acts
        stood_for, lost = worth, self.rescued(own)
        for times in range(self.of.most_doubles, 0, -1):
            again = np.full(self.size, NEVER)
            may = self.of.after_double(times, actions.DOUBLE) & wanted
            if may.any():
                # Twice what lies there, all of it the seat's own: `worth` is for half as much.
                kernels.draw_values(self.hands, shoe, may, wanted, 2 * worth, -2 * own, again)
            may_give = self.of.after_double(times, actions.SURRENDER)
            given = np.where(may_give, lost, NEVER)
            act = np.where(given > stood_for + EVEN, SURRENDER, STAND)
            top = np.maximum(given, stood_for)
            acts[times] = np.where(again > top + EVEN, DOUBLE, act)
            if self.doubled is not None:
                acts[times] = self.doubled[times]
            of = {STAND: stood_for, SURRENDER: lost, DOUBLE: again}
            worth = np.select([acts[times] == one for one in of], list(of.values()))
        return worth, acts

    def double_wagers(
        self, shoe: Shoe, mask: Bools, wanted: Bools, own: float, acts: Ints
    ) -> Floats:
        """[hand] what of its own a seat that doubles puts up in the end, doubled again or not."""
        if not (acts == DOUBLE).any():
            return np.full(self.size, own)
        deepest = np.full(self.size, own * 2 ** (TIMES - 2))
        for times in range(TIMES - 1, 0, -1):
            units = own * 2 ** (times - 1)
            more = np.zeros(self.size)
            takes = acts[times] == DOUBLE
            kernels.draw_values(self.hands, shoe, takes, wanted, deepest, 2 * units, more)
            deepest = np.where(takes, more, units)
        found = np.full(self.size, own)
        kernels.draw_values(self.hands, shoe, mask, wanted, deepest, own, found)
        return found

    def rescued(self, own: float) -> Floats:
        """[hand] a doubled hand given up: half of what is on it, unless a dealer blackjack may
        still take it all; one bet, where that is all it takes."""
        half = self.spec.surrender_pays
        if self.of.asks[TAKES_PART]:
            return np.full(self.size, own * half)
        return own * (half + (self.spec.lost_pays - half) * self.unseen)

    def acts(self, side: Side, moves: Moves) -> Ints:
        """The best act of every hand, splitting apart; ties go to the simpler one."""
        never = np.full(self.size, NEVER)
        hit = np.where(np.isnan(moves.hit), never, moves.hit)
        double = np.where(np.isnan(moves.double), never, moves.double)
        acts = np.where(hit > moves.stand + EVEN, HIT, STAND)
        top = np.maximum(hit, moves.stand)
        acts = np.where(double > top + EVEN, DOUBLE, acts)
        top = np.maximum(double, top)
        may = self.may_give_up(side)
        return np.where(may & (self.given_up(side) > top + EVEN), SURRENDER, acts).astype(np.int64)

    def solved(self, convention: str, sheet: Sheet | None) -> AnsweredSight:
        side = Side()
        wanted = self.hands.cards >= 2
        left = self.seen.shoe
        stood = self.stood(side, ACE, left, wanted)[0]
        forced = sheet.then if sheet else np.full(self.size, BEST_ACT)
        moves = self.moves(side, left, wanted, stood, sheet is not None, forced)
        acts = self.chart_acts(sheet) if sheet else self.acts(side, moves)
        self.doubled = moves.doubled
        none = np.zeros(self.size)
        sight = AnsweredSight(
            self.seen, Odds(moves.stand, none), Odds(moves.hit, none),
            Odds(moves.double / 2, none), {}, acts, frozenset(), moves.doubled,
        )  # fmt: skip
        fixed = split_acts(self.spec, sheet) if sheet else None
        pairs = [
            pair
            for pair in range(VALUES)
            if self.spec.most_hands(pair) > 1 and self.seen.shoe[pair] >= 2
            if sheet is None or pair in sheet.splits
        ]
        splits: dict[int, SplitValue] = {
            pair: Splitter(self, pair, convention, acts, fixed(pair) if fixed else None).value()
            for pair in pairs
        }
        sight = AnsweredSight(
            self.seen, sight.stand, sight.hit, sight.double, splits, acts, frozenset(splits),
            moves.doubled,
        )  # fmt: skip
        if sheet:
            return sight
        worth = worth_splitting(self.spec, sight, acts)
        return AnsweredSight(
            self.seen, sight.stand, sight.hit, sight.double, splits, acts, worth, moves.doubled
        )

    def chart_acts(self, sheet: Sheet) -> Ints:
        acts = given_acts(self.spec, sheet)
        more = (self.hands.cards > 2) & ~np.isin(acts, (STAND, HIT))
        acts = np.where(more, sheet.then, acts)
        return np.where(self.of.ended, STAND, acts)


class Splitter:
    """A pair split against one sight. See splits.py for the identity that makes it exact."""

    def __init__(
        self, solver: Solver, pair: int, convention: str, unsplit: Ints, fixed: Ints | None
    ) -> None:
        if convention == "cdp":
            raise BadDefinition("splits cdp: not for games with answers of their own; cdp1 or cdz-")
        if solver.of.asks[TAKES_PART] == TAKES_BUSTED and solver.unseen.any():
            raise BadDefinition(
                "where a dealer blackjack takes busted bets and one more, what a split is worth "
                "depends on all its hands at once: no exact figure yet. `holecard simulate "
                "--strategy` can price a chart, and max_hands=1 the game without splits"
            )
        self.solver, self.pair, self.fixed = solver, pair, fixed
        self.unsplit = unsplit if convention == "cdz-" else None
        self.spec, self.seen = solver.spec, solver.seen
        self.shoe = self.seen.shoe.copy()
        self.shoe[pair] -= 1
        self.most = self.spec.most_hands(pair)
        self.wanted = hands_with(pair)
        first = Side(True, pair == ACE)
        gone = 2 * (self.most - 2)
        self.stood = solver.stood(first, pair, self.shoe, self.wanted, gone)
        self.first = first
        self.rest = first._replace(own=0.0) if solver.of.frees_split(pair) else first

    def left(self, gone: int) -> Ints:
        left = self.shoe.copy()
        left[self.pair] -= gone
        return left

    def best(self, side: Side) -> Ints:
        """How one side's hands are played: from the shoe as it is after the first split."""
        if self.fixed is not None:
            return self.fixed
        solver = self.solver
        free = np.full(solver.size, BEST_ACT)
        moves = solver.moves(side, self.left(0), self.wanted, self.stood[0], False, free)
        if self.unsplit is not None:
            return self.legal(side, self.unsplit, moves)
        return solver.acts(side, moves)

    def legal(self, side: Side, acts: Ints, moves: Moves) -> Ints:
        """cdz-: an unsplit hand's acts where they are legal, else the better of hit and stand."""
        plain = np.where(np.nan_to_num(moves.hit, nan=NEVER) > moves.stand + EVEN, HIT, STAND)
        of = self.solver.of
        may = {
            DOUBLE: of.may(actions.DOUBLE, side.split, side.aces),
            SURRENDER: self.solver.may_give_up(side),
            HIT: of.may(actions.HIT, side.split, side.aces),
        }
        for act, allowed in may.items():
            acts = np.where((acts == act) & ~allowed, plain, acts)
        return acts

    def values(self, side: Side, acts: Ints, gone: int) -> Floats:
        """[value, wagered] with any second card, and with another of the pair."""
        out = np.zeros(4)
        left = self.left(gone)
        if left[self.pair] < 1:
            return out
        solver, hands = self.solver, self.solver.hands
        free = np.full(solver.size, BEST_ACT)
        moves = solver.moves(
            side, left, self.wanted, self.stood[gone], self.fixed is not None, free
        )
        value = self.followed(
            moves.stand, moves.double, solver.given_up(side), acts, left, -side.own
        )
        stake = np.full(solver.size, side.own)
        wagered = self.followed(stake, moves.wagered, stake, acts, left, side.own)
        alone = np.array([float(hands.one[self.pair])])
        chances = second_chances(self.solver, int(alone[0]), left)
        for worth in np.flatnonzero(chances > 0):
            hand = int(hands.two[self.pair, worth])
            out[0] += chances[worth] * value[hand]
            out[1] += chances[worth] * wagered[hand]
            if worth == self.pair:
                out[2], out[3] = value[hand], wagered[hand]
        return out

    def followed(
        self, stand: Floats, double: Floats, given_up: Floats, acts: Ints, left: Ints, bust: float
    ) -> Floats:
        """[hand] what these acts come to."""
        stop = np.where(acts == DOUBLE, double, np.where(acts == SURRENDER, given_up, stand))
        out = np.zeros((2, stop.size))
        shoe = Shoe(left, self.seen.hole_not)
        hits = acts == HIT
        forced = np.where(hits, HIT, STAND)
        kernels.play_values(self.solver.hands, shoe, hits, self.wanted, forced, stop, bust, out)
        return out[1]

    def value(self) -> AnsweredSplit:
        deck = self.left(1)
        pattern = pair_pattern(self.seen, self.pair, int(deck[self.pair]), deck)
        first_acts, rest_acts = self.best(self.first), self.best(self.rest)
        first = SplitHands(pattern, lambda gone: self.values(self.first, first_acts, gone))
        rest = first
        if self.rest != self.first:
            rest = SplitHands(pattern, lambda gone: self.values(self.rest, rest_acts, gone))
        values, ends = free_tree(first, rest, self.most)
        return AnsweredSplit(float(values[0]), float(values[1]), ends, first_acts, rest_acts)


def second_chances(solver: Solver, one: int, left: Ints) -> Floats:
    from holecard.odds.solve.hand_kernels import draw_chances

    chances = np.zeros(VALUES)
    draw_chances(left - solver.hands.counts[one], solver.seen.hole_not, chances)
    return chances


def free_tree(
    first: SplitHands, rest: SplitHands, most: int
) -> tuple[Floats, dict[tuple[int, int], float]]:
    """As `split_tree`, the first hand apart: it is the first to be filled."""
    ends: dict[tuple[int, int], float] = {}

    def deal_on(hands: int, filled: int, j: int, chance: float) -> Floats:
        if hands == most or filled == hands:
            ends[hands, filled] = ends.get((hands, filled), 0.0) + chance
            if filled:
                total = first.other_second(j, filled - 1)
                if filled > 1:
                    total = total + (filled - 1) * rest.other_second(j, filled - 1)
                still = hands - filled
            else:
                total, still = first.any_second(j, 0), hands - 1
            return np.asarray(total + still * rest.any_second(j, filled) if still else total)
        q = first.pattern.next_is_pair(j, filled)
        total = np.zeros(2)
        if q < 1:
            total = total + (1 - q) * deal_on(hands, filled + 1, j, chance * (1 - q))
        if q:
            total = total + q * deal_on(hands + 1, filled, j + 1, chance * q)
        return total

    return deal_on(2, 0, 0, 1.0), ends


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
    def wagered(self) -> float:
        return sum(
            start.chance * self.start_wager(start) * (1 + self.raises(start.sight))
            for start in self.starts()
        )

    def start_wager(self, start: Start) -> float:
        played = 1 - start.natural
        if start.act == SPLIT:
            share = self.pair_share(start.sight.seen, start.low)
            return 1 + played * share * (start.sight.splits[start.low].wagered - 1)
        hand = int(self.spec.hands.two[start.low, start.high])
        if start.is_blackjack:
            return 1.0
        return 1 + played * (self.wagers(start.sight)[hand] - 1)

    def wagers(self, sight: Sight) -> Floats:
        """[hand] the expected wager of an unsplit hand played by the sight's acts."""
        known = self.known_wagers
        if sight.seen.place not in known:
            solver, free = Solver(self.of, sight.seen), self.of.free(False, False)
            shoe = Shoe(sight.seen.shoe, sight.seen.hole_not)
            wanted = self.spec.hands.cards >= 2
            stop = np.ones(sight.acts.size)
            for mask, own in ((~free, 2.0), (free, 1.0)):
                doubles = (sight.acts == DOUBLE) & mask
                assert isinstance(sight, AnsweredSight)
                put = solver.double_wagers(shoe, doubles, wanted, own, sight.doubled)
                stop = np.where(doubles, put, stop)
            out = np.zeros((2, stop.size))
            hits = sight.acts == HIT
            forced = np.where(hits, HIT, STAND)
            kernels.play_values(self.spec.hands, shoe, hits, wanted, forced, stop, 1.0, out)
            known[sight.seen.place] = out[1]
        return known[sight.seen.place]

    @property
    def known_wagers(self) -> dict[int, Floats]:
        return self.__dict__.setdefault("_wagers", {})


def answered(spec: Spec) -> Answered:
    """The game's answers as the solver's arrays, made once for a spec."""
    known: Answered = spec.__dict__.setdefault("_answered", Answered(spec))
    return known


def solve_answered(
    spec: Spec, seen: Seen, convention: str, chart: Chart | None = None
) -> AnsweredSight:
    """Solve one sight: for best play, or for a given chart."""
    return Solver(answered(spec), seen).solved(convention, chart(spec, seen) if chart else None)
