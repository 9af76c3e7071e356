"""Putting bets: which seats play, which spot and chip are picked, and what lies where.

Every chip is checked as it is put: one that the table refuses changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from holecard.dealing.felt import SEATS
from holecard.errors import NotAllowed, RefusedWager
from holecard.money import money_text
from holecard.play.table import Table
from holecard.wagers.bets import Bet, SeatBets, fee_for
from holecard.wagers.riding import Carried
from holecard.wagers.wager import FEE, MAIN, Wager

CHIPS = (100, 500, 1_000, 2_500, 10_000, 50_000)
Stakes = dict[str, int]  # by wager, in cents


class Placing:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.spots = table.game.placeable
        riding = [seat for seat, carried in table.carried.items() if carried.bets]
        self.seats = sorted({1, *riding})
        self.seat = 1
        self.spot = 0
        self.chip = CHIPS[1]
        self.stakes: dict[int, Stakes] = {}
        self.last: dict[int, Stakes] = {}
        self.pay_tables = {
            wager.id: wager.paytables[0].name for wager in self.spots if wager.paytables
        }

    def take_seats(self, dealt: Sequence[SeatBets]) -> None:
        """The seats of a round that is being dealt, and their bets to be repeated after it."""
        self.seats = sorted({*self.seats, *(one.seat for one in dealt)})
        self.last = {one.seat: {bet.wager: bet.stake for bet in one.bets} for one in dealt}

    @property
    def wager(self) -> Wager:
        """The wager of the picked spot."""
        return self.spots[self.spot]

    @property
    def total(self) -> int:
        return sum(stake for stakes in self.stakes.values() for stake in stakes.values())

    def at(self, seat: int) -> Stakes:
        return self.stakes.get(seat, {})

    def carried(self, seat: int) -> Carried:
        return self.table.carried.get(seat, Carried())

    def pick(self, spot: int) -> None:
        self.spot = spot % len(self.spots)

    def put(self) -> None:
        """Put the chip on the picked spot; a payment is put whole, or taken back."""
        stakes, wager = dict(self.at(self.seat)), self.wager
        if wager.is_one_size and wager.id not in stakes:
            stakes[wager.id] = wager.least
        elif wager.kind != FEE:
            stakes[wager.id] = stakes.get(wager.id, 0) + self.chip
        elif wager.id in stakes:
            del stakes[wager.id]
        else:
            stakes[wager.id] = 0
        self.stakes[self.seat] = self.checked(self.seat, stakes)

    def clear(self) -> None:
        """Take back what lies on the picked spot, and a payment that went with it."""
        stakes = self.at(self.seat)
        stakes.pop(self.wager.id, None)
        if self.wager.kind == MAIN:
            for wager in self.spots:
                if wager.kind == FEE:
                    stakes.pop(wager.id, None)

    def clear_seat(self) -> None:
        self.stakes.pop(self.seat, None)

    def checked(self, seat: int, stakes: Stakes) -> Stakes:
        """The stakes with the payment worked out, if the table takes them."""
        main = sum(stakes.get(wager.id, 0) for wager in self.table.game.mains)
        for wager in self.spots:
            if wager.kind == FEE and wager.id in stakes:
                stakes[wager.id] = fee_for(wager, main)
        self.table.check_seat(seat, self.bets(stakes))
        others = {one: self.bets(self.at(one)) for one in self.seats if self.is_complete(one)}
        self.table.check_bets({**others, seat: self.bets(stakes)})
        return stakes

    def is_complete(self, seat: int) -> bool:
        try:
            self.table.check_seat(seat, self.bets(self.at(seat)))
        except NotAllowed:
            return False
        return True

    def bets(self, stakes: Stakes) -> list[Bet]:
        """In the order of the spots."""
        return [
            Bet(wager.id, stakes[wager.id], self.pay_tables.get(wager.id, ""))
            for wager in self.spots
            if wager.id in stakes
        ]

    def deal(self) -> None:
        """Deal what lies on the spots, and remember it for `again`."""
        if not self.total:
            raise RefusedWager("place a bet first: a chip on a spot with Enter, then Space deals")
        self.table.deal({seat: self.bets(self.at(seat)) for seat in self.seats})
        self.last, self.stakes = self.stakes, {}

    def again(self) -> list[str]:
        """Repeat the last bets that do not ride already; names what could not be repeated."""
        if not self.last:
            raise RefusedWager("there are no last bets to repeat: put chips on the spots first")
        self.stakes, left = {}, []
        for seat, last in self.last.items():
            self.seats = sorted({*self.seats, seat})
            riding = {bet.wager for bet in self.carried(seat).bets}
            for wager in self.spots:
                if wager.id in riding or wager.id not in last:
                    continue
                if not self.repeat(seat, wager.id, last[wager.id]):
                    left.append(wager.name)
        if not self.total:
            raise RefusedWager(f"the last bets cannot be repeated: {', '.join(left)}")
        return left

    def repeat(self, seat: int, wager: str, stake: int) -> bool:
        try:
            self.stakes[seat] = self.checked(seat, {**self.at(seat), wager: stake})
        except NotAllowed:
            return False
        return True

    def move_seat(self, step: int) -> None:
        place = self.seats.index(self.seat) + step
        self.seat = self.seats[place % len(self.seats)]

    def add_seat(self) -> None:
        """Sit down at the first free seat as well."""
        free = [seat for seat in range(1, SEATS + 1) if seat not in self.seats]
        if not free:
            raise RefusedWager(f"all {SEATS} seats are yours")
        self.seats = sorted([*self.seats, free[0]])
        self.seat = free[0]

    def leave_seat(self) -> None:
        if len(self.seats) == 1:
            raise RefusedWager("the last seat stays: q leaves the table")
        riding = self.carried(self.seat).stake()
        if riding:
            raise RefusedWager(
                f"seat {self.seat} has {money_text(riding)} riding: it stays until that is decided"
            )
        self.clear_seat()
        gone = self.seat
        self.move_seat(-1)
        self.seats.remove(gone)

    def turn_pay_table(self) -> None:
        """The picked wager's next pay table, at every seat."""
        names = [table.name for table in self.wager.paytables]
        if len(names) < 2:
            raise RefusedWager(f"{self.wager.name} has one pay table only")
        before = self.pay_tables[self.wager.id]
        self.pay_tables[self.wager.id] = names[(names.index(before) + 1) % len(names)]
