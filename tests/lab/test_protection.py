"""Cards known before the bet, and the cut card: against the bound and first principles."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from holecard.errors import BadDefinition
from holecard.experiment.cut_card import deal_to_cut
from holecard.games import CLASSIC, FACE_UP
from holecard.games.from_file import beside_classic
from holecard.lab.bound import prospect
from holecard.lab.protection import known_cards, protection
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager


def black(first_suit: int) -> int:
    return int(first_suit in (0, 3))


def test_known_cards_are_a_choice() -> None:
    """A bet at even money on a black card, with k cards of a deck known: bet when more black cards
    are left than red ones."""
    bet = Wager(
        id="black", name="Black", classify=black, outcomes=("lose", "black"),
        paytables=(PayTable("even", {"black": 1}),),
    )  # fmt: skip
    game = beside_classic("black", (bet,)).but(decks=1)
    found = protection(game, "black", known=(0, 1, 12))
    for one in found.known:
        left = 52 - one.cards
        ways = [comb(26, n) * comb(26, left - n) for n in range(left + 1)]
        gained = sum(max(2 * n / left - 1, 0) * number for n, number in enumerate(ways))
        assert one.ev == pytest.approx(gained / comb(52, left), abs=1e-12)
        assert one.stderr == 0
    named = prospect(game, bet)
    assert named is not None
    with pytest.raises(BadDefinition, match="known cards"):
        known_cards(named, 40)


def test_known_cards_from_random_shoes() -> None:
    named = prospect(FACE_UP, FACE_UP.wager("two-card"))
    assert named is not None
    few, more = known_cards(named, 2), known_cards(named, 60)
    assert few.ev <= 4 * few.stderr + 1e-12 and more.ev > 10 * more.stderr > 0


def test_the_cut_card_moves_only_late_rounds() -> None:
    """A card that is gone is gone once: by value they add up to the cards dealt. Before any round
    can be the last, the cards gone are any cards, so their effects average out."""
    dealt = deal_to_cut(CLASSIC, blocks=1)
    assert dealt.shoe[-1] == 1023
    assert (dealt.gone <= np.array([24] * 9 + [96])).all()
    starts = np.flatnonzero(np.diff(dealt.shoe, prepend=-1))
    assert (dealt.gone[starts] == 0).all()
    seen = dealt.gone.sum(axis=1)
    assert seen.max() < 234 and (np.diff(seen)[np.diff(dealt.shoe) == 0] >= 4).all()
    tens_less = (4.0,) * 9 + (-9.0,)
    early = dealt.gone[starts[:-1] + 10]
    mean = early @ np.array(tens_less)
    assert abs(mean.mean()) < 4 * mean.std() / len(mean) ** 0.5
    found = dealt.effect(tens_less)
    assert found.shoes == 1024 and found.rounds == len(dealt.shoe) and found.stderr > 0
    # Rounds of tens are short: a shoe with room for one more has dealt many of them.
    assert found.effect < 0
