"""Bet spots: one box a wager, with its name, its stake, what it pays and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from holecard.money import money_text
from holecard.terminal.block import Block, joined
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FELT_LIGHT, FELT_MIST
from holecard.terminal.words import limits_words, pays_words, result_words
from holecard.text.trace import Event
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, OFFER, Wager

SINGLE, DOUBLE = tuple("╭─╮│╰╯"), tuple("╔═╗║╚╝")
WIDEST = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What one spot shows."""

    wager: Wager
    stake: int = 0
    rides: bool = False
    picked: bool = False
    paytable: str = ""
    result: str = ""
    meter: int | None = None  # what is on the meter it is paid from


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


def spot_lines(game: Game, spot: Spot, width: int, height: int) -> Block:
    """The box: the name in its upper edge, the pays in its lower one. A picked spot has double
    edges and arrows, so that it can be told without colour."""
    left, across, right, side, low_left, low_right = DOUBLE if spot.picked else SINGLE
    edge = BRIGHT if spot.picked else BRASS if spot.stake else FELT_LIGHT
    name = Text(spot.wager.name, f"bold {BRIGHT if spot.picked else CREAM}")
    pays = Text(pays_words(game, spot.wager, spot.paytable), FELT_MIST)
    if spot.meter is not None:
        pays = Text(f"meter {money_text(spot.meter)}", f"bold {BRIGHT}")
    stake = stake_words(spot)
    rows = [Text.assemble("▸ ", stake, " ◂") if spot.picked else stake]
    result = Text(spot.result, f"bold {BRIGHT if spot.result.startswith('+') else FELT_MIST}")
    if height > 3:
        rows.append(result)
    elif spot.result:
        rows = [Text.assemble(rows[0], "  ", result)]
    return [
        edged(name, (left, across, right), edge, width),
        *(edged(row, (side, " ", side), edge, width) for row in rows),
        edged(pays, (low_left, across, low_right), edge, width),
    ]


def edged(words: Text, glyphs: tuple[str, str, str], style: str, width: int) -> Text:
    """Words in the middle of an edge, or of the row between two edges."""
    words = words.copy()
    words.truncate(width - 2, overflow="ellipsis")
    spare = width - 2 - words.cell_len
    left, across, right = glyphs
    before, after = across * (spare // 2), across * (spare - spare // 2)
    return Text.assemble((left + before, style), words, (after + right, style))


class SpotBox(Widget):
    """A spot on the felt. A click puts the chip, a right click takes it back."""

    class Touched(Message):
        def __init__(self, place: int, take_back: bool) -> None:
            super().__init__()
            self.place = place
            self.take_back = take_back

    def __init__(self, game: Game, wager: Wager, place: int) -> None:
        super().__init__(id=f"spot-{wager.id}")
        self.game = game
        self.place = place
        self.spot = Spot(wager=wager)

    def show(self, spot: Spot) -> None:
        self.display = spot.wager.kind != OFFER or spot.stake > 0
        if spot != self.spot:
            self.spot = spot
            self.refresh()

    @property
    def least_width(self) -> int:
        pays = pays_words(self.game, self.spot.wager, self.spot.paytable)
        return max(len(self.spot.wager.name), len(pays)) + 3

    def render(self) -> Text:
        return joined(spot_lines(self.game, self.spot, self.size.width, self.size.height))

    def on_click(self, event: Click) -> None:
        self.post_message(self.Touched(self.place, take_back=event.button == 3))


class SpotGrid(Container):
    """The spots of one seat, in as many columns as their names allow."""

    def __init__(self, game: Game) -> None:
        super().__init__(id="spots")
        self.boxes = [SpotBox(game, wager, place) for place, wager in enumerate(game.wagers)]
        self.columns = 1

    def compose(self) -> ComposeResult:
        yield from self.boxes

    def show(self, spots: Sequence[Spot], width: int, tall: bool) -> None:
        for box, spot in zip(self.boxes, spots, strict=True):
            box.show(spot)
        visible = [box for box in self.boxes if box.display]
        most = max(1, width // max(box.least_width for box in visible))
        rows = -(-len(visible) // most)
        self.columns = -(-len(visible) // rows)
        self.styles.grid_size_columns = self.columns
        self.styles.width = self.columns * min(WIDEST, width // self.columns)
        self.set_class(tall, "tall")
