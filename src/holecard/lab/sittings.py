"""Seats that bet all they may: every wager beside a main wager, at its posted maximum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from holecard.errors import RefusedWager
from holecard.lab.win_bound import Prize, SeatBound
from holecard.wagers.bets import Bet, SeatBets, check_seat, table_for
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

MOST_BUTTON = 6  # wins in a row a seat may come with


def paid_by_house(paid: Payout, game: Game) -> int:
    """What a wager takes out of the rack: its win, and a tip the house pays (B5)."""
    return paid.net + (0 if game.tip_from_player else paid.tip)


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
        """Cents that the house cannot pay more than."""
        prizes = (
            self.prize(bet) for bet in self.bets.bets if self.game.wager(bet.wager).kind != MAIN
        )
        return SeatBound(self.game, self.main, tuple(prizes)).cents

    def prize(self, bet: Bet) -> Prize:
        wager, table = self.game.wager(bet.wager), table_for(self.game, self.bets, bet)
        tips = 0 if self.game.tip_from_player else 1
        tables = largest_bets(wager, table, bet.stake)
        cents = {
            one: max(
                0,
                *(int(table.pays(one) * stake) + tips * table.tip(one) for table, stake in tables),
            )
            for one in wager.outcomes
        }
        most = max(cents[one] for one in self.ends(wager))
        return Prize(self.game, wager, np.array([*cents.values()], dtype=np.int64), most)

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
        late = self.bets.late & {bet.wager for bet in bets}
        return replace(self.bets, bets=tuple(bets), late=late)


def largest_bets(wager: Wager, table: PayTable, most: int) -> list[tuple[PayTable, int]]:
    """A pay table with the largest bet it is for; of tables by the size of a bet each, with the
    largest bet short of the next size."""
    sizes = [one for one in wager.paytables if table.sized and one.sized == table.sized]
    if not sizes:
        return [(table, most)]
    ends = [*(one.least - 1 for one in sizes[1:]), most]
    return [(one.at(end), end) for one, end in zip(sizes, ends, strict=True) if one.least <= end]


def sittings(game: Game) -> Iterator[Sitting]:
    """Each main wager with all that may stand beside it, under each pay table that a house may
    post, and each button a bonus can ride at; the one that could win most first."""
    buttons = range(MOST_BUTTON if game.rides else 1)
    bets = [
        bets_beside(game, main, button, tables)
        for main in game.mains
        for button in buttons
        for tables in posted(game)
    ]
    found = (Sitting(game, one) for one in bets if one is not None)
    return iter(sorted(found, key=lambda one: -one.bound))


def posted(game: Game) -> Iterator[dict[str, str]]:
    """The pay tables of all wagers that are bet by one, in each way to choose them."""
    made = [one for one in game.wagers if one.kind not in (MAIN, OFFER, FEE) and not one.table_of]
    for tables in product(*(chosen(one) for one in made)):
        yield {one.id: table.name for one, table in zip(made, tables, strict=True)}


def chosen(wager: Wager) -> list[PayTable]:
    """The pay tables a house chooses among: tables by the size of a bet are one."""
    families = {one.sized or one.name: one for one in wager.paytables}
    return list(families.values())


def bets_beside(game: Game, main: Wager, button: int, tables: Mapping[str, str]) -> SeatBets | None:
    seat = SeatBets(1, (Bet(main.id, main.most),), button)
    for wager in game.wagers:
        if wager.kind in (MAIN, OFFER, FEE):
            continue
        bet = Bet(wager.id, wager.most, tables.get(wager.id, ""))
        riding = seat.riding | ({wager.id} if wager.kind == RIDING and button else set())
        late = seat.late | ({wager.id} if wager.after_up else set())
        more = SeatBets(1, (*seat.bets, bet), button, frozenset(riding), frozenset(late))
        seat = more if is_taken(game, more) else seat
    return seat if is_taken(game, seat) else None


def is_taken(game: Game, seat: SeatBets) -> bool:
    """Whether the table takes these bets: a button with nothing that rides is refused."""
    try:
        check_seat(game, seat)
    except RefusedWager:
        return False
    return True
