"""A round's events as plain lines."""

from __future__ import annotations

import typer

from holecard.dealt import Dealt
from holecard.play.view import view


def print_trace(dealt: Dealt) -> None:
    for number, event in enumerate(view(dealt).events, start=1):
        typer.echo(f"{number:>3}  {event.says}")
