"""Bets made when the dealer's card is up: each player of the round says once what is bet, or that
nothing is, and then the seats play."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.errors import NotAllowed, RefusedWager
from holecard.money import money_text
from holecard.server.base.refusals import NotYours, Stale
from holecard.server.events.round import LateBets
from holecard.server.store.ledger import HOLD, Transfer, hold_account, player_account
from holecard.server.table.betting import bets_of, check_posted
from holecard.server.table.log_page import TablePage
from holecard.server.table.rounds import late_names
from holecard.server.wire.requests import PlaceLate
from holecard.wagers.bets import Bet, check_table, with_late

Placed = Mapping[int, tuple[Bet, ...]]


def place_late(page: TablePage, player: str, asked: PlaceLate) -> None:
    """All that the player bets late, at every seat at once; an empty list says no bet."""
    table = page.table
    if not table.playing or asked.round != table.number:
        raise Stale(f"no bets are open in round {asked.round}")
    if not table.round.waits:
        raise NotAllowed("bets are taken between rounds: none are open now")
    if player not in table.round.players:
        raise NotYours("you have no hand in this round")
    if player not in table.round.waits:
        raise NotAllowed(f"you have said what you bet on {late_names(table.game)}")
    numbers = [one.seat for one in asked.seats]
    if len(set(numbers)) < len(numbers):
        raise RefusedWager("a seat is named twice: one list of bets for each seat")
    for seat in numbers:
        chair = table.chairs.get(seat)
        if chair is None or chair.player != player or not table.in_round(seat):
            raise NotYours(f"seat {seat} has no hand of yours: nothing can be bet beside it")
    placed = {one.seat: bets_of(table, one) for one in asked.seats if one.bets}
    check_late(page, player, placed)
    page.add(LateBets(asked.round, player, placed, False), held_late(page, player, placed))


def check_late(page: TablePage, player: str, placed: Placed) -> None:
    table = page.table
    game, seats = table.game, table.round.seats
    check_table(game, [with_late(game, one, placed.get(one.seat, ())) for one in seats])
    for seat, bets in placed.items():
        check_posted(table, seat, bets)
    new, purse = sum(bet.stake for bets in placed.values() for bet in bets), page.purse(player)
    if new > purse:
        raise RefusedWager(
            f"the wagers take {money_text(new)} more: your purse holds {money_text(purse)}"
        )


def held_late(page: TablePage, player: str, placed: Placed) -> list[Transfer]:
    purse, felt = player_account(player), hold_account(page.table.id)
    return [
        Transfer(page.table.number, seat, bet.wager, HOLD, page.seq + 1, purse, felt, bet.stake)
        for seat, bets in placed.items()
        for bet in bets
    ]


def no_late_bets(page: TablePage) -> None:
    """Time has run out: whoever has said nothing bets nothing."""
    for player in sorted(page.table.round.waits):
        page.add(LateBets(page.table.number, player, {}, True))
