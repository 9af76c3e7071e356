"""A whole round's result under a way of playing: net, and won, pushed or lost by its hands.

Rounds without a split are exact. Those with one are exact from a small shoe, and from a larger one
off by no more than a bound that is carried along (split_rounds.py).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from holecard.dealing.settle import LOSE, NATURAL, OWN, STANDINGS, STREAK_COUNTS, result_pays
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import DOUBLE, SPLIT, SURRENDER
from holecard.odds.solve.best_play import Play, Start, natural_chance
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN
from holecard.odds.solve.splitting.split_rounds import (
    MOST_UNITS,
    SplitRounds,
    split_counts,
    split_rounds,
)

Nets = dict[Fraction, float]


@dataclass(frozen=True)
class RoundOdds:
    """Chances by net (in initial wagers), and of a round won, pushed and lost by hands (U5)."""

    nets: Nets
    win: float
    push: float
    lose: float
    split: float  # the chance of a round with a split
    error: float  # of each of these chances and of sums of nets; none but for rounds with a split
    errors: Nets  # of the chance of each net by itself


class RoundTally:
    """Chances of rounds by net, and by what they count for a streak."""

    def __init__(self) -> None:
        self.odd: defaultdict[Fraction, float] = defaultdict(float)  # blackjacks, surrender
        self.units = [0.0] * (2 * MOST_UNITS + 1)  # whole wagers, from the worst
        self.counts = {1: 0.0, 0: 0.0, -1: 0.0}
        self.error = self.gap = 0.0
        self.errors: defaultdict[Fraction, float] = defaultdict(float)

    def add(self, net: Fraction, count: int, chance: float) -> None:
        self.odd[net] += chance
        self.counts[count] += chance

    def add_units(self, units: int, count: int, chance: float) -> None:
        self.units[units + MOST_UNITS] += chance
        self.counts[count] += chance

    def nets(self) -> Nets:
        nets = defaultdict(float, self.odd)
        for units, chance in enumerate(self.units, start=-MOST_UNITS):
            if chance:
                nets[Fraction(units)] += chance
        return dict(nets)


def round_odds(play: Play) -> RoundOdds:
    if play.spec.answered:
        from holecard.odds.solve.answers.answered_rounds import (
            answered_rounds,  # it stands on this module
        )

        return answered_rounds(play)  # type: ignore[arg-type]
    tally, split = RoundTally(), 0.0
    for start in play.starts():
        split += add_start(play, tally, start)
    counts = tally.counts
    # Rows must sum to the expected value within the error they claim, whatever parts the two:
    # under `cdp` the value is that of no single way of playing.
    error, errors = max(tally.error, abs(tally.gap)), dict(tally.errors)
    return RoundOdds(tally.nets(), counts[1], counts[0], counts[-1], split, error, errors)


def counted_rounds(play: Play) -> RoundOdds:
    """The same by what rounds count for a streak alone, without their nets: that takes a third of
    the work."""
    if play.spec.answered:
        return round_odds(play)
    tally, split = RoundTally(), 0.0
    for start in play.starts():
        split += add_start(play, tally, start, nets=False)
    counts = tally.counts
    return RoundOdds({}, counts[1], counts[0], counts[-1], split, tally.error, {})


def add_start(play: Play, tally: RoundTally, start: Start, nets: bool = True) -> float:
    """What becomes of one starting hand; the chance that it is split."""
    split = 0.0
    ended = start.chance * start.natural
    if ended:
        own = NATURAL if start.is_blackjack else 20
        add_result(play, tally, own, NATURAL, ended)
    played = start.chance - ended
    if start.act == SPLIT:
        share = play.pair_share(start.sight.seen, start.low)
        split = played * share
        if split:
            add_split(play, tally, start, split, nets)
        played *= 1 - share
    if played:
        add_hand(play, tally, start, played)
    return split


def add_result(play: Play, tally: RoundTally, own: int, dealer: int, chance: float) -> None:
    result = play.spec.tables.result[own * STANDINGS + dealer]
    pays = result_pays(result, OWN, play.spec.game.rules)
    tally.add(pays, STREAK_COUNTS[result], chance)


def add_hand(play: Play, tally: RoundTally, start: Start, chance: float) -> None:
    """A hand that is not split."""
    sight, spec = start.sight, play.spec
    hand = int(spec.hands.two[start.low, start.high])
    act = int(sight.acts[hand]) if start.act == SPLIT else start.act
    if start.is_blackjack:
        chances = np.zeros(STANDINGS)
        left = Shoe(sight.seen.shoe - spec.hands.counts[hand], sight.seen.hole_not)
        dealer_kernels.final_chances(spec.hands, spec.finals, sight.seen.place, left, chances)
        for dealer in np.flatnonzero(chances):
            add_result(play, tally, NATURAL, int(dealer), chance * float(chances[dealer]))
    elif act == SURRENDER:
        add_surrender(play, tally, start, hand, chance)
    else:
        win, lose = sight.odds(act)
        units = 2 if act == DOUBLE else 1
        tally.add_units(units, 1, chance * float(win[hand]))
        tally.add_units(-units, -1, chance * float(lose[hand]))
        tally.add_units(0, 0, chance * float(1 - win[hand] - lose[hand]))


def add_surrender(play: Play, tally: RoundTally, start: Start, hand: int, chance: float) -> None:
    seen, rules = start.sight.seen, play.spec.game.rules
    hidden = seen.hole_not == NOTHING_KNOWN
    natural = natural_chance(seen, play.spec.hands.counts[hand]) if hidden else 0.0
    tally.add(result_pays(LOSE, OWN, rules), -1, chance * natural)
    tally.add(result_pays(GAVE_UP, OWN, rules), -1, chance * (1 - natural))


def add_split(play: Play, tally: RoundTally, start: Start, chance: float, nets: bool) -> None:
    """The hands of a split pair, with the error of their chances and by how much their value
    differs from the split's."""
    found = split_found(play, start, nets)
    for (units, count), of in found.chances.items():
        tally.add_units(units, count, chance * of)
    for units, error in found.errors.items():
        tally.errors[Fraction(units)] += chance * error
    tally.error += chance * found.error
    if nets:
        tally.gap += chance * (found.value - start.sight.splits[start.low].value)


def split_found(play: Play, start: Start, nets: bool) -> SplitRounds:
    """What the hands of a pair come to together, found once for all who split it so."""
    sight = play.split_sight(start)
    split = sight.splits[start.low]
    if not nets and not split.rounds:
        if not split.counts:
            split.counts.append(split_counts(play.spec, sight.seen, start.low, split.acts))
        return split.counts[0]
    if not split.rounds:
        split.rounds.append(split_rounds(play.spec, sight.seen, start.low, split.acts))
    return split.rounds[0]
