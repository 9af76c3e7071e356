"""Rounds dealt to show what happens: shoes stacked so that rare hands come, and any legal play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

from holecard.cards import value
from holecard.dealing.actions import SPLIT
from holecard.dealing.own_tables import RAISES
from holecard.errors import RefusedWager
from holecard.shoe import full_shoe
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

Name = TypeVar("Name", str, int)  # a card by its name, or by what it counts
SEED = 21
STAKE, SIDE_STAKE = 1000, 500
BEFORE = 1  # wins in a row that a riding bet has behind it
ENOUGH = 60  # cards for one seat, however it splits
AGAIN = 10  # rounds from each pair of starting hands
RANK_VALUES = {name: at for at, name in enumerate("A23456789T", start=1)}
# Starting hands by value, a ten being any of the four ranks: suits and ranks are drawn.
SEAT_HANDS = ("AT", "88", "AA", "T9", "TT", "T7", "T6", "65", "99", "52", "55")
DEALER_HANDS = (
    "AT", "TA", "T7", "T6", "A6", "99", "TT", "65", "23", "77", "A7", "A9", "A2", "AA",
)  # fmt: skip


def sit(game: Game, main: Wager) -> SeatBets:
    """One seat with every wager that may stand beside this main wager; of the riding bets the
    first, one win on its way."""
    bets = [Bet(main.id, STAKE)]
    riding: frozenset[str] = frozenset()
    for wager in game.wagers:
        if wager.kind == RIDING and not riding:
            riding = frozenset({wager.id})
        elif wager.kind in (MAIN, OFFER, RIDING):
            continue
        stake = fee_for(wager, STAKE) if wager.kind == FEE else max(SIDE_STAKE, wager.least)
        try:
            more = [*bets, Bet(wager.id, stake)]
            check_seat(game, SeatBets(1, tuple(more), BEFORE * bool(riding), riding))
        except RefusedWager:
            continue
        bets = more
    return SeatBets(1, tuple(bets), BEFORE * bool(riding), riding)


def stacked_rounds(game: Game, main: Wager) -> Iterator[Dealt]:
    """Rounds of one player from every pair of starting hands above, the rest shuffled."""
    draw = random.Random(SEED)
    seat = sit(game, main)
    for _ in range(AGAIN):
        for cards in stacked_tops(game, draw):
            dealt = play_out(game, seat, cards, draw)
            if dealt.done:
                yield dealt


def stacked_tops(game: Game, draw: random.Random) -> Iterator[tuple[int, ...]]:
    for own in SEAT_HANDS:
        for dealer in DEALER_HANDS:
            yield stack(game, own, dealer, draw)


def stack(game: Game, own: str, dealer: str, draw: random.Random) -> tuple[int, ...]:
    """The top of a shuffled shoe, with these hands first, in the order of the deal."""
    rest = full_shoe(game.rules.decks, game.answers.deck)
    top: list[int] = []
    for name in in_deal_order(game, own, dealer):
        fits = list(worth(game.rules.decks, game.answers.deck, RANK_VALUES[name]))
        for card in top:
            if value(card) == RANK_VALUES[name]:
                fits.remove(card)
        top.append(draw.choice(fits))
        rest.remove(top[-1])
    return (*top, *draw.sample(rest, min(ENOUGH, len(rest))))


def in_deal_order(game: Game, own: Sequence[Name], dealer: Sequence[Name]) -> list[Name]:
    """The first cards of one player and the dealer as they are dealt. Seats that are played as one
    are dealt alike."""
    return [(own if mine else dealer)[turn] for mine, turn in deal_turns(game)]


def deal_turns(game: Game) -> list[tuple[bool, int]]:
    """Whether a card is the player's, and which of its hand: where the wager may be raised the up
    card comes before all."""
    first, second = ([(True, turn)] * game.seats_a_player for turn in (0, 1))
    up, hole = (False, 0), (False, 1)
    raises = game.tables.asks[RAISES]
    return [up, *first, *second, hole] if raises else [*first, up, *second, hole]


@cache
def worth(decks: int, deck: tuple[int, ...], points: int) -> tuple[int, ...]:
    """The cards of a full shoe that count so much, in its order."""
    return tuple(card for card in full_shoe(decks, deck) if value(card) == points)


def shuffled_top(game: Game, draw: random.Random) -> tuple[int, ...]:
    """As many cards as a round can take, off the top of a shuffled shoe."""
    shoe = full_shoe(game.rules.decks, game.answers.deck)
    return tuple(draw.sample(shoe, min(ENOUGH, len(shoe))))


def play_out(game: Game, seat: SeatBets, cards: tuple[int, ...], draw: random.Random) -> Dealt:
    """Any legal choice, all as likely, but that a pair is split every other time."""
    choices: list[Choice] = []
    seats = party_of(game, seat)
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        legal = list(dealt.ask.legal)
        splits = SPLIT in legal and draw.random() < 0.5
        choices.append(Choice(SPLIT if splits else draw.choice(legal)))
        dealt = deal_round(game, seats, cards, choices)
    return dealt
