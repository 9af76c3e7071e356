"""The table as a screen: keys go to the sitting, the felt comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click
from textual.screen import Screen
from textual.timer import Timer

from holecard.dealing.actions import KEYS
from holecard.errors import HolecardError
from holecard.play.table import Table
from holecard.terminal import bar
from holecard.terminal.amount import AmountScreen, LateScreen, takes_amount
from holecard.terminal.drawn import Drawn
from holecard.terminal.felt_view import FeltView
from holecard.terminal.head import head_text, purse_text
from holecard.terminal.help import HelpScreen
from holecard.terminal.history import HistoryScreen
from holecard.terminal.moves import Advice, Leave
from holecard.terminal.placing import CHIPS
from holecard.terminal.side import Side
from holecard.terminal.sitting import Sitting
from holecard.terminal.spots import SpotBox
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, Dealt

WIDE, TALL = 100, 34


class TableScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"choose('{key}')") for key in KEYS),
        *(Binding(str(place), f"chip({place - 1})") for place in range(1, len(CHIPS) + 1)),
        Binding("left,shift+tab", "spot(-1)"),
        Binding("right,tab", "spot(1)"),
        Binding("up", "row(-1)"),
        Binding("down", "row(1)"),
        Binding("enter", "put"),
        Binding("backspace,delete", "clear"),
        Binding("x", "clear_seat"),
        Binding("t", "pay_table"),
        Binding("a", "again"),
        Binding("space", "go"),
        Binding("plus,equals_sign", "add_seat"),
        Binding("minus", "leave_seat"),
        Binding("left_square_bracket", "seat(-1)"),
        Binding("right_square_bracket", "seat(1)"),
        Binding("question_mark", "help"),
        Binding("y", "history"),
        Binding("w", "hint"),
        Binding("l", "late"),
        Binding("q", "leave"),
        Binding("pageup", "scroll_felt(-1)"),
        Binding("pagedown", "scroll_felt(1)"),
    ]

    def __init__(self, table: Table, pace: float, advice: Advice | None = None) -> None:
        super().__init__()
        self.table = table
        self.ask = advice
        self.sitting = Sitting(table, hints=advice is not None)
        self.placing = self.sitting.placing
        self.pace = pace
        self.ticking: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Drawn("head")
        with Horizontal():
            yield FeltView(self.table.game)
            yield Side()
        yield Drawn("bar")

    def on_mount(self) -> None:
        if self.pace:
            self.ticking = self.set_interval(self.pace, self.tick, pause=True)

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_felt_view_resized(self) -> None:
        """The felt has another width than it was drawn for: the column beside it has changed."""
        self.call_after_refresh(self.redraw)

    def tick(self) -> None:
        """Show one more event."""
        self.sitting.shown += 1
        if not self.sitting.revealing:
            self.settle_down()
        self.redraw()

    def settle_down(self) -> None:
        """Nothing is left to be shown."""
        self.sitting.show_rest()
        if self.ticking:
            self.ticking.pause()

    def try_bets(self, deed: Callable[[], None]) -> None:
        """Something done while bets are open; it opens them after a round."""
        with self.sitting.trying():
            self.sitting.open_bets()
            deed()
        self.settle_down()
        self.redraw()

    def try_round(self, deed: Callable[[], None]) -> None:
        """Something that moves the round on; what is new is shown event by event."""
        self.settle_down()
        with self.sitting.trying():
            deed()
        if self.sitting.revealing and self.ticking:
            self.ticking.resume()
        else:
            self.settle_down()
        self.redraw()

    def action_choose(self, key: str) -> None:
        if not self.sitting.betting and takes_amount(self.table, KEYS[key]):
            self.settle_down()
            self.redraw()
            self.app.push_screen(AmountScreen(self.table, KEYS[key]), self.choose)
        else:
            self.choose(Choice(KEYS[key]))

    def choose(self, choice: Choice | None) -> None:
        if choice is not None:
            self.try_round(lambda: self.sitting.push(choice))

    def action_late(self) -> None:
        """Bet on the dealer's card, while that can be done."""
        wager = self.sitting.late
        if wager is not None:
            self.settle_down()
            self.redraw()
            self.app.push_screen(LateScreen(self.table, self.placing.seat, wager), self.place)

    def place(self, bet: Bet | None) -> None:
        if bet is not None:
            self.try_round(lambda: self.sitting.place(bet))

    def action_go(self) -> None:
        """Space: show the rest, deal, or open the bets for the next round."""
        if self.sitting.revealing:
            self.try_round(lambda: None)
        elif self.sitting.betting:
            self.try_round(self.sitting.deal)
        else:
            self.try_bets(lambda: None)

    def action_put(self) -> None:
        self.try_bets(self.placing.put if self.sitting.betting else lambda: None)

    def action_clear(self) -> None:
        self.try_bets(self.placing.clear)

    def action_clear_seat(self) -> None:
        self.try_bets(self.placing.clear_seat)

    def action_chip(self, place: int) -> None:
        self.try_bets(lambda: setattr(self.placing, "chip", CHIPS[place]))

    def action_spot(self, step: int) -> None:
        self.try_bets(lambda: self.placing.pick(self.placing.spot + step))

    def action_row(self, step: int) -> None:
        """Up and down: the spot above or below, where there is one."""
        spot = self.placing.spot + step * self.query_one(FeltView).columns
        if 0 <= spot < len(self.placing.spots):
            self.try_bets(lambda: self.placing.pick(spot))

    def action_pay_table(self) -> None:
        self.try_bets(self.placing.turn_pay_table)

    def action_again(self) -> None:
        self.try_bets(self.sitting.again)

    def action_add_seat(self) -> None:
        self.try_bets(self.placing.add_seat)

    def action_leave_seat(self) -> None:
        self.try_bets(self.placing.leave_seat)

    def action_seat(self, step: int) -> None:
        self.placing.move_seat(step)
        self.redraw()

    def on_spot_box_touched(self, message: SpotBox.Touched) -> None:
        if message.place < len(self.placing.spots):
            self.placing.pick(message.place)
            self.try_bets(self.placing.clear if message.take_back else self.placing.put)

    async def on_click(self, event: Click) -> None:
        """The bar's words are buttons as well."""
        action = event.style.meta.get("act")
        if action:
            await self.run_action(action)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.table.game))

    def action_history(self) -> None:
        self.app.push_screen(HistoryScreen(self.table.game, self.table.history))

    def action_scroll_felt(self, step: int) -> None:
        self.query_one(FeltView).scroll_relative(y=step * 5, animate=False)

    def action_leave(self) -> None:
        """Also in mid-hand: the table keeps it, and the chips on it, until we come back."""
        self.settle_down()
        self.app.post_message(Leave(self.table.purse))

    def action_hint(self) -> None:
        dealt = self.table.dealt
        if self.ask is None or dealt is None or not self.table.in_round:
            return
        self.settle_down()
        self.sitting.advice = "Asking the solver; the first time takes some seconds."
        self.redraw()
        self.run_worker(lambda: self.advise(dealt), thread=True, exclusive=True)

    def advise(self, dealt: Dealt) -> None:
        """In a thread of its own: the table stays awake."""
        assert self.ask is not None
        try:
            words = self.ask(dealt)
        except HolecardError as refused:
            words = str(refused)
        self.app.call_from_thread(self.told, dealt, words)

    def told(self, dealt: Dealt, words: str) -> None:
        """Unless the hand has gone on meanwhile."""
        if self.table.dealt is dealt:
            self.sitting.advice = words
            self.redraw()

    def redraw(self) -> None:
        """Draw everything as the sitting has it now."""
        seen = self.sitting.seen
        width = self.size.width - 2
        tall = self.size.height >= TALL
        on_spots = self.placing.total if self.sitting.betting else 0
        purse = purse_text(self.sitting.purse, on_spots, self.table.on_felt)
        self.query_one("#head", Drawn).draw(head_text(self.table.game, purse, width))
        self.query_one("#bar", Drawn).draw(self.bar_words(width))
        self.query_one(FeltView).show(self.placing, seen, tall)
        self.query_one(Side).show(self.placing, seen, self.size.width >= WIDE)

    def bar_words(self, width: int) -> Text:
        sentence, rows = bar.now(self.sitting)
        return bar.bar_text(sentence, rows, width)
