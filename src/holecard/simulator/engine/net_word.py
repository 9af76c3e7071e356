"""A round's record in a third 64-bit word: the first cards, what the main wager came to, how the
first hand ended and what its cards have in common. Only the general path writes it. And which word
a wager is written in.
"""

from __future__ import annotations

from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from holecard.errors import BadDefinition
from holecard.simulator.engine.drawn_word import DRAWN, THIRD, both_make
from holecard.simulator.engine.record_word import (
    CARD_BITS,
    RANK_BITS,
    SUIT_BITS,
    USUAL,
    Layout,
    Part,
    WordLook,
    card_looks,
    start_total,
)
from holecard.wagers.wager import RIDING, Wager

USUAL_WORD, DRAWN_WORD, NET_WORD = range(3)
MOST_NET = 8  # wagers won or lost: four hands, each doubled
CARDS = ("first", "second", "up", "hole")
AS_WRITTEN = (
    "hand_total", "hand_cards", "hand_three", "hand_result", "doubled", "surrendered",
    "dealer_total",
)  # fmt: skip


class Netted(NamedTuple):
    """One number for each field, in the order in which they lie."""

    first: int
    second: int
    up: int
    hole: int
    net: int
    more_hands: int
    in_common: int  # the first hand's cards: 0 nothing, 1 a colour, 2 a suit
    hand_total: int
    hand_cards: int
    hand_three: int
    hand_result: int
    doubled: int
    surrendered: int
    dealer_total: int


BITS = Netted(*([CARD_BITS] * 4 + [5, 2, 2, 5, 5, 2, 3, 1, 1, 5]))
NET_AT = Netted(*accumulate(BITS[:-1], initial=0))


def parts() -> dict[str, Part]:
    found = {
        "net": Part(NET_AT.net, BITS.net, range(2 * MOST_NET + 1)),
        "more_hands": Part(NET_AT.more_hands, BITS.more_hands, range(4)),
        "in_common": Part(NET_AT.in_common, BITS.in_common, range(3)),
        "hand_total": Part(NET_AT.hand_total, BITS.hand_total, range(2, 32)),
        "hand_cards": Part(NET_AT.hand_cards, BITS.hand_cards, range(2, 24)),
        "hand_three": Part(NET_AT.hand_three, BITS.hand_three, range(3)),
        "hand_result": Part(NET_AT.hand_result, BITS.hand_result, range(8)),
        "doubled": Part(NET_AT.doubled, BITS.doubled, range(2)),
        "surrendered": Part(NET_AT.surrendered, BITS.surrendered, range(2)),
        "dealer_total": Part(NET_AT.dealer_total, BITS.dealer_total, range(2, 27)),
    }
    for name in CARDS:
        start = getattr(NET_AT, name)
        found[f"{name}.suit"] = Part(start, SUIT_BITS, range(4))
        found[f"{name}.rank"] = Part(start + SUIT_BITS, RANK_BITS, range(13))
    return found


def looks() -> dict[str, WordLook]:
    own, dealers = ("first.rank", "second.rank"), ("up.rank", "hole.rank")
    return {
        **{name: look for who in CARDS for name, look in card_looks(who).items()},
        "start_total": WordLook(own, start_total),
        "natural": WordLook(own, both_make),
        "dealer_natural": WordLook(dealers, both_make),
        "hands": WordLook(("more_hands",), lambda more: more + 1),
        "net": WordLook(("net",), lambda up: up - MOST_NET),
        **{name: WordLook((name,), int) for name in AS_WRITTEN},
        "hand_suited": WordLook(("in_common",), lambda one: int(one == 2)),
        "hand_coloured": WordLook(("in_common",), lambda one: int(one > 0)),
    }


NETTED = Layout("netted", MappingProxyType(parts()), MappingProxyType(looks()))
LAYOUTS = (USUAL, DRAWN, NETTED)  # by the kind of word


def layout_of(wager: Wager) -> Layout:
    """The word in which all is written that the wager looks at."""
    looks = set(wager.looks) - ({"streak"} if wager.kind == RIDING else set())
    if wager.deals_next and looks & THIRD:
        raise BadDefinition(
            f"{wager.id} looks at the third card of a hand and at the next card of its seat: no "
            "record of a simulated round has them together"
        )
    for layout in LAYOUTS:
        if looks <= set(layout.looks):
            return layout
    raise BadDefinition(
        f"{wager.id} looks at {', '.join(sorted(looks))}: no record of a simulated round has them "
        "together"
    )
