"""What whole rounds come to in a game with answers of its own: the chance of every net.

Rounds without a split are followed forward, hand by hand, exactly. The hands of a split are taken
together by the mixture of shoes that split_rounds.py uses, with what is proved of it.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import TAKES_PART, TIMES
from holecard.dealing.settle import LOSE, LOSE_BET, NATURAL, OWN
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import HAND_COUNTS
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered import DOUBLED, UNSPLIT
from holecard.odds.solve.answers.answered_hands import Side
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_splits import AnsweredSplit
from holecard.odds.solve.hand_kernels import BUST, VALUES, Shoe
from holecard.odds.solve.round_results import RoundOdds
from holecard.odds.solve.sights import ACE, NOTHING_KNOWN
from holecard.odds.solve.splitting.shoe_mixture import Mixture, mixture
from holecard.odds.solve.splitting.split_bound import Bound, all_cards, by_length, rounded
from holecard.odds.solve.splitting.split_chains import Chain, dealer_chain, end
from holecard.odds.solve.splitting.split_rounds import (
    chance_of_no_blackjack,
    level_of,
    no_other,
    ways,
)
from holecard.odds.solve.splitting.together_kernels import HandWays, Sizes, together

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cell = tuple[Fraction, int, int]  # net, hands won, hands lost
Nets = dict[tuple[Fraction, int], float]  # by net, and by what the round counts
Errors = dict[Fraction, float]


class Tally:
    """Chances by net, and by what the round counts for a streak."""

    def __init__(self) -> None:
        self.found: defaultdict[tuple[Fraction, int], float] = defaultdict(float)
        self.error = self.gap = self.split = 0.0
        self.errors: defaultdict[Fraction, float] = defaultdict(float)
        self.units = 1  # on the first hand: two where the wager is raised

    def add(self, net: Fraction, count: int, chance: float) -> None:
        if chance:
            self.found[self.units * net, count] += chance

    def odds(self) -> RoundOdds:
        nets: defaultdict[Fraction, float] = defaultdict(float)
        counts = {1: 0.0, 0: 0.0, -1: 0.0}
        for (net, count), chance in self.found.items():
            nets[net] += chance
            counts[count] += chance
        error = max(self.error, abs(self.gap))
        errors = dict(self.errors)
        return RoundOdds(dict(nets), counts[1], counts[0], counts[-1], self.split, error, errors)


class Money:
    """What results come to under a game's rules, per initial wager."""

    def __init__(self, play: AnsweredPlay) -> None:
        self.of, self.game = play.of, play.spec.game
        self.counts = play.spec.tables.counts

    def net(self, result: int, stake: int, own: Fraction) -> Fraction:
        pays = self.game.result_pays(result, OWN)
        return pays * (stake if pays > 0 else own)

    def rows(
        self, kind: int, hand: int, dealer: int, stake: int, own: Fraction
    ) -> list[tuple[Fraction, int, float]]:
        """(net, count, share) of a finished hand against a standing."""
        found = []
        for result, share in self.of.results(kind, hand, dealer):
            one_bet = dealer == NATURAL and result == LOSE and self.of.asks[TAKES_PART]
            if one_bet:
                found.append((Fraction(-1), self.counts[LOSE_BET], share))
            else:
                found.append((self.net(result, stake, own), self.counts[result], share))
        return found


class Rounds:
    """One sight's rounds, added to a tally."""

    def __init__(self, play: AnsweredPlay, sight: AnsweredSight, tally: Tally) -> None:
        self.play, self.sight, self.tally = play, sight, tally
        self.spec, self.of, self.money = play.spec, play.of, Money(play)
        self.hands = play.spec.hands
        self.size = sight.acts.size
        self.shoe = Shoe(sight.seen.shoe, sight.seen.hole_not)

    @cached_property
    def endings(self) -> Floats:
        """[hand, ending] the dealer's final hand beside each hand."""
        finals = self.spec.finals
        out = np.zeros((self.size, finals.standings.size))
        wanted = self.hands.cards >= 2
        out[wanted] = dealer_kernels.ending_chances(
            self.hands, finals, self.sight.seen.place, ACE, self.shoe, wanted
        )
        return out

    def count(self) -> None:
        reach = np.zeros(self.size)
        for start in self.play.starts_against(self.sight):
            hand = int(self.hands.two[start.low, start.high])
            ended = start.chance * start.natural
            if ended:
                one = Fraction(1)
                for net, count, share in self.money.rows(UNSPLIT, hand, NATURAL, 1, one):
                    self.tally.add(net, count, ended * share)
            played = start.chance - ended
            if start.act == SPLIT:
                part = self.play.pair_share(self.sight.seen, start.low)
                self.split(start.low, played * part)
                played *= 1 - part
            if start.early:
                self.tally.add(self.money.net(GAVE_UP, 1, Fraction(1)), -1, played)
            elif start.is_blackjack:
                self.stand(hand, played)
            else:
                reach[hand] += played
        self.follow(reach)

    def follow(self, reach: Floats) -> None:
        """Unsplit hands, from the first two cards to the end."""
        acts = self.sight.acts
        busted = kernels.spread(self.hands, self.shoe, acts == HIT, reach, reach)
        self.tally.add(Fraction(-1), -1, busted)
        for hand in np.flatnonzero(reach * (acts == STAND)):
            self.stand(int(hand), float(reach[hand]))
        for hand in np.flatnonzero(reach * (acts == SURRENDER)):
            self.give_up(int(hand), float(reach[hand]), Fraction(1))
        free = self.of.free(False, False)
        for takes, own in ((~free, Fraction(2)), (free, Fraction(1))):
            self.doubled(reach, (acts == DOUBLE) & takes, own)

    def doubled(self, reach: Floats, takes: Bools, own: Fraction) -> None:
        for times in range(1, TIMES):
            into = np.zeros(self.size)
            busted = kernels.spread(self.hands, self.shoe, takes, reach, into)
            self.tally.add(-own, -1, busted)
            acts = self.sight.doubled[times]
            for hand in np.flatnonzero(into * (acts == SURRENDER)):
                self.give_up(int(hand), float(into[hand]), own)
            for hand in np.flatnonzero(into * (acts == STAND)):
                self.stand(int(hand), float(into[hand]), DOUBLED, 1 << times, own)
            takes, reach, own = acts == DOUBLE, into, 2 * own

    def stand(
        self,
        hand: int,
        chance: float,
        kind: int = UNSPLIT,
        stake: int = 1,
        own: Fraction = Fraction(1),
    ) -> None:
        for ending, dealer in enumerate(self.spec.finals.standings.tolist()):
            part = chance * float(self.endings[hand, ending])
            if part:
                for net, count, share in self.money.rows(kind, hand, dealer, stake, own):
                    self.tally.add(net, count, part * share)

    def give_up(self, hand: int, chance: float, own: Fraction) -> None:
        seen = self.sight.seen
        natural = 0.0
        if seen.hole_not == NOTHING_KNOWN and seen.looked_for != NOTHING_KNOWN:
            left = seen.shoe - self.hands.counts[hand]
            natural = float(left[seen.looked_for] / left.sum())
        lost = Fraction(1) if self.of.asks[TAKES_PART] else own
        self.tally.add(-lost, -1, chance * natural)
        self.tally.add(self.money.net(GAVE_UP, 1, own), -1, chance * (1 - natural))

    def split(self, pair: int, chance: float) -> None:
        if not chance:
            return
        split = self.sight.splits[pair]
        assert isinstance(split, AnsweredSplit)
        nets, error, errors = SplitTogether(self, pair, split).nets()
        for (net, count), of in nets.items():
            self.tally.add(net, count, chance * of)
        for net, off in errors.items():
            self.tally.errors[self.tally.units * net] += chance * off
        value = sum(float(net) * of for (net, _), of in nets.items())
        self.tally.error += chance * error
        self.tally.gap += chance * (value - split.value) * self.tally.units
        self.tally.split += chance


class SplitChain:
    """One side's hands of a split, as a chain whose ends are ways of ending that come to the
    same."""

    def __init__(self, of: SplitTogether, side: Side, acts: Ints) -> None:
        self.split, self.acts, self.answers = of, acts, of.rounds.of
        self.hands = of.spec.hands
        self.own = Fraction(int(side.own))
        self.once, self.twice = side.kinds
        self.free = self.answers.free(side.split, side.aces)
        self.ends: dict[tuple[object, ...], int] = {}
        self.chances: list[list[list[tuple[Fraction, int, float]]]] = []
        self.code: dict[int, int] = {}
        self.rows: dict[tuple[int, ...], int] = {}

    def ended(
        self, key: tuple[object, ...], kind: int, hand: int, stake: int, own: Fraction
    ) -> int:
        if key not in self.ends:
            self.ends[key] = len(self.ends)
            self.chances.append(self.split.end_rows(key, kind, hand, stake, own))
        return int(end(self.ends[key]))

    def state(self, hand: int) -> int:
        """A hand that is played on, as a state or an end."""
        if hand not in self.code:
            act = self.acts[hand]
            if act == STAND:
                key = ("stand", *self.answers.key(self.once, hand))
                self.code[hand] = self.ended(key, self.once, hand, 1, self.own)
            elif act == SURRENDER:
                key = ("given up", self.own)
                self.code[hand] = self.ended(key, self.once, hand, 1, self.own)
            else:
                cards = range(VALUES)
                self.code[hand] = self.row(tuple(self.one_card(hand, worth) for worth in cards))
        return self.code[hand]

    def one_card(self, hand: int, worth: int) -> int:
        after = int(self.hands.after[hand, worth])
        if self.acts[hand] == DOUBLE:
            return self.doubled(after, 1, self.own + (0 if self.free[hand] else 1))
        if after == BUST:
            return self.ended(("bust", self.own), self.once, 0, 1, self.own)
        return self.state(after)

    def doubled(self, hand: int, times: int, own: Fraction) -> int:
        if hand == BUST:
            return self.ended(("bust", own), self.twice, 0, 2, own)
        act, stake = self.split.rounds.sight.doubled[times][hand], 1 << times
        if act == SURRENDER:
            return self.ended(("given up", own), self.twice, hand, stake, own)
        if act == DOUBLE:
            more = self.hands.after[hand]
            return self.row(tuple(self.doubled(int(one), times + 1, 2 * own) for one in more))
        key = ("doubled", stake, own, *self.answers.key(self.twice, hand))
        return self.ended(key, self.twice, hand, stake, own)

    def row(self, row: tuple[int, ...]) -> int:
        return self.rows.setdefault(row, len(self.rows))

    def laid(self) -> Chain:
        pair = self.split.pair
        first = [self.state(int(self.hands.two[pair, worth])) for worth in range(VALUES)]
        rows = np.array(list(self.rows), dtype=np.int64).reshape(-1, VALUES)
        return Chain(rows, np.array(first))


class SplitTogether:
    """The hands of a split pair beside one dealer."""

    def __init__(self, rounds: Rounds, pair: int, split: AnsweredSplit) -> None:
        self.rounds, self.pair, self.split = rounds, pair, split
        self.spec, self.seen = rounds.spec, rounds.sight.seen
        self.shoe = self.seen.shoe.copy()
        self.shoe[pair] -= 2
        self.levels: dict[tuple[Fraction, int], int] = {}
        first = Side(True, pair == 0)
        rest = first._replace(own=0.0) if rounds.of.frees_split(pair) else first
        self.first = self.hand_ways(first, split.acts)
        self.rest = self.hand_ways(rest, split.free_acts) if rest != first else self.first
        self.most = self.spec.most_hands(pair)

    def hand_ways(self, side: Side, acts: Ints) -> HandWays:
        """The chain of one side's hands; an end for each way of ending that comes to the same."""
        chain = SplitChain(self, side, acts)
        return self.laid(chain.laid(), chain.chances)

    def end_rows(
        self, key: tuple[object, ...], kind: int, hand: int, stake: int, own: Fraction
    ) -> list[list[tuple[Fraction, int, float]]]:
        """[ending] what an end comes to: (net, count, share)."""
        money, standings = self.rounds.money, self.spec.finals.standings.tolist()
        if key[0] == "bust":
            return [[(-own, -1, 1.0)]] * len(standings)
        if key[0] == "given up":
            lost = Fraction(1) if self.rounds.of.asks[TAKES_PART] else own
            net = money.net(GAVE_UP, 1, own)
            return [[(-lost if dealer == NATURAL else net, -1, 1.0)] for dealer in standings]
        return [money.rows(kind, hand, dealer, stake, own) for dealer in standings]

    def laid(
        self, chain: Chain, chances: list[list[list[tuple[Fraction, int, float]]]]
    ) -> HandWays:
        """As arrays: an end has a row for each of its shares, which are the same beside every
        ending."""
        end_of, shares, level = [], [], []
        for at, endings in enumerate(chances):
            for part in range(len(endings[0])):
                end_of.append(at)
                shares.append(endings[0][part][2])
                level.append([self.level(one[part][0], one[part][1]) for one in endings])
        return HandWays(
            chain, np.array(end_of), np.array(shares), np.array(level, dtype=np.int64), len(chances)
        )

    def level(self, net: Fraction, count: int) -> int:
        return self.levels.setdefault((net, count), len(self.levels))

    def nets(self) -> tuple[Nets, float, Errors]:
        return self.by_mixture(level_of(self.shoe, self.bound))

    def by_mixture(self, level: int) -> tuple[Nets, float, Errors]:
        """By net, and by what the round counts; how far any of it can be off, and each net."""
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

    def out(self, mix: Mixture) -> Floats:
        """[sum, hands, cell] what the hands come to by each sum of a mixture."""
        sizes = Sizes(self.most, ways(self.most), np.array(list(map(len, self.cells))), self.grow)
        out = np.zeros((len(mix.weights), self.most + 1, len(self.cells[-1])))
        rest = no_other(self.first) if self.rest is self.first else self.rest
        together(self.first, rest, self.dealer, self.pair, len(self.levels), sizes, mix, out)
        return out

    @cached_property
    def cells(self) -> list[list[Cell]]:
        """[hands] what some hands can come to together."""
        levels = list(self.levels)
        cells: list[list[Cell]] = [[(Fraction(0), 0, 0)]]
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
            for (net, won, lost), chance in zip(self.cells[hands], row, strict=False):
                if chance:
                    place = (hands * HAND_COUNTS + won) * HAND_COUNTS + lost
                    key = net, self.spec.tables.outcome[place]
                    nets[key] = nets.get(key, 0.0) + float(chance)
        return nets


def grown(cell: Cell, level: tuple[Fraction, int]) -> Cell:
    net, count = level
    return cell[0] + net, cell[1] + (count > 0), cell[2] + (count < 0)


def answered_rounds(play: AnsweredPlay) -> RoundOdds:
    tally = Tally()
    for sight in play.sights:
        assert isinstance(sight, AnsweredSight)
        tally.units = 1 + play.raises(sight)
        Rounds(play, sight, tally).count()
    return tally.odds()
