"""Scripted play: a file of wagers and choices, one round a line, dealt without anybody watching.

    # seat 1, two bets; hit once, then stand
    1 main 10 lucky-break 1 | hit stand
    1 main 10; 2 main 20 | ...

`...` makes the published default choice for everything still asked: stand, keep, no insurance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from holecard.errors import HolecardError, Unreadable
from holecard.play.table import Table
from holecard.text.line import read_bets, read_choices
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, Dealt
from holecard.wagers.game import Game

REST = "..."


@dataclass(frozen=True, slots=True)
class ScriptedRound:
    number: int  # the line of the file it stands on
    bets: dict[int, Sequence[Bet]]
    choices: tuple[Choice, ...]
    rest: bool  # defaults for whatever else is asked


def read_script(game: Game, lines: Iterable[str]) -> list[ScriptedRound]:
    """Every round of a script; the first unreadable line is named."""
    rounds = []
    for number, line in enumerate(lines, start=1):
        text = line.split("#")[0].strip()
        if text:
            try:
                rounds.append(read_scripted_round(game, number, text))
            except HolecardError as wrong:
                raise at_line(wrong, number) from wrong
    return rounds


def read_scripted_round(game: Game, number: int, text: str) -> ScriptedRound:
    wagers, _, chosen = text.partition("|")
    if "|" in chosen:
        raise Unreadable(f"a scripted round is WAGERS | CHOICES: {text!r} has more sections")
    words = chosen.split()
    rest = bool(words) and words[-1] == REST
    choices = read_choices(" ".join(words[:-1] if rest else words))
    return ScriptedRound(number, read_bets(game, wagers), choices, rest)


def at_line(wrong: HolecardError, number: int) -> HolecardError:
    """The same refusal with the script's line number before it."""
    named = HolecardError(f"line {number}: {wrong}")
    named.code = wrong.code
    named.exit_code = wrong.exit_code
    return named


def play_script(table: Table, rounds: Iterable[ScriptedRound]) -> Iterator[Dealt]:
    """Deal the rounds one after another; a refusal stops with its line number."""
    for one in rounds:
        try:
            yield play_scripted(table, one)
        except HolecardError as wrong:
            raise at_line(wrong, one.number) from wrong


def play_scripted(table: Table, one: ScriptedRound) -> Dealt:
    dealt = table.deal(dict(one.bets))
    for choice in one.choices:
        dealt = table.push(choice)
    while one.rest and table.in_round:
        dealt = table.push(table.default_choice())
    if table.in_round:
        asked = ", ".join(table.legal.names)
        raise Unreadable(f"the round still asks for one of {asked}: add it, or end with {REST}")
    return dealt
