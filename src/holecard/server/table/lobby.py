"""Which tables are open to all, and where a player sits."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from holecard.server.base.refusals import NotBroke
from holecard.server.store.ledger import balance, locked_balance, player_account
from holecard.server.store.schema import seats, tables
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import Page
from holecard.server.table.sessions import PURSE, Session, grant
from holecard.server.wire.answers import Lobby, SessionInfo, TableListed

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
    """Whether anything of the player's lies on a felt."""
    for table in sits_at(connection, player):
        state = floor.within(connection, table)
        for seat in state.seats_of(player):
            if state.chairs[seat].on_felt() or state.in_round(seat):
                return True
    return False


def session_info(floor: Floor, connection: Connection, session: Session) -> SessionInfo:
    purse = balance(connection, player_account(session.player))
    broke = purse < BROKE and not has_money_out(floor, connection, session.player)
    return SessionInfo(
        player=session.player,
        name=session.name,
        purse=purse,
        may_refill=broke,
        tables=sits_at(connection, session.player),
    )


def refill(floor: Floor, connection: Connection, page: Page, session: Session) -> None:
    """A new purse for a player with nothing left. The purse is locked before anything is looked at:
    winnings, and bets that are taken back, come in before, and are seen, or after."""
    locked_balance(connection, player_account(session.player))
    now = session_info(floor, connection, session)
    if not now.may_refill:
        raise NotBroke("a purse is filled again when less than $5 is left and nothing is bet")
    grant(page, session.player, PURSE - now.purse)
    page.save()
