"""`holecard train`: the dealer's drills and the player's coach."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.rules import Decks, Settings, Soft17, ruled_game
from holecard.errors import Unreadable

if TYPE_CHECKING:
    from holecard.train.item import Setting

STDOUT = "-"


def train(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; see `holecard games`.")
    ] = None,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    drill: Annotated[
        str, typer.Option(metavar="NAME", help="settle, next, pay, error, know or play.")
    ] = "settle",
    seed: Annotated[
        int | None, typer.Option(help="The same questions for a class; random without it.")
    ] = None,
    items: Annotated[int, typer.Option(help="How many questions.")] = 20,
    export: Annotated[
        str, typer.Option(metavar="FILE|-", help="Write questions and answers, a JSON line each.")
    ] = "",
    profile: Annotated[
        Path | None, typer.Option(help="How the house deals, as TOML or JSON.")
    ] = None,
) -> None:
    """Drill a dealer on a game, or a player's own play."""
    if game is None:
        raise Unreadable("train needs a game: holecard train GAME, or --verify FILE")
    from holecard.train.item import Setting
    from holecard.train.profile import check_profile, default_profile, read_profile

    house = default_profile() if profile is None else read_profile(profile)
    ruled = ruled_game(game, decks, h17, settings)
    check_profile(house, ruled)
    setting = Setting(ruled, any_seed() if seed is None else seed, house)
    if export:
        write_items(setting, drill, items, export)


def any_seed() -> int:
    import random

    return random.SystemRandom().randrange(1_000_000)


def write_items(setting: Setting, drill: str, count: int, where: str) -> None:
    """One JSON line an item."""
    from holecard.train.drills import make_items

    lines = [json.dumps(item.as_json()) for item in make_items(setting, drill, count)]
    text = "".join(f"{line}\n" for line in lines)
    if where == STDOUT:
        sys.stdout.write(text)
        return
    try:
        Path(where).write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Unreadable(f"cannot write {where}: {wrong}") from wrong
    typer.echo(f"{count} items of {drill}, seed {setting.seed}: {where}", err=True)
