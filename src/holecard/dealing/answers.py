"""The round's questions that a game may answer itself, each a plain function or value.

What a game leaves out is answered by the house (tables.py, settle.py). The answers are asked once
for every case and tabulated; round, solver and simulator read the tables and know no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Integral
from typing import Any, NamedTuple

from holecard.cards import ACE, CARDS_IN_A_DECK, RANKS, TEN, value
from holecard.dealing.rules import Rules
from holecard.dealing.settle import FIRST_OWN, LOSE, NATURAL, RESULT_NAMES, settle_own
from holecard.errors import BadDefinition, HolecardError
from holecard.fields import (
    RAISED,
    check_among,
    check_flag,
    check_function,
    check_said,
    check_text,
    check_tuple,
    check_twice,
    is_exact,
    is_whole,
    yes,
)
from holecard.money import LARGEST

FULL_DECK = tuple(range(CARDS_IN_A_DECK))
NO_SUIT = -1
LOST = Fraction(-1)
LEAST_FINAL, MOST_FINAL = 17, 26  # totals of a hand the dealer has drawn out
MOST_LEAST = 12  # what many cards count at least: an ace counts eleven while it can
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

    def __post_init__(self) -> None:
        check_text("a result", "its name", self.name)
        check_said(self.name, "words", self.words)
        check_said(self.name, "says", self.says)
        if self.name in RESULT_NAMES:
            raise BadDefinition(f"result {self.name}: that is the house's: give it another name")
        if not is_exact(self.pays) or not LOST <= self.pays <= LARGEST:
            raise BadDefinition(
                f"result {self.name} pays {self.pays!r}: a whole number or a fraction from -1, "
                "which loses the wager; 3 to 2 is Fraction(3, 2)"
            )


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
        check_tuple("answers", "deck", self.deck, int, 'without_ranks("T")')
        check_deck(self.deck)
        check_tuple("answers", "results", self.results, Result, "(Result(...),)")
        check_twice("answers", "results", [result.name for result in self.results])
        for question in ASKED:
            if getattr(self, question) is not None:
                check_function("answers", question, getattr(self, question))
        for question in ("raises", "switches", "even_money"):
            check_flag("answers", question, getattr(self, question))
        check_tuple("answers", "surrender_against", self.surrender_against, int, "(1, 10)")
        wrong = [up for up in self.surrender_against if not is_whole(up) or not ACE <= up <= TEN]
        if wrong:
            raise BadDefinition(
                f"answers: surrender_against has {wrong[0]!r}: up cards by value, 1 an ace to 10"
            )

    @property
    def free(self) -> bool:
        return self.free_double is not None or self.free_split is not None

    def wins(self, hand: Finished, dealer: int, rules: Rules) -> int:
        """The result; of a hand that nobody is dealt the house's, if the game has none."""
        if self.who_wins is None:
            return settle_own(hand.standing, dealer, rules)
        known = range(LOSE, FIRST_OWN + len(self.results))
        try:
            result = self.asked("who_wins", hand, dealer, rules)
        except BadDefinition:
            if is_dealt(hand, dealer):
                raise
            result = None
        if isinstance(result, Integral) and not isinstance(result, bool) and result in known:
            return int(result)
        if is_dealt(hand, dealer):
            raise BadDefinition(
                f"who_wins answers {result!r} for {hand} against {dealer}: a result from {LOSE} to "
                f"{known[-1]}"
            )
        return settle_own(hand.standing, dealer, rules)

    def asked(self, question: str, *given: Any) -> Any:
        """What the game says; what stops it is said with the hand it was asked about."""
        try:
            return getattr(self, question)(*given)
        except HolecardError:
            raise
        except RAISED as wrong:
            about = ", ".join(str(one) for one in given if not isinstance(one, Rules))
            raise BadDefinition(
                f"{question} cannot answer for {about or 'these rules'}: "
                f"{type(wrong).__name__}: {wrong}"
            ) from wrong

    def says_yes(self, question: str, *given: Any, dealt: bool = True) -> bool:
        """A yes or no; no, where the game leaves the question to the house, or stops at a hand that
        nobody is dealt: the tables have a place for it, and no game needs a word for it."""
        if getattr(self, question) is None:
            return False
        try:
            return yes(question, self.asked(question, *given))
        except BadDefinition:
            if dealt:
                raise
            return False

    def taken(self, rules: Rules) -> int:
        """Which of TAKES a dealer blackjack takes that was not looked for."""
        if self.takes is None:
            return TAKES_ALL
        found = self.asked("takes", rules)
        check_among("takes", "its answer", found, TAKES)
        return TAKES.index(found)

    def result_name(self, result: int) -> str:
        return self.results[result - FIRST_OWN].name

    def result_pays(self, result: int) -> Fraction:
        return self.results[result - FIRST_OWN].pays


# The questions that are functions.
ASKED = (
    "who_wins",
    "ends",
    "may_double",
    "may_surrender",
    "early_surrender",
    "free_double",
    "free_split",
    "takes",
    "says",
)


def can_be(total: int, cards: int) -> bool:
    """Whether a hand of so many cards that has not busted can count so much."""
    return cards >= 2 and min(2 * cards, MOST_LEAST) <= total <= 21


def is_dealt(hand: Finished, dealer: int) -> bool:
    """Whether a hand can be finished so, against a dealer's that can."""
    finished = dealer == NATURAL or LEAST_FINAL <= dealer <= MOST_FINAL
    return finished and can_be(hand.total, hand.cards)


def is_held(hand: Held) -> bool:
    """Whether a seat can hold it; what it was split from is told by `aces`."""
    return (MOST_LEAST if hand.soft else 4) <= hand.total <= 21


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
