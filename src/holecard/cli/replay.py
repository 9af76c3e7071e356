"""`holecard replay LINE`: deal a round line again and read it out."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from holecard.cli.trace import print_trace


def replay(
    line: Annotated[str, typer.Argument(metavar="LINE", help="A round line, in quotes.")],
    as_json: Annotated[bool, typer.Option("--json", help="The round as JSON.")] = False,
) -> None:
    """Show the trace of a round line; exit 1 if it does not come to the result it claims."""
    from holecard.dump import dump_round
    from holecard.line import line_of, read_line
    from holecard.line import replay as deal_again

    dealt = deal_again(read_line(line))
    if as_json:
        typer.echo(json.dumps(dump_round(dealt)))
    else:
        print_trace(dealt)
        typer.echo(line_of(dealt))
