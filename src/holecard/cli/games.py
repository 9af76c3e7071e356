"""`holecard games`: what can be played, with its wagers and rules line."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from holecard.dealing.rules import json_value, plain
from holecard.games import CATALOGUE
from holecard.games.from_file import named_game
from holecard.text.own_rules import own_rules
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="One game, or a file of yours, with all its options."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """List the games, or everything about one."""
    chosen = [named_game(game)] if game else list(CATALOGUE.values())
    if as_json:
        document = {"schema": "holecard.games/1", "games": [game_json(one) for one in chosen]}
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n\n".join(game_text(one, whole=game is not None) for one in chosen))
        if game is None:
            from holecard.games.gallery import GALLERY

            typer.echo(f"\nBy name too: {', '.join(GALLERY)}")


def game_text(game: Game, whole: bool) -> str:
    lines = [f"{game.id:<12} {game.name}   [{game.line}]", f"{'':<13}{game.pitch}"]
    if not whole:
        return "\n".join([*lines, f"{'':<13}wagers: {', '.join(w.id for w in game.wagers)}"])
    if own := own_rules(game):
        lines += ["", "its own rules"]
        lines += [f"  {rule.question}: {rule.says}" for rule in own]
    lines += ["", "wagers"]
    lines += [line for wager in game.wagers for line in wager_lines(wager)]
    lines += ["", "options (--set key=value)"]
    for key, option in game.options.items():
        values = ", ".join(plain(value) for value in option.allowed)
        lines.append(f"  {key:<20} {plain(game.rules[key]):<8} of {values}: {option.says}")
    return "\n".join(lines)


def wager_lines(wager: Wager) -> list[str]:
    lines = [f"  {wager.id:<18} {wager.name}: {wager.says}"]
    for table in wager.paytables:
        odds = ", ".join(f"{name} {table.pays(name)}" for name in table.odds)
        mark = " (ours)" if table.ours else ""
        lines.append(f"  {'':<18} pays {table.name}{mark}: {odds}")
    return lines


def game_json(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "pitch": game.pitch,
        "rules": game.rules_json,
        "rules_line": game.line,
        "definition_hash": game.definition_hash,
        "own_rules": {rule.question: rule.says for rule in own_rules(game)},
        "wagers": [wager_json(wager) for wager in game.wagers],
        "options": {
            key: {"says": option.says, "allowed": [json_value(one) for one in option.allowed]}
            for key, option in game.options.items()
        },
    }


def wager_json(wager: Wager) -> dict[str, Any]:
    return {
        "id": wager.id,
        "name": wager.name,
        "says": wager.says,
        "kind": wager.kind,
        "paytables": {
            table.name: {name: str(table.pays(name)) for name in table.odds}
            for table in wager.paytables
        },
    }
