"""What a house that deals a wager should know of players who know more: counters, and seats that
know some cards before they bet.

The bound and the best counts are those of counting.py. With some cards known before the bet a wager
without decisions is worth the same on average, and more to whoever may choose: the bound at that
one depth. What a main wager gains by being played with other hands known is another question, and
the cut card's own effect is in experiment/cut_card.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from holecard.errors import BadDefinition
from holecard.lab.bound import Prospect, prospect
from holecard.lab.counting import CUT, LEVEL, Counting, counting
from holecard.lab.dealt_down import SEED
from holecard.lab.nets import wager_of
from holecard.wagers.game import Game

ONE_HAND, SIX_HANDS = 2, 12  # cards of one other hand, of six other hands
SHOES = 20_000
SLOW_SHOES = 80  # where a shoe takes hundredths of a second


@dataclass(frozen=True)
class KnownCards:
    """What one unit is worth to a seat that knows so many cards and may bet or not; a round that
    is not bet counts as 0."""

    cards: int
    ev: float
    stderr: float  # 0 if exact
    shoes: int  # random sets of cards valued exactly; 0 if none had to be drawn


@dataclass(frozen=True)
class Protection:
    """The counting of a wager, and its value with other cards known: none where it is played."""

    counting: Counting
    known: tuple[KnownCards, ...]


def protection(
    game: Game,
    wager: str,
    paytable: str = "",
    cut: float = CUT,
    known: Sequence[int] = (ONE_HAND, SIX_HANDS),
) -> Protection:
    """Counting with tags up to 2, to a cut card at three quarters, and the value with some cards
    known before the bet."""
    found = counting(game, wager, paytable, level=LEVEL, cut=cut)
    of = wager_of(game, wager)
    named = prospect(game, of, paytable) if of.id == wager else None
    rows = tuple(known_cards(named, one) for one in known) if named else ()
    return Protection(found, rows)


def known_cards(named: Prospect, cards: int) -> KnownCards:
    """A wager without decisions, bet where the shoe without so many random cards favours it."""
    full = named.full
    if not 0 <= cards <= full.size // 2:
        raise BadDefinition(f"{cards} known cards of {full.size}: from 0 to half of them")
    if named.blocks is not None:
        ((values, chances),) = named.blocks.chances([full.size - cards])
        return KnownCards(cards, float(chances @ np.maximum(values, 0.0)), 0.0, 0)
    shoes = SHOES if named.values is not None else SLOW_SHOES
    draw = np.random.default_rng(SEED + cards)
    left = draw.multivariate_hypergeometric(full.cards, full.size - cards, size=shoes)
    gained = np.maximum(named.of(left.astype(np.int64)), 0.0)
    return KnownCards(cards, float(gained.mean()), float(gained.std(ddof=1)) / sqrt(shoes), shoes)
