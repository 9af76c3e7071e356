"""`holecard hand`: what every action is worth for one hand."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game


def hand(
    game: GameName,
    cards: Annotated[str, typer.Argument(metavar="HAND", help="The seat's cards: 'T 6'.")],
    dealer: Annotated[
        str,
        typer.Argument(metavar="DEALER", help="What the dealer shows: '9', or both in Face Up."),
    ],
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    drew: Annotated[
        str, typer.Option(metavar="CARD", help="Burnout: the card a hit just brought; burn it?")
    ] = "",
    splits: Annotated[str, typer.Option("--splits", help="cdz-, cdp1 or cdp.")] = "cdp1",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show the value of every legal action for a hand, per initial wager."""
    from holecard.odds.solve.one_hand import hand_values, read_values

    ruled = ruled_game(game, decks, h17, settings)
    found = hand_values(
        ruled, read_values(cards), read_values(dealer), splits, read_values(drew) if drew else ()
    )
    document: dict[str, Any] = {
        "schema": "holecard.hand/1",
        "game": ruled.id,
        "rules_line": ruled.line,
        "hand": cards,
        "dealer": dealer,
        **found,
    }
    if as_json:
        typer.echo(json.dumps(document, indent=2))
        return
    typer.echo(f"{ruled.name}   [{ruled.line}]\n{cards} against {dealer}, {found['given']}\n")
    for title, values in found["values"].items():
        typer.echo(title)
        for action, value in sorted(values.items(), key=lambda one: -one[1]):
            typer.echo(f"  {action:<10} {value:+.9f}")
