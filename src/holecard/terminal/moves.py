"""Getting up and sitting down: what the screens tell the app; and how advice is asked for."""

from __future__ import annotations

from collections.abc import Callable

from textual.message import Message

from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game

Advice = Callable[[Dealt], str]  # what to do now, in a sentence; it may take seconds


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
