"""What the lobby is told: the small felt of each game. Money in cents."""

from __future__ import annotations

from holecard.server.wire.answers import Said
from holecard.server.wire.game_answers import WagerEdge
from holecard.server.wire.table_answers import RoundSeen


class SmallFeltSeen(Said):
    """A game by the one hand that surprises, really dealt, and by one figure."""

    game: str
    line: str  # the round line it is dealt from
    says: str  # the surprise, in a sentence
    wager: str  # the spot that is looked at
    edge: WagerEdge | None  # none if it is not known beforehand
    keeps: str  # what the figure means: "the house keeps $1.55 of every $100 on ..."
    views: list[RoundSeen]  # as it stood before each choice, then at the end


class GallerySeen(Said):
    """A game of the gallery: one figure, and no hand."""

    game: str
    edge: WagerEdge | None
    keeps: str


class SmallFelts(Said):
    felts: list[SmallFeltSeen]
    gallery: list[GallerySeen]
