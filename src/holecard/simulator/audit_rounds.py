"""Rounds for auditors: dealt by the round procedure itself, one after the other, to be written.

Choices by a chart or at random, stakes fixed ($10 on a main wager, $5 on everything that may stand
beside it) or at random, a fresh shoe every round or one dealt to the cut card. Main wagers take
turns, and a payment is made in every second round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from holecard.dealing.actions import DOUBLE, INSURE
from holecard.play.random_player import may_stand, random_bets, random_choice, share_table
from holecard.shoe import shuffled
from holecard.simulator.engine.chart import Chart, choose
from holecard.text.audit import dump_round
from holecard.wagers.bets import Bet, SeatBets, check_table, fee_for
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.riding import Carried, carried_into, carried_on
from holecard.wagers.wager import FEE, MAIN, Wager

MAIN_STAKE, SIDE_STAKE = 1000, 500
ABSENT = 0.1  # how often a seat sits out when stakes are random

ChartFor = Callable[[Wager, bool], Chart]


@dataclass
class Dealer:
    """Deals rounds at one table. Without `charts` choices are random."""

    game: Game
    draw: random.Random
    charts: ChartFor | None
    seats: int = 1
    cut: int = 0  # cards before the cut card; 0 for a fresh shoe every round
    random_stakes: bool = False
    carried: dict[int, Carried] = field(default_factory=dict)
    cards: tuple[int, ...] = ()
    shoe: int = 0
    made: dict[tuple[str, bool], Chart] = field(default_factory=dict)

    def rounds(self, number: int) -> Iterator[dict[str, Any]]:
        """So many finished rounds as plain JSON. One that runs out of cards is called off."""
        done = 0
        while done < number:
            left = len(self.cards)
            if left == 0 or self.game.shoe_size - left >= self.cut:
                self.cards = shuffled(self.game.rules.decks, self.draw, self.game.answers.deck)
                self.shoe += 1
            dealt = self.round(done)
            if not dealt.done:
                self.cards = ()
                continue
            yield dump_round(dealt, done, self.shoe)
            self.cards = self.cards[len(dealt.drawn) :]
            done += 1

    def round(self, number: int) -> Dealt:
        places = list(range(1, self.seats + 1, self.game.seats_a_player))
        if self.random_stakes:
            places = [p for p in places if self.draw.random() >= ABSENT] or [1]
        seats = [seat for place in places for seat in self.sit_down(place, number)]
        check_table(self.game, seats)
        choices: list[Choice] = []
        dealt = deal_round(self.game, seats, self.cards)
        while dealt.ask is not None:
            choices.append(self.choice(dealt))
            dealt = deal_round(self.game, seats, self.cards, choices)
        if dealt.done:
            paid = payouts(dealt)
            self.carried |= {seat.seat: carried_on(seat, paid) for seat in seats}
        return dealt

    def sit_down(self, first: int, number: int) -> list[SeatBets]:
        """A player's seats: the main wagers of two are alike."""
        mine = range(first, first + self.game.seats_a_player)
        seats = [self.sit(seat, number) for seat in mine]
        stake = seats[0].main(self.game).stake
        return [with_main_stake(self.game, seat, stake) for seat in seats]

    def sit(self, seat: int, number: int) -> SeatBets:
        carried = self.carried.get(seat, Carried())
        if self.random_stakes:
            return carried_into(carried, seat, random_bets(self.game, carried, self.draw))
        main = self.game.mains[(number + seat - 1) % len(self.game.mains)]
        bets = [Bet(main.id, MAIN_STAKE)]
        for wager in self.game.placeable:
            if wager.kind == MAIN or not may_stand(wager, main, carried):
                continue
            if wager.kind != FEE:
                bets.append(Bet(wager.id, wager.within(SIDE_STAKE), wager.paytables[0].name))
            elif number % 2:
                bets.append(Bet(wager.id, fee_for(wager, MAIN_STAKE)))
        return carried_into(carried, seat, [share_table(self.game, bet, bets) for bet in bets])

    def choice(self, dealt: Dealt) -> Choice:
        if self.charts is None:
            return random_choice(dealt, self.draw, less=self.random_stakes)
        return self.perhaps_for_less(dealt, choose(self.chart(dealt), dealt))

    def chart(self, dealt: Dealt) -> Chart:
        """The chart of the seat that is asked: a payment made changes it."""
        assert dealt.ask is not None and self.charts is not None
        bets = dealt.seats[dealt.ask.place]
        main = self.game.wager(bets.main(self.game).wager)
        paid = any(wager.kind == FEE and bets.has(wager.id) for wager in self.game.wagers)
        key = (main.id, paid)
        if key not in self.made:
            self.made[key] = self.charts(main, paid)
        return self.made[key]

    def perhaps_for_less(self, dealt: Dealt, choice: Choice) -> Choice:
        """With random stakes half of the doubles are for less, where that is allowed."""
        assert dealt.ask is not None
        less = self.random_stakes and self.draw.random() < 0.5
        stake = dealt.main_stake(dealt.ask.place)
        if less and choice.action == DOUBLE and dealt.game.rules.double_for_less:
            return Choice(DOUBLE, self.draw.randint(1, stake))
        if less and choice.action == INSURE:
            return Choice(INSURE, self.draw.randint(1, stake // 2))
        return choice


def with_main_stake(game: Game, seat: SeatBets, stake: int) -> SeatBets:
    main = seat.main(game)
    bets = tuple(replace(bet, stake=stake) if bet is main else bet for bet in seat.bets)
    return replace(seat, bets=bets)
