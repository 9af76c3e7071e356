"""The meters of a house, one for each game and wager, shared by all its tables.

A meter is an account of the ledger and a chain of the log. Whoever moves it holds its chain locked
until the transaction ends, which is the one that settles the round: so a round finds what the round
before it left, at whichever table and whichever server, and moves it once or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from holecard.server.events.meter import MeterMoved, MeterOpened
from holecard.server.events.round import RoundMetered
from holecard.server.store.ledger import (
    HOUSE,
    SEED,
    SHARE,
    WON,
    Transfer,
    locked_balance,
    meter_account,
    read_balance,
    reading,
)
from holecard.server.store.statements import driver
from holecard.server.table.derived_rows import Place, lock_stream
from holecard.server.table.log_page import Page, TablePage
from holecard.server.table.state import TableState
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.meter import Meter
from holecard.wagers.meter_turns import MeterTurn, after_turns, meter_turns, metered


def settle_meters(page: TablePage, dealt: Dealt, owners: Iterable[str]) -> Dealt:
    """The round that is over, its bets with what they found on their meters; these are moved on."""
    meters = metered(dealt.game, dealt.seats)
    if not meters:
        return dealt
    page.purses(set(owners))  # locked before any meter is: tables wait in one order
    game = dealt.game.id
    held = {name: taken_up(page, game, name, meters[name]) for name in sorted(meters)}
    turns = meter_turns(dealt, held)
    number = page.table.number
    page.add(RoundMetered(number, turns), meter_transfers(game, number, turns))
    for name, after in after_turns(turns).items():
        moved = MeterMoved(page.table.id, number, held[name], after)
        page.beside[meter_account(game, name)].add(moved)
    return page.table.round.dealt


def taken_up(page: TablePage, game: str, wager: str, meter: Meter) -> int:
    """What is on a meter, which nobody else moves until this transaction ends."""
    account = meter_account(game, wager)
    if account not in page.beside:
        page.beside[account] = meter_page(page, game, wager, meter)
    return locked_balance(page.connection, account) + page.moved(account)


def meter_page(page: Page, game: str, wager: str, meter: Meter) -> Page:
    """A meter's chain, to be written on; one that nobody has bet on yet is opened with its seed."""
    account = meter_account(game, wager)
    place = lock_stream(page.connection, account)
    if place is None:
        put_up = Transfer(0, 0, wager, SEED, 0, HOUSE, account, meter.seed)
        first = Page(page.connection, page.outside, account)
        first.add(MeterOpened(game, wager, meter.seed), [put_up] * bool(meter.seed))
        first.save()
        driver(page.connection).settle()  # the account is there before anything is taken from it
        place = Place(first.seq, first.head)
    return Page(page.connection, page.outside, account, place.seq, place.head)


def meter_transfers(game: str, number: int, turns: Sequence[MeterTurn]) -> list[Transfer]:
    """What the house puts on the meters out of the bets, what it takes off them for those who have
    won it, whom it pays as it pays every bet, and the seeds it puts up again."""
    moved = []
    for one in turns:
        account = meter_account(game, one.wager)
        for kind, debit, credit, cents in (
            (SHARE, HOUSE, account, one.share),
            (WON, account, HOUSE, one.won),
            (SEED, HOUSE, account, one.seed),
        ):
            if cents:
                key = (number, one.seat, one.wager, kind, 0)
                moved.append(Transfer(*key, debit, credit, cents))
    return moved


def meters_of(connection: Connection, game: Game) -> dict[str, int]:
    """What is on the meters of a game, by wager; the seed, where nobody has bet yet."""
    found = {}
    for wager in game.wagers:
        if wager.meter is not None:
            statement, given = reading(meter_account(game.id, wager.id))
            rows = statement.rows(connection, given)
            found[wager.id] = read_balance(rows) if rows else wager.meter.seed
    return found


def has_meters(state: TableState) -> bool:
    return any(wager.meter is not None for wager in state.game.wagers)
