"""What is in the shoe, by card: full decks, an arbitrary shoe, or one with cards taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, RANKS, SUITS, card_text, read_card, value
from holecard.errors import BadDefinition, Unreadable
from holecard.wagers.game import Game

Counts = npt.NDArray[np.int64]
VALUES = 10  # ace first, ten-value last
LEAST_CARDS = 6  # a seat, a dealer and something to draw
MOST_OF_A_RANK = 400
TEN_VALUES = range(9, 13)
FACES = "JQK"


@dataclass(frozen=True)
class Composition:
    """How many of each of the 52 cards the shoe holds."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.cards) < LEAST_CARDS:
            raise BadDefinition(
                f"a shoe of {sum(self.cards)} cards cannot deal a round: at least {LEAST_CARDS}"
            )

    @property
    def size(self) -> int:
        return sum(self.cards)

    @cached_property
    def values(self) -> Counts:
        """Cards by value: aces, twos, ... ten-value cards."""
        counts = np.zeros(VALUES, dtype=np.int64)
        for card, number in enumerate(self.cards):
            counts[value(card) - 1] += number
        return counts

    @cached_property
    def suits(self) -> Counts:
        """Cards by suit and value."""
        counts = np.zeros((4, VALUES), dtype=np.int64)
        for card, number in enumerate(self.cards):
            counts[card % 4, value(card) - 1] += number
        return counts

    @property
    def text(self) -> str:
        """As `read_composition` reads it: thirteen ranks, by suit where the suits are uneven."""
        ranks = (self.cards[at : at + len(SUITS)] for at in range(0, len(self.cards), len(SUITS)))
        return " ".join(rank_text(RANKS[rank], cards) for rank, cards in enumerate(ranks))

    def without(self, cards: tuple[int, ...]) -> Composition:
        """The shoe with these cards taken out."""
        left = list(self.cards)
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                raise BadDefinition(
                    f"cannot take out {card_text(card)}: the shoe has no more of it"
                )
        return Composition(tuple(left))


def rank_text(rank: str, cards: tuple[int, ...]) -> str:
    each, more = divmod(sum(cards), len(SUITS))
    if cards == tuple(each + (suit < more) for suit in range(len(SUITS))):
        return f"{rank}:{sum(cards)}"
    return " ".join(f"{rank}{SUITS[suit]}:{number}" for suit, number in enumerate(cards))


def full_decks(decks: int) -> Composition:
    return Composition((decks,) * CARDS_IN_A_DECK)


def shoe_of(game: Game) -> Composition:
    """The full shoe of a game: its decks, of the cards its decks have."""
    counts = [0] * CARDS_IN_A_DECK
    for card in game.answers.deck:
        counts[card] = game.rules.decks
    return Composition(tuple(counts))


def other_shoe(shoe: Composition, game: Game) -> str:
    """What is in a shoe, where it is not the game's own full one."""
    return "" if shoe == shoe_of(game) else shoe.text


def read_composition(text: str) -> Composition:
    """`A:23 2:24 ... T:96` by rank, or single cards `As:3`. What is not named is not in the shoe. A
    rank's cards are spread over its suits as evenly as can be. T stands for all ten-value cards,
    unless J, Q or K is named: then all thirteen ranks are told apart."""
    words = [read_word(word) for word in text.replace(",", " ").split()]
    apart = any(name[0] in FACES for name, _ in words)
    counts = [0] * CARDS_IN_A_DECK
    for name, number in words:
        add_cards(counts, name, number, apart)
    return Composition(tuple(counts))


def read_word(word: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A2-9TJQKa-z][cdhs]?)[:=](\d{1,3})", word, re.ASCII)
    if not found or int(found[2]) > MOST_OF_A_RANK:
        raise Unreadable(f"cannot read {word!r} in a shoe: such as A:24 2:24 T:96 or As:6")
    name = found[1][0].upper() + found[1][1:]
    if name[0] not in RANKS:
        raise Unreadable(f"cannot read {name!r} as a rank: one of {RANKS}")
    return name, int(found[2])


def add_cards(counts: list[int], name: str, number: int, apart: bool) -> None:
    if len(name) == 2:
        counts[read_card(name)] += number
        return
    ranks = TEN_VALUES if name == "T" and not apart else (RANKS.index(name),)
    places = [len(SUITS) * one + suit for suit in range(len(SUITS)) for one in ranks]
    for at in range(number):
        counts[places[at % len(places)]] += 1
