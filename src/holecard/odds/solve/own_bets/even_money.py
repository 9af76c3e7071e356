"""A blackjack against an ace, as a bet on the own hand sees it: even money taken, or declined. It
is paid at once, and what it counts as is seen when the dealer's hand is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import EVEN_MONEY, EVEN_MONEY_PUSH, NATURAL
from holecard.odds.solve.best_play import Sight, Start, natural_chance
from holecard.odds.solve.own_bets.named_ends import End, Kind
from holecard.odds.solve.own_bets.own_hand import OwnHand
from holecard.odds.solve.own_bets.seen_hand import SeenHand, spread
from holecard.odds.solve.sights import ACE, TEN

Floats = npt.NDArray[np.float64]


def offered(followed: OwnHand, sight: Sight, kind: Kind | None) -> tuple[Floats, Floats]:
    """The outcomes of declining it, and of taking it."""
    play = followed.play
    hand = int(play.spec.hands.two[ACE, TEN])
    ends = play.ends_at_once(sight.seen, hand)
    start = play.start(sight, ACE, TEN, hand, 1.0, ends)
    natural = natural_chance(sight.seen, play.spec.hands.counts[hand])
    if isinstance(followed, SeenHand) and kind is not None:
        return followed.start_kind(start, kind), taken_seen(followed, start, kind, natural)
    declined = ends * followed.one_result(hand, NATURAL, NATURAL)
    declined = declined + (1 - ends) * followed.blackjack(start, hand)
    both = followed.all_on(hand, EVEN_MONEY_PUSH), followed.all_on(hand, EVEN_MONEY)
    return np.asarray(declined), np.asarray(natural * both[0] + (1 - natural) * both[1])


def taken_seen(followed: SeenHand, start: Start, kind: Kind, natural: float) -> Floats:
    """Taken, by a bet that looks at more than its hand's end."""
    end, seen = End(False, 21, 2), start.sight.seen
    push = followed.all_in(followed.names.place(kind, end, NATURAL, EVEN_MONEY_PUSH))
    places = followed.names.over(kind, end, EVEN_MONEY, natural=False)
    hand = int(followed.spec.hands.two[ACE, TEN])
    chances = followed.finals(seen, seen.shoe, 0)[hand].copy()
    chances[NATURAL] = 0.0
    won = spread(chances[None], np.array(places)[None], followed.outcomes)[0]
    return np.asarray(natural * push + (1 - natural) * won / chances.sum())
