"""`holecard`: reads the command line, runs a command, and turns refusals into words."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from holecard.cli.backup import backup, restore
from holecard.cli.count import count
from holecard.cli.design import design
from holecard.cli.doctor import doctor
from holecard.cli.games import games
from holecard.cli.hand import hand
from holecard.cli.odds import odds
from holecard.cli.play import play
from holecard.cli.replay import replay
from holecard.cli.report import report
from holecard.cli.serve import serve
from holecard.cli.session import session
from holecard.cli.simulate import simulate
from holecard.cli.strategy import strategy
from holecard.cli.train import train
from holecard.cli.verify import verify
from holecard.errors import HolecardError
from holecard.jit import notice

INTERRUPTED = 130

app = typer.Typer(
    name="holecard",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(games)
app.command()(odds)
app.command()(strategy)
app.command()(session)
app.command()(count)
app.command()(design)
app.command()(report)
app.command()(simulate)
app.command()(hand)
app.command()(play)
app.command()(replay)
app.command()(train)
app.command()(serve)
app.command()(verify)
app.command()(doctor)
app.command()(backup)
app.command()(restore)


def show_version(asked: bool) -> None:
    if asked:
        from holecard.provenance import build_text

        typer.echo(f"holecard {build_text()}")
        raise typer.Exit


@app.callback()
def holecard(
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Blackjack variants and side bets: dealt, solved, simulated and printed from one rule text."""
    notice.tell(lambda words: typer.echo(words, err=True))


def run(words: list[str] | None = None) -> None:
    """The `holecard` command. Exit codes: 0 ok, 1 a check failed, 2 usage, 3 bad rules or
    definition, 4 missing extra, 130 interrupted."""
    given = sys.argv[1:] if words is None else words
    try:
        app(given, prog_name="holecard")
    except HolecardError as wrong:
        if "--debug" in given:
            raise
        typer.echo(f"holecard: {wrong}", err=True)
        sys.exit(wrong.exit_code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
