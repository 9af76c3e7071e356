"""Beside the felt: the dealer's voice and what the round came to; between rounds, the picked spot's
pay table and the pitch."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from holecard.play.view import View
from holecard.terminal.colours import BRASS, MIST
from holecard.terminal.drawn import Drawn
from holecard.terminal.log import log_grid, net_text, pays_grid
from holecard.terminal.placing import Placing


class Side(Vertical):
    def __init__(self) -> None:
        super().__init__(id="side")
        self.words: tuple[object, ...] = ()  # what the log was last made from

    def compose(self) -> ComposeResult:
        yield Drawn("label")
        with VerticalScroll(id="log-scroll", can_focus=False):
            yield Static(id="log")
        yield Drawn("net")

    def show(self, placing: Placing, seen: View | None, wide: bool) -> None:
        self.set_class(wide, "wide")
        label = "This round" if seen else placing.wager.name
        self.query_one("#label", Drawn).draw(Text(label.upper(), f"bold {BRASS}"))
        self.show_net(seen)
        words = seen.events if seen else (placing.wager, placing.pay_tables.get(placing.wager.id))
        if words != self.words:
            self.words = words
            log = self.query_one("#log", Static)
            log.update(log_grid(seen.events) if seen else spot_words(placing))
            self.call_after_refresh(self.show_newest, seen is not None)

    def show_newest(self, newest: bool) -> None:
        scroll = self.query_one("#log-scroll", VerticalScroll)
        if newest:
            scroll.scroll_end(animate=False)
        else:
            scroll.scroll_home(animate=False)

    def show_net(self, seen: View | None) -> None:
        net = self.query_one("#net", Drawn)
        net.display = seen is not None and (seen.done or seen.called_off)
        if seen and net.display:
            net.draw(net_text(seen.paid, seen.called_off))


def spot_words(placing: Placing) -> Group:
    """The picked spot, then the game in thirty seconds."""
    pays = pays_grid(placing.wager, placing.pay_tables.get(placing.wager.id, ""))
    game = placing.table.game
    pitch = Text(f"{game.name}. {game.pitch}\n\nShoe {placing.table.shoe_number}.", MIST)
    return Group(pays, Text(), pitch)
