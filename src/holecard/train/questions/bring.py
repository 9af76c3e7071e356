"""A round that brings a given outcome of a wager, however rare: looked for among shoes that hold
only some ranks and suits at their top. Deterministic, and dealt by the table's own procedure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from holecard.cards import rank, suit, value
from holecard.dealing.actions import EVEN_MONEY, INSURE, STAND
from holecard.errors import RefusedWager
from holecard.play.random_player import random_choice
from holecard.report.sections.examples import simple_choice
from holecard.report.sections.shown_rounds import DEALER_HANDS, RANK_VALUES
from holecard.shoe import full_shoe
from holecard.wagers.bets import Bet, SeatBets, check_seat, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import MAIN, OFFER, RIDING

TRIES = 4000
TOP = 26  # cards of one seat and the dealer, from the ranks and suits chosen
STAKE, SIDE_STAKE = 1000, 500


@dataclass(frozen=True)
class Brought:
    """The cards and choices of a round of one player, and what the seat had bet."""

    seat: SeatBets
    cards: tuple[int, ...]
    choices: tuple[Choice, ...]


class Search:
    """Rounds tried one after another for a wager, and the first that came to each outcome: what is
    found on the way to a rare one is there when it is asked for. Which round an outcome has does
    not depend on what was asked before."""

    def __init__(self, game: Game, wager: str, start: int) -> None:
        self.game = game
        self.wager = wager
        self.draw = random.Random(f"{game.id} {game.line} {wager} {start}")
        self.seats = sittings(game, wager)
        self.found: dict[str, Brought] = {}
        self.tries = 0

    def first(self, outcome: str) -> Brought | None:
        while outcome not in self.found and self.tries < TRIES:
            self.tries += 1
            self.look_at(tried(self.game, self.draw.choice(self.seats), self.draw))
        return self.found.get(outcome)

    def look_at(self, dealt: Dealt) -> None:
        places = range(len(dealt.seats))
        if not dealt.done or any(dealt.hand_count(place) > 1 for place in places):
            return
        if dealt.seats[0].late and not dealt.played_on:
            return  # nobody could have made the bet
        for paid in payouts(dealt):
            mine = paid.wager == self.wager and paid.seat == dealt.seats[0].seat
            if mine and paid.outcome not in self.found:
                found = Brought(dealt.seats[0], dealt.drawn, dealt.choices)
                self.found[paid.outcome] = found


def bring(game: Game, wager: str, outcome: str, start: int = 0) -> Brought | None:
    """The first round of the search from `start` whose wager comes to this; none if the tries
    bring none."""
    key = game.id, game.line, game.definition_hash, wager, start
    if key not in SEARCHES:
        SEARCHES[key] = Search(game, wager, start)
    return SEARCHES[key].first(outcome)


SEARCHES: dict[tuple[str, str, str, str, int], Search] = {}


def sittings(game: Game, wager: str) -> list[SeatBets]:
    """The ways a seat may hold the wager, as few bets as can be: beside each main wager that it may
    stand beside, and a bonus that rides with every number of wins before it."""
    asked = game.wager(wager)
    found = []
    for main in game.mains:
        bets = [Bet(main.id, STAKE)]
        if asked.kind not in (MAIN, OFFER):
            bets.append(Bet(wager, max(SIDE_STAKE, asked.least)))
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
            found.append(seat)
    return found


def tried(game: Game, seat: SeatBets, draw: random.Random) -> Dealt:
    cards, seats = odd_shoe(game.rules.decks, game.answers.deck, draw), party_of(game, seat)
    how = draw.random()
    choices: list[Choice] = []
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        choices.append(choice(dealt, how, draw))
        dealt = deal_round(game, seats, cards, choices)
    return dealt


def choice(dealt: Dealt, how: float, draw: random.Random) -> Choice:
    """Mostly standing, so that the cards go to the dealer; or a sensible hand; or anything."""
    assert dealt.ask is not None
    if how < 0.4:
        for action in (STAND, INSURE, EVEN_MONEY):
            if action in dealt.ask.legal:
                return Choice(action)
    if how < 0.7:
        return Choice(simple_choice(dealt, draw))
    return Choice(random_choice(dealt, draw).action)


def odd_shoe(decks: int, deck: tuple[int, ...], draw: random.Random) -> tuple[int, ...]:
    """The top of a shoe: some ranks and suits only, then the rest."""
    ranks, suits = some_ranks(draw), draw.sample(range(4), draw.choice((1, 1, 2, 4)))
    top = [card for card in shoe_of(decks, deck) if rank(card) in ranks and suit(card) in suits]
    found = draw.sample(top, min(TOP, len(top)))
    if len(found) > 4 and decks > 1 and draw.random() < 0.25:
        found = [in_deck(card, deck) for card in twins(found, draw)]
    rest = draw.sample(shoe_of(1, deck), TOP)
    return (*found, *(card for card in rest if found.count(card) < decks))


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


@lru_cache(maxsize=8)
def shoe_of(decks: int, deck: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(full_shoe(decks, deck))


def some_ranks(draw: random.Random) -> Sequence[int]:
    first = draw.randint(1, 13)
    some = draw.randint(0, 5)
    if some == 0:
        return (first,)
    if some == 1:
        return (first, draw.randint(1, 13))
    if some == 2:
        return [(first + more - 1) % 13 + 1 for more in range(4)]
    if some == 3:
        return (1, 2, 3, 4, 5, first)
    return range(1, 14) if some == 4 else (1, 10, 11, 12, 13, first)
