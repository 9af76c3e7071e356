"""A table without the web around it: commands go straight to the floor. Time and chance are the
test's own, so a desk with the same seed does the same thing again."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from holecard.play.random_player import random_bets
from holecard.server.store import ledger
from holecard.server.store.database import Store
from holecard.server.store.event_log import check_chains
from holecard.server.store.writer import Work
from holecard.server.table.betting import confirm, place_bets
from holecard.server.table.clock import run_out
from holecard.server.table.floor import Answer, Command, Floor
from holecard.server.table.late_bets import place_late
from holecard.server.table.log_page import Outside, Page, TablePage
from holecard.server.table.rounds import choose
from holecard.server.table.seating import leave_seats, open_table, take_seats
from holecard.server.table.sessions import Session, begin_job, grant
from holecard.server.table.shoes import give_entropy
from holecard.server.table.state import TableState
from holecard.server.wire.answers import Opened
from holecard.server.wire.requests import (
    BetOn,
    BetsAt,
    Choose,
    DealNow,
    GiveEntropy,
    LeaveSeats,
    NewTable,
    PlaceBets,
    PlaceLate,
    TakeSeats,
)
from tests.people.person import random_move

START = 1_700_000_000_000


class Desk:
    def __init__(
        self, database: str | Path, seed: int = 0, durable: bool = False, vfs: str | None = None
    ) -> None:
        self.draw = random.Random(seed)
        self.time = START
        self.store = Store(str(database), durable=durable, vfs=vfs)
        self.floor = Floor(self.store, Outside(now=lambda: self.time, random=self.draw.randbytes))
        self.commands = 0
        self.table = ""
        self.secrets: dict[tuple[str, int], str] = {}

    def close(self) -> None:
        self.store.close()

    # People and tables

    def player(self, name: str, purse: int = 100_000_000) -> str:
        """A player with so much that no random bet is refused for want of money."""
        session = Session(name, name, name.title())
        self.store.writer.submit(begin_job(self.floor, session)).result()

        def more(work: Work, page: Page) -> BaseModel:
            grant(page, name, purse - 100_000)
            page.save()
            return Opened(table="", version=page.seq)

        if purse > 100_000:
            self.floor.for_player(self.command(name), more).result()
        return name

    def open(self, player: str, table: str = "aaaaaaaa", **asked: Any) -> str:
        def run(work: Work, page: Page) -> BaseModel:
            opened = TablePage(work.connection, self.floor.outside, f"table:{table}")
            open_table(opened, player, NewTable(**asked))
            opened.save()
            self.floor.keep(work, opened)
            return Opened(table=table, version=opened.seq)

        assert self.floor.for_player(self.command(player), run, 201).result().status == 201
        self.table = table
        return table

    def command(self, player: str) -> Command:
        self.commands += 1
        return Command(player, f"key-{self.commands:012d}", "request")

    def do(self, player: str, act: Callable[[TablePage], None]) -> Answer:
        self.time += 10
        self.last = (self.command(player), act)
        self.answer = self.floor.at_table(self.last[0], self.table, act).result()
        return self.answer

    def repeat(self) -> None:
        """The last command again, as a client does that heard no answer."""
        command, act = self.last
        assert self.floor.at_table(command, self.table, act).result() == self.answer

    def ok(self, player: str, act: Callable[[TablePage], None]) -> Answer:
        answer = self.do(player, act)
        assert answer.status == 200, answer.body
        return answer

    @property
    def state(self) -> TableState:
        return self.floor.look(self.table)

    # What players do

    def sit(self, player: str, *seats: int) -> None:
        asked = TakeSeats(seats=list(seats))
        self.ok(player, lambda page: take_seats(page, player, player.title(), asked))

    def leave(self, player: str, *seats: int) -> Answer:
        return self.do(
            player, lambda page: leave_seats(page, player, LeaveSeats(seats=list(seats)))
        )

    def mix(self, player: str) -> None:
        for shoe in self.state.shoes():
            if shoe.wants_commitment(player):
                secret = self.secrets[player, shoe.number] = self.draw.randbytes(32).hex()
                digest = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
                self.entropy(player, shoe=shoe.number, commitment=digest)
        shoe = self.state.current
        if shoe.wants_entropy(player):
            self.entropy(player, shoe=shoe.number, entropy=self.secrets[player, shoe.number])

    def entropy(self, player: str, **asked: Any) -> None:
        self.ok(player, lambda page: give_entropy(page, player, GiveEntropy(**asked)))

    def bet(self, player: str, bets: dict[int, list[tuple[Any, ...]]]) -> Answer:
        seats = [
            BetsAt(
                seat=seat,
                bets=[
                    BetOn(wager=one[0], stake=one[1], paytable=one[2] if len(one) > 2 else "")
                    for one in many
                ],
            )
            for seat, many in bets.items()
        ]
        asked = PlaceBets(round=self.state.next_round, seats=seats)
        return self.do(player, lambda page: place_bets(page, player, asked))

    def random_bets(self, player: str) -> dict[int, list[tuple[Any, ...]]]:
        state = self.state
        found: dict[int, list[tuple[Any, ...]]] = {}
        for seat in state.seats_of(player):
            first = state.game.seats_with(seat)[0]
            if first in found:  # two seats of one player bet the same
                found[seat] = found[first]
                continue
            bets = random_bets(state.game, state.chairs[seat].carried, self.draw)
            found[seat] = [(bet.wager, bet.stake, bet.paytable) for bet in bets]
        return found

    def late(self, player: str, bets: dict[int, list[tuple[str, int]]]) -> Answer:
        """What is bet when the dealer's card is up; nothing, by an empty answer."""
        seats = [
            BetsAt(seat=seat, bets=[BetOn(wager=name, stake=stake) for name, stake in many])
            for seat, many in bets.items()
        ]
        asked = PlaceLate(round=self.state.number, seats=seats)
        return self.do(player, lambda page: place_late(page, player, asked))

    def confirm(self, player: str) -> Answer:
        asked = DealNow(round=self.state.next_round)
        return self.do(player, lambda page: confirm(page, player, asked))

    def choose(self, player: str, choice: str, amount: int | None = None, **more: Any) -> Answer:
        state = self.state
        given = {
            "round": state.number,
            "step": len(state.round.choices) if state.felt else 0,
            "seat": state.asked_seat or 1,
            "choice": choice,
            "amount": amount,
        }
        asked = Choose.model_validate(given | more)
        return self.do(player, lambda page: choose(page, player, asked))

    def tick(self) -> bool:
        return self.floor.tick(self.table, run_out).result()

    def deal_random(self) -> None:
        for player in self.state.players:
            self.mix(player)
        for player in self.state.players:
            answer = self.bet(player, self.random_bets(player))
            assert answer.status == 200, answer.body
        for player in self.state.players:
            answer = self.confirm(player)
            assert answer.status == 200, answer.body

    def choose_random(self) -> None:
        state = self.state
        owner = state.chairs[state.asked_seat].player
        choice, amount = random_move(state.round.dealt, self.draw)
        answer = self.choose(owner, choice, amount)
        assert answer.status == 200, answer.body

    def play_round(self) -> None:
        self.deal_random()
        while self.state.playing:
            self.choose_random()

    # What must always be true

    def check_books(self) -> None:
        with self.store.read() as connection:
            assert ledger.audit(connection) == []
            held = ledger.balance(connection, ledger.hold_account(self.table))
        assert held == self.state.held()

    def check_chain(self) -> None:
        with self.store.read() as connection:
            assert list(check_chains(connection)) == []
