"""The betting window: wagers onto the felt, and who is ready."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.errors import NotAllowed, RefusedWager
from holecard.money import money_text
from holecard.server.base.refusals import NotYours, Stale, Unfit
from holecard.server.events.round import BetsPlaced, PlayerConfirmed, WindowClosed
from holecard.server.store.ledger import HOLD, VOID, Transfer, hold_account, player_account
from holecard.server.table.log_page import TablePage
from holecard.server.table.rounds import deal
from holecard.server.table.shoes import check_given
from holecard.server.table.state import TableState
from holecard.server.wire.requests import BetOn, BetsAt, DealNow, PlaceBets
from holecard.wagers.bets import Bet, SeatBets, check_seat, check_twos, fee_for
from holecard.wagers.riding import carried_into
from holecard.wagers.wager import FEE, MAIN, Wager


def check_window(table: TableState, round_number: int) -> None:
    if table.playing:
        raise NotAllowed("a round is being dealt: bet when it is over")
    if round_number != table.next_round:
        raise Stale(f"bets are open for round {table.next_round}, not {round_number}")


def place_bets(page: TablePage, player: str, asked: PlaceBets) -> None:
    """Replace the bets of the named seats, all of them or none."""
    check_window(page.table, asked.round)
    check_given(page.table.current, player)
    numbers = [one.seat for one in asked.seats]
    if len(set(numbers)) < len(numbers):
        raise RefusedWager("a seat is named twice: one list of bets for each seat")
    moved: list[Transfer] = []
    for one in asked.seats:
        moved += seat_transfers(page, player, one)
    new = sum(one.cents * (1 if one.kind == HOLD else -1) for one in moved)
    purse = page.purse(player)
    if new > purse:
        raise RefusedWager(
            f"the wagers take {money_text(new)} more: your purse holds {money_text(purse)}"
        )
    seats = {one.seat: bets_of(page.table, one) for one in asked.seats}
    check_parties(page.table, seats)
    page.add(BetsPlaced(asked.round, player, seats), moved)


def check_parties(table: TableState, asked: Mapping[int, tuple[Bet, ...]]) -> None:
    """Where two seats are one player's, both are bet on or neither, and the same."""
    if table.game.seats_a_player == 1:
        return
    for party in dict.fromkeys(map(table.game.seats_with, asked)):
        lie = {seat: asked.get(seat, table.chairs[seat].bets) for seat in party}
        if any(lie.values()):
            check_twos(table.game, [SeatBets(seat, bets) for seat, bets in lie.items() if bets])


def bets_of(table: TableState, asked: BetsAt) -> tuple[Bet, ...]:
    """The bets as they are to lie there. What a payment costs follows from the main wager: it need
    not be named."""
    kinds = {one.wager: table.game.wager(one.wager).kind for one in asked.bets}
    main = sum(one.stake or 0 for one in asked.bets if kinds[one.wager] == MAIN)
    return tuple(
        Bet(
            one.wager,
            stake_of(table.game.wager(one.wager), one, main),
            paytable_of(table, one),
        )
        for one in asked.bets
    )


def paytable_of(table: TableState, asked: BetOn) -> str:
    """The pay table a bet is paid by: the table's own where it has posted them."""
    posted = (table.paytables or {}).get(asked.wager, "")
    if posted and asked.paytable not in ("", posted):
        name = table.game.wager(asked.wager).name
        raise RefusedWager(
            f"this table pays {name} by pay table {posted}: a bet by {asked.paytable} "
            "is for a table where each player may choose"
        )
    return posted or asked.paytable


def stake_of(wager: Wager, asked: BetOn, main: int) -> int:
    if asked.stake is not None:
        return asked.stake
    if wager.kind == FEE:
        return fee_for(wager, main)
    raise Unfit(
        f"a bet on {wager.name} needs its stake, in cents: only a payment's may be left out"
    )


def seat_transfers(page: TablePage, player: str, asked: BetsAt) -> list[Transfer]:
    """Check a seat's bets; what must move for them to replace those that lie there."""
    table = page.table
    chair = table.chairs.get(asked.seat)
    if chair is None or chair.player != player:
        raise NotYours(f"seat {asked.seat} is not yours: wagers are placed by its player")
    bets = bets_of(table, asked)
    if bets:
        check_seat(table.game, carried_into(chair.carried, asked.seat, bets))
        check_posted(table, asked.seat, bets)
    old = {bet.wager: bet.stake for bet in chair.bets}
    new = {bet.wager: bet.stake for bet in bets}
    felt, purse = hold_account(table.id), player_account(player)
    moved = []
    for wager in dict.fromkeys((*old, *new)):
        more = new.get(wager, 0) - old.get(wager, 0)
        key = (table.next_round, asked.seat, wager)
        if more > 0:
            moved.append(Transfer(*key, HOLD, page.seq + 1, purse, felt, more))
        elif more < 0:
            moved.append(Transfer(*key, VOID, page.seq + 1, felt, purse, -more))
    return moved


def check_posted(table: TableState, seat: int, bets: tuple[Bet, ...]) -> None:
    """The table's own posted limits, narrower than the game's."""
    for bet in bets:
        limit = table.opened.limits.get(bet.wager)
        if limit and not limit.least <= bet.stake <= limit.most:
            raise RefusedWager(
                f"this table takes {money_text(limit.least)} to {money_text(limit.most)} "
                f"on {table.game.wager(bet.wager).name}: seat {seat} bets {money_text(bet.stake)}"
            )


def confirm(page: TablePage, player: str, asked: DealNow) -> None:
    """The player is ready; when everyone is, the round is dealt."""
    check_window(page.table, asked.round)
    if not page.table.seats_of(player):
        raise NotYours("you do not sit at this table")
    shoe = page.table.current
    if page.table.bets_of(player) or shoe.wants_entropy(player):
        check_given(shoe, player)
    elif len(page.table.players) == 1:
        spots = " or ".join(wager.name for wager in page.table.game.mains)
        raise RefusedWager(f"nothing is bet: place a wager on {spots} first")
    page.add(PlayerConfirmed(asked.round, player))
    if set(page.table.players) <= page.table.confirmed and not deal(page):
        page.add(WindowClosed(asked.round))  # everyone sits this one out
