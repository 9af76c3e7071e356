"""`holecard strategy`: the charts of best play."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game

if TYPE_CHECKING:
    from holecard.odds.playbook import Charted
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
    splits: Annotated[str, typer.Option("--splits", help="cdz-, cdp1 or cdp.")] = "cdp1",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show best play as charts: hard, soft, pairs, and what a simpler chart costs."""
    from holecard.errors import BadDefinition
    from holecard.odds.playbook import Playbook
    from holecard.wagers.wager import FEE

    ruled = ruled_game(game, decks, h17, settings)
    if paid and not any(wager.kind == FEE for wager in ruled.wagers):
        raise BadDefinition(f"--paid is for Burnout: {ruled.id} has no payment to make")
    charted = Playbook(ruled, convention=splits).page(paid).by_total
    if as_json:
        typer.echo(json.dumps(strategy_json(ruled, charted), indent=2))
    else:
        show(ruled, charted)


def strategy_json(game: Game, charted: Charted) -> dict[str, Any]:
    from holecard.odds.charts.burn_files import given_json
    from holecard.odds.charts.by_total import exceptions

    best = charted.best
    return {
        "schema": "holecard.strategy/1",
        "game": game.id,
        "rules": game.rules_json,
        "rules_line": game.line,
        "splits": best.convention,
        "ev": best.ev,
        "chart_cost": charted.cost,
        **given_json(charted.given),
        "exceptions": [vars(one) for one in exceptions(best, charted.chart)],
    }


def show(game: Game, charted: Charted) -> None:
    from holecard.odds.charts.by_total import (
        HARD_ROWS,
        LETTER_WORDS,
        SOFT_ROWS,
        exceptions,
        pair_rows,
        rows_of,
    )
    from holecard.odds.charts.with_burn import BurnChart

    best, given, chart = charted.best, charted.given, charted.chart
    typer.echo(f"{game.name}   [{game.line}]")
    words = [f"{letter} {says}" for letter, says in LETTER_WORDS.items()]
    typer.echo("  ".join(words[:5]) + "\n" + "  ".join(words[5:]) + "\n")
    for name, rows in (
        ("hard", rows_of(HARD_ROWS, chart)),
        ("soft", rows_of(SOFT_ROWS, chart)),
        ("pairs", pair_rows(chart)),
    ):
        show_rows(name, list(chart.columns), rows)
    before = ""
    if isinstance(given, BurnChart):
        columns, before = list(given.burns.columns), ", before the payment"
        show_rows("burn after a hit", columns, given.burns.rows())
        show_rows("burn after a double", columns, given.burns.rows(doubled=True))
        typer.echo("Once the burn is used, and on split hands: the charts without --paid.\n")
    typer.echo(
        f"best play, by composition: {best.ev:+.6%} per initial wager{before} "
        f"(splits: {best.convention})"
    )
    typer.echo(f"this chart, by total: {charted.followed.ev:+.6%}; it costs {charted.cost:.6%}")
    found = exceptions(best, chart)
    if found:
        typer.echo(
            f"\n{len(found)} two-card hands play otherwise than their total, costliest first:"
        )
        for one in found[:SHOWN_EXCEPTIONS]:
            told = f"{one.hand} v {one.dealer}: {one.best}, not {one.chart}"
            typer.echo(f"  {told}  ({one.cost:.6f} a hand)")


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
