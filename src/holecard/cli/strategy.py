"""`holecard strategy`: the charts of best play."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game
from holecard.cli.session import OneTable
from holecard.errors import BadDefinition, Unreadable

if TYPE_CHECKING:
    from holecard.odds.charts.by_total import Exception_
    from holecard.odds.strategy import Strategy
    from holecard.wagers.game import Game

COLOURS = {"S": "red", "H": "green", "D": "yellow", "P": "cyan", "R": "magenta"}
SHOWN_EXCEPTIONS = 24


def strategy(
    game: GameName,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    paid: Annotated[
        bool, typer.Option("--paid", help="Burnout: with the payment made, and what to burn.")
    ] = False,
    play: Annotated[
        str, typer.Option("--play", metavar="main|wager", help="What the seat plays for.")
    ] = "main",
    wager: Annotated[
        str, typer.Option("--wager", metavar="ID", help="With --play wager: for which.")
    ] = "",
    paytable: OneTable = "",
    splits: Annotated[str, typer.Option("--splits", help="cdz-, cdp1 or cdp.")] = "cdp1",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show best play as charts: hard, soft, pairs, and what a simpler chart costs."""
    from holecard.odds.strategy import best_strategy

    if play not in ("main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    if play == "main" and (wager or paytable):
        raise Unreadable("--wager and --paytable are for --play wager")
    ruled = ruled_game(game, decks, h17, settings)
    named = played_for(ruled, wager) if play == "wager" else ""
    found = best_strategy(ruled, paid, splits, named, paytable)
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2))
    else:
        show(found)


def played_for(game: Game, wager: str) -> str:
    """The wager that is named, or the first that a seat could play for."""
    from holecard.odds.playbook import plays_for

    if wager:
        return game.wager(wager).id
    able = [one.id for one in game.wagers if plays_for(game, one)]
    if not able:
        raise BadDefinition(f"no wager of {game.id} but the main one depends on the play")
    return able[0]


def show(found: Strategy) -> None:
    from holecard.odds.charts.by_total import LETTER_WORDS
    from holecard.odds.charts.swap_table import FIRST_PART, SAYS
    from holecard.odds.solve.switch import SwitchPlay

    typer.echo(found.title)
    words = [f"{letter} {says}" for letter, says in LETTER_WORDS.items()]
    typer.echo("  ".join(words[:5]) + "\n" + "  ".join(words[5:]) + "\n")
    swaps = isinstance(found.charted.best, SwitchPlay)
    for title, heads, rows in found.parts():
        if swaps and title == FIRST_PART:
            typer.echo(SAYS + "\n")
        show_rows(title, list(heads), rows)
    if found.burns:
        typer.echo("Once the burn is used, and on split hands: the charts without --paid.\n")
    if found.book:
        typer.echo(f"{found.worths} (splits: {found.charted.best.convention})")
        return
    before = ", before the payment" if found.burns else ""
    typer.echo(
        f"best play, by composition: {found.ev:+.6%} per initial wager{before} "
        f"(splits: {found.charted.best.convention})"
    )
    typer.echo(f"this chart, by total: {found.charted.followed.ev:+.6%}; it costs {found.cost:.6%}")
    show_exceptions(found.exceptions)


def show_exceptions(found: list[Exception_]) -> None:
    if not found:
        return
    typer.echo(f"\n{len(found)} two-card hands play otherwise than their total, costliest first:")
    for one in found[:SHOWN_EXCEPTIONS]:
        words = f"{one.hand} v {one.dealer}: {one.best}, not {one.chart}"
        typer.echo(f"  {words}  ({one.cost:.6f} a hand)")


def show_rows(name: str, columns: list[str], rows: list[tuple[str, list[str]]]) -> None:
    cells = [*columns, *(cell for _, letters in rows for cell in letters)]
    width = max(len(cell) for cell in cells)
    first = max([len(label) for label, _ in rows] + [len(name)])
    typer.echo(f"{name:<{first}}  " + " ".join(f"{one:>{width}}" for one in columns))
    for label, letters in rows:
        painted = " ".join(paint(f"{one:>{width}}") for one in letters)
        typer.echo(f"{label:<{first}}  {painted}")
    typer.echo("")


def paint(cell: str) -> str:
    """The letter says it; the colour only helps the eye, and only on a terminal."""
    colour = COLOURS.get(cell.strip()[:1])
    return typer.style(cell, fg=colour) if colour and sys.stdout.isatty() else cell
