"""The cards that lie open on a felt: all that anybody at the table may be told of. What clients are
shown (view.py) and what agents observe (envs/seen.py) is read from here, and no card comes by
another way."""

from __future__ import annotations

from typing import NamedTuple

from holecard.dealing import felt as f
from holecard.wagers.dealt import Dealt

Cards = tuple[int, ...]


def is_turned(dealt: Dealt) -> bool:
    """Whether the hole card has been turned over."""
    return f.has_happened(dealt.felt, f.TURN)


def dealer_open(dealt: Dealt, turned: bool) -> Cards:
    """The dealer's cards as far as they lie open: the first alone until the second is turned."""
    cards = dealt.dealer_cards
    return cards[:1] if not turned and dealt.game.rules.dealer_shows == "one" else cards


def hands_open(dealt: Dealt, place: int) -> dict[int, Cards]:
    """A seat's hands that have cards, by number."""
    hands = {hand: dealt.cards(place, hand) for hand in range(dealt.hand_count(place))}
    return hands if all(hands.values()) else {hand: hands[hand] for hand in hands if hands[hand]}


def held_open(dealt: Dealt, place: int) -> Cards:
    """A seat's split cards that wait to become hands, the next one first."""
    held = dealt.seat_field(place, f.HELD)
    return tuple(dealt.seat_field(place, f.HELD_CARDS + at) for at in reversed(range(held)))


def burned_open(dealt: Dealt, place: int) -> Cards:
    """The card that a seat burned, if it did."""
    card = dealt.seat_field(place, f.BURNED)
    return () if card == f.NO_CARD else (card,)


class SeatOpen(NamedTuple):
    """A seat's cards: all lie face up."""

    hands: dict[int, Cards]
    held: Cards
    burned: Cards


def seat_open(dealt: Dealt, place: int) -> SeatOpen:
    hands = hands_open(dealt, place)
    return SeatOpen(hands, held_open(dealt, place), burned_open(dealt, place))
