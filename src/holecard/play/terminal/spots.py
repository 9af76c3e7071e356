"""Bet spots: one box a wager, with its name, what lies on it, what it pays and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.containers import Container
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from holecard.game import Game
from holecard.money import money_text
from holecard.play.terminal.colours import BRIGHT, CREAM, FELT_MIST
from holecard.play.terminal.words import limits_words, pays_words, result_words
from holecard.trace import Event
from holecard.wager import FEE, OFFER, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What one spot shows."""

    wager: Wager
    stake: int = 0
    rides: bool = False
    picked: bool = False
    paytable: str = ""
    result: str = ""


def settled_words(events: Sequence[Event], seat: int, wager: str) -> str:
    """What the events so far say became of a wager; empty while it is open."""
    mine = [
        event
        for event in events
        if (event.seat, event.wager) == (seat, wager) and event.amount is not None
    ]
    return result_words(mine[-1].kind, sum(event.amount or 0 for event in mine)) if mine else ""


def stake_words(spot: Spot) -> Text:
    """The chip on the spot, or what the spot takes."""
    if not spot.stake:
        empty = "not paid" if spot.wager.kind == FEE else limits_words(spot.wager)
        return Text(empty, FELT_MIST)
    words = Text.assemble(("● ", BRIGHT), (money_text(spot.stake), f"bold {CREAM}"))
    if spot.rides and not spot.result:
        words.append(" rides", BRIGHT)
    return words


class SpotBox(Static):
    """A spot on the felt. A click puts the chip, a right click takes it back."""

    class Touched(Message):
        def __init__(self, place: int, take_back: bool) -> None:
            super().__init__()
            self.place = place
            self.take_back = take_back

    def __init__(self, game: Game, wager: Wager, place: int) -> None:
        super().__init__(id=f"spot-{wager.id}")
        self.game = game
        self.wager = wager
        self.place = place

    def show(self, spot: Spot, tall: bool) -> None:
        self.display = spot.wager.kind != OFFER or spot.stake > 0
        self.set_class(spot.picked, "picked")
        self.set_class(spot.stake > 0, "placed")
        self.set_class(tall, "tall")
        self.border_title = ("▸ " if spot.picked else "") + self.wager.name
        self.border_subtitle = pays_words(self.game, self.wager, spot.paytable)
        words = stake_words(spot)
        if spot.result:
            words.append("\n" if tall else "  ").append(spot.result, f"bold {BRIGHT}")
        self.update(words)

    def on_click(self, event: Click) -> None:
        self.post_message(self.Touched(self.place, take_back=event.button == 3))


class SpotGrid(Container):
    """The spots of one seat, in as many columns as their names allow."""

    def __init__(self, game: Game) -> None:
        super().__init__(id="spots")
        self.game = game
        self.boxes = [SpotBox(game, wager, place) for place, wager in enumerate(game.wagers)]
        self.columns = 1

    def compose(self) -> list[SpotBox]:  # type: ignore[override]
        return self.boxes

    def show(self, spots: Sequence[Spot], width: int, tall: bool) -> None:
        for box, spot in zip(self.boxes, spots, strict=True):
            box.show(spot, tall)
        visible = [box for box in self.boxes if box.display]
        widest = max(
            max(len(str(box.border_title or "")), len(str(box.border_subtitle or ""))) + 4
            for box in visible
        )
        most = max(1, width // max(16, widest))
        rows = -(-len(visible) // most)
        self.columns = -(-len(visible) // rows)
        self.styles.grid_size_columns = self.columns
