"""A stranger at the table: legal wagers and choices at random, from a given source of randomness.

Auditors use it to reach every procedure of a sheet; tests use it to look for disagreement.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from holecard.dealing.actions import DOUBLE, INSURE
from holecard.shoe import shuffled
from holecard.wagers.bets import Bet, SeatBets, fee_for
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.riding import Carried, carried_into, carried_on
from holecard.wagers.wager import FEE, MAIN, RIDING, Wager

UNIT = 500  # stakes in steps of $5, so that every payout of every sheet is whole cents


def random_bets(game: Game, carried: Carried, draw: random.Random) -> list[Bet]:
    """One main wager, and each wager that may stand beside it half of the time."""
    main = draw.choice(game.mains)
    stake = UNIT * 2 * draw.randint(1, 10)
    bets = [Bet(main.id, stake)]
    for wager in game.placeable:
        if wager.kind != MAIN and may_stand(wager, main, carried) and draw.random() < 0.5:
            bets.append(random_bet(wager, stake, draw))
    return [share_table(game, bet, bets) for bet in bets]


def share_table(game: Game, bet: Bet, bets: list[Bet]) -> Bet:
    """A bet that must share another's pay table leaves it unnamed."""
    shared = game.wager(bet.wager).table_of
    return replace(bet, paytable="") if any(one.wager == shared for one in bets) else bet


def may_stand(wager: Wager, main: Wager, carried: Carried) -> bool:
    if wager.kind == RIDING:
        riding = {bet.wager for bet in carried.bets}
        return carried.button == 0 and wager.id not in riding
    return not wager.with_main or main.id in wager.with_main


def random_bet(wager: Wager, main_stake: int, draw: random.Random) -> Bet:
    if wager.kind == FEE:
        return Bet(wager.id, fee_for(wager, main_stake))
    stake = wager.within(UNIT * draw.randint(1, 4))
    return Bet(wager.id, stake, draw.choice(wager.paytables).name)


def random_choice(dealt: Dealt, draw: random.Random, less: bool = False) -> Choice:
    """A legal choice; doubling and insurance for less, where asked and allowed."""
    ask = dealt.ask
    if ask is None:
        raise ValueError("no seat is asked for anything")
    action = draw.choice(list(ask.legal))
    stake = dealt.main_stake(ask.place)
    if less and action == DOUBLE and dealt.game.rules.double_for_less and draw.random() < 0.5:
        return Choice(action, draw.randint(1, stake))
    if less and action == INSURE and draw.random() < 0.5:
        return Choice(action, draw.randint(1, stake // 2))
    return Choice(action)


def play_out(
    game: Game, seats: Sequence[SeatBets], cards: Sequence[int], draw: random.Random
) -> Dealt:
    """A round with random choices from start to finish."""
    choices: list[Choice] = []
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        choices.append(random_choice(dealt, draw, less=True))
        dealt = deal_round(game, seats, cards, choices)
    return dealt


@dataclass
class Stranger:
    """Plays round after round, each from a fresh shoe, carrying riding bets along."""

    game: Game
    draw: random.Random
    seats: int = 1
    carried: dict[int, Carried] = field(default_factory=dict)

    def rounds(self) -> Iterator[Dealt]:
        while True:
            dealt = self.round()
            if dealt.done:
                yield dealt

    def round(self) -> Dealt:
        """One round; now and then a seat sits out."""
        numbers = [seat for seat in range(1, self.seats + 1) if self.draw.random() < 0.9] or [1]
        seats = [self.sit(seat) for seat in numbers]
        cards = shuffled(self.game.rules.decks, self.draw, self.game.answers.deck)
        dealt = play_out(self.game, seats, cards, self.draw)
        paid = payouts(dealt)
        for seat in seats if dealt.done else ():
            self.carried[seat.seat] = carried_on(seat, paid)
        return dealt

    def sit(self, seat: int) -> SeatBets:
        carried = self.carried.get(seat, Carried())
        return carried_into(carried, seat, random_bets(self.game, carried, self.draw))
