"""What each choice of a split hand is worth to the main wager, against a walk of every branch in
fractions: of the hand that is played first, before any card of its sister but one is known.

Seen to fail: with the values of the same cards unsplit, and with a double at one wager.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from holecard.dealing.actions import SPLIT
from holecard.dealing.felt import FROM_SPLIT
from holecard.games import CLASSIC
from holecard.odds.playbook import Playbook
from holecard.odds.solve.judged import judged
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import hand_net
from tests.night import at_night
from tests.odds.test_later_hands import sees
from tests.odds.test_wager_worths import TENS, after, case, pools, walked
from tests.odds.walk import VALUE, Totals, Walk, World


def first_hand(dealt: Dealt) -> Totals:
    """What the first hand wins, in initial wagers."""
    return {VALUE: Fraction(hand_net(dealt, 0, 0), dealt.base_stake(0))}


@dataclass(frozen=True)
class FirstHand:
    """Says what the first hand's choices are worth, once it is split."""

    book: Playbook

    def judged(self, dealt: Dealt) -> tuple[str, dict[str, float]]:
        assert dealt.ask is not None
        if dealt.ask.hand or not dealt.hand_field(0, 0, FROM_SPLIT):
            return "", {}
        return judged(self.book.best, dealt)


GAMES = (
    (CLASSIC.but(peek=False), TENS, (9, 10, 9)),
    *at_night(
        (CLASSIC, "5:3 6:3 T:8", (5, 10, 5)),
        (CLASSIC.but(peek=False, surrender="late"), "A:3 5:3 6:1 T:6", (1, 10, 1)),
    ),
)


@pytest.mark.parametrize(("game", "shoe", "start"), GAMES)
def test_a_split_hand_by_its_own_cards(game: Game, shoe: str, start: tuple[int, int, int]) -> None:
    one = case(game, "main", shoe, *start, hands=2)
    walk = Walk(one.game, one.shoe, measure=first_hand, sees=sees, start=one.cards)
    (pool,) = pools(walk.reach(World()))
    split = after(walk, pool, SPLIT)
    met = walked(walk, split, FirstHand(Playbook(one.game, shoe=one.shoe)))
    assert {"stand False True", "hit False True", "stand True True", "double False True"} <= {*met}
