"""`holecard backup` and `holecard restore`: the tables' database copied, and brought back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.books import database_url, look_inside, need_web
from holecard.cli.rules import GameFiles, bring_games
from holecard.errors import HolecardError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from holecard.server.store.glance import Glance

Copy = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.", show_default=False)]
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The tables' database, if not the default.")
]


class NoCopy(HolecardError):
    """A database that cannot be copied, or a copy that is not one."""

    code = "backup/refused"
    exit_code = 1


def backup(file: Copy, database: Database = None, game: GameFiles = None) -> None:
    """Copy the tables' SQLite database, also while they are open, and check the copy."""
    need_web()
    from holecard.server.store.backup import copied

    bring_games(game)
    source = sqlite_only(database_url(database), "pg_dump --format=custom")
    if source.schema is None:
        raise NoCopy(f"nothing to copy: there are no tables in {source.name}")
    with copied(source, file) as part:
        said = checked(part)
    typer.echo(f"{file}: {said}")
    typer.echo("It holds the seeds of unfinished shoes and the key of the cookies: keep it safe.")


def restore(file: Copy, database: Database = None, game: GameFiles = None) -> None:
    """Bring a copy back as the tables' database, where there is none. Cards dealt after it was made
    have been seen: shoes that were opened are void, rounds on the felt are called off."""
    need_web()
    from holecard.cli.doctor import void_known
    from holecard.server.store.backup import copied
    from holecard.server.store.database import lock_file
    from holecard.server.store.glance import Glance

    bring_games(game)
    target = sqlite_only(database_url(database), "pg_restore, then `holecard doctor --restored`")
    source = Glance(str(file))
    if source.schema is None:
        raise NoCopy(f"{file} holds no tables: a file made by `holecard backup` does")
    with lock_file(target.url), copied(source, target.path) as part:
        void_known(str(part))
        said = checked(part)
    typer.echo(f"{target.path}: {said}")


def sqlite_only(url: str, instead: str) -> Glance:
    from holecard.server.store.database import plain_url, read_url
    from holecard.server.store.glance import Glance

    asked = read_url(url)
    if asked.get_backend_name() != "sqlite":
        raise NoCopy(f"{plain_url(asked)} is copied by PostgreSQL's own tools: {instead}")
    return Glance(url)


def checked(part: Path) -> str:
    """What the copy holds, in words; refused, if it is not right in itself."""
    from holecard.server.store.glance import Glance
    from holecard.server.store.schema import SCHEMA_VERSION

    found = Glance(str(part))
    if found.schema != SCHEMA_VERSION:
        return f"copied; of schema {found.schema}, its books are checked when it is restored"
    wrong = [said for good, _, said in look_inside(found) if not good]
    if wrong:
        raise NoCopy(f"the copy was not kept, it is not right: {wrong[0]}")
    with found.read() as connection:
        return contents(connection)


def contents(connection: Connection) -> str:
    from sqlalchemy import func, select

    from holecard.server.store.heads import latest_head
    from holecard.server.store.schema import events, tables

    many = [
        connection.execute(select(func.count()).select_from(one)).scalar_one()
        for one in (tables, events)
    ]
    last = latest_head(connection)
    head = f", head {last.number} {last.hash}" if last.number else ""
    return f"{many[0]} tables, {many[1]} events{head}; checked"
