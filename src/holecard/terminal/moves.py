"""Getting up and sitting down: what the screens tell the app."""

from __future__ import annotations

from textual.message import Message

from holecard.wagers.game import Game


class SitDown(Message):
    """The player picked a game in the lobby."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


class Leave(Message):
    """The player leaves a table and takes the purse along."""

    def __init__(self, purse: int) -> None:
        super().__init__()
        self.purse = purse
