"""A wager on how the own hand ends, where hands are given up and the dealer may have a blackjack
that nobody looked for: it takes them whole (R12). Against a walk of every branch, in fractions.

Seen to fail: with a surrendered hand counted as given up whatever the hole card is.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from holecard.dealing.settle import LOSE, PUSH, SURRENDER
from holecard.games.from_file import beside_classic
from holecard.odds.composition import read_composition
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.own_bets.hand_bets import own_hand_chances
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.sights import Spec
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager, always
from tests.odds.test_walk import CLOSE, engine_plays, same_chances
from tests.odds.walk import VALUE, Walk, outcomes

SHOE = read_composition("A:3 6:4 T:8")


def end(hand_result: int, surrendered: int) -> int:
    if hand_result == SURRENDER:
        return 1
    if surrendered:
        return 2
    return 0 if hand_result == LOSE else 3 if hand_result == PUSH else 4


END = Wager(
    id="end", name="End", classify=end, needs=always,
    outcomes=("lose", "given-up", "taken-whole", "push", "win"),
    paytables=(PayTable("ours", {"given-up": 3, "taken-whole": 1, "push": 0, "win": -1}),),
)  # fmt: skip


@cache
def game(peek: str) -> Game:
    return beside_classic("given-up", (END,)).set("peek", peek).but(max_hands=1, surrender="late")


@pytest.mark.parametrize("peek", ["yes", "no"])
def test_beside_best_play(peek: str) -> None:
    solved = play_game(Spec(game(peek), SHOE))
    engine = own_hand_chances(Shared(solved, END), END.paytables[0])
    walked = Walk(game(peek), SHOE, ("end",), measure=outcomes("end")).follow(engine_plays(solved))
    assert same_chances(engine.floats, walked, END.outcomes)
    assert walked.get("given-up", 0) > 0 and (walked.get("taken-whole", 0) > 0) == (peek == "no")


@pytest.mark.parametrize("peek", ["yes", "no"])
def test_played_for_itself(peek: str) -> None:
    """Giving up is the best that can happen to it, so best play for it gives up."""
    shared = Shared(play_game(Spec(game(peek), SHOE)), END)
    engine = own_hand_chances(shared, END.paytables[0], for_wager=True)
    pays = [float(END.paytables[0].pays(name)) for name in END.outcomes]
    best = Walk(game(peek), SHOE, ("end",), measure=outcomes("end")).best()
    assert abs(np.dot(engine.floats, pays) - float(best[VALUE])) < CLOSE
    assert engine.floats[1] > 0.5
