"""A shoe: some decks in an order that comes from outside, dealt from the front to the cut card."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable
from dataclasses import dataclass

from holecard.cards import CARDS_IN_A_DECK, card_text
from holecard.errors import BadDefinition

CUT = 0.75  # the share of the shoe dealt before the cut card comes out


def full_shoe(decks: int, deck: Iterable[int] = range(CARDS_IN_A_DECK)) -> list[int]:
    """Every card of `decks` decks, unshuffled."""
    return [card for card in deck for _ in range(decks)]


def shuffled(
    decks: int, draw: random.Random, deck: Iterable[int] = range(CARDS_IN_A_DECK)
) -> tuple[int, ...]:
    """A full shoe in the order the given source of randomness puts it."""
    cards = full_shoe(decks, deck)
    draw.shuffle(cards)
    return tuple(cards)


def check_cards(
    cards: Iterable[int], decks: int, deck: Container[int] = range(CARDS_IN_A_DECK)
) -> None:
    """Refuse cards that cannot all come from one shoe of `decks` decks."""
    seen = [0] * CARDS_IN_A_DECK
    for card in cards:
        if card not in deck:
            raise BadDefinition(f"{card_text(card)} is not in this game's decks")
        seen[card] += 1
        if seen[card] > decks:
            raise BadDefinition(
                f"{card_text(card)} comes {seen[card]} times: {decks} deck(s) hold {decks} of it"
            )


@dataclass(frozen=True, slots=True)
class Shoe:
    """Where dealing stands in a shuffled shoe."""

    cards: tuple[int, ...]
    dealt: int = 0
    number: int = 1

    @property
    def left(self) -> tuple[int, ...]:
        return self.cards[self.dealt :]

    @property
    def cut_is_out(self) -> bool:
        """Whether this round's start lies past the cut card: time to shuffle."""
        return self.dealt >= CUT * len(self.cards)

    def after(self, cards: int) -> Shoe:
        return Shoe(self.cards, self.dealt + cards, self.number)
