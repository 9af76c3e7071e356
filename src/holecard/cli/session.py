"""`holecard session`: what a wager comes to after many rounds, exactly."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game
from holecard.errors import Unreadable

OneWager = Annotated[str, typer.Option("--wager", metavar="ID", help="Which wager of the game.")]
OneTable = Annotated[
    str, typer.Option("--paytable", metavar="NAME", help="Its pay table; the first if left.")
]
PlayFor = Annotated[
    str,
    typer.Option(
        "--play", metavar="main|wager", help="What the seat plays for; worst for the house if left."
    ),
]
Beside = Annotated[
    str,
    typer.Option(
        "--with", metavar="PAYMENT", help="Made, or none; what is worst for the house if left."
    ),
]


def session(
    game: GameName,
    wager: OneWager = "",
    rounds: Annotated[str, typer.Option(help="Rounds played, such as 1000 or 1e6.")] = "1000",
    stake: Annotated[str, typer.Option(help="Dollars a round; the least if left.")] = "",
    bankroll: Annotated[str, typer.Option(help="Dollars to start with: risk of ruin.")] = "",
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    paytable: OneTable = "",
    play: PlayFor = "",
    beside: Beside = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say what a player and the house have after many rounds, without simulation."""
    from holecard.door.figures import session as play_session

    if play not in ("", "main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    found = play_session(
        ruled_game(game, decks, h17, settings),
        wager,
        whole(rounds),
        stake,
        bankroll,
        paytable=paytable,
        play=play,
        beside=beside,
    )
    typer.echo(json.dumps(found.as_json(), indent=2) if as_json else str(found))


def whole(text: str) -> int:
    """A whole number from `1000`, `1_000` or `1e6`."""
    from holecard.lab.distribution import read_rounds

    return read_rounds(text)
