"""Which tables are open to all, and where a player sits."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, or_, select

from holecard.money import money_text
from holecard.play.view import view
from holecard.server.base.refusals import NotBroke
from holecard.server.store.ledger import balance, locked_balance, player_account
from holecard.server.store.schema import seats, tables
from holecard.server.store.statements import Statement
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import Page
from holecard.server.table.sessions import PURSE, Session, grant
from holecard.server.table.state import TableState
from holecard.server.table.table_json import stakes_of
from holecard.server.wire.answers import HandOpen, Lobby, SessionInfo, TableListed

LISTED = 50
HOUR_MS = 3_600_000
BROKE = 500  # less than this buys no hand anywhere; elsewhere a table's own limit decides


# Asked whenever a player looks at the purse.
SITS_AT = Statement(select(seats.c.table_id).where(seats.c.player == bindparam("of")).distinct())
PLAYS_AT = Statement(
    select(seats.c.table_id)
    .join(tables, tables.c.id == seats.c.table_id)
    .where(seats.c.player == bindparam("of"), tables.c.phase == "playing")
    .distinct()
)
TAKEN = (
    select(
        seats.c.table_id,
        func.count().label("seats"),
        func.count(seats.c.player.distinct()).label("players"),
    )
    .group_by(seats.c.table_id)
    .subquery()
)
NAMES = ("id", "name", "game", "rules_line", "seats_taken", "players", "phase")
OPEN = Statement(
    select(
        tables.c.id,
        tables.c.name,
        tables.c.game,
        tables.c.rules_line,
        func.coalesce(TAKEN.c.seats, 0),
        func.coalesce(TAKEN.c.players, 0),
        tables.c.phase,
    )
    .outerjoin(TAKEN, TAKEN.c.table_id == tables.c.id)
    .where(tables.c.private == 0)
    .where(or_(TAKEN.c.seats.is_not(None), tables.c.changed_at >= bindparam("since")))
    .order_by(TAKEN.c.seats.is_(None), tables.c.changed_at.desc())
    .limit(LISTED)
)


def listed(floor: Floor, unused_hours: float | None = None) -> Lobby:
    """Open tables, those with players first. One that nobody sits at and that has not been used for
    so long is not listed: its address still leads there."""
    since = 0 if unused_hours is None else int(floor.outside.now() - unused_hours * HOUR_MS)
    with floor.store.read() as connection:
        rows = OPEN.rows(connection, {"since": since})
    return Lobby(tables=[TableListed(**dict(zip(NAMES, row, strict=True))) for row in rows])


def sits_at(connection: Connection, player: str) -> list[str]:
    return sorted(table for (table,) in SITS_AT.rows(connection, {"of": player}))


def has_money_out(floor: Floor, connection: Connection, player: str) -> bool:
    """Whether a hand of the player's is bet on or being dealt. Bets that only ride along buy none:
    whoever has no more than those would be stuck with them."""
    for table in sits_at(connection, player):
        state = floor.within(connection, table)
        for seat in state.seats_of(player):
            if state.chairs[seat].bets or state.in_round(seat):
                return True
    return False


def broke_below(floor: Floor, connection: Connection, player: str) -> int:
    """Less than this buys no hand where the player sits."""
    leasts = [least_hand(floor.within(connection, one)) for one in sits_at(connection, player)]
    return max(BROKE, min(leasts, default=BROKE))


def least_hand(state: TableState) -> int:
    """Of every seat that is played as one."""
    least = min(stakes_of(wager, state.opened.limits).least for wager in state.game.mains)
    return least * state.game.seats_a_player


def open_hands(floor: Floor, connection: Connection, player: str) -> list[HandOpen]:
    """Where the player got up, or a page was closed, in the middle of a round."""
    found = []
    for (table,) in sorted(PLAYS_AT.rows(connection, {"of": player})):
        state = floor.within(connection, table)
        mine = [seat for seat in state.seats_of(player) if state.in_round(seat)]
        if mine:
            found.append(hand_open(state, mine))
    return found


def hand_open(state: TableState, mine: list[int]) -> HandOpen:
    """The player's hand that is asked, or the first."""
    seen = view(state.round.dealt)
    seat = seen.asked_seat if seen.asked_seat in mine else mine[0]
    at = seen.asked_hand if seat == seen.asked_seat else 0
    hand = next(one for one in seen.seats if one.seat == seat).hands[at]
    return HandOpen(
        table=state.id,
        game=state.game.id,
        game_name=state.game.name,
        name=state.opened.name,
        seat=seat,
        stake=hand.stake,
        cards=hand.cards,
        dealer=seen.dealer,
        says=f"you have {hand.says}, the dealer {seen.dealer_does}",
    )


def session_info(floor: Floor, connection: Connection, session: Session) -> SessionInfo:
    purse = balance(connection, player_account(session.player))
    least = broke_below(floor, connection, session.player)
    broke = purse < least and not has_money_out(floor, connection, session.player)
    return SessionInfo(
        player=session.player,
        name=session.name,
        purse=purse,
        may_refill=broke,
        broke=least,
        refill=PURSE,
        tables=sits_at(connection, session.player),
        hands=open_hands(floor, connection, session.player),
    )


def refill(floor: Floor, connection: Connection, page: Page, session: Session) -> None:
    """A new purse for a player with nothing left. The purse is locked before anything is looked at:
    winnings, and bets that are taken back, come in before, and are seen, or after."""
    locked_balance(connection, player_account(session.player))
    now = session_info(floor, connection, session)
    if not now.may_refill:
        least = money_text(now.broke)
        raise NotBroke(f"a purse is filled again when less than {least} is left and nothing is bet")
    grant(page, session.player, PURSE - now.purse)
    page.save()
