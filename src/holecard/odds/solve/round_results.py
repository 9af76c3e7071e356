"""A whole round's result under a way of playing: net, and won, pushed or lost by its hands.

Everything is exact but rounds with a split, where the hands are taken as independent given how the
dealer's hand ends. The gap this leaves in the expected value is measured beside it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.settle import LOSE, NATURAL, OWN, STANDINGS, STREAK_COUNTS, result_pays
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import HAND_COUNTS
from holecard.jit.cache import njit
from holecard.odds.solve import dealer_kernels, split_kernels
from holecard.odds.solve.acts import DOUBLE, SPLIT, SURRENDER
from holecard.odds.solve.best_play import Play, Start, natural_chance
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN

Floats = npt.NDArray[np.float64]
Nets = dict[Fraction, float]
MOST_UNITS = 2 * HANDS_A_SEAT


@dataclass(frozen=True)
class RoundOdds:
    """Chances by net (in initial wagers), and of a round won, pushed and lost by hands (U5)."""

    nets: Nets
    win: float
    push: float
    lose: float
    split: float  # the chance of a round with a split
    gap: float  # what the split approximation leaves out of the expected value


class RoundTally:
    """Chances of rounds by net, and by what they count for a streak."""

    def __init__(self) -> None:
        self.odd: defaultdict[Fraction, float] = defaultdict(float)  # blackjacks, surrender
        self.units = [0.0] * (2 * MOST_UNITS + 1)  # whole wagers, from the worst
        self.counts = {1: 0.0, 0: 0.0, -1: 0.0}

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
    tally = RoundTally()
    split = gap = 0.0
    for start in play.starts():
        ended = start.chance * start.natural
        if ended:
            own = NATURAL if start.is_blackjack else 20
            add_result(play, tally, own, NATURAL, ended)
        played = start.chance - ended
        if start.act == SPLIT:
            share = play.pair_share(start.sight.seen, start.low)
            split += played * share
            gap += played * share * add_split(play, tally, start, played * share)
            played *= 1 - share
        if played:
            add_hand(play, tally, start, played)
    counts = tally.counts
    return RoundOdds(tally.nets(), counts[1], counts[0], counts[-1], split, gap)


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


def add_split(play: Play, tally: RoundTally, start: Start, chance: float) -> float:
    """The hands of a split pair; returns exact minus approximated value."""
    spec, seen, pair = play.spec, start.sight.seen, start.low
    split = start.sight.splits[pair]
    shoe = Shoe(seen.shoe.copy(), seen.hole_not)
    shoe.left[pair] -= 1
    joints = np.zeros((spec.most_hands(pair) - 1, 2, 5, spec.finals.standings.size))
    split_kernels.split_joints(
        spec.hands, spec.finals, seen.place, pair, split.acts, shoe, spec.sign, joints
    )
    together = np.zeros((HAND_COUNTS, 2 * MOST_UNITS + 1, HAND_COUNTS, HAND_COUNTS))
    for (hands, filled), share in split.ends.items():
        add_together(joints[hands - 2], hands, filled, share, together[hands])
    value = 0.0
    for hands, place, won, lost in np.argwhere(together).tolist():
        of = float(together[hands, place, won, lost])
        count = spec.tables.outcome[(hands * HAND_COUNTS + won) * HAND_COUNTS + lost]
        tally.add_units(place - MOST_UNITS, count, chance * of)
        value += of * (place - MOST_UNITS)
    return split.value - value


@njit
def add_together(joints: Any, hands: int, filled: int, share: float, together: Any) -> None:
    """Add to together[units (from the worst), hands won, hands lost] the chances of several split
    hands, `filled` of them with a second card not of the pair: independent given how
    the dealer's hand ends."""
    for ending in range(joints.shape[2]):
        marginal = joints[1 if filled else 0, :, ending].sum()
        if marginal <= 0.0:
            continue
        before = np.zeros(together.shape)
        before[MOST_UNITS, 0, 0] = share * marginal
        for hand in range(hands):
            results = joints[1 if hand < filled else 0, :, ending]
            after = np.zeros(together.shape)
            for units in range(-2, 3):
                of = results[units + 2] / results.sum()
                won, lost = int(units > 0), int(units < 0)
                for place in range(MOST_UNITS - 2 * hand, MOST_UNITS + 2 * hand + 1):
                    into = after[place + units, won : won + hand + 1, lost : lost + hand + 1]
                    into += before[place, : hand + 1, : hand + 1] * of
            before = after
        together += before
