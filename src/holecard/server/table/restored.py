"""After a restore: a backup knows nothing of the cards that were dealt after it was made, so what
it would deal next has been seen. Rounds on the felt are called off, opened shoes are void."""

from __future__ import annotations

from sqlalchemy import select

from holecard.server.store.schema import tables
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import TablePage
from holecard.server.table.rounds import call_off
from holecard.server.table.shoes import void_shoe


def void_known_shoes(floor: Floor) -> list[str]:
    """The tables whose opened shoe was voided."""
    with floor.store.read() as connection:
        known = sorted(connection.execute(select(tables.c.id)).scalars())
    return [table for table in known if floor.tick(table, void_known_shoe).result()]


def void_known_shoe(page: TablePage) -> bool:
    """Also a shoe whose entropy has begun to be shown: a player may know its order."""
    if page.table.playing:
        call_off(page)
    shoe = page.table.current
    if not shoe.opened and not shoe.reveals:
        return False
    void_shoe(page, "restored")
    return True
