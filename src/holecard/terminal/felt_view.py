"""The felt as a widget: dealer on top, the other seats, and the seat that is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, VerticalScroll
from textual.message import Message

from holecard.play.view import SeatView, View
from holecard.terminal import felt
from holecard.terminal.block import Block, centred, joined
from holecard.terminal.cards import LARGE, SMALL, card_words, empty_places
from holecard.terminal.drawn import Drawn
from holecard.terminal.placing import Placing
from holecard.terminal.spots import Spot, SpotGrid, settled_words
from holecard.wagers.game import Game

PARTS = ("dealer", "printed", "others", "title", "hands")


class FeltView(VerticalScroll, can_focus=False):
    class Resized(Message):
        """It is no longer as wide as it was drawn."""

    def __init__(self, game: Game) -> None:
        super().__init__(id="felt")
        self.game = game
        self.grid = SpotGrid(game)
        self.drawn = 0  # the width it was last drawn for

    def compose(self) -> ComposeResult:
        for part in PARTS:
            yield Drawn(part)
        with Center(id="spots-place"):
            yield self.grid

    def on_resize(self) -> None:
        if self.scrollable_content_region.width != self.drawn:
            self.post_message(self.Resized())

    @property
    def columns(self) -> int:
        """Spots in a row."""
        return self.grid.columns

    def show(self, placing: Placing, seen: View | None, tall: bool) -> None:
        self.drawn = self.scrollable_content_region.width
        width = max(20, self.drawn)
        size = LARGE if tall else SMALL
        seat = seat_of(seen, placing.seat)
        blocks = {
            "dealer": centred(felt.dealer_block(seen, size), width),
            "printed": felt.printed(self.game, width, tall),
            "others": others(placing, seen, size, width),
            "title": felt.seat_title(placing.seat, title_parts(placing, seat), width),
            "hands": felt.seat_block(seat, size, width) if seat else empty_hand(size, width),
        }
        if not tall and len(blocks["others"]) > 1:
            blocks["printed"] = []  # little room: the seats matter more
        self.query_one("#printed").styles.min_height = len(blocks["printed"])
        for part, block in blocks.items():
            lines = spaced(block) if tall else block
            self.query_one(f"#{part}", Drawn).draw(joined(lines))
        spots = betting_spots(placing) if seen is None else round_spots(placing, seen, seat)
        self.grid.show(list(spots), width, tall)
        self.look_at(placing, seen)

    def look_at(self, placing: Placing, seen: View | None) -> None:
        """Bring what matters now into sight."""
        if seen is None:
            self.grid.boxes[placing.spot].scroll_visible(animate=False)
        else:
            self.scroll_home(animate=False)


def spaced(block: Block) -> Block:
    """A blank line after a part that shows anything."""
    return [*block, Text()] if block else block


def empty_hand(size: int, width: int) -> Block:
    return centred(empty_places(2, size), width)


def seat_of(seen: View | None, seat: int) -> SeatView | None:
    return next((one for one in seen.seats if one.seat == seat), None) if seen else None


def others(placing: Placing, seen: View | None, size: int, width: int) -> Block:
    if seen is not None:
        rest = [seat for seat in seen.seats if seat.seat != placing.seat and seat.hands]
        return felt.other_seats(rest, size, width) if rest else []
    if len(placing.seats) == 1:
        return []
    stakes = [(seat, sum(placing.at(seat).values())) for seat in placing.seats]
    return felt.waiting_seats(stakes, placing.seat, width)


def title_parts(placing: Placing, seat: SeatView | None) -> Iterator[str]:
    """What else there is to say about the seat: its button, the card it burned."""
    if placing.table.game.rides:
        yield felt.button_words(seat.button if seat else placing.carried(placing.seat).button)
    if seat and seat.burned:
        yield f"burned {card_words([seat.burned]).plain}"


def betting_spots(placing: Placing) -> Iterator[Spot]:
    """The chips put so far and the bets that ride."""
    stakes = placing.at(placing.seat)
    riding = {bet.wager: bet.stake for bet in placing.carried(placing.seat).bets}
    for wager in placing.table.game.wagers:
        yield Spot(
            wager=wager,
            stake=stakes.get(wager.id, 0) + riding.get(wager.id, 0),
            rides=wager.id in riding,
            picked=wager == placing.wager,
            paytable=placing.pay_tables.get(wager.id, ""),
            meter=placing.table.meters.get(wager.id),
        )


def round_spots(placing: Placing, seen: View, seat: SeatView | None) -> Iterator[Spot]:
    """What lies on the seat's spots in a round, and what became of it so far."""
    stakes = dict(seat.bets) if seat else {}
    for event in seen.events:
        if seat and event.kind == "insure" and event.seat == seat.seat:
            stakes["insurance"] = event.amount or 0
    for wager in placing.table.game.wagers:
        yield Spot(
            wager=wager,
            stake=stakes.get(wager.id, 0),
            paytable=placing.pay_tables.get(wager.id, ""),
            meter=placing.table.meters.get(wager.id),
            result=settled_words(seen.events, placing.seat, wager.id),
        )
