"""`holecard serve`: the tables on the web."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Annotated

import typer

from holecard.cli.rules import GameFiles
from holecard.errors import BadDefinition, MissingExtra
from holecard.games.from_file import bring_game

WEB = ("uvicorn", "httptools", "websockets", "fastapi", "sqlalchemy", "apsw", "psycopg")
DEALT_FIRST = 300  # rounds of a stranger's game that are dealt before anybody sits down


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8021,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A file, sqlite:///FILE or postgresql://...; HOLECARD_DATABASE_URL otherwise.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="An address browsers use, such as https://cards.example; repeatable."),
    ] = None,
    game: GameFiles = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No line for each request.")] = False,
) -> None:
    """Open the tables: http://127.0.0.1:8021 unless told otherwise."""
    try:
        from holecard.server.app import make_app
        from holecard.server.base.callers import check_networks
        from holecard.server.base.settings import check_heads_file, from_environment, local_origins
        from holecard.server.house import house_profile
        from holecard.server.store.database import private_store
        from holecard.server.table.games_here import check_games
        from holecard.server.uvicorn_config import Serving, listening, room_for, uvicorn_config
    except ModuleNotFoundError as missing:
        if missing.name not in WEB:
            raise
        raise MissingExtra("the web tables", "web") from missing

    serve_games(game)
    given = tuple(origin or ()) or None
    settings = from_environment(database=database, origins=given)
    check_networks(settings.metrics_from)
    check_heads_file(settings.heads_file)
    house_profile(settings)  # refused here, and not when the application starts
    sockets = listening(host, port)
    port = sockets[0].getsockname()[1]
    if given is None and settings.origins == type(settings)().origins:
        settings = from_environment(database=database, origins=local_origins(host, port))
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, format="%(message)s")
    words = f"Holecard's tables are open at {settings.origins[0]} (Ctrl-C closes them)"
    try:
        settings = replace(settings, connections=room_for(settings.connections))
        store = private_store(settings.database)
        check_games(store)
        app = make_app(settings, store=store)
        Serving(uvicorn_config(app, host, port), lambda: typer.echo(words)).run(sockets)
    finally:
        for own in sockets:
            own.close()


def serve_games(files: list[str] | None) -> None:
    """Bring the games of these files. What is wrong with one is said now and not at a table: some
    rounds of it are dealt, and every bet on them is asked what became of it."""
    from holecard.odds.pricing.failing_round import offences

    for file in files or ():
        game = bring_game(file)
        for wager in game.placeable:
            for said, line in offences(game, wager, DEALT_FIRST):
                raise BadDefinition(f"{file}: {said}. It happens in: {line}")
