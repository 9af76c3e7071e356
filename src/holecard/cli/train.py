"""`holecard train`: the dealer's drills and the player's coach."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import Decks, Settings, Soft17, check_left, ruled_game
from holecard.cli.session import OneTable
from holecard.errors import MissingExtra, Unreadable
from holecard.money import read_money

if TYPE_CHECKING:
    from holecard.train.item import Setting
    from holecard.train.session import Session
    from holecard.train.terminal_run import TerminalRun
    from holecard.wagers.game import Game

STDOUT = "-"


def train(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; see `holecard games`.")
    ] = None,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    drill: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="settle, next, pay, error, know or play; all but play in turn: all.",
        ),
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
    wager: Annotated[
        str, typer.Option(metavar="ID", help="The coach's: play for this bet alone.")
    ] = "",
    paytable: OneTable = "",
    export: Annotated[
        str, typer.Option(metavar="FILE|-", help="Write questions and answers, a JSON line each.")
    ] = "",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result of a sitting.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--verify", metavar="FILE", help="Check a result that was saved.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Print a result as PDF: after an exam, or with --verify."
        ),
    ] = None,
    name: Annotated[str, typer.Option(help="The name on the certificate.")] = "",
    profile: Annotated[
        Path | None, typer.Option(help="How the house deals, as TOML or JSON.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Questions as lines, no screen.")] = False,
    progress: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where progress is kept.")
    ] = None,
    save_progress: Annotated[
        str, typer.Option(metavar="FILE|-", help="Write all progress as JSON, without grades.")
    ] = "",
    bring_back: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add such a file, graded again.")
    ] = None,
) -> None:
    """Drill a dealer on a game, or a player's own play; or check the result of an exam."""
    if check is not None:
        check_left("--verify checks a file", {"--export": export, "--save": save})
        verify_result(check, game, certificate, name)
        return
    if save_progress or bring_back is not None:
        move_progress(progress, save_progress, bring_back)
        return
    if game is None:
        raise Unreadable("train needs a game: holecard train GAME, or --verify FILE")
    from holecard.train.item import Setting
    from holecard.train.profile import check_profile, default_profile, read_profile

    house = default_profile() if profile is None else read_profile(profile)
    ruled = ruled_game(game, decks, h17, settings)
    check_profile(house, ruled)
    decisions = coach_pick(drill, wager, paytable, pick)
    any_or_this = any_seed() if seed is None else seed
    setting = Setting(ruled, any_or_this, house, read_money(stake), decisions)
    if wager:
        tell_not_asked(ruled, wager)
    if export:
        check_left("--export writes questions", {"--save": save, "--certificate": certificate})
        write_items(setting, drill, items, export)
    else:
        run = begin_here(setting, drill, mode, items, seed is None, progress)
        session = drill_here(run, setting.game, plain)
        keep_result(session, setting, save, certificate, name)


def coach_pick(drill: str, wager: str, paytable: str, pick: str) -> str:
    """Which decisions, and for which wager."""
    from holecard.train.item import PLAY
    from holecard.train.questions.aim import picked

    if wager and drill != PLAY:
        raise Unreadable(f"--wager is what the coach plays for: --drill play, not {drill}")
    return picked(wager, paytable, pick)


def tell_not_asked(game: Game, wager: str) -> None:
    """What the coach leaves out when it plays for another bet, and why."""
    from holecard.train.questions.aim import can_ask, not_asked

    named = game.wager(wager)
    if can_ask(game, named) and (says := not_asked(named)):
        typer.echo(says, err=True)


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


def begin_here(
    setting: Setting, drill: str, mode: str, items: int, own_seed: bool, progress: Path | None
) -> TerminalRun:
    from holecard.train.progress_file import ProgressFile, usual_file
    from holecard.train.terminal_run import begin, drills_of

    run = begin(
        setting, drills_of(drill), mode, items, own_seed, ProgressFile(progress or usual_file())
    )
    if not sys.stdin.isatty():
        raise Unreadable("a drill needs a terminal; without one, --export FILE writes its items")
    return run


def drill_here(run: TerminalRun, game: Game, plain: bool) -> Session:
    """The drill in this terminal: on a screen, or by plain questions."""
    if plain or not sys.stdout.isatty():
        from holecard.cli.drill_prompts import sit

        return sit(run, game)
    try:
        from holecard.terminal.drill_screen import DrillApp
    except ModuleNotFoundError as missing:
        if missing.name != "textual":
            raise
        raise MissingExtra("the drill's screen (--plain does without)", "tui") from missing
    DrillApp(run, game).run()
    return run.session


def move_progress(progress: Path | None, out: str, back: Path | None) -> None:
    """Progress as a file, out or in; one that comes in is graded again, and refused whole."""
    from holecard.train.kept import progress_json
    from holecard.train.progress_file import ProgressFile, usual_file

    file = ProgressFile(progress or usual_file())
    if back is not None:
        new, known = file.bring_back(read_document(back))
        typer.echo(f"{new} answers brought back, {known} were here already: {file.path}", err=True)
    if out:
        text = json.dumps(progress_json(file.runs()), indent=1) + "\n"
        if out == STDOUT:
            sys.stdout.write(text)
        else:
            write_text(Path(out), text)


def keep_result(
    session: Session, setting: Setting, save: Path | None, certificate: Path | None, name: str
) -> None:
    from holecard.train.result import exam_file

    document = exam_file(session, setting.game)
    if save is not None:
        write_text(save, json.dumps(document, indent=1) + "\n")
    if certificate is not None:
        print_certificate(document, setting.game, certificate, name)


def print_certificate(document: dict[str, Any], game: Game, file: Path, name: str) -> None:
    from holecard.train.certificate import certificate_pdf

    try:
        file.write_bytes(certificate_pdf(document, game, name))
    except OSError as wrong:
        raise Unreadable(f"cannot write {file}: {wrong}") from wrong
    typer.echo(f"certificate: {file}", err=True)


def verify_result(file: Path, game: str | None, certificate: Path | None, name: str) -> None:
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
    if certificate is not None:
        print_certificate(document, ruled, certificate, name)


def read_document(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {file}: {wrong}") from wrong
    if not isinstance(found, dict):
        raise Unreadable(f"{file} holds no JSON object")
    return found


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Unreadable(f"cannot write {file}: {wrong}") from wrong
