"""A sight of a game with answers of its own whose choices are known by composition: what comes of
them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.odds.solve.acts import DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.answers import answered_kernels as kernels
from holecard.odds.solve.answers.answered_hands import HandValues, Side
from holecard.odds.solve.answers.answered_play import AnsweredSight, answered
from holecard.odds.solve.answers.answered_splits import AnsweredSplit, Splitter
from holecard.odds.solve.best_play import ACE
from holecard.odds.solve.hand_kernels import Odds, Shoe
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.splitting.splits import SplitValue

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


class Done(NamedTuple):
    """What is done at one sight: with unsplit hands, with doubled ones by how often, with hands of
    each pair that is split; and which starts are given up before the dealer looks."""

    acts: Ints
    doubled: Ints
    splits: Mapping[int, Ints]
    given_up: Bools


def answered_by_acts(
    spec: Spec, sight: AnsweredSight, convention: str, done: Done
) -> AnsweredSight:
    """`sight` as it is solved for the main wager: the house's hands of a free split are played as
    they are there."""
    seen, side, wanted = sight.seen, Side(), spec.hands.cards >= 2
    values = HandValues(answered(spec), seen)
    values.doubled = done.doubled
    shoe = Shoe(seen.shoe, seen.hole_not)
    stood = values.stood(side, ACE, seen.shoe, wanted)[0]
    stand = stood.value(side)
    double, _, _ = values.doubles(side, shoe, wanted, stood, False)
    stop = np.where(done.acts == DOUBLE, double, stand)
    stop = np.where(done.acts == SURRENDER, values.given_up(side, seen.shoe, stood), stop)
    forced = np.where(done.acts == HIT, HIT, STAND)
    out = np.full((2, values.size), np.nan)
    bust = values.bust(side.own, side.taken)
    may_hit = values.of.may(actions.HIT, side.split, side.aces)
    kernels.play_values(spec.hands, shoe, may_hit, wanted, forced, stop, bust, out)
    splits: dict[int, SplitValue] = {}
    for pair, acts in done.splits.items():
        free = sight.splits[pair]
        assert isinstance(free, AnsweredSplit)
        other = free.free_acts
        splits[pair] = Splitter(values, pair, convention, acts, acts, fixed_free=other).value()
    none = np.zeros(values.size)
    return AnsweredSight(
        seen, Odds(stand, none), Odds(out[0], none), Odds(double / 2, none),
        splits, done.acts, frozenset(splits), done.doubled, done.given_up,
    )  # fmt: skip
