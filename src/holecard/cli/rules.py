"""What several commands take: --decks, --h17/--s17 and --set key=value for the rules, and
--paytable WAGER=NAME; and the refusal of what would be left out in silence."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from holecard.dealing.rules import Value
from holecard.errors import Unreadable
from holecard.games.from_file import bring_game, named_game
from holecard.wagers.game import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; see `holecard games`.")]
Decks = Annotated[int | None, typer.Option(help="Decks in the shoe, 1 to 8.")]
Soft17 = Annotated[
    bool | None, typer.Option("--h17/--s17", help="The dealer hits or stands on soft 17.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Any rule option; repeat for several."),
]
PayTables = Annotated[
    list[str] | None,
    typer.Option("--paytable", metavar="WAGER=NAME", help="One pay table of a wager; repeatable."),
]
GameFiles = Annotated[
    list[str] | None,
    typer.Option("--game", metavar="FILE", help="A Python file with a game of yours; repeatable."),
]


def bring_games(files: list[str] | None) -> None:
    """Have the games of these files known by their ids."""
    for file in files or ():
        bring_game(file)


def check_left(why: str, given: dict[str, Any]) -> None:
    """Refuse options that this answer would not hear of."""
    found = [name for name, value in given.items() if value not in (None, "", False, [])]
    if found:
        raise Unreadable(f"{why}: leave out {' and '.join(found)}")


def read_key(setting: str) -> str:
    """The rule that a --set names."""
    return setting.partition("=")[0].strip()


def ruled_game(name: str, decks: int | None, h17: bool | None, settings: list[str] | None) -> Game:
    """The game under the rules the command line names."""
    game = named_game(name)
    given: dict[str, tuple[Value, str]] = {}
    if decks is not None:
        game = game.but(decks=decks)
        given["decks"] = game.rules["decks"], f"--decks {decks}"
    if h17 is not None:
        game = game.but(hit_soft_17=h17)
        given["hit_soft_17"] = game.rules["hit_soft_17"], "--h17" if h17 else "--s17"
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals:
            raise Unreadable(f"cannot read --set {setting!r}: KEY=VALUE, such as peek=no")
        key = key.strip()
        game = game.set(key, value)
        before = given.setdefault(key, (game.rules[key], f"--set {setting}"))
        if before[0] != game.rules[key]:
            raise Unreadable(f"{before[1]} and --set {setting} are two values of {key}: give one")
    return game


def named_tables(game: Game, paytables: list[str] | None) -> dict[str, str]:
    """The pay table of each wager the command line names one for."""
    named: dict[str, str] = {}
    for pair in paytables or ():
        wager, equals, table = pair.partition("=")
        if not equals:
            raise Unreadable(f"cannot read --paytable {pair!r}: WAGER=NAME, such as bad-beat=P1")
        found = game.wager(wager).table(table).name
        if named.setdefault(wager, found) != found:
            raise Unreadable(
                f"--paytable {wager}={named[wager]} and {pair} are two tables of {wager}: give "
                "one, or none for all of them"
            )
    return named
