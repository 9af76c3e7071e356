"""`holecard train`: the dealer's drills and the player's coach."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import Decks, Settings, Soft17, check_left, ruled_game
from holecard.errors import Unreadable
from holecard.money import read_money

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
    mode: Annotated[
        str, typer.Option(metavar="learn|storm|exam", help="How it is drilled in the terminal.")
    ] = "learn",
    stake: Annotated[str, typer.Option(metavar="DOLLARS", help="The coach's wager.")] = "10",
    pick: Annotated[
        str,
        typer.Option(metavar="uniform|ROW", help="The coach's decisions: all cells, or hard.16."),
    ] = "",
    export: Annotated[
        str, typer.Option(metavar="FILE|-", help="Write questions and answers, a JSON line each.")
    ] = "",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result of a sitting.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--verify", metavar="FILE", help="Check a result that was saved.")
    ] = None,
    profile: Annotated[
        Path | None, typer.Option(help="How the house deals, as TOML or JSON.")
    ] = None,
) -> None:
    """Drill a dealer on a game, or a player's own play; or check the result of an exam."""
    if check is not None:
        check_left("--verify checks a file", {"--export": export, "--save": save})
        verify_result(check, game)
        return
    if game is None:
        raise Unreadable("train needs a game: holecard train GAME, or --verify FILE")
    from holecard.train.item import Setting
    from holecard.train.profile import check_profile, default_profile, read_profile

    house = default_profile() if profile is None else read_profile(profile)
    ruled = ruled_game(game, decks, h17, settings)
    check_profile(house, ruled)
    setting = Setting(ruled, any_seed() if seed is None else seed, house, read_money(stake), pick)
    if export:
        check_left("--export writes questions", {"--save": save})
        write_items(setting, drill, items, export)
    else:
        drill_here(setting, drill, mode, items, save)


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
    write_text(Path(where), text)
    typer.echo(f"{count} items of {drill}, seed {setting.seed}: {where}", err=True)


def drill_here(setting: Setting, drill: str, mode: str, items: int, save: Path | None) -> None:
    """The drill in this terminal, by plain questions."""
    from holecard.cli.drill_prompts import sit
    from holecard.train.result import exam_file
    from holecard.train.session import new_session

    session = new_session(
        setting.game, setting.profile, (drill,), mode, setting.seed, items=items,
        stake=setting.stake, pick=setting.pick,
    )  # fmt: skip
    if not sys.stdin.isatty():
        raise Unreadable("a drill needs a terminal; without one, --export FILE writes its items")
    session = sit(session, setting.game)
    if save is not None:
        write_text(save, json.dumps(exam_file(session, setting.game), indent=1) + "\n")


def verify_result(file: Path, game: str | None) -> None:
    """Every answer graded again; exit 1 if the file says otherwise."""
    from holecard.games.from_file import named_game
    from holecard.train.result import verify_exam

    document = read_document(file)
    named = named_game(game or str(document.get("game", "")))
    ruled = named.read(str(document.get("rules_line", named.line)))
    session = verify_exam(document, ruled)
    right = sum(one.points for one in session.given)
    passed = "passed" if document["result"]["passed"] else "not passed"
    typer.echo(
        f"{ruled.name} [{ruled.line}], {', '.join(session.drills)}, {session.mode}, seed "
        f"{session.seed}: {len(session.given)} answers graded again with the same result, "
        f"{right} of {sum(one.of for one in session.given)} right, {passed}."
    )


def read_document(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {file}: {wrong}") from wrong
    if not isinstance(found, dict):
        raise Unreadable(f"{file} holds no result of an exam")
    return found


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Unreadable(f"cannot write {file}: {wrong}") from wrong
