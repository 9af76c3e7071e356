"""The hands of a split together in a game with answers of its own: what all of them come to.

As in split_rounds.py: of a small shoe exactly, of a larger one by the mixture of shoes, with what
is proved of it. Where a dealer blackjack takes one bet of all hands, a hand that loses to it asks
for that bet, which is lost once.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property
from typing import cast

import numpy as np
import numpy.typing as npt

from holecard.dealing.answers import TAKES_ALL, TAKES_ORIGINAL
from holecard.dealing.settle import LOSE_BET, NATURAL, PUSH
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import HAND_COUNTS
from holecard.odds.solve.answers.answered_hands import Side
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_splits import AnsweredSplit
from holecard.odds.solve.answers.money import Money
from holecard.odds.solve.answers.split_hand import SplitEnd, SplitHand, Ways
from holecard.odds.solve.splitting.shoe_mixture import Mixture, mixture
from holecard.odds.solve.splitting.split_bound import Bound, all_cards, by_length, rounded
from holecard.odds.solve.splitting.split_chains import Chain, dealer_chain
from holecard.odds.solve.splitting.split_rounds import (
    FEW,
    ROUNDING,
    chance_of_no_blackjack,
    level_of,
    no_other,
    ways,
)
from holecard.odds.solve.splitting.split_unions import DealerBeside, count_unions
from holecard.odds.solve.splitting.together_kernels import HandWays, Sizes, together

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Level = tuple[Fraction, int, bool]  # net, what the round counts, whether it asks for the one bet
Cell = tuple[Fraction, int, int, bool]  # net, hands won, hands lost, whether the bet is lost
Nets = dict[tuple[Fraction, int], float]  # by net, and by what the round counts
Errors = dict[Fraction, float]
NOTHING = (Fraction(0), 0, 0, False)


class SplitTogether:
    """The hands of a split pair beside one dealer."""

    def __init__(self, play: AnsweredPlay, sight: AnsweredSight, pair: int) -> None:
        self.of, self.pair = play.of, pair
        split = sight.splits[pair]
        assert isinstance(split, AnsweredSplit)
        self.spec, self.seen = play.spec, sight.seen
        self.money = Money(play.of)
        self.shoe = self.seen.shoe.copy()
        self.shoe[pair] -= 2
        self.levels: dict[Hashable, int] = {}
        first = Side(True, pair == 0)
        rest = first._replace(own=0.0) if self.of.frees_split(pair) else first
        self.first = self.hand_ways(first, split.acts, sight.doubled)
        alike = rest == first
        self.rest = self.first if alike else self.hand_ways(rest, split.free_acts, sight.doubled)
        self.most = self.spec.most_hands(pair)

    def hand_ways(self, side: Side, acts: Ints, doubled: Ints) -> HandWays:
        """One side's hands; an end for each way of ending that comes to the same."""
        hand = SplitHand(self.of, self.pair, side, acts, doubled)
        return hand.ways(self.spec.finals.standings.size, self.comes_to, self.level)

    def comes_to(self, ended: SplitEnd, ending: int) -> Ways:
        """What an end comes to beside one of the dealer's: levels with their chances."""
        dealer = int(self.spec.finals.standings[ending])
        late = dealer == NATURAL and self.of.takes > TAKES_ALL
        kind, hand, own = ended.kind, ended.hand, ended.own
        if ended.busted:
            lies = late and self.of.takes == TAKES_ORIGINAL
            return [(self.one_bet(ended.freed) if lies else (-own, -1, False), 1.0)]
        if ended.given_up:
            return [(self.given_up(ended, dealer, late), 1.0)]
        found: list[tuple[Level, float]] = []
        for result, share in self.of.results(kind, hand, dealer):
            if self.money.takes_part(result, dealer):
                found.append((self.one_bet(ended.freed), share))
            else:
                net = self.money.net(result, ended.stake, own)
                found.append(((net, self.money.counts[result], False), share))
        return found

    def given_up(self, ended: SplitEnd, dealer: int, late: bool) -> Level:
        if late:
            loses = self.of.beaten[ended.kind, ended.hand] > 0
            return self.one_bet(ended.freed or not loses)
        own = ended.own
        return (-own if dealer == NATURAL else self.money.net(GAVE_UP, 1, own)), -1, False

    def one_bet(self, freed: bool) -> Level:
        """What a dealer blackjack that takes a part takes for a hand: nothing of the house's."""
        if freed:
            return Fraction(0), self.money.counts[PUSH], False
        if self.of.takes_once:
            return Fraction(0), 0, True
        return Fraction(-1), self.money.counts[LOSE_BET], False

    def level(self, level: Hashable) -> int:
        return self.levels.setdefault(level, len(self.levels))

    def nets(self) -> tuple[Nets, float, Errors]:
        """By net, and by what the round counts; how far any of it can be off, and each net."""
        if np.prod(self.shoe + 1.0) <= FEW:
            return self.by_unions()
        return self.by_mixture(level_of(self.shoe, self.bound))

    def by_unions(self) -> tuple[Nets, float, Errors]:
        dealer = DealerBeside(self.spec, self.seen)
        out = count_unions(dealer, self.pair, self.first, self.others, self.sizes, self.shoe)
        nets = self.gathered(out)
        return nets, ROUNDING, {net: ROUNDING for net, _ in nets}

    def by_mixture(self, level: int) -> tuple[Nets, float, Errors]:
        """The same from points of so high a level."""
        mix = mixture(self.shoe, level)
        rounding = rounded(mix)
        names = list(dict.fromkeys(cell[0] for row in self.cells for cell in row))
        events = np.zeros((len(self.cells), len(self.cells[-1]), len(names)))
        for hands, row in enumerate(self.cells):
            events[hands, range(len(row)), [names.index(cell[0]) for cell in row]] = 1.0
        off = self.bound.each(level, events) + rounding
        errors = {net: one for net, one in zip(names, off.tolist(), strict=True) if one > rounding}
        return self.gathered(self.out(mix)[0]), self.bound.any(level) + rounding, errors

    @cached_property
    def bound(self) -> Bound:
        cards = all_cards(self.most, [self.first.chain, self.rest.chain], self.dealer)
        return Bound(self.shoe, cards, self.out(by_length(self.shoe)), self.given)

    @cached_property
    def dealer(self) -> Chain:
        return dealer_chain(self.spec, self.seen)

    @property
    def given(self) -> float:
        return chance_of_no_blackjack(self.shoe, self.seen)

    @property
    def others(self) -> HandWays:
        return no_other(self.first) if self.rest is self.first else self.rest

    @cached_property
    def sizes(self) -> Sizes:
        numbers = np.array(list(map(len, self.cells)))
        return Sizes(self.most, ways(self.most), numbers, self.grow)

    def out(self, mix: Mixture) -> Floats:
        """[sum, hands, cell] what the hands come to by each sum of a mixture."""
        out = np.zeros((len(mix.weights), self.most + 1, len(self.cells[-1])))
        levels, sizes = len(self.levels), self.sizes
        together(self.first, self.others, self.dealer, self.pair, levels, sizes, mix, out)
        return out

    @cached_property
    def cells(self) -> list[list[Cell]]:
        """[hands] what some hands can come to together."""
        levels = list(self.levels)
        cells: list[list[Cell]] = [[NOTHING]]
        for _ in range(self.most):
            more = {grown(cell, level) for cell in cells[-1] for level in levels}
            cells.append(sorted(more))
        return cells

    @cached_property
    def grow(self) -> Ints:
        """[hands, cell, level] the cell with one hand more."""
        cells, levels = self.cells, list(self.levels)
        grow = np.zeros((self.most, len(cells[-1]), len(levels)), dtype=np.int64)
        for hands in range(self.most):
            places = {cell: at for at, cell in enumerate(cells[hands + 1])}
            for at, cell in enumerate(cells[hands]):
                for number, level in enumerate(levels):
                    grow[hands, at, number] = places[grown(cell, level)]
        return grow

    def gathered(self, out: Floats) -> Nets:
        nets: Nets = {}
        for hands, row in enumerate(out / self.given):
            for (net, won, lost, _), chance in zip(self.cells[hands], row, strict=False):
                if chance:
                    place = (hands * HAND_COUNTS + won) * HAND_COUNTS + lost
                    key = net, self.spec.tables.outcome[place]
                    nets[key] = nets.get(key, 0.0) + float(chance)
        return nets


def grown(cell: Cell, level: Hashable) -> Cell:
    net, count, asks = cast(Level, level)
    bet = asks and not cell[3]
    return (
        cell[0] + net - bet,
        cell[1] + (count > 0),
        cell[2] + (count < 0) + bet,
        cell[3] or asks,
    )
