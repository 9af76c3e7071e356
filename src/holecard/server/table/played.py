"""A player's rounds from the log and the ledger: what each wager staked and came to.

Nothing is dealt again for it: the bets stand in the event that dealt the round, and what they came
to is what the ledger moved when it was settled.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from holecard.server.events.round import RoundDealt, RoundSettled
from holecard.server.store.event_log import transfers_of
from holecard.server.store.ledger import (
    HOLD,
    PAY,
    RETURN,
    TAKE,
    TOKE,
    Transfer,
    player_account,
)
from holecard.server.store.schema import events, ledger, tables
from holecard.server.table.returns import Played, played_as
from holecard.server.wire.games import read_game
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, OFFER, TO_DEALER

Amounts = Counter[tuple[int, str, str]]  # by seat, wager and kind of transfer
MOST_ROUNDS = 1000
MOST_TABLES = 100


class Decided(NamedTuple):
    """One wager that a round has decided. `given` is what went to the dealer out of the player's
    own pocket: a present, whatever the cards."""

    played: Played
    stake: int  # the initial one
    result: int
    given: int


class Mine(NamedTuple):
    """A settled round with a seat of the player's."""

    table: str
    game: Game
    at: int
    settled: RoundSettled
    seats: tuple[int, ...]
    decided: tuple[Decided, ...]

    @property
    def net(self) -> int:
        return sum(self.settled.net[seat] for seat in self.seats)


def rounds_of(connection: Connection, player: str, since: int) -> tuple[list[Mine], bool]:
    """The player's rounds since then, oldest first; and whether there were more than are told."""
    found: list[Mine] = []
    full = False
    for row in tables_of(connection, player):
        mine, more = at_table(connection, row, player, since)
        found += mine
        full |= more
    found.sort(key=lambda one: (one.at, one.table, one.settled.round))
    return found[-MOST_ROUNDS:], full or len(found) > MOST_ROUNDS


def tables_of(connection: Connection, player: str) -> Sequence[Any]:
    """Where the player has ever bet, those used last first."""
    bet_at = (
        select(ledger.c.stream)
        .where(ledger.c.debit == player_account(player), ledger.c.kind == HOLD)
        .distinct()
    )
    streams = set(connection.execute(bet_at).scalars())
    ids = [stream.removeprefix("table:") for stream in streams]
    query = select(tables.c.id, tables.c.game, tables.c.rules_line).where(tables.c.id.in_(ids))
    return connection.execute(query.order_by(tables.c.changed_at.desc()).limit(MOST_TABLES)).all()


def at_table(connection: Connection, row: Any, player: str, since: int) -> tuple[list[Mine], bool]:
    """The last rounds of a table that the player had a seat in."""
    stream, game = f"table:{row.id}", read_game(row.game, row.rules_line)
    ended = last_settled(connection, stream, since)
    own = [
        (one, settled)
        for one in ended
        if player in (settled := RoundSettled.read(json.loads(one.body))).players.values()
    ]
    if not own:
        return [], False
    dealt = dealt_since(connection, stream, min(settled.round for _, settled in own))
    moved = transfers_of(connection, stream, min(one.seq for one, _ in own))
    mine = []
    for one, settled in own:
        seats = tuple(seat for seat, whose in settled.players.items() if whose == player)
        bets = [bet for bet in dealt[settled.round].seats if bet.seat in seats]
        lines = () if settled.called_off else tuple(decided(game, bets, moved.get(one.seq, ())))
        mine.append(Mine(row.id, game, one.at, settled, seats, lines))
    return mine, len(ended) == MOST_ROUNDS


def last_settled(connection: Connection, stream: str, since: int) -> Sequence[Any]:
    query = of_kind(stream, RoundSettled.kind).where(events.c.at >= since)
    return connection.execute(query.order_by(events.c.seq.desc()).limit(MOST_ROUNDS)).all()


def dealt_since(connection: Connection, stream: str, first: int) -> dict[int, RoundDealt]:
    """By number, from this round on."""
    query = of_kind(stream, RoundDealt.kind).where(events.c.round >= first)
    found = [RoundDealt.read(json.loads(row.body)) for row in connection.execute(query)]
    return {event.round: event for event in found}


def of_kind(stream: str, kind: str) -> Select[Any]:
    query = select(events.c.seq, events.c.at, events.c.body)
    return query.where(events.c.stream == stream, events.c.kind == kind)


def decided(game: Game, seats: Sequence[SeatBets], moved: Iterable[Transfer]) -> Iterator[Decided]:
    """Every wager of these seats that the ledger settled. A payment is part of the main wager's
    figure, and so of its result."""
    amounts: Amounts = Counter()
    for one in moved:
        amounts[one.seat, one.wager, one.kind] += one.cents
    for seat in seats:
        fees = [bet.wager for bet in seat.bets if game.wager(bet.wager).kind == FEE]
        for bet in (*seat.bets, *offers_taken(game, seat.seat, amounts)):
            if bet.wager in fees or not held_for(amounts, seat.seat, bet.wager):
                continue  # of the main wager, still riding, or not taken
            parts = [bet.wager, *(fees if bet == seat.main(game) else ())]
            result = sum(result_of(amounts, seat.seat, part) for part in parts)
            yield Decided(
                played_as(game, seat, bet, fees),
                bet.stake,
                result,
                given(game, bet, amounts[seat.seat, bet.wager, TOKE]),
            )


def offers_taken(game: Game, seat: int, amounts: Amounts) -> Iterator[Bet]:
    """Insurance is not bet before the deal: its stake is what lay there for it."""
    for wager in game.wagers:
        if wager.kind == OFFER and (stake := held_for(amounts, seat, wager.id)):
            yield Bet(wager.id, stake)


def held_for(amounts: Amounts, seat: int, wager: str) -> int:
    return amounts[seat, wager, TAKE] + amounts[seat, wager, RETURN]


def result_of(amounts: Amounts, seat: int, wager: str) -> int:
    return amounts[seat, wager, PAY] - amounts[seat, wager, TAKE]


def given(game: Game, bet: Bet, tokes: int) -> int:
    if game.wager(bet.wager).payee == TO_DEALER:
        return bet.stake
    return tokes if game.tip_from_player else 0
