"""A whole round's result under a way of playing: net, and more hands won than lost or fewer.

Everything is exact but rounds with a split, where the hands are taken as independent given the
dealer's final hand. The gap this leaves in the expected value is measured beside it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from holecard.odds import kernels
from holecard.odds.kernels import STANDINGS
from holecard.odds.play import DOUBLE, SPLIT, SURRENDER, Play, Start, natural_chance
from holecard.odds.seen import NOTHING_KNOWN
from holecard.settle import LOSE, NATURAL, OWN, STREAK_COUNTS, result_pays
from holecard.settle import SURRENDER as GAVE_UP

Floats = npt.NDArray[np.float64]
Nets = dict[Fraction, float]
ANY = -1


@dataclass(frozen=True)
class RoundOdds:
    """Chances by net (in initial wagers), and of a round won, pushed and lost by hands (U5)."""

    nets: Nets
    win: float
    push: float
    lose: float
    split: float  # the chance of a round with a split
    gap: float  # what the split approximation leaves out of the expected value


class Tally:
    def __init__(self) -> None:
        self.nets: defaultdict[Fraction, float] = defaultdict(float)
        self.counts = {1: 0.0, 0: 0.0, -1: 0.0}

    def add(self, net: Fraction, count: int, chance: float) -> None:
        self.nets[net] += chance
        self.counts[count] += chance


def round_odds(play: Play) -> RoundOdds:
    tally = Tally()
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
    return RoundOdds(dict(tally.nets), counts[1], counts[0], counts[-1], split, gap)


def add_result(play: Play, tally: Tally, own: int, dealer: int, chance: float) -> None:
    result = play.spec.tables.result[own * STANDINGS + dealer]
    pays = result_pays(result, OWN, play.spec.game.rules)
    tally.add(pays, STREAK_COUNTS[result], chance)


def add_hand(play: Play, tally: Tally, start: Start, chance: float) -> None:
    """A hand that is not split."""
    sight, spec = start.sight, play.spec
    hand = int(spec.hands.two[start.low, start.high])
    act = int(sight.acts[hand]) if start.act == SPLIT else start.act
    if start.is_blackjack:
        chances = np.zeros(STANDINGS)
        left = sight.seen.shoe - spec.hands.counts[hand]
        kernels.final_chances(spec.finals, sight.seen.place, left, sight.seen.hole_not, chances)
        for dealer in np.flatnonzero(chances):
            add_result(play, tally, NATURAL, int(dealer), chance * float(chances[dealer]))
    elif act == SURRENDER:
        add_surrender(play, tally, start, hand, chance)
    else:
        win, lose = [
            (sight.stand_win, sight.stand_lose),
            (sight.hit_win, sight.hit_lose),
            (sight.double_win, sight.double_lose),
        ][act]
        units = 2 if act == DOUBLE else 1
        tally.add(Fraction(units), 1, chance * float(win[hand]))
        tally.add(Fraction(-units), -1, chance * float(lose[hand]))
        tally.add(Fraction(0), 0, chance * float(1 - win[hand] - lose[hand]))


def add_surrender(play: Play, tally: Tally, start: Start, hand: int, chance: float) -> None:
    seen, rules = start.sight.seen, play.spec.game.rules
    hidden = seen.hole_not == NOTHING_KNOWN
    natural = natural_chance(seen, play.spec.hands.counts[hand]) if hidden else 0.0
    tally.add(result_pays(LOSE, OWN, rules), -1, chance * natural)
    tally.add(result_pays(GAVE_UP, OWN, rules), -1, chance * (1 - natural))


def add_split(play: Play, tally: Tally, start: Start, chance: float) -> float:
    """The hands of a split pair; returns exact minus approximated value."""
    split = start.sight.splits[start.low]
    value = 0.0
    known: dict[tuple[int, int], Floats] = {}

    def joint(hands: int, second_not: int) -> Floats:
        if (hands, second_not) not in known:
            known[hands, second_not] = split_joint(play, start, hands, second_not)
        return known[hands, second_not]

    for (hands, filled), share in split.ends.items():
        joints = [joint(hands, start.low)] * filled + [joint(hands, ANY)] * (hands - filled)
        for (units, count), of in hands_together(joints).items():
            tally.add(Fraction(units), (count > 0) - (count < 0), chance * share * of)
            value += share * of * units
    return split.value - value


def split_joint(play: Play, start: Start, hands: int, second_not: int) -> Floats:
    """One split hand's result beside the dealer's final hand, the sisters' pair cards gone."""
    spec, seen, pair = play.spec, start.sight.seen, start.low
    shoe = seen.shoe.copy()
    shoe[pair] -= hands - 1
    joint = np.zeros((5, STANDINGS))
    acts = start.sight.splits[pair].acts
    kernels.split_hand_joint(
        spec.hands, spec.finals, seen.place, pair, acts, shoe, seen.hole_not, spec.sign,
        second_not, joint,
    )  # fmt: skip
    return joint


def hands_together(joints: list[Floats]) -> dict[tuple[int, int], float]:
    """Chances of (units won, hands won less hands lost) for several hands, independent given the
    dealer's final hand."""
    marginal = joints[0].sum(axis=0)
    seen = marginal > 0
    hands = len(joints)
    # together[dealer, units, count], both counted from their lowest.
    together = np.zeros((int(seen.sum()), 4 * hands + 1, 2 * hands + 1))
    together[:, 2 * hands, hands] = marginal[seen]
    for joint in joints:
        column = joint[:, seen] / joint[:, seen].sum(axis=0)
        together = sum(
            np.roll(together, (units, (units > 0) - (units < 0)), axis=(1, 2))
            * column[units + 2][:, None, None]
            for units in range(-2, 3)
        )
    chances = together.sum(axis=0)
    return {
        (int(units) - 2 * hands, int(count) - hands): float(chances[units, count])
        for units, count in np.argwhere(chances)
    }
