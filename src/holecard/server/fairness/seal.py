"""Shoes nobody can choose: the house commits to a seed, browsers to entropy, then both open.

The arithmetic is that of the verifier players download, imported, so that there is one text of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holecard.cards import CARDS_IN_A_DECK, cards_text
from holecard.errors import BadDefinition, NotAllowed
from holecard.server.fairness.verify_shoe import (
    SEED_BYTES,
    SPARE_BITS,
    commitment_of,
    entropy_commitment,
    order_bits,
    shuffle,
)


class EntropyNeeded(NotAllowed):
    """A fresh shoe waits for what the player's browser promised."""

    code = "fairness/entropy_needed"


class NotRevealed(NotAllowed):
    code = "fairness/not_revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A shoe's secret and what is published of it."""

    seed: bytes
    commitment: str


WHOLE = tuple(range(CARDS_IN_A_DECK))


def deck_text(deck: Sequence[int]) -> str:
    """A deck as a commitment and a proof name it: only one that is not of 52 cards is named."""
    return "" if tuple(deck) == WHOLE else cards_text(sorted(deck))


def seal(table: str, number: int, decks: int, seed: bytes, deck: Sequence[int] = WHOLE) -> Sealed:
    """Commit to a seed. One too short to reach every order of the shoe is refused."""
    needed = order_bits(decks, len(deck)) + SPARE_BITS
    if len(seed) * 8 < needed:
        raise BadDefinition(
            f"a seed of {len(seed) * 8} bits cannot reach every order of {decks} decks: "
            f"it takes {needed}"
        )
    commitment = commitment_of(table, number, decks, seed, deck_text(deck))
    return Sealed(seed=seed, commitment=commitment)


def order_of(
    decks: int, seed: bytes, entropies: Sequence[str], deck: Sequence[int] = WHOLE
) -> tuple[int, ...]:
    """The cards of an opened shoe, first dealt first."""
    if not entropies:
        raise EntropyNeeded("no shoe is opened without a player's entropy")
    return tuple(shuffle(decks, seed, entropies, sorted(deck)))


def keeps_word(entropy: str, commitment: str) -> bool:
    return entropy_commitment(entropy) == commitment


__all__ = [
    "SEED_BYTES",
    "EntropyNeeded",
    "NotRevealed",
    "Sealed",
    "deck_text",
    "keeps_word",
    "order_of",
    "seal",
]
