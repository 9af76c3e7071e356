"""What each choice of a hand is worth once it has drawn, was split or was doubled, in a game with
answers of its own: by its own cards, as the solver compares them to settle how it is played.

Of a split hand the first card of its sister is known to be out of the shoe, and no other; one that
may be split once more is judged beside its sisters, as split_again.py has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, STAND, SURRENDER, WORDS
from holecard.odds.solve.answers.answered_hands import HandValues, Side, Stood
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_splits import AnsweredSplit, Splitter
from holecard.odds.solve.best_play import ACE, NEVER
from holecard.odds.solve.hand_kernels import Shoe
from holecard.odds.solve.splitting.split_again import DEEPEST, PairAgain
from holecard.odds.solve.splitting.splits import SplitHands, pair_pattern

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Worths = dict[int, Floats]  # [act][hand] per initial wager; no number, or NEVER, where it may not
UNSPLIT = -1


def answered_again(play: AnsweredPlay, sight: AnsweredSight, pair: int) -> PairAgain:
    """A pair (value from 0) that came again; the first hand is the seat's own where the house puts
    up the others."""
    values = HandValues(play.of, sight.seen)
    values.doubled = sight.doubled
    splitter = Splitter(values, pair, play.convention, sight.acts, None)
    if len(splitter.stood) <= DEEPEST:  # tens that split by rank become more hands than are priced
        first, shoe = splitter.first, splitter.shoe
        splitter.stood = values.stood(first, pair, shoe, splitter.wanted, DEEPEST)
    split = sight.splits[pair]
    assert isinstance(split, AnsweredSplit)
    deck = splitter.left(1)
    pattern = pair_pattern(sight.seen, pair, int(deck[pair]), deck)

    def hands(forced: int | None, first: bool) -> SplitHands:
        side = splitter.first if first else splitter.rest
        acts = split.acts if first else split.free_acts
        return SplitHands(pattern, splitter.given(side, acts, forced))

    two, aces = play.spec.hands.two[pair, pair], pair == ACE
    may = {
        STAND: True,
        HIT: bool(play.of.may(actions.HIT, True, aces)[two]),
        DOUBLE: bool(play.of.may(actions.DOUBLE, True, aces)[two]),
        SURRENDER: bool(values.may_give_up(splitter.first)[two]),
    }
    return PairAgain(hands, tuple(act for act in may if may[act]), splitter.most)


class Life(NamedTuple):
    """What became of a hand: the pair it was split from, whether the house put up the hand, or its
    double, and how often it was doubled."""

    pair: int = UNSPLIT
    free_hand: bool = False
    free_double: bool = False
    doubled: int = 0


def later_values(
    play: AnsweredPlay, sight: AnsweredSight, hand: int, life: Life
) -> dict[str, float]:
    """Each choice of the hand but another split, per initial wager; those that are not legal may be
    among them."""
    known: dict[tuple[int, Life], Worths] = play.__dict__.setdefault("_later", {})
    key = sight.seen.place, life
    if key not in known:
        known[key] = worths_of(play, sight, life)
    worths = {WORDS[act]: float(worth[hand]) for act, worth in known[key].items()}
    return {name: worth for name, worth in worths.items() if worth > NEVER}


def worths_of(play: AnsweredPlay, sight: AnsweredSight, life: Life) -> Worths:
    values = HandValues(play.of, sight.seen)
    values.doubled = sight.doubled  # a split hand that is doubled goes on as an unsplit one
    if life.pair == UNSPLIT:
        side, left, wanted = Side(), sight.seen.shoe, play.spec.hands.cards >= 2
        stood = values.stood(side, ACE, left, wanted)[0]
    else:
        split = Splitter(values, life.pair, play.convention, sight.acts, None)
        side = split.rest if life.free_hand else split.first
        left, wanted, stood = split.left(0), split.wanted, split.stood[0]
    if life.doubled:
        return doubled_worths(values, side, left, wanted, stood, life)
    free = np.full(values.size, BEST_ACT)
    moves = values.moves(side, left, wanted, stood, False, free)
    given_up = np.where(values.may_give_up(side), moves.given_up, np.nan)
    return {STAND: moves.stand, HIT: moves.hit, DOUBLE: moves.double, SURRENDER: given_up}


def doubled_worths(
    values: HandValues, side: Side, left: Ints, wanted: Bools, stood: Stood, life: Life
) -> Worths:
    """Of a hand doubled so often: what the solver has of one doubled once, times what more lies
    there."""
    own, shoe = side.own + (not life.free_double), Shoe(left, values.seen.hole_not)
    found = values.doubled_hands(shoe, wanted, stood, own, side.taken)
    once = next(one.values for one in found if one.times == life.doubled)
    return {act: worth * 2 ** (life.doubled - 1) for act, worth in once.items()}
