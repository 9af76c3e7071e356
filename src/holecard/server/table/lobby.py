"""Which tables are open to all, and where a player sits."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from holecard.server.store.ledger import balance, player_account
from holecard.server.store.schema import seats, tables
from holecard.server.table.floor import Floor
from holecard.server.table.sessions import PURSE, Session
from holecard.server.wire.answers import HandOpen, Lobby, SessionInfo, TableListed

LISTED = 50
BROKE = 500  # less than this buys no hand anywhere


def listed(floor: Floor) -> Lobby:
    """Open tables, the busy ones first."""
    taken = (
        select(
            seats.c.table_id,
            func.count().label("seats"),
            func.count(seats.c.player.distinct()).label("players"),
        )
        .group_by(seats.c.table_id)
        .subquery()
    )
    query = (
        select(tables, taken.c.seats, taken.c.players)
        .outerjoin(taken, taken.c.table_id == tables.c.id)
        .where(tables.c.private == 0)
        .order_by(tables.c.changed_at.desc())
        .limit(LISTED)
    )
    with floor.store.read() as connection:
        rows = connection.execute(query).all()
    return Lobby(
        tables=[
            TableListed(
                id=row.id,
                name=row.name,
                game=row.game,
                rules_line=row.rules_line,
                seats_taken=row.seats or 0,
                players=row.players or 0,
                phase=row.phase,
            )
            for row in rows
        ]
    )


def sits_at(connection: Connection, player: str) -> list[str]:
    query = select(seats.c.table_id).where(seats.c.player == player).distinct()
    return sorted(connection.execute(query).scalars())


def has_money_out(floor: Floor, connection: Connection, player: str) -> bool:
    """Whether a hand of the player's is bet on or being dealt. Bets that only ride along buy none:
    whoever has no more than those would be stuck with them."""
    for table in sits_at(connection, player):
        state = floor.fresh(connection, table)
        for seat in state.seats_of(player):
            if state.chairs[seat].bets or state.in_round(seat):
                return True
    return False


def open_hands(floor: Floor, connection: Connection, player: str) -> list[HandOpen]:
    """Where the player got up, or a page was closed, in the middle of a round."""
    query = (
        select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.player == player, tables.c.phase == "playing")
        .distinct()
    )
    found = []
    for table in sorted(connection.execute(query).scalars()):
        state = floor.fresh(connection, table)
        if any(state.in_round(seat) for seat in state.seats_of(player)):
            game, name = state.game, state.opened.name
            found.append(HandOpen(table=table, game=game.id, game_name=game.name, name=name))
    return found


def session_info(floor: Floor, connection: Connection, session: Session) -> SessionInfo:
    purse = balance(connection, player_account(session.player))
    broke = purse < BROKE and not has_money_out(floor, connection, session.player)
    return SessionInfo(
        player=session.player,
        name=session.name,
        purse=purse,
        may_refill=broke,
        broke=BROKE,
        refill=PURSE,
        tables=sits_at(connection, session.player),
        hands=open_hands(floor, connection, session.player),
    )


def missing(purse: int) -> int:
    """What a refill adds."""
    return PURSE - purse
