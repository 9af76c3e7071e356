"""`holecard doctor`: is this machine ready, and what is missing."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.books import Finding, database_url, given_heads, look_at_store, need_web
from holecard.cli.rules import GameFiles, bring_games
from holecard.cli.warm import compile_all
from holecard.errors import HolecardError

EXTRAS = {
    "tui": ("textual",),
    "web": ("fastapi", "uvicorn", "sqlalchemy", "apsw", "psycopg"),
    "report": ("typst", "vl_convert"),
    "cluster": ("distributed",),
    "rl": ("gymnasium",),
}
NEEDED = ("web",)


class Ill(HolecardError):
    """Something needed does not work."""

    code = "doctor/ill"
    exit_code = 1


def doctor(
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The tables' database, if not the default.")
    ] = None,
    restored: Annotated[
        bool,
        typer.Option(help="The database came back from a backup: void shoes with known cards."),
    ] = False,
    warm: Annotated[
        bool,
        typer.Option("--warm", help="First compile all there is, so that nothing waits later."),
    ] = False,
    head: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|HEX",
            help="A head that was published: is what it stands for still there? Repeatable.",
        ),
    ] = None,
    game: GameFiles = None,
) -> None:
    """Look at Python, SQLite, the database, the compiler's cache, extras and the built pages."""
    if warm:
        compile_all(lambda words: typer.echo(words, err=True))
    bring_games(game)
    if restored:
        void_known(database)
    findings = [found for check in CHECKS for found in check()]
    findings += look_at_store(database, given_heads(head or ()))
    for good, what, found in findings:
        typer.echo(f"{'ok  ' if good else 'BAD '} {what:<10} {found}")
    bad = [what for good, what, _ in findings if not good]
    if bad:
        raise Ill(f"not right: {', '.join(bad)}")


def void_known(database: str | None) -> None:
    """Cards dealt after the backup was made have been seen, and would be dealt again."""
    need_web()
    from holecard.server.store.database import Store
    from holecard.server.store.glance import Glance
    from holecard.server.table.floor import Floor
    from holecard.server.table.restored import void_known_shoes

    url = database_url(database)
    if Glance(url).schema is None:
        raise Ill(f"nothing was restored: there are no tables in {url}")
    store = Store(url)
    try:
        for table in void_known_shoes(Floor(store)):
            typer.echo(f"void      table {table}: its opened shoe will not be dealt from again")
    finally:
        store.close()


def look_at_python() -> Iterator[Finding]:
    yield sys.version_info >= (3, 11), "python", sys.version.split()[0]


def look_at_extras() -> Iterator[Finding]:
    for extra, modules in EXTRAS.items():
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        words = f"missing {', '.join(missing)}: pip install 'holecard[{extra}]'"
        good = not missing or extra not in NEEDED
        yield good, f"[{extra}]", words if missing else "installed"


def look_at_sqlite() -> Iterator[Finding]:
    if importlib.util.find_spec("apsw") is None:
        return
    from holecard.server.store.apsw_driver import is_fixed, sqlite_version

    state = "WAL-reset bug fixed" if is_fixed() else "has the WAL-reset bug: upgrade apsw"
    yield is_fixed(), "sqlite", f"{sqlite_version} (apsw's own), {state}"


def look_at_cache() -> Iterator[Finding]:
    from holecard.jit.cache import cache_folder

    folder = cache_folder("odds")
    words = str(folder) if folder else "not writable: every process compiles anew (seconds)"
    yield folder is not None, "numba", words


def look_at_pages() -> Iterator[Finding]:
    index = Path(__file__).parents[1] / "server" / "static" / "index.html"
    yield index.is_file(), "pages", "built" if index.is_file() else "not built: make ui"


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    look_at_python,
    look_at_extras,
    look_at_sqlite,
    look_at_cache,
    look_at_pages,
)
