"""What the coach's decisions are for: the main wager, or another alone; and which are asked.

Both stand in the setting's `pick`, so that a seed, a link and a file of progress name them:
`hard.16` is a row for the main wager, `for bad-beat/P3 uniform` every cell alike for that bet under
that pay table. A wager's id has no space and no stroke in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from holecard.errors import Unreadable
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

FOR, TABLE_AFTER = "for ", "/"


@dataclass(frozen=True)
class Aim:
    """A wager, none for the main one; its pay table, the first if none is named; and which
    decisions."""

    wager: str
    table: str
    row: str

    @property
    def pick(self) -> str:
        if not self.wager:
            return self.row
        named = f"{self.wager}{TABLE_AFTER}{self.table}" if self.table else self.wager
        return f"{FOR}{named} {self.row}".strip()


MAIN_WAGER = Aim("", "", "")


def aim_of(pick: str) -> Aim:
    if not pick.startswith(FOR):
        return Aim("", "", pick)
    named, _, row = pick.removeprefix(FOR).strip().partition(" ")
    if not named:
        raise Unreadable(f"cannot read {pick[:40]!r}: for WAGER, for WAGER/PAYTABLE, then a row")
    wager, _, table = named.partition(TABLE_AFTER)
    return Aim(wager, table, row.strip())


def not_asked(wager: Wager) -> str:
    """What the coach leaves out when it plays for that wager, and why, in one sentence."""
    from holecard.odds.late_worths import is_priced_late
    from holecard.odds.solve.for_streak import is_streak

    if is_streak(wager):
        return (
            "Not asked: insurance and even money, which change no streak (U5), and the hands of a "
            "split, which settle the round together."
        )
    if is_priced_late(wager):
        return ""
    return (
        "Not asked: insurance, which changes nothing of it, whether to split once more, and every "
        "hand of a split but the first, which is the one it is on."
    )


def picked(wager: str, table: str, row: str) -> str:
    """The pick that says so."""
    if table and not wager:
        raise Unreadable("--paytable is for --wager: name the one that is played for")
    if any(sign in table for sign in " /"):
        raise Unreadable(f"a pay table whose name has a space or a stroke cannot be named: {table}")
    return Aim(wager, table, row).pick


def can_ask(game: Game, wager: Wager) -> bool:
    """Whether the coach has something to ask for it: how to play, or whether to make it late."""
    from holecard.odds.late_worths import is_priced_late
    from holecard.odds.playbook import plays_for

    return plays_for(game, wager) or is_priced_late(wager)


def aims_of(game: Game) -> list[tuple[Aim, str]]:
    """The wagers that the coach can play for, each pay table for itself, in words; and those that
    are made when the dealer's card is up, or left."""
    found = []
    for wager in game.wagers:
        if not can_ask(game, wager):
            continue
        several = len(wager.paytables) > 1
        for table in (one.name for one in wager.paytables):
            if not any(sign in table for sign in " /"):
                says = f"{wager.name}, {table}" if several else wager.name
                found.append((Aim(wager.id, table if several else "", ""), says))
    return found
