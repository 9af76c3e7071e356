"""Cards are ints 0..51: four suits of each rank, aces first. Text is rank and suit: `Ah`, `Tc`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from holecard.errors import Unreadable

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
CARDS_IN_A_DECK = 52
ACE, TEN = 1, 10
RED_SUITS = (1, 2)


def rank(card: int) -> int:
    """The rank of thirteen, 1 (ace) to 13 (king)."""
    return card // 4 + 1


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % 4


def value(card: int) -> int:
    """What the card counts: 1 for an ace, 10 for every ten-value card."""
    return min(card // 4 + 1, TEN)


def card_text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def card_symbol(card: int) -> str:
    """The card as a person reads it: `10♥`."""
    name = RANKS[card // 4]
    return ("10" if name == "T" else name) + SUIT_SYMBOLS[card % 4]


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(card_text(card) for card in cards)


def read_card(text: str) -> int:
    """The card that `text` names; `10h` is read as `Th`."""
    word = text.replace("10", "T")
    if len(word) == 2:
        at_rank = RANKS.find(word[0].upper())
        at_suit = SUITS.find(word[1].lower())
        if at_rank >= 0 and at_suit >= 0:
            return at_rank * 4 + at_suit
    raise Unreadable(f"cannot read {text!r} as a card: rank {RANKS} then suit {SUITS}, such as Ah")


def read_cards(text: str) -> tuple[int, ...]:
    return tuple(read_card(word) for word in text.split())


def colour(card: int) -> int:
    """0 black, 1 red."""
    return int(suit(card) in RED_SUITS)


def suited(cards: Sequence[int]) -> bool:
    """Whether all the cards share one suit (R6)."""
    return all(card % 4 == cards[0] % 4 for card in cards)
