"""The log: the dealer's voice, one short sentence an event, and what the round came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from holecard.game import Game
from holecard.money import money_text
from holecard.payout import Payout
from holecard.play.terminal.cards import with_suits
from holecard.play.terminal.colours import BRASS, BRIGHT, CREAM, FAINT, MIST
from holecard.play.terminal.words import odds_words, outcome_words, result_words
from holecard.trace import Event
from holecard.wager import Wager

SIGNS = {"pay": "+", "take": "-", "push": "=", "ride": "~"}


def log_text(events: Sequence[Event]) -> Text:
    """Every event so far; a sign marks the ones that move money."""
    lines = [event_line(number, event) for number, event in enumerate(events, 1)]
    return Text("\n").join(lines)


def event_line(number: int, event: Event) -> Text:
    sign = SIGNS.get(event.kind, "")
    says = with_suits(event.says, {"pay": BRIGHT, "take": MIST}.get(event.kind, CREAM))
    return Text.assemble((f"{number:>2} ", FAINT), (f"{sign} " if sign else "", f"bold {BRASS}"), says)


def net_of(paid: Iterable[Payout]) -> int:
    """What the round's decided wagers brought the purse; bets that ride are not decided."""
    return sum(one.to_player for one in paid if not one.rides)


def net_text(paid: Sequence[Payout], called_off: bool) -> Text:
    if called_off:
        return Text("Called off: every wager goes back.", CREAM)
    words = result_words("", net_of(paid)) if net_of(paid) else "$0"
    text = Text.assemble(("This round ", MIST), (words, f"bold {BRIGHT}"))
    tokes = sum(one.to_tokes for one in paid)
    return text.append(f"\nFor the dealer {money_text(tokes)}", MIST) if tokes else text


def pays_text(game: Game, wager: Wager, paytable: str, width: int) -> Text:
    """The pay table of a spot, odds at the right."""
    lines = [Text(f"Wins if: {wager.says}", MIST)]
    if wager.paytables:
        table = wager.table(paytable)
        for outcome in table.odds:
            name, odds = outcome_words(outcome), odds_words(table, outcome)
            gap = " " * max(1, width - len(name) - len(odds))
            lines.append(Text.assemble((name, CREAM), gap, (odds, BRASS)))
        if table.ours:
            lines.append(Text("Odds of our own: the sheet prints none.", MIST))
    return Text("\n").join(lines)
