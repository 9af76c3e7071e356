"""Whether every table of a database can be dealt here: its game is known, and is still the same."""

from __future__ import annotations

from sqlalchemy import select

from holecard.errors import BadDefinition
from holecard.games import BROUGHT, CATALOGUE, find_game, gallery_games
from holecard.server.events.table import TableOpened
from holecard.server.store.database import Store
from holecard.server.store.event_log import read_entries
from holecard.server.store.schema import tables
from holecard.wagers.definition import SHORT


def check_games(store: Store) -> None:
    """Refuse to open a database with tables of games that are not here, or not as they were: their
    past rounds could not be dealt again, nor those on the felt be finished. The catalogue's own
    games keep their rules; a file is whatever its owner has made of it since, and the gallery moves
    with the field."""
    with store.read() as connection:
        rows = connection.execute(select(tables.c.id, tables.c.game)).all()
        for row in rows:
            if row.game in CATALOGUE:
                continue
            if row.game not in BROUGHT and row.game not in gallery_games():
                raise BadDefinition(
                    f"the database has a table of {row.game}: give its file with --game, or use "
                    "another --database"
                )
            opened = read_entries(connection, f"table:{row.id}", 0, until=1)[0].event
            assert isinstance(opened, TableOpened)
            now = find_game(row.game).read(opened.rules_line).definition_hash
            if now != opened.definition:
                raise BadDefinition(
                    f"table {row.id} was opened with another definition of {row.game} "
                    f"({opened.definition[:SHORT]}, and it is now {now[:SHORT]}): give the "
                    "changed game an id of its own, and this file as it was, or use another "
                    "--database"
                )
