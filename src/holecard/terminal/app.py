"""The terminal app: one purse, a lobby, and a table for every game that has been sat down to."""

from __future__ import annotations

import random

from textual.app import App

from holecard.play.table import PURSE, Table
from holecard.terminal.lobby import LobbyScreen
from holecard.terminal.moves import Advice, Leave, SitDown
from holecard.terminal.style import CSS
from holecard.terminal.table_screen import TableScreen
from holecard.wagers.game import Game

PACE = 0.12  # seconds between the dealer's events


class HolecardApp(App[None]):
    """Start at a game's table, or in the lobby without one. `pace` 0 shows every event at once."""

    CSS = CSS
    TITLE = "Holecard"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        game: Game | None,
        draw: random.Random,
        purse: int = PURSE,
        pace: float = PACE,
        hint: Advice | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.purse = purse
        self.pace = pace
        self.hint = hint
        self.tables: dict[str, Table] = {}
        self._draw = draw

    def on_mount(self) -> None:
        self.push_screen(LobbyScreen(self.purse))
        if self.game is not None:
            self.sit(self.game)

    def sit(self, game: Game) -> None:
        """Take the purse to the game's table; a table that was left is found as it was."""
        key = f"{game.id} {game.line}"
        if key not in self.tables:
            self.tables[key] = Table(game, self._draw)
        table = self.tables[key]
        table.bring(self.purse)
        still = self.animation_level == "none"
        self.push_screen(TableScreen(table, 0 if still else self.pace, self.hint))

    @property
    def open_hands(self) -> list[str]:
        """Games whose table was left in the middle of a hand."""
        return [table.game.name for table in self.tables.values() if table.in_round]

    def on_sit_down(self, message: SitDown) -> None:
        self.sit(message.game)

    def on_leave(self, message: Leave) -> None:
        self.purse = message.purse
        self.pop_screen()
        if isinstance(self.screen, LobbyScreen):
            self.screen.welcome(self.purse, self.open_hands)


def run(
    game: Game | None, draw: random.Random, purse: int = PURSE, hint: Advice | None = None
) -> None:
    """Play until the player leaves. `hint` says what to do in a round that asks."""
    HolecardApp(game, draw, purse, hint=hint).run()
