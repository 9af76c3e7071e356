"""How a seat plays its own hand, and what that is worth: best play, or any given chart, exactly.

For everything the seat can see of the dealer, each hand's odds follow from the hands one card can
make of it. Hidden cards stay hidden: odds are taken over every hole card the seat cannot rule out,
before the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import SWITCHES
from holecard.dealing.settle import NATURAL, OWN, STANDINGS, result_pays
from holecard.dealing.tables import VALUES as UPS
from holecard.hand import are_blackjack
from holecard.odds.solve import dealer_kernels, hand_kernels
from holecard.odds.solve.acts import ACTIONS, BEST_ACT, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.odds.solve.hand_kernels import EVEN, Odds, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.splits import (
    AS_UNSPLIT,
    CONVENTION,
    WHOLE,
    SplitValue,
    Stands,
    split_value,
    stand_odds,
    stood,
)

VALUES = 10
ACE, TEN = 0, 9
EVERY_TWO = tuple(combinations_with_replacement(range(VALUES), 2))
NEVER = -9.0  # worse than anything a hand can lose
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sheet:
    """A given way of playing against one sight: what to do with two cards, with more, and which
    pairs to split."""

    first: Ints  # [hand] STAND, HIT, DOUBLE or SURRENDER
    then: Ints  # [hand] STAND or HIT, also where the first is not allowed
    splits: frozenset[int]
    after_split: Mapping[int, Ints] = field(default_factory=dict)  # by pair, where not as unsplit


Chart = Callable[[Spec, Seen], Sheet]


@dataclass(frozen=True)
class Sight:
    """Everything the seat could do against one sight of the dealer, and what it does."""

    seen: Seen
    stand: Odds  # by hand; not a number where the act is not allowed
    hit: Odds
    double: Odds
    splits: dict[int, SplitValue]
    acts: Ints  # [hand] what is done with it unsplit
    split: frozenset[int]  # the pairs that are split

    @property
    def burned(self) -> Bools:
        """[hand, card value] whether that card is burned when a hit brings it."""
        return np.zeros((self.acts.size, VALUES), dtype=np.bool_)

    @cached_property
    def values(self) -> Floats:
        """[act, hand] what standing, hitting and doubling are worth; NEVER where that is not
        allowed, and for every other act."""
        values = np.full((len(ACTIONS), self.acts.size), NEVER)
        for act, units in ((STAND, 1), (HIT, 1), (DOUBLE, 2)):
            odds = self.odds(act)
            values[act] = np.where(np.isnan(odds.win), NEVER, units * (odds.win - odds.lose))
        return values

    def odds(self, act: int) -> Odds:
        """The odds of an act that splits nothing and gives up nothing."""
        return {STAND: self.stand, HIT: self.hit, DOUBLE: self.double}[act]


def solve(
    spec: Spec,
    seen: Seen,
    convention: str,
    chart: Chart | None = None,
    stands: Stands | None = None,
) -> Sight:
    """Solve one sight: for best play, or for a given chart. `stands` is kept by who solves it for
    several: what standing comes to."""
    if spec.answered:
        from holecard.odds.solve.answers.answered_play import (
            solve_answered,  # it stands on this module
        )

        return solve_answered(spec, seen, convention, chart)
    hands = spec.hands
    size = hands.state.size
    wanted = hands.cards >= 2
    sheet = chart(spec, seen) if chart else None
    shoe = Shoe(seen.shoe, seen.hole_not)
    rows = stood(stands, WHOLE, lambda: stand_odds(spec, seen, ACE, seen.shoe, 0, wanted))
    stand, best = Odds(rows.win[0], rows.lose[0]), Odds(*np.zeros((2, size)))
    hit, double = Odds(*np.full((2, size), np.nan)), Odds(*np.full((2, size), np.nan))
    forced = sheet.then if sheet else np.full(size, BEST_ACT)
    hand_kernels.play_odds(hands, shoe, spec.may_hit, wanted, forced, stand, hit, best)
    hand_kernels.double_odds(hands, shoe, spec.may_double, stand, double)
    bare = Sight(seen, stand, hit, double, {}, np.full(size, STAND), frozenset())
    acts = given_acts(spec, sheet) if sheet else best_acts(spec, seen, bare)
    fixed = split_acts(spec, sheet) if sheet else None
    unsplit = partial(unsplit_acts, spec, bare) if convention == AS_UNSPLIT else None
    splits = {
        pair: split_value(
            spec,
            seen,
            pair,
            convention,
            unsplit(pair) if unsplit else None,
            fixed and fixed(pair),
            stands=stands,
        )
        for pair in range(VALUES)
        if spec.most_hands(pair) > 1 and seen.shoe[pair] >= 2
        if sheet is None or pair in sheet.splits
    }
    solved = replace(bare, splits=splits, acts=acts, split=frozenset(splits))
    return solved if sheet else replace(solved, split=worth_splitting(spec, solved, acts))


def worth_splitting(spec: Spec, sight: Sight, acts: Ints) -> frozenset[int]:
    """The pairs worth more split than played as they are."""
    return frozenset(
        pair
        for pair, split in sight.splits.items()
        if split.value
        > hand_value(spec, sight.seen, sight, acts, spec.hands.two[pair, pair]) + EVEN
    )


def best_acts(spec: Spec, seen: Seen, bare: Sight) -> Ints:
    """The best action for every hand, splitting apart; ties go to the simpler one."""
    values = bare.values
    acts = np.where(values[HIT] > values[STAND] + EVEN, HIT, STAND)
    plain = np.maximum(values[STAND], values[HIT])
    acts = np.where(values[DOUBLE] > plain + EVEN, DOUBLE, acts)
    given_up = surrender_values(spec, seen) > values.max(axis=0) + EVEN
    return np.where(spec.may_surrender & given_up, SURRENDER, acts).astype(np.int64)


def surrender_values(spec: Spec, seen: Seen) -> Floats:
    """R12: half the wager, all of it where a dealer blackjack has not been ruled out."""
    lost = np.full(spec.hands.state.size, spec.surrender_pays)
    for hand in np.flatnonzero(spec.may_surrender):
        natural = unseen_natural(seen, spec.hands.counts[hand])
        lost[hand] = natural * spec.lost_pays + (1 - natural) * spec.surrender_pays
    return lost


def unseen_natural(seen: Seen, counts: Ints) -> float:
    """The chance of a dealer blackjack that nobody has looked for while the hand is played: it
    takes a hand that was given up as a whole (R12)."""
    return natural_chance(seen, counts) if seen.hole_not == NOTHING_KNOWN else 0.0


def all_values(spec: Spec, sight: Sight) -> Floats:
    """[act, hand] what each act is worth, surrender too; NEVER where it is not allowed. Splitting
    is left out: it is asked of pairs alone."""
    values = sight.values.copy()
    given_up = surrender_values(spec, sight.seen)
    values[SURRENDER] = np.where(spec.may_surrender, given_up, NEVER)
    return values


def natural_chance(seen: Seen, counts: Ints) -> float:
    """The chance of a dealer blackjack before anyone has looked, given a hand's cards."""
    if seen.looked_for == NOTHING_KNOWN:
        return 0.0
    left = seen.shoe - counts
    return float(left[seen.looked_for] / max(left.sum(), 1))


def given_acts(spec: Spec, sheet: Sheet) -> Ints:
    """What a chart does with every hand: its first choice where that is legal with two cards."""
    first = sheet.first
    doubled = (first == DOUBLE) & spec.may_double
    given_up = (first == SURRENDER) & spec.may_surrender
    plain = np.where((first == HIT) | (first == STAND), first, sheet.then)
    acts = np.where(spec.hands.cards == 2, plain, sheet.then)
    acts = np.where(spec.may_hit, acts, STAND)
    return np.where(doubled, DOUBLE, np.where(given_up, SURRENDER, acts)).astype(np.int64)


def split_acts(spec: Spec, sheet: Sheet) -> Callable[[int], Ints]:
    """How a chart plays the hands of a split pair."""

    def acts(pair: int) -> Ints:
        if pair in sheet.after_split:
            return sheet.after_split[pair]
        first = sheet.first
        plain = np.where((first == HIT) | (first == STAND), first, sheet.then)
        moves = np.where(spec.hands.cards == 2, plain, sheet.then)
        moves = np.where(spec.may_hit_split(pair), moves, STAND)
        doubled = (first == DOUBLE) & spec.may_double_split(pair)
        return np.where(doubled, DOUBLE, moves).astype(np.int64)

    return acts


def unsplit_acts(spec: Spec, bare: Sight, pair: int) -> Ints:
    """cdz-: a split hand is played as an unsplit hand of the same cards, where that is legal."""
    values = bare.values
    may_hit, may_double = spec.may_hit_split(pair), spec.may_double_split(pair)
    hit = np.where(may_hit, values[HIT], NEVER)
    acts = np.where(hit > values[STAND] + EVEN, HIT, STAND)
    double = np.where(may_double, values[DOUBLE], NEVER)
    return np.where(double > np.maximum(hit, values[STAND]) + EVEN, DOUBLE, acts).astype(np.int64)


def hand_value(spec: Spec, seen: Seen, sight: Sight, acts: Ints, hand: int) -> float:
    """What the chosen unsplit action is worth for one hand."""
    act = acts.item(hand)
    if act == SURRENDER:
        return float(surrender_values(spec, seen)[hand])
    value: float = sight.values.item(act, hand)
    return value


@dataclass(frozen=True)
class Start:
    """One starting hand against one sight: its chance, and what it comes to."""

    sight: Sight
    low: int  # values from 0, low <= high
    high: int
    chance: float  # of this hand and this sight
    natural: float  # the chance of a dealer blackjack then, if it ends the round before play
    act: int
    value: float  # of playing on, per initial wager
    early: bool = False  # given up before the dealer looks, where a game has that

    @property
    def is_blackjack(self) -> bool:
        return are_blackjack((self.low + 1, self.high + 1))


@dataclass(frozen=True)
class Play:
    """A way of playing the own-hand wager under given rules and a given shoe."""

    spec: Spec
    convention: str
    sights: tuple[Sight, ...]

    def starts(self) -> Iterator[Start]:
        """Every starting hand, with what is done and what it is worth."""
        for sight in self.sights:
            yield from self.starts_against(sight)

    def starts_against(self, sight: Sight) -> Iterator[Start]:
        return self.starts_of(sight, EVERY_TWO)

    def starts_of(self, sight: Sight, among: Iterable[tuple[int, int]]) -> Iterator[Start]:
        """The starting hands of these values, the lower one first, that can be dealt."""
        spec, seen = self.spec, sight.seen
        # Plain numbers: a sheet asks for hundreds of thousands of starts.
        left, two = seen.shoe.tolist(), spec.hands.two.tolist()
        cards = sum(left)
        for low, high in among:
            second = left[high] - (low == high)
            ways = left[low] * second * (1 if low == high else 2)
            if ways > 0:
                hand = two[low][high]
                chance = seen.chance * ways / (cards * (cards - 1))
                natural = self.ends_at_once(seen, hand)
                yield self.start(sight, low, high, hand, chance, natural)

    def ends_at_once(self, seen: Seen, hand: int) -> float:
        if seen.hole_not != NOTHING_KNOWN:
            return natural_chance(seen, self.spec.hands.counts[hand])
        return 1.0 if are_blackjack(seen.values) else 0.0

    def start(
        self, sight: Sight, low: int, high: int, hand: int, chance: float, natural: float
    ) -> Start:
        spec = self.spec
        if are_blackjack((low + 1, high + 1)):
            value = self.blackjack_value(sight.seen, hand)
            return Start(sight, low, high, chance, natural, STAND, value)
        if low == high and low in sight.split:
            share = self.pair_share(sight.seen, low)
            value = sight.splits[low].value
            if share < 1:
                other = hand_value(spec, sight.seen, sight, sight.acts, hand)
                value = share * value + (1 - share) * other
            return Start(sight, low, high, chance, natural, SPLIT, value)
        act = sight.acts.item(hand)
        value = hand_value(spec, sight.seen, sight, sight.acts, hand)
        return Start(sight, low, high, chance, natural, act, value)

    def pair_share(self, seen: Seen, low: int) -> float:
        """The share of two ten-value cards that may be split: the same rank, where that counts."""
        if low != TEN or self.spec.game.rules.split_tens_by == "value":
            return 1.0
        ranks = np.array(self.spec.shoe.cards).reshape(13, 4).sum(axis=1)[9:]
        tens = ranks.sum()
        if TEN + 1 not in seen.values:
            return float((ranks * (ranks - 1)).sum() / (tens * (tens - 1)))
        # One ten-value card is the dealer's: of which rank is as likely as its share.
        share = 0.0
        for up in range(4):
            left = ranks.copy()
            left[up] -= 1
            share += ranks[up] / tens * (left * (left - 1)).sum() / ((tens - 1) * (tens - 2))
        return float(share)

    @cached_property
    def pays(self) -> tuple[float, ...]:
        """What each result pays."""
        return tuple(float(result_pays(r, OWN, self.spec.game.rules)) for r in range(8))

    def blackjack_value(self, seen: Seen, hand: int) -> float:
        """What a blackjack is worth when the round goes on after the dealer has looked."""
        pays, tables = self.pays, self.spec.tables
        if tables.natural_now[OWN * UPS + seen.values[0]]:
            return pays[tables.result[NATURAL * STANDINGS + 20]]  # settled now: as in the round
        chances = np.zeros(STANDINGS)
        left = seen.shoe - self.spec.hands.counts[hand]
        dealer_kernels.final_chances(
            self.spec.hands, self.spec.finals, seen.place, Shoe(left, seen.hole_not), chances
        )
        return float(
            sum(chances[d] * pays[tables.result[NATURAL * STANDINGS + d]] for d in range(STANDINGS))
        )

    def at_once(self, start: Start) -> float:
        """What the seat gets when a dealer blackjack ends the round before play."""
        return self.cut_short[start.is_blackjack]

    @cached_property
    def cut_short(self) -> tuple[float, float]:
        """What a dealer blackjack pays a hand that is none, and a blackjack."""
        rules, result = self.spec.game.rules, self.spec.tables.result
        ends = (result[own * STANDINGS + NATURAL] for own in (20, NATURAL))
        other, blackjack = (float(result_pays(end, OWN, rules)) for end in ends)
        return other, blackjack

    def start_value(self, start: Start) -> float:
        """The starting hand's worth, a dealer blackjack included."""
        return (1 - start.natural) * start.value + start.natural * self.at_once(start)

    @cached_property
    def ev(self) -> float:
        """Per initial wager."""
        return sum(start.chance * self.start_value(start) for start in self.starts())

    def dealt_starts(self, sight: Sight) -> Iterator[Start]:
        """Each starting hand once, as it is dealt: what a chart is made of."""
        return self.starts_against(sight)

    def split_sight(self, start: Start) -> Sight:
        """The sight by which rounds with that pair split are counted."""
        return start.sight

    @cached_property
    def error(self) -> float:
        """How far `ev` can be off: only where a game takes one bet of all the hands of a split."""
        return 0.0

    @property
    def notes(self) -> tuple[str, ...]:
        """What its figures take for granted, beyond the rules."""
        return ()

    @cached_property
    def wagered(self) -> float:
        """The expected total wager, per initial wager."""
        return sum(start.chance * self.start_wager(start) for start in self.starts())

    def start_wager(self, start: Start) -> float:
        played = 1 - start.natural
        if start.act == SPLIT:
            share = self.pair_share(start.sight.seen, start.low)
            return 1 + played * share * (start.sight.splits[start.low].wagered - 1)
        return 1 + played * (start.act == DOUBLE)


def play_game(spec: Spec, convention: str = CONVENTION, chart: Chart | None = None) -> Play:
    """Best play of a game, or a given chart."""
    return play_of(
        spec, convention, tuple(solve(spec, one, convention, chart) for one in spec.sights)
    )


def play_like(spec: Spec, near: Play) -> Play:
    """Best play under rules near those of a play that is solved: a sight that the solver would be
    asked alike is taken from there."""
    alike = spec.shoe == near.spec.shoe and not spec.answered and spec.asked == near.spec.asked
    solved = {one.seen.known: one for one in near.sights} if alike else {}
    return play_of(
        spec,
        near.convention,
        tuple(solved.get(one.known) or solve(spec, one, near.convention) for one in spec.sights),
    )


def play_of(spec: Spec, convention: str, sights: tuple[Sight, ...]) -> Play:
    """The way of playing that these solved sights are."""
    if spec.tables.asks[SWITCHES]:
        from holecard.odds.solve.switch import SwitchPlay

        return SwitchPlay(spec, convention, sights)
    if spec.answered:
        from holecard.odds.solve.answers.answered_play import AnsweredPlay

        return AnsweredPlay(spec, convention, sights)
    return Play(spec, convention, sights)
