"""The felt, drawn: the dealer, what is printed on the layout, the seats and their hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from holecard.money import money_text
from holecard.play.view import HandView, SeatView, View
from holecard.terminal.block import Block, beside, centred, flow, wrapped
from holecard.terminal.cards import (
    LARGE,
    SMALL,
    card_words,
    empty_places,
    hand_art,
    spread_art,
)
from holecard.terminal.colours import (
    BRASS,
    BRIGHT,
    CREAM,
    FELT_DEEP,
    FELT_MIST,
    INK,
)
from holecard.text.words import name_words
from holecard.wagers.game import Game

MARK = "▶"
BUTTONS = 5  # the longest streak there is a bet on
RESULT_MARKS = {"lose": "✗", "surrender": "✗", "push": "="}


def pill(words: str, active: bool = False) -> Text:
    style = Style(color=INK if active else CREAM, bgcolor=BRASS if active else FELT_DEEP, bold=True)
    return Text(f" {words} ", style)


def dealer_block(seen: View | None, size: int) -> Block:
    """The dealer's cards with the pill beside them."""
    if seen is None or not seen.dealer:
        return empty_places(2, size)
    notes = [Text("Dealer", FELT_MIST), pill(seen.dealer_does)]
    return beside([spread_art(seen.dealer.split(), size), notes], 2)


def printed(game: Game, width: int, tall: bool) -> Block:
    """The game's name and what matters about it, as on a real layout."""
    name = game.name.upper()
    spaced = " ".join(name) if tall or len(name) * 2 < width - 4 else name
    lines = [*centred([Text(spaced, f"bold {BRASS}")], width)]
    facts = [Text(fact, f"italic {FELT_MIST}") for fact in game.facts]
    for line in wrapped(facts, width - 2, " · ") if tall else facts[:1]:
        lines += centred([line], width)
    return lines


def seat_title(seat: int, parts: Iterable[str], width: int) -> Block:
    title = Text().append(f"Seat {seat}", f"bold {CREAM}")
    for part in parts:
        title.append(f"  {part}", FELT_MIST)
    return centred([title], width)


def button_words(button: int) -> str:
    """The button that counts wins in a row: `button 2 ●●○○○`."""
    return f"button {button} {'●' * button}{'○' * (BUTTONS - button)}"


def seat_block(seat: SeatView, size: int, width: int) -> Block:
    """The hands of the seat that is looked at, each with its pill."""
    several = len(seat.hands) > 1
    blocks = [
        hand_block(hand, size, place + 1 if several else 0) for place, hand in enumerate(seat.hands)
    ]
    return flow(blocks, width)


def hand_block(hand: HandView, size: int, number: int) -> Block:
    mark = [Text("  ") for _ in range(size)]
    if hand.active:
        mark[size // 2] = Text(f"{MARK} ", f"bold {BRIGHT}")
    return beside([mark, hand_art(hand.cards.split(), size), hand_notes(hand, size, number)], 0)


def hand_notes(hand: HandView, size: int, number: int) -> Block:
    """What the hand is, why that matters, what is on it and what became of it."""
    stake = money_text(hand.stake) + (" doubled" if hand.doubled else "")
    named = f"hand {number} · {stake}" if number else stake
    lines = [Text.assemble(" ", pill(hand.hand_says, hand.active))]
    if hand.why:
        lines.append(Text(f"  {hand.why}", f"italic {BRIGHT}"))
    lines.append(Text(f"  {named}", FELT_MIST))
    if hand.result:
        lines[-1].append(" · ").append(*result_mark(hand.result))
    return [Text()] * (size == LARGE) + lines


def result_mark(result: str) -> tuple[str, str]:
    """A hand's result with its sign, bright if it was won."""
    sign = RESULT_MARKS.get(result, "✓")
    style = f"bold {BRIGHT}" if sign == "✓" else f"bold {CREAM}"
    return f"{sign} {name_words(result)}", style


def other_seats(seats: Sequence[SeatView], size: int, width: int) -> Block:
    """The seats that are not looked at: small cards where there is room, words where not."""
    if size == SMALL:
        return [
            line
            for row in wrapped([seat_words(seat) for seat in seats], width - 2, "   ")
            for line in centred([row], width)
        ]
    return flow([small_seat(seat) for seat in seats], width)


def small_seat(seat: SeatView) -> Block:
    hands = [
        [
            *hand_art(hand.cards.split(), SMALL),
            Text.assemble(pill(hand.hand_says), short_result(hand)),
        ]
        for hand in seat.hands
    ]
    return [Text(f"Seat {seat.seat}", FELT_MIST), *beside(hands, 1)]


def seat_words(seat: SeatView) -> Text:
    """A seat in a few words: `2: 10♠ 6♦ 16`."""
    words = Text().append(f"Seat {seat.seat} ", FELT_MIST)
    for place, hand in enumerate(seat.hands):
        words.append(" / " if place else "")
        words.append_text(card_words(hand.cards.split()))
        words.append_text(Text.assemble(" ", pill(hand.hand_says), short_result(hand)))
    return words


def short_result(hand: HandView) -> Text:
    return Text.assemble(" ", result_mark(hand.result)) if hand.result else Text()


def waiting_seats(seats: Iterable[tuple[int, int]], picked: int, width: int) -> Block:
    """Between rounds: every seat that plays, with the money on its spots."""
    words = []
    for seat, stake in seats:
        here = seat == picked
        amount = f" {money_text(stake)}" if stake else " empty"
        style = f"bold {BRIGHT}" if here else FELT_MIST
        words.append(Text(f"{MARK if here else ' '} Seat {seat}{amount} ", style))
    return [line for row in wrapped(words, width - 2) for line in centred([row], width)]
