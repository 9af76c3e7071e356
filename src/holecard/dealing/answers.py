"""The round's questions that a game may answer itself, each a plain function or value.

What a game leaves out is answered by the house (tables.py, settle.py). The answers are asked once
for every case and tabulated; round, solver and simulator read the tables and know no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from holecard.cards import ACE, CARDS_IN_A_DECK, RANKS, TEN, value
from holecard.dealing.rules import Rules
from holecard.dealing.settle import FIRST_OWN, NATURAL, settle_own
from holecard.errors import BadDefinition

FULL_DECK = tuple(range(CARDS_IN_A_DECK))
NO_SUIT = -1
MOST_COUNTED = 8  # cards of a finished hand that are told apart: eight stands for more too

# What a dealer blackjack that was not looked for takes of a seat's bets.
(
    TAKES_ALL,
    TAKES_ORIGINAL,  # the original bet alone
    TAKES_EACH,  # busted bets, and one bet of every other hand
    TAKES_BUSTED,  # busted bets, and one more
) = range(4)
TAKES = ("all", "original", "each", "busted")


class Finished(NamedTuple):
    """A hand that is compared with the dealer's."""

    total: int
    natural: bool  # a blackjack: two cards that were not split
    cards: int  # eight stands for more too
    values: tuple[int, ...]  # of a blackjack or a 21 of three cards, lowest first; else none
    suit: int  # the one all those cards have, 0 ♣, 1 ♦, 2 ♥, 3 ♠; else -1
    colour: int  # the one they have, 0 black, 1 red; else -1
    doubled: bool
    split: bool

    @property
    def standing(self) -> int:
        return NATURAL if self.natural else self.total


class Held(NamedTuple):
    """A hand whose seat is to act. Of drawn hands it is not told whether they were split."""

    total: int
    soft: bool
    two: bool  # it has two cards
    split: bool
    aces: bool  # split from aces
    doubled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A result of a game's own, with what it pays to one."""

    name: str
    pays: Fraction
    words: str = field(default="", compare=False)  # as the dealer calls it; else its name read out
    says: str = field(default="", compare=False)  # which hands have it


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """A game's own answers. None, or nothing, is the house's."""

    deck: tuple[int, ...] = FULL_DECK  # the cards of one deck
    who_wins: Callable[[Finished, int, Rules], int] | None = None  # a result, against a standing
    results: tuple[Result, ...] = ()  # of its own, numbered from FIRST_OWN
    ends: Callable[[int, int, Rules], bool] | None = None  # total, cards: it takes no more
    may_double: Callable[[Held, Rules], bool] | None = None
    may_surrender: Callable[[Held, Rules], bool] | None = None
    surrender_against: tuple[int, ...] = tuple(range(ACE, TEN + 1))  # up cards, by value
    early_surrender: Callable[[int, Rules], bool] | None = None  # up card: before the dealer looks
    free_double: Callable[[Held, Rules], bool] | None = None  # with the house's money
    free_split: Callable[[int, Rules], bool] | None = None  # a pair of this value
    takes: Callable[[Rules], str] | None = None  # one of TAKES
    raises: bool = False  # the wager may be doubled when only the up card is dealt
    switches: bool = False  # two seats are one player's, and their second cards may be swapped
    even_money: bool = True  # is offered to a blackjack where insurance is offered
    # How `who_wins` differs from the house, in sentences: the other answers are put into words as
    # they are tabulated (text/own_rules.py), but no table says why a hand wins.
    says: Callable[[Rules], str] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_deck(self.deck)

    @property
    def free(self) -> bool:
        return self.free_double is not None or self.free_split is not None

    def wins(self, hand: Finished, dealer: int, rules: Rules) -> int:
        if self.who_wins is None:
            return settle_own(hand.standing, dealer, rules)
        return self.who_wins(hand, dealer, rules)

    def result_name(self, result: int) -> str:
        return self.results[result - FIRST_OWN].name

    def result_pays(self, result: int) -> Fraction:
        return self.results[result - FIRST_OWN].pays


def check_deck(deck: tuple[int, ...]) -> None:
    """Refuse what is no deck of ours: jokers have no value to count."""
    for card in deck:
        if not 0 <= card < CARDS_IN_A_DECK:
            raise BadDefinition(
                f"a deck cannot have a card {card}: cards are 0 to {CARDS_IN_A_DECK - 1}, and a "
                "joker counts nothing in any hand"
            )
    if len(set(deck)) != len(deck):
        raise BadDefinition("a deck has one of each of its cards: the shoe has several decks")
    if len({value(card) for card in deck}) < 2:
        raise BadDefinition("a deck needs cards of at least two values")


def without_ranks(ranks: str) -> tuple[int, ...]:
    """A deck with these ranks left out: `without_ranks("T")` has 48 cards."""
    for one in ranks:
        if one not in RANKS:
            raise BadDefinition(f"no rank {one!r}: one of {RANKS}")
    return tuple(card for card in FULL_DECK if RANKS[card // 4] not in ranks)


HOUSE_ANSWERS = Answers()
