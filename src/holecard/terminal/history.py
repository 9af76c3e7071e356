"""The last rounds: what each wager came to, and the line that deals the round again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from holecard.money import money_text
from holecard.play.table import Finished
from holecard.terminal.cards import with_suits
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, MIST
from holecard.terminal.words import result_words
from holecard.text.words import outcome_words
from holecard.wagers.game import Game
from holecard.wagers.payout import net_of


def round_text(number: int, game: Game, done: Finished) -> Text:
    net = net_of(done.paid)
    text = Text.assemble(
        (f"Round {number}  ", f"bold {BRASS}"),
        (result_words("", net) if net else "$0", f"bold {BRIGHT}"),
        (f"   purse {money_text(done.before)} → {money_text(done.after)}", MIST),
        (f"   for the dealer {money_text(done.tokes)}" if done.tokes else "", MIST),
    )
    for one in done.paid:
        result = result_words("ride" if one.rides else "", one.net)
        wager = game.wager(one.wager)
        words = f"\n  seat {one.seat}  {wager.name} {money_text(one.stake)}: "
        text.append(words, CREAM).append(outcome_words(wager, one.outcome), CREAM)
        text.append(f"  {result}", BRIGHT)
    if not done.paid:
        text.append("\n  called off: every wager went back", CREAM)
    return text.append("\n").append_text(with_suits(done.line, MIST))


def history_text(game: Game, rounds: Sequence[Finished]) -> Text:
    """The newest round first."""
    if not rounds:
        return Text("No round has been dealt at this table yet.", MIST)
    texts = [round_text(number, game, done) for number, done in enumerate(rounds, 1)]
    return Text("\n\n").join(reversed(texts))


class HistoryScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,y,q,space,enter", "dismiss", "back")]

    def __init__(self, game: Game, rounds: Sequence[Finished]) -> None:
        super().__init__()
        self.game = game
        self.rounds = rounds

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static(history_text(self.game, self.rounds), id="rounds")
        hint = 'holecard replay "LINE" deals a round again · Esc back to the table'
        yield Static(hint, classes="foot")
