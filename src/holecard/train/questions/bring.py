"""A round that brings a given outcome of a wager, however rare: looked for among shoes that hold
only some ranks and suits at their top. Deterministic, and dealt by the table's own procedure.

While somebody waits so many tries are made that they take a few hundredths of a second. What is
decided by cards whose places are known is guessed first (guessed.py); what the tries do not bring
is looked for beforehand (found_rounds.py), or asked in words.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from holecard.cards import rank, suit, value
from holecard.dealing.actions import DECLINE, EVEN_MONEY, HIT, INSURE, STAND
from holecard.dealing.felt import RESULT
from holecard.errors import RefusedWager
from holecard.play.random_player import random_choice
from holecard.report.sections.examples import simple_choice
from holecard.report.sections.shown_rounds import DEALER_HANDS, RANK_VALUES
from holecard.train.questions.guessed import LAID, as_dealt, guesses, is_guessed
from holecard.wagers.bets import Bet, SeatBets, check_seat, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, OFFER, RIDING, Wager

TRIES = 250  # while somebody waits
MOST_FOUND = 3  # rounds for an outcome, so that it does not always come with the same cards
TOP = 26  # cards of a seat or two and the dealer, from the ranks and suits chosen
STAKE, SIDE_STAKE = 1000, 500

Party = tuple[SeatBets, ...]


@dataclass(frozen=True)
class Wanted:
    """What a round is to bring: an outcome of a wager at its first seat; or, with `envy`, at the
    seat after it, for which the first is paid."""

    wager: str
    outcome: str
    envy: bool = False


@dataclass(frozen=True)
class Brought:
    """The cards and choices of a round, and what its seats had bet."""

    seats: Party
    cards: tuple[int, ...]
    choices: tuple[Choice, ...]


class Search:
    """Rounds tried one after another for a wager, and the first that came to each outcome: what is
    found on the way to a rare one is there when it is asked for. Which rounds an outcome has does
    not depend on what was asked before."""

    def __init__(self, game: Game, wager: str, envy: bool, start: int = 0) -> None:
        self.game = game
        self.wager = game.wager(wager)
        self.envy = envy
        self.draw = random.Random(f"{game.id} {game.line} {wager} {envy} {start}")
        self.seats = sittings(game, wager, envy)
        self.found: dict[str, list[Brought]] = {}
        self.tries = 0
        self.is_guessed = is_guessed(self.wager)
        if self.is_guessed and self.seats:
            self.guess()

    def guess(self) -> None:
        place, draw = int(self.envy), self.draw
        some = (ranks_and_suits(draw) for _ in range(LAID))
        for cards in guesses(self.game, self.wager, some, draw):
            seats = draw.choice(self.seats)
            rest = tuple(plain_shoe(self.game, draw))
            top = as_dealt(self.game, cards, len(seats), place, rest)
            shoe = (*top, *(card for card in rest[2:] if top.count(card) < self.game.rules.decks))
            self.look_at(play(self.game, seats, shoe, draw.random(), draw))

    def rounds(self, outcome: str, tries: int = TRIES) -> Sequence[Brought]:
        """Those that so many tries bring; no more than were guessed where that is possible."""
        most = 0 if self.is_guessed or not self.seats else tries
        while self.tries < most and len(self.found.get(outcome, ())) < MOST_FOUND:
            self.tries += 1
            seats = self.draw.choice(self.seats)
            shoe = odd_shoe(self.game, self.draw)
            self.look_at(play(self.game, seats, shoe, self.draw.random(), self.draw))
        return self.found.get(outcome, ())

    def look_at(self, dealt: Dealt) -> None:
        if not is_plain(dealt):
            return
        found = self.found.setdefault(outcome_in(dealt, self.wager, self.envy), [])
        if len(found) < MOST_FOUND:
            found.append(Brought(dealt.seats, dealt.drawn, dealt.choices))


SEARCHES: dict[tuple[str, str, str, str, bool], Search] = {}


def bring(game: Game, wanted: Wanted) -> Sequence[Brought]:
    """Rounds that come to this, as many as the tries bring, three at most."""
    key = game.id, game.line, game.definition_hash, wanted.wager, wanted.envy
    if key not in SEARCHES:
        SEARCHES[key] = Search(game, wanted.wager, wanted.envy)
    return SEARCHES[key].rounds(wanted.outcome)


def comes_to(dealt: Dealt, wanted: Wanted) -> bool:
    wager = dealt.game.wager(wanted.wager)
    return is_plain(dealt) and outcome_in(dealt, wager, wanted.envy) == wanted.outcome


def is_plain(dealt: Dealt) -> bool:
    """Over, with no hand split; a bet on the dealer's card could have been made."""
    if not dealt.done or any(dealt.hand_count(place) > 1 for place in range(len(dealt.seats))):
        return False
    return dealt.played_on or not dealt.seats[0].late


def outcome_in(dealt: Dealt, wager: Wager, envy: bool) -> str:
    """What the wager comes to at the first seat, or at the one after it; nothing where there is
    none."""
    if wager.kind == MAIN:
        return dealt.game.result_name(dealt.hand_field(0, 0, RESULT))
    if wager.kind == OFFER and not dealt.insurance_stake(0):
        return ""
    return wager.outcome(dealt.felt, int(envy))


def sittings(game: Game, wager: str, envy: bool = False) -> list[Party]:
    """The ways a seat may hold the wager, as few bets as can be: beside each main wager that it may
    stand beside, and a bonus that rides with every number of wins before it. For envy another seat
    sits beside it, which has not bet on it."""
    asked = game.wager(wager)
    found = []
    for main in game.mains:
        bets = [Bet(main.id, STAKE)]
        if asked.kind not in (MAIN, OFFER):
            bets.append(Bet(wager, asked.within(SIDE_STAKE)))
        elif asked.kind == MAIN and main.id != wager:
            continue
        for button in range(5 if asked.kind == RIDING else 1):
            riding = frozenset({wager}) if button else frozenset()
            late = frozenset({wager} if asked.after_up else ())
            seat = SeatBets(1, tuple(bets), button, riding, late)
            try:
                check_seat(game, seat)
            except RefusedWager:
                continue
            party = party_of(game, seat)
            beside = (SeatBets(2, (Bet(main.id, STAKE),)),) if envy and len(party) == 1 else ()
            found.append(party + beside)
    return found


def play(game: Game, seats: Party, cards: Sequence[int], how: float, draw: random.Random) -> Dealt:
    choices: list[Choice] = []
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        choices.append(choice(dealt, how, draw))
        dealt = deal_round(game, seats, cards, choices)
    return dealt


def choice(dealt: Dealt, how: float, draw: random.Random) -> Choice:
    """Mostly standing, so that the cards go to the dealer; or hitting till the hand is over; or a
    sensible hand; or anything."""
    assert dealt.ask is not None
    plain = (STAND, INSURE, EVEN_MONEY) if how < 0.3 else (HIT, DECLINE) if how < 0.5 else ()
    for action in plain:
        if action in dealt.ask.legal:
            return Choice(action)
    if how < 0.8:
        return Choice(simple_choice(dealt, draw))
    return Choice(random_choice(dealt, draw).action)


def odd_shoe(game: Game, draw: random.Random) -> tuple[int, ...]:
    """The top of a shoe: some ranks and suits only, then the rest."""
    decks, deck = game.rules.decks, game.answers.deck
    ranks, suits = ranks_and_suits(draw)
    of_suit = by_rank(deck)
    top = [card for one in ranks for of in suits for card in of_suit[one, of]] * decks
    found = draw.sample(top, min(TOP, len(top)))
    if len(found) > 4 and decks > 1 and draw.random() < 0.25:
        found = [in_deck(card, deck) for card in twins(found, draw)]
    rest = plain_shoe(game, draw)
    return (*found, *(card for card in rest if found.count(card) < decks))


def plain_shoe(game: Game, draw: random.Random) -> list[int]:
    deck = game.answers.deck
    return draw.sample(deck, min(TOP, len(deck)))


def ranks_and_suits(draw: random.Random) -> tuple[Sequence[int], Sequence[int]]:
    return some_ranks(draw), draw.sample(range(4), draw.choice((1, 1, 2, 4)))


@lru_cache(maxsize=8)
def by_rank(deck: tuple[int, ...]) -> dict[tuple[int, int], list[int]]:
    """The cards of a deck by rank and suit; a deck may lack some, or hold one twice."""
    found: dict[tuple[int, int], list[int]] = {
        (one, of): [] for one in range(1, 14) for of in range(4)
    }
    for card in deck:
        found[rank(card), suit(card)].append(card)
    return found


def twins(cards: list[int], draw: random.Random) -> list[int]:
    """The same with two equal cards for the seat, and a hand for the dealer worth asking about."""
    card = draw.randrange(52)
    up, hole = (RANK_VALUES[name] for name in draw.choice(DEALER_HANDS))
    one, other = (4 * (worth - 1) + draw.randrange(4) for worth in (up, hole))
    return [card, one, card, other, *(more for more in cards[4:] if more not in (card, one, other))]


def in_deck(card: int, deck: tuple[int, ...]) -> int:
    """The card, or where a deck has none such the next that counts as much."""
    if card in deck:
        return card
    return next(one for one in deck if value(one) == value(card))


def some_ranks(draw: random.Random) -> Sequence[int]:
    first = draw.randint(1, 13)
    some = draw.randint(0, 6)
    if some == 0:
        return (first,)
    if some == 1:
        return (first, draw.randint(1, 13))
    if some in (2, 3):
        return [(first + more - 1) % 13 + 1 for more in range(some + 1)]
    if some == 4:
        return tuple({1, 2, 3, 4, 5, first})
    return range(1, 14) if some == 5 else tuple({1, 10, 11, 12, 13, first})
