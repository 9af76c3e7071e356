"""The amount prompts: doubling or insuring for less, and a bet on the dealer's card."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from holecard.dealing.actions import DOUBLE
from holecard.errors import HolecardError
from holecard.money import money_text, plain_money, read_money
from holecard.play.table import Table
from holecard.terminal.colours import CREAM, MIST
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, check_choice
from holecard.wagers.wager import Wager


class AmountScreen(ModalScreen[Choice | None]):
    """Asks how much; the whole amount stands there already, so Enter alone takes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, table: Table, action: int) -> None:
        super().__init__()
        self.table = table
        self.choice = action
        self.most = table.dealt.extra_stake(Choice(action)) if table.dealt else 0

    def compose(self) -> ComposeResult:
        what = "Double" if self.choice == DOUBLE else "Insurance"
        title = Text.assemble(
            (f"{what} for how much?", f"bold {CREAM}"),
            (f"  up to {money_text(self.most)}", MIST),
        )
        with Vertical(id="amount-box"):
            yield Static(title)
            yield Input(plain_money(self.most), id="amount", select_on_focus=True)
            yield Static("Enter takes it · Esc goes back", classes="label")
            yield Static("", id="amount-refusal")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the amount if the table does; all of it is the plain choice."""
        try:
            amount = read_money(event.value)
            made = Choice(self.choice, None if amount == self.most else amount)
            if self.table.dealt:
                check_choice(self.table.dealt, made)
        except HolecardError as refusal:
            self.query_one("#amount-refusal", Static).update(Text(f"✗ {refusal}"))
        else:
            self.dismiss(made)


class LateScreen(ModalScreen[Bet | None]):
    """Asks how much is bet on what is bet when the dealer's card is up; Esc bets nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, table: Table, seat: int, wager: Wager) -> None:
        super().__init__()
        self.table, self.seat, self.wager = table, seat, wager

    def compose(self) -> ComposeResult:
        title = Text.assemble(
            (f"How much on {self.wager.name}?", f"bold {CREAM}"),
            (f"  {money_text(self.wager.least)} to {money_text(self.wager.most)}", MIST),
        )
        with Vertical(id="amount-box"):
            yield Static(title)
            yield Input(plain_money(self.wager.least), id="amount", select_on_focus=True)
            yield Static("Enter bets it · Esc bets nothing", classes="label")
            yield Static("", id="amount-refusal")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        try:
            bet = Bet(self.wager.id, read_money(event.value))
            self.table.check_late({self.seat: [bet]})
        except HolecardError as refusal:
            self.query_one("#amount-refusal", Static).update(Text(f"✗ {refusal}"))
        else:
            self.dismiss(bet)


def takes_amount(table: Table, action: int) -> bool:
    """Whether less than the whole may be put up, by the table's own check."""
    dealt = table.dealt
    if dealt is None or action not in table.legal:
        return False
    most = dealt.extra_stake(Choice(action))
    try:
        check_choice(dealt, Choice(action, most - 1))
    except HolecardError:
        return False
    return most > 1
