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

from holecard.dealing.answers import TAKES_ORIGINAL
from holecard.dealing.own_tables import TIMES
from holecard.dealing.settle import NATURAL
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered import DOUBLED, UNSPLIT
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_together import SplitTogether
from holecard.odds.solve.answers.money import Money
from holecard.odds.solve.best_play import unseen_natural
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.round_results import RoundOdds
from holecard.odds.solve.sights import ACE

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


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


class Rounds:
    """One sight's rounds, added to a tally."""

    def __init__(self, play: AnsweredPlay, sight: AnsweredSight, tally: Tally) -> None:
        self.play, self.sight, self.tally = play, sight, tally
        self.spec, self.of, self.money = play.spec, play.of, Money(play.of)
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
            back = self.comes_back(takes, reach)
            self.tally.add(-own, -1, busted - back)
            self.tally.add(Fraction(-1), -1, back)
            acts = self.sight.doubled[times]
            for hand in np.flatnonzero(into * (acts == SURRENDER)):
                self.give_up(int(hand), float(into[hand]), own)
            for hand in np.flatnonzero(into * (acts == STAND)):
                self.stand(int(hand), float(into[hand]), DOUBLED, 1 << times, own)
            takes, reach, own = acts == DOUBLE, into, 2 * own

    def comes_back(self, takes: Bools, reach: Floats) -> float:
        """The chance of doubled hands that bust and lose one bet alone: to a dealer blackjack."""
        seen = self.sight.seen
        if self.of.takes != TAKES_ORIGINAL or not seen.unseen:
            return 0.0
        looked_for = seen.looked_for
        return float(kernels.busted_beside(self.hands, self.shoe, takes, reach, looked_for))

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
        natural = unseen_natural(self.sight.seen, self.hands.counts[hand])
        lost = Fraction(1) if self.of.takes else own
        self.tally.add(-lost, -1, chance * natural)
        self.tally.add(self.money.net(GAVE_UP, 1, own), -1, chance * (1 - natural))

    def split(self, pair: int, chance: float) -> None:
        if not chance:
            return
        split = self.sight.splits[pair]
        nets, error, errors = SplitTogether(self.play, self.sight, pair).nets()
        for (net, count), of in nets.items():
            self.tally.add(net, count, chance * of)
        for net, off in errors.items():
            self.tally.errors[self.tally.units * net] += chance * off
        value = sum(float(net) * of for (net, _), of in nets.items())
        self.tally.error += chance * error
        self.tally.gap += chance * (value - split.value) * self.tally.units
        self.tally.split += chance


def answered_rounds(play: AnsweredPlay) -> RoundOdds:
    tally = Tally()
    for sight in play.sights:
        assert isinstance(sight, AnsweredSight)
        tally.units = 1 + play.raises(sight)
        Rounds(play, sight, tally).count()
    return tally.odds()
