"""`holecard hand`: what every action is worth for one hand."""

from __future__ import annotations

import json
from typing import Annotated

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
    from holecard.door.figures import hand as hand_of

    found = hand_of(ruled_game(game, decks, h17, settings), cards, dealer, drew=drew, splits=splits)
    typer.echo(json.dumps(found.as_json(), indent=2) if as_json else str(found))
