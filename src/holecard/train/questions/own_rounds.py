"""Decisions of rounds that somebody played: what was missed at a table, asked again.

A round comes as its line up to the decision, and several as a line of text each, so that the same
setting gives the same questions everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.errors import BadDefinition, Unreadable
from holecard.text.line import deal_line, line_of, read_line
from holecard.train.item import Setting
from holecard.wagers.dealt import Dealt

if TYPE_CHECKING:
    from holecard.train.questions.coach import Decision

BETWEEN, SECTION = "\n", "|"
MOST_ROUNDS = 60


def are_rounds(pick: str) -> bool:
    return SECTION in pick


def rounds_in(pick: str) -> list[str]:
    lines = [line for line in pick.split(BETWEEN) if line.strip()]
    if len(lines) > MOST_ROUNDS:
        raise Unreadable(f"{len(lines)} rounds at once: {MOST_ROUNDS} at most")
    return lines


def own_decision(setting: Setting, number: int) -> Decision:
    """What the round of this number asks; after the last they begin again."""
    from holecard.train.questions.coach import decision_at

    lines = rounds_in(setting.pick)
    dealt = asking(setting, lines[number % len(lines)])
    found = decision_at(setting.game, dealt)
    if found is None:
        raise BadDefinition(f"nothing is known of what to choose in {line_of(dealt)}")
    return found


def asking(setting: Setting, line: str) -> Dealt:
    """The round of a line, which must be of this game and wait for somebody."""
    read = read_line(line)
    if (read.game.id, read.game.line) != (setting.game.id, setting.game.line):
        raise BadDefinition(
            f"this round is of {read.game.id} {read.game.line}: it is drilled under its own rules, "
            f"not under {setting.game.id} {setting.game.line}"
        )
    dealt = deal_line(read)
    if dealt.ask is None:
        raise Unreadable(
            f"nobody is asked anything at the end of {line}: leave off its last choice"
        )
    return dealt
