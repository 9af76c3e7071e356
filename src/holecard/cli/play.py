"""`holecard play`: sit down in the terminal, or deal a script."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.replay import print_trace
from holecard.cli.rules import Decks, Settings, Soft17, check_left, ruled_game
from holecard.dealing.felt import PAID
from holecard.errors import MissingExtra, Unreadable
from holecard.money import money_text, read_money
from holecard.text.words import name_words, sentence
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game

if TYPE_CHECKING:
    from holecard.odds.playbook import Playbook


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; the lobby without one.")
    ] = None,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    seed: Annotated[
        int | None, typer.Option(help="Reproduces the shoe; without it the cards are random.")
    ] = None,
    purse: Annotated[str, typer.Option(metavar="DOLLARS", help="What you sit down with.")] = "1000",
    script: Annotated[
        Path | None, typer.Option(help="A file of rounds (WAGERS | CHOICES), - for input.")
    ] = None,
) -> None:
    """Sit down to a game, every wager of its sheet on the felt."""
    draw = random.SystemRandom() if seed is None else random.Random(seed)
    money = read_money(purse)
    if game is None:
        rules = {"--decks": decks, "--h17 or --s17": h17 is not None, "--set": settings}
        check_left("the lobby asks for a game first", rules)
    if script is not None:
        if game is None:
            raise Unreadable("--script needs a game: holecard play GAME --script FILE")
        play_scripted(ruled_game(game, decks, h17, settings), draw, money, script)
        return
    chosen = None if game is None else ruled_game(game, decks, h17, settings)
    sit_down(chosen, draw, money)


def sit_down(game: Game | None, draw: random.Random, purse: int) -> None:
    try:
        from holecard.terminal import run
    except ModuleNotFoundError as missing:
        if missing.name != "textual":
            raise
        raise MissingExtra("the terminal table", "tui") from missing
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unreadable("the table needs a terminal; without one, deal a file with --script")
    run(game, draw, purse, Adviser())


def play_scripted(game: Game, draw: random.Random, purse: int, script: Path) -> None:
    from holecard.play.script import play_script, read_script
    from holecard.play.table import Table
    from holecard.text.line import line_of

    rounds = read_script(game, read_lines(script))
    table = Table(game, draw, purse)
    for dealt in play_script(table, rounds):
        print_trace(dealt)
        typer.echo(line_of(dealt))
        typer.echo(f"purse {money_text(table.purse)}\n")


def read_lines(script: Path) -> list[str]:
    try:
        if str(script) == "-":
            return sys.stdin.read().splitlines()
        return script.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise Unreadable(f"cannot read the script {script}: {wrong}") from wrong


class Adviser:
    """Says what the solver would do in the round that asks, and what every other choice costs. What
    it has solved it keeps."""

    def __init__(self) -> None:
        self.books: dict[str, Playbook] = {}

    def __call__(self, dealt: Dealt) -> str:
        from holecard.odds.solve.judged import asked, cost_of, judged, method_of

        ask = asked(dealt)
        paid = bool(dealt.seat_field(ask.place, PAID))
        play = self.book(dealt.game).page(paid).best
        best, worth = judged(play, dealt)
        stake = dealt.main_stake(ask.place)
        others = [
            f"{name_words(name)} costs {money_text(round(cost_of(worth, best, name) * stake))}"
            for name in sorted(worth, key=lambda one: -worth[one])
            if name != best
        ]
        costs = f" {sentence(', '.join(others))}." if others else ""
        return f"{sentence(name_words(best))}.{costs} ({sentence(method_of(play, dealt))}.)"

    def book(self, game: Game) -> Playbook:
        from holecard.odds.playbook import Playbook

        key = game.definition_hash
        if key not in self.books:
            self.books[key] = Playbook(game)
        return self.books[key]
