"""The cut card, against first principles."""

from __future__ import annotations

import numpy as np

from holecard.experiment.cut_card import deal_to_cut
from holecard.games import CLASSIC
from holecard.odds.playbook import Playbook


def test_the_cut_card_moves_only_late_rounds() -> None:
    """A card that is gone is gone once: by value they add up to the cards dealt. Before any round
    can be the last, the cards gone are any cards, so their effects average out."""
    dealt = deal_to_cut(Playbook(CLASSIC), blocks=1)
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
