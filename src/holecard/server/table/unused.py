"""Tables nobody uses: they leave the lobby and the memory, and seats left for a day are given up.
The log stays, and whoever has the address of a table may sit down there again."""

from __future__ import annotations

from functools import partial

from sqlalchemy import bindparam, select

from holecard.server.store.schema import seats, tables
from holecard.server.store.statements import Statement
from holecard.server.table.floor import Floor
from holecard.server.table.lobby import HOUR_MS
from holecard.server.table.log_page import TablePage
from holecard.server.table.seating import leave

MOST_AT_ONCE = 200
LEFT = Statement(
    select(tables.c.id)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(tables.c.changed_at < bindparam("since"), tables.c.phase == "betting")
    .distinct()
    .limit(MOST_AT_ONCE)
)


def forget_unused(floor: Floor, hours: float) -> None:
    """Let go of tables without players in memory; they are read back when somebody asks."""
    since = floor.outside.now() - hours * HOUR_MS
    for state in list(floor.states.values()):
        if not state.chairs and state.at < since:
            floor.states.pop(state.id, None)


def free_seats(floor: Floor, hours: float) -> None:
    """Have those get up who have let a table stand for so long. A round stays as it lies: only its
    player may decide it."""
    since = int(floor.outside.now() - hours * HOUR_MS)
    with floor.store.read() as connection:
        found = LEFT.rows(connection, {"since": since})
    for (table,) in found:
        floor.tick(table, partial(all_get_up, since))


def all_get_up(since: int, page: TablePage) -> bool:
    if page.table.playing or page.table.at >= since or not page.table.chairs:
        return False
    for seat in sorted(page.table.chairs):
        leave(page, seat, "away")
    return True
