"""Rounds dealt to show what happens: shoes stacked so that rare hands come, and any legal play."""

from __future__ import annotations

import random
from collections.abc import Iterator

from holecard.cards import read_card
from holecard.dealing.actions import SPLIT
from holecard.errors import RefusedWager
from holecard.shoe import shuffled
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

SEED = 21
STAKE, SIDE_STAKE = 1000, 500
BEFORE = 1  # wins in a row that a riding bet has behind it
AGAIN = 8  # rounds from each pair of starting hands
SEAT_HANDS = ("Ah Kd", "8h 8d", "Ah Ad", "Th 9d", "Th Kd", "Th 6d", "6h 5d", "9h 9c", "5h 2d")
DEALER_HANDS = (
    "Ac Ks", "Kc As", "Tc 7s", "Tc 6s", "Ac 6s", "9c 9s", "Tc Qs", "6c 5s", "2c 3s", "7c 7s",
    "Ac 7s", "Ac 9s", "Ac 2s", "Ac As",
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
    """Rounds of one seat from every pair of starting hands above, the rest of the shoe shuffled."""
    draw = random.Random(SEED)
    seat = sit(game, main)
    for own in SEAT_HANDS:
        for dealer in DEALER_HANDS:
            for _ in range(AGAIN):
                dealt = play_out(game, seat, stack(game, own, dealer, draw), draw)
                if dealt.done:
                    yield dealt


def stack(game: Game, own: str, dealer: str, draw: random.Random) -> tuple[int, ...]:
    """A shuffled shoe with these four cards on top, in the order of the deal."""
    first, second = map(read_card, own.split())
    up, hole = map(read_card, dealer.split())
    top = (first, up, second, hole)
    rest = list(shuffled(game.rules.decks, draw))
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def play_out(game: Game, seat: SeatBets, cards: tuple[int, ...], draw: random.Random) -> Dealt:
    """Any legal choice, all as likely, but that a pair is split every other time."""
    choices: list[Choice] = []
    dealt = deal_round(game, [seat], cards)
    while dealt.ask is not None:
        legal = list(dealt.ask.legal)
        splits = SPLIT in legal and draw.random() < 0.5
        choices.append(Choice(SPLIT if splits else draw.choice(legal)))
        dealt = deal_round(game, [seat], cards, choices)
    return dealt
