"""What the end of a round moves: each wager's hold goes back, or to the house; winnings, tips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from holecard.server.store.ledger import (
    HOUSE,
    PAY,
    RETURN,
    TAKE,
    TOKE,
    VOID,
    Transfer,
    hold_account,
    player_account,
    toke_account,
)
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import Payout, seat_bets
from holecard.wagers.wager import MAIN


@dataclass(frozen=True, slots=True)
class Ended:
    """A round at its end: at which table, its number, and whose the seats are."""

    table: str
    number: int
    dealt: Dealt
    owners: Mapping[int, str]


def settled(ended: Ended, paid: Sequence[Payout]) -> list[Transfer]:
    """Every wager settled once; a riding one stays where it lies."""
    moved: list[Transfer] = []
    for one in paid:
        if not one.rides:
            held, player = held_for(ended.dealt, one), ended.owners[one.seat]
            moved += wager_transfers(ended.table, ended.number, one, held, player)
    return moved


def held_for(dealt: Dealt, paid: Payout) -> int:
    """What lies on the felt for a wager: for a main wager every hand with its double, but for what
    the house has put up."""
    if dealt.game.wager(paid.wager).kind != MAIN:
        return paid.stake
    place = next(at for at, seat in enumerate(dealt.seats) if seat.seat == paid.seat)
    return dealt.put_up(place)


def wager_transfers(
    table: str, number: int, paid: Payout, held: int, player: str
) -> list[Transfer]:
    """The hold split into what goes back and what is taken; then what the house pays."""
    felt, purse, tokes = hold_account(table), player_account(player), toke_account(table)
    gain = paid.to_player
    taken = min(held, max(0, -gain))
    moves = (
        (TAKE, felt, HOUSE, taken),
        (RETURN, felt, purse, held - taken),
        (PAY, HOUSE, purse, max(0, gain)),
        (TOKE, HOUSE, tokes, paid.to_tokes),
    )
    return [
        Transfer(number, paid.seat, paid.wager, kind, 0, debit, credit, cents)
        for kind, debit, credit, cents in moves
        if cents
    ]


def called_off(ended: Ended) -> list[Transfer]:
    """The shoe ran out: every wager made for this round goes back; riding ones stay."""
    moved = []
    dealt, felt = ended.dealt, hold_account(ended.table)
    for place, seat in enumerate(dealt.seats):
        purse = player_account(ended.owners[seat.seat])
        for bet in seat_bets(dealt, place):
            if bet.wager in seat.riding:
                continue
            main = dealt.game.wager(bet.wager).kind == MAIN
            held = dealt.put_up(place) if main else bet.stake
            key = (ended.number, seat.seat, bet.wager, VOID, 0)
            moved.append(Transfer(*key, felt, purse, held))
    return moved
