"""What comes of a hand that busts with its next card.

Where it is called the same whatever that card is, the dealer may matter: after a bust the chances
of the dealer's final hand are what is left of those before the card, once the cards that do not
bust have had their share, for a chance averaged over the next card is the chance before it. Where
the card matters, by how far it busts the hand or by its suit, the dealer must not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import LOSE, STANDINGS
from holecard.errors import BadDefinition
from holecard.odds.solve.hand_kernels import BUST, VALUES
from holecard.odds.solve.own_bets.named_ends import End, dealers

if TYPE_CHECKING:
    from holecard.odds.solve.own_bets.seen_hand import Part, SeenHand

Floats = npt.NDArray[np.float64]
Card = tuple[int, int]  # the value it busts with, and what the cards then have in common
# [kind of hand, dealer standing] an outcome; by kind, outcomes by the card where that matters
Named = tuple[npt.NDArray[np.int64], dict[int, dict[Card, int]]]
MOST_CARDS = 22


def busted(of: SeenHand, part: Part, draws: Floats, doubled: bool) -> Floats:
    """[hand, outcome] of busting with the next card."""
    hands, finals = of.spec.hands, part.finals
    _, which = of.looks_of
    places, by_card = named(of, part, doubled)
    busts = finals * (hands.cards >= 2)[:, None]
    for worth in range(VALUES):
        after = hands.after[:, worth]
        busts = busts - np.where(after != BUST, draws[:, worth], 0.0)[:, None] * finals[after]
    may_bust = (hands.after == BUST).any(axis=1) & ~np.isin(which, list(by_card))
    lost = np.where(may_bust[:, None], busts, 0.0)
    found = places[which]
    out = [np.where(found == one, lost, 0.0).sum(axis=1) for one in range(of.outcomes)]
    total_out = np.stack(out, axis=1)
    for at, cards_of in by_card.items():
        for (worth, common), place in cards_of.items():
            takes = (which == at) & (hands.after[:, worth - 1] == BUST)
            share = of.shared.commons_with(worth)[takes, common]
            total_out[takes, place] += draws[takes, worth - 1] * share
    return total_out


def named(of: SeenHand, part: Part, doubled: bool) -> Named:
    """What busting is called: found once for all parts where it is the same."""
    key = of.names.kept(part.kind), part.split, doubled, part.seen.unseen
    if key not in of.shared.busts:
        by_card: dict[int, dict[Card, int]] = {}
        places = []
        for at, (total, cards, _) in enumerate(of.looks_of[0]):
            ways = called(of, part, End(part.split, total, cards, doubled=doubled))
            first = next(iter(ways.values()), [0] * STANDINGS)
            places.append(first)
            if any(way != first for way in ways.values()):
                by_card[at] = one_each(of, part, ways)
        of.shared.busts[key] = np.array(places), by_card
    return of.shared.busts[key]


def called(of: SeenHand, part: Part, end: End) -> dict[Card, list[int]]:
    """[dealer standing] what busting such a hand is called, by the card."""
    if end.cards < 2 or end.cards > MOST_CARDS or end.total > 20:
        return {}
    found = {}
    for worth in range(max(22 - end.total, 1), VALUES + 1):
        for common in of.names.commons:
            after = end.with_card(worth)._replace(common=common)
            found[worth, common] = of.names.over(part.kind, after, LOSE, part.seen.unseen)
    return found


def one_each(of: SeenHand, part: Part, ways: dict[Card, list[int]]) -> dict[Card, int]:
    """The same where the dealer makes no difference to it."""
    known = dealers(part.seen.unseen)
    found = {card: {way[dealer] for dealer in known} for card, way in ways.items()}
    if any(len(called) > 1 for called in found.values()):
        raise BadDefinition(
            f"{of.shared.wager.id} tells apart by how much a hand busts, or with what suits, "
            "beside the dealer's hand: the exact engine does not follow that. `holecard simulate` "
            "can price it"
        )
    return {card: called.pop() for card, called in found.items()}
