"""Opening a table, sitting down and getting up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, func, select

from holecard.dealing.rules import option_of
from holecard.errors import BadDefinition, NotAllowed
from holecard.games import find_game
from holecard.money import money_text
from holecard.server.base.refusals import NotYours, SeatNotFree, TooManySeats
from holecard.server.events.table import (
    PayTablesPosted,
    PostedLimit,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from holecard.server.store.ledger import VOID, Transfer, hold_account, player_account
from holecard.server.store.schema import seats
from holecard.server.store.statements import Statement
from holecard.server.table.log_page import TablePage
from holecard.server.table.shoes import commit_shoe, end_promises, promise, turn_shoe
from holecard.server.wire.requests import LeaveSeats, NewTable, TakeSeats
from holecard.wagers.bets import BY_TWOS
from holecard.wagers.game import Game

SITS = Statement(
    select(seats.c.table_id, func.count())
    .where(seats.c.player == bindparam("of"))
    .group_by(seats.c.table_id)
)


def open_table(page: TablePage, player: str, asked: NewTable) -> None:
    """A table with two shoes committed: the first, and the one after it."""
    game = ruled(asked)
    check_limits(game, asked)
    page.add(
        TableOpened(
            game=game.id,
            rules_line=game.line,
            definition=game.definition_hash,
            name=asked.name or game.name,
            private=asked.private,
            limits={key: PostedLimit(one.least, one.most) for key, one in asked.limits.items()},
            decision_seconds=asked.decision_seconds,
            betting_seconds=asked.betting_seconds,
            player=player,
        )
    )
    if asked.paytables is not None:
        page.add(PayTablesPosted(posted(game, asked.paytables)))
    for number in (1, 2):
        commit_shoe(page, number)


def ruled(asked: NewTable) -> Game:
    """The game under the rules asked for; every value is checked by its option."""
    game = find_game(asked.game)
    for key, value in asked.rules.items():
        option = option_of(key, game.options)
        read = option.read(value) if isinstance(value, str) else value
        game = game.but(**{key: read})
    return game


def check_limits(game: Game, asked: NewTable) -> None:
    for key, limit in asked.limits.items():
        wager = game.wager(key)
        if not wager.least <= limit.least <= limit.most <= wager.most:
            raise BadDefinition(
                f"limits of {wager.name} lie within {money_text(wager.least)} to "
                f"{money_text(wager.most)}, least first: not {money_text(limit.least)} to "
                f"{money_text(limit.most)}"
            )


def check_share(page: TablePage, player: str, more: int) -> None:
    """Refuse somebody who sits in many places already: each takes work to look after."""
    sits: dict[str, int] = dict(SITS.rows(page.connection, {"of": player}))
    most = page.share.seats
    if most is not None and sum(sits.values()) + more > most:
        raise TooManySeats(f"{most} seats are the most for one player: get up somewhere first")
    most = page.share.tables
    if most is not None and len(sits.keys() | {page.table.id}) > most:
        raise TooManySeats(f"{most} tables are the most to sit at: leave one first")


def posted(game: Game, asked: Mapping[str, str]) -> dict[str, str]:
    """The pay table of each wager that has several: the one asked for, else the sheet's first."""
    for key, name in asked.items():
        game.wager(key).table(name)  # refuses a wager and a table there is not
    several = (wager for wager in game.wagers if len(wager.paytables) > 1)
    return {
        wager.id: wager.table(asked.get(wager.id) or asked.get(wager.table_of, "")).name
        for wager in several
    }


def take_seats(page: TablePage, player: str, name: str, asked: TakeSeats) -> None:
    wanted = whole_parties(page.table.game, asked.seats)
    check_share(page, player, len(wanted))
    for seat in wanted:
        holder = page.table.chairs.get(seat)
        if holder is not None:
            whose = "yours already" if holder.player == player else f"taken by {holder.name}"
            raise SeatNotFree(f"seat {seat} is {whose}")
        page.add(SeatTaken(seat, player, name))
    turn_shoe(page)
    if asked.commitment is not None:
        shoes = [one for one in page.table.shoes() if one.wants_commitment(player)]
        if shoes:
            promise(page, player, shoes[0], asked.commitment)


def whole_parties(game: Game, asked: Iterable[int]) -> list[int]:
    """Those seats, each with its neighbour where two are one player's."""
    for seat in asked:
        if not game.seats_with(seat):
            raise SeatNotFree(f"seat {seat} has no neighbour: {game.name} is played {BY_TWOS}")
    return list(dict.fromkeys(one for seat in asked for one in game.seats_with(seat)))


def leave_seats(page: TablePage, player: str, asked: LeaveSeats) -> None:
    mine = page.table.seats_of(player)
    leaving = whole_parties(page.table.game, asked.seats or mine)
    if not leaving:
        raise NotYours("you do not sit at this table")
    for seat in leaving:
        if seat not in mine:
            raise NotYours(f"seat {seat} is not yours")
        if page.table.in_round(seat):
            raise NotAllowed(f"seat {seat} is in the round: play it to its end first")
    for seat in leaving:
        leave(page, seat, "left")


def leave(page: TablePage, seat: int, why: str) -> None:
    """Free a seat; everything of it that lies on the felt goes back to the purse."""
    chair = page.table.chairs[seat]
    refunds = [
        Transfer(
            page.table.next_round,
            seat,
            bet.wager,
            VOID,
            page.seq + 1,
            hold_account(page.table.id),
            player_account(chair.player),
            bet.stake,
        )
        for bet in (*chair.bets, *chair.carried.bets)
    ]
    page.add(SeatLeft(seat, chair.player, why), refunds)
    if not page.table.seats_of(chair.player):
        end_promises(page, chair.player)
    turn_shoe(page)
