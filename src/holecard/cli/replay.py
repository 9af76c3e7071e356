"""`holecard replay LINE`: deal a round line again and read it out."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from holecard.cli.rules import GameFiles, bring_games
from holecard.play.view import view
from holecard.wagers.dealt import Dealt


def replay(
    line: Annotated[str, typer.Argument(metavar="LINE", help="A round line, in quotes.")],
    as_json: Annotated[bool, typer.Option("--json", help="The round as JSON.")] = False,
    game: GameFiles = None,
) -> None:
    """Show the trace of a round line; exit 1 if it does not come to the result it claims."""
    from holecard.text.audit import dump_round
    from holecard.text.line import line_of, read_line
    from holecard.text.line import replay as deal_again

    bring_games(game)
    dealt = deal_again(read_line(line))
    if as_json:
        typer.echo(json.dumps(dump_round(dealt)))
    else:
        print_trace(dealt)
        typer.echo(line_of(dealt))


def print_trace(dealt: Dealt) -> None:
    for number, event in enumerate(view(dealt).events, start=1):
        typer.echo(f"{number:>3}  {event.says}")
