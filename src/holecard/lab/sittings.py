"""Seats that bet all they may: every wager beside a main wager, at its posted maximum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from holecard.dealing.settle import BLACKJACK, OWN, WIN, result_pays
from holecard.errors import RefusedWager
from holecard.wagers.bets import Bet, SeatBets, check_seat, table_for
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

MOST_BUTTON = 6  # wins in a row a seat may come with


def paid_by_house(paid: Payout, game: Game) -> int:
    """What a wager takes out of the rack: its win, and a tip the house pays (B5)."""
    return paid.net + (0 if game.tip_from_player else paid.tip)


def main_bound(game: Game, main: Wager) -> Fraction:
    """More than this many wagers a main wager cannot win in a round."""
    rules = game.rules
    if main.backs != OWN:
        return max(result_pays(one, main.backs, rules) for one in (WIN, BLACKJACK))
    doubles = 2 if rules.double_on != "none" else 1
    split = rules.max_hands * (doubles if rules.double_after_split else 1)
    return max(Fraction(doubles), Fraction(split), result_pays(BLACKJACK, OWN, rules))


def top_table(wager: Wager) -> str:
    """The pay table with the highest prize."""
    return max(wager.paytables, key=lambda one: max(map(one.pays, wager.outcomes))).name


@dataclass(frozen=True, eq=False)
class Sitting:
    """One seat with every wager that may stand beside its main wager, at the posted maximum.
    Insurance is left out: it wins only where the main wager cannot."""

    game: Game
    bets: SeatBets

    @property
    def main(self) -> Wager:
        return self.game.wager(self.bets.main(self.game).wager)

    @property
    def looks(self) -> set[str]:
        """What its wagers look at."""
        return {name for bet in self.bets.bets for name in self.game.wager(bet.wager).looks}

    @cached_property
    def bound(self) -> int:
        """Cents that the house cannot pay more than, each wager taken alone."""
        return sum(self.wager_bound(bet) for bet in self.bets.bets)

    def wager_bound(self, bet: Bet) -> int:
        wager = self.game.wager(bet.wager)
        if wager.kind == MAIN:
            return int(main_bound(self.game, wager) * bet.stake)
        table = table_for(self.game, self.bets, bet)
        tips = 0 if self.game.tip_from_player else 1
        ends = self.ends(wager)
        return max(0, *(int(table.pays(one) * bet.stake) + tips * table.tip(one) for one in ends))

    def ends(self, wager: Wager) -> list[str]:
        """The outcomes it can have now; a bet that rides, those of one round won or lost."""
        if wager.kind != RIDING:
            return list(wager.outcomes)
        won, lost = {"streak": self.bets.button + 1, "outcome": 1}, {"streak": 0, "outcome": -1}
        places = (
            wager.classified({name: one[name] for name in wager.looks}) for one in (won, lost)
        )
        return [wager.outcomes[place] for place in places]

    def worth(self, paid: Sequence[Payout]) -> int:
        """Cents the house pays if each wager was as large as suits the player: none on a side bet
        that lost, the least on a main wager that did."""
        return sum(max(0, self.out(one)) or self.least_loss(one) for one in paid)

    def out(self, paid: Payout) -> int:
        return paid_by_house(paid, self.game)

    def least_loss(self, paid: Payout) -> int:
        wager = self.game.wager(paid.wager)
        return self.out(paid) * wager.least // paid.stake if wager.kind == MAIN else 0

    def suited_to(self, paid: Sequence[Payout]) -> SeatBets:
        """The bets with stakes as `worth` takes them."""
        lost = {one.wager for one in paid if self.out(one) <= 0 and not one.rides}
        bets = []
        for bet in self.bets.bets:
            wager = self.game.wager(bet.wager)
            if bet.wager not in lost:
                bets.append(bet)
            elif wager.kind == MAIN:
                bets.append(replace(bet, stake=wager.least))
        return replace(self.bets, bets=tuple(bets))


def sittings(game: Game) -> Iterator[Sitting]:
    """Each main wager with all that may stand beside it, and each button a bonus can ride at; the
    one that could win most first."""
    buttons = range(MOST_BUTTON if game.rides else 1)
    bets = [bets_beside(game, main, button) for main in game.mains for button in buttons]
    found = (Sitting(game, one) for one in bets if one is not None)
    return iter(sorted(found, key=lambda one: -one.bound))


def bets_beside(game: Game, main: Wager, button: int) -> SeatBets | None:
    seat = SeatBets(1, (Bet(main.id, main.most),), button)
    for wager in game.wagers:
        if wager.kind in (MAIN, OFFER, FEE):
            continue
        bet = Bet(wager.id, wager.most, "" if wager.table_of else top_table(wager))
        riding = seat.riding | ({wager.id} if wager.kind == RIDING and button else set())
        more = SeatBets(1, (*seat.bets, bet), button, frozenset(riding))
        seat = more if is_taken(game, more) else seat
    return seat if is_taken(game, seat) else None


def is_taken(game: Game, seat: SeatBets) -> bool:
    """Whether the table takes these bets: a button with nothing that rides is refused."""
    try:
        check_seat(game, seat)
    except RefusedWager:
        return False
    return True
