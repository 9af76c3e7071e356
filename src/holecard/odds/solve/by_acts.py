"""A sight whose choices are known by composition: what comes of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from holecard.odds.solve import hand_kernels
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.best_play import Sight
from holecard.odds.solve.hand_kernels import Odds, Shoe
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting.splits import SplitValue

Ints = npt.NDArray[np.int64]


def sight_by_acts(
    spec: Spec, seen: Seen, stand: Odds, acts: Ints, splits: Mapping[int, SplitValue]
) -> Sight:
    """`acts` are those of unsplit hands; every pair of `splits` is split."""
    hit, best, double = (Odds(*odds) for odds in np.full((3, 2, acts.size), np.nan))
    shoe, wanted = Shoe(seen.shoe, seen.hole_not), spec.hands.cards >= 2
    forced = np.where(acts == HIT, HIT, STAND)
    hand_kernels.play_odds(spec.hands, shoe, spec.may_hit, wanted, forced, stand, hit, best)
    hand_kernels.double_odds(spec.hands, shoe, spec.may_double, stand, double)
    return Sight(seen, stand, hit, double, dict(splits), acts, frozenset(splits))
