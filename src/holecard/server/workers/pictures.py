"""A finished round as a picture: a PNG for whoever shares a link to it, an SVG for a notebook; the
felt, set by typst."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from holecard.errors import MissingExtra
from holecard.money import money_text
from holecard.play.view import BACK, SeatView, View, view
from holecard.report.blocks import card_face
from holecard.text.line import deal_line, read_line
from holecard.wagers.game import Game

MOST_HANDS = 4  # more do not fit; the rest is counted


def draw_round(line: str) -> str:
    """The PNG in base64; always the same of one line."""
    return base64.b64encode(picture(line)).decode()


@dataclass(frozen=True)
class RoundPicture:
    """The felt of a round line, to be shown by a notebook."""

    line: str

    def _repr_svg_(self) -> str:
        return picture(self.line, "svg").decode()


def picture(line: str, kind: Literal["png", "svg"] = "png") -> bytes:
    try:
        import typst
    except ImportError as missing:
        raise MissingExtra("a picture of a round", "report") from missing
    template = resources.files("holecard.server.workers").joinpath("picture.typ").read_bytes()
    made = typst.compile(
        template,
        format=kind,
        ppi=72,  # a point is a pixel
        ignore_system_fonts=True,
        sys_inputs={"round": json.dumps(drawn(line))},
    )
    return bytes(made)


def drawn(line: str) -> dict[str, Any]:
    """What stands in the picture: the first seat that fits, and how many others there were."""
    read = read_line(line)
    dealt = deal_line(read)
    seen = view(dealt)
    hands = [(seat, hand) for seat in seen.seats for hand in seat.hands]
    left = len(hands) - MOST_HANDS
    return {
        "game": dealt.game.name,
        "dealer": faces(seen.dealer),
        "dealer_does": seen.dealer_does,
        "hands": [
            {"cards": faces(hand.cards), "says": hand.says} for _, hand in hands[:MOST_HANDS]
        ],
        "results": results(dealt.game, seen, seen.seats[0]),
        "foot": f"{dealt.game.line}" + (f", and {left} hands more" if left > 0 else ""),
    }


def faces(cards: str) -> list[dict[str, str]]:
    """Rank and suit of each; neither of a card that was never turned."""
    pairs = [("", "") if one == BACK else card_face(one) for one in cards.split()]
    return [{"rank": rank, "suit": suit} for rank, suit in pairs]


def results(game: Game, seen: View, seat: SeatView) -> list[dict[str, Any]]:
    """Of the first seat, what every wager came to."""
    return [
        {
            "name": game.wager(one.wager).name,
            "net": one.to_player,
            "result": net_words(one.to_player),
        }
        for one in seen.paid
        if one.seat == seat.seat and not one.rides
    ]


def net_words(cents: int) -> str:
    return "push" if cents == 0 else f"{'+' if cents > 0 else ''}{money_text(cents)}"
