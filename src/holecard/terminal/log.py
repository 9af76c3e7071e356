"""The log: the dealer's voice, one short sentence an event, and what the round came to."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from holecard.money import money_text
from holecard.terminal.cards import with_suits
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FAINT, MIST
from holecard.terminal.words import line_words, result_words
from holecard.text.trace import Event
from holecard.text.words import outcome_words
from holecard.wagers.payout import Payout, net_of
from holecard.wagers.wager import Wager

SIGNS = {"pay": "+", "take": "-", "push": "=", "ride": "~"}


def log_grid(events: Sequence[Event]) -> Grid:
    """Every event so far; a sign marks the ones that move money."""
    grid = Grid.grid(padding=(0, 1))
    for number, event in enumerate(events, 1):
        grid.add_row(Text(f"{number:>2}", FAINT), event_line(event))
    return grid


def event_line(event: Event) -> Text:
    sign = SIGNS.get(event.kind, "")
    says = with_suits(event.says, {"pay": BRIGHT, "take": MIST}.get(event.kind, CREAM))
    return Text.assemble((f"{sign} " if sign else "", f"bold {BRASS}"), says)


def net_text(paid: Sequence[Payout], called_off: bool) -> Text:
    if called_off:
        return Text("Called off: every wager goes back.", CREAM)
    words = result_words("", net_of(paid)) if net_of(paid) else "$0"
    text = Text.assemble(("This round ", MIST), (words, f"bold {BRIGHT}"))
    tokes = sum(one.to_tokes for one in paid)
    return text.append(f"\nFor the dealer {money_text(tokes)}", MIST) if tokes else text


def pays_grid(wager: Wager, paytable: str) -> Group:
    """What a wager is about and what it pays, odds at the right."""
    parts: list[Text | Grid] = [Text(f"{wager.says[:1].upper()}{wager.says[1:]}.", CREAM)]
    if wager.paytables:
        table = wager.table(paytable)
        grid = Grid.grid(expand=True, padding=(0, 0, 0, 1))
        grid.add_column(style=MIST)
        grid.add_column(justify="right", style=BRASS)
        for outcome in table.odds:
            grid.add_row(outcome_words(wager, outcome), line_words(wager, table, outcome))
        parts.append(grid)
        if table.ours:
            parts.append(Text("Odds of our own: the sheet prints none.", MIST))
    return Group(*parts)
