"""Commands as a sheet prints them: broken only between words, so that what is copied runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from shlex import quote

from holecard import __version__
from holecard.dealing.rules import plain
from holecard.report.record import Record
from holecard.wagers.game import Game

WIDTH = 108  # characters of a line: what fits the page in the size commands are printed in
INDENT = "    "


@dataclass(frozen=True)
class Source:
    """Where a game can be had again: the name or the file a command takes, and, for a game put
    together by hand, what that file says."""

    name: str
    text: str = ""


def command(*words: str) -> str:
    """One command, a word (or an option with its value) never broken: lines end in a backslash."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) + 3 > WIDTH:
            lines.append(f"{line} \\")
            line = INDENT + word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def set_options(game: Game) -> Iterable[str]:
    """Every option in force, as a command takes it."""
    return (f"--set {key}={plain(game.rules[key])}" for key in game.options)


def of_game(verb: str, game: Game, source: Source, *more: str) -> str:
    return command("holecard", verb, quote(source.name), *set_options(game), *more)


def install() -> str:
    return f"pip install 'holecard[report]=={__version__}'"


def odds_again(game: Game, source: Source) -> str:
    return of_game("odds", game, source, "--json", "--fraction")


def simulate_again(game: Game, source: Source, rounds: str, seed: int) -> str:
    more = (f"--rounds {rounds}", f"--seed {seed}", "--check", "--json", "> simulation.json")
    return of_game("simulate", game, source, *more)


def report_again(game: Game, source: Source, record: Record, *more: str) -> str:
    told = (f"{name} {quote(value)}" for name, value in record.options)
    return of_game("report", game, source, *told, *more, "-o sheet.pdf")
