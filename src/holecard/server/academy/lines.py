"""Pass lines, each with where it comes from; what has no standard in print has no line."""

from __future__ import annotations

from holecard.server.wire.train_answers import LineSeen
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, OFFER

PERCENT = 98.0
TRAINER = "a public payout trainer's top level: 98% right within 10 s"
COURSE = "Anne Arundel Community College, blackjack dealer's badge"
BONUS_SECONDS, OFFER_SECONDS, PAY_SECONDS = 30.0, 10.0, 10.0


def drill_line(drill: str) -> LineSeen:
    """How much of a drill is to be right, and within what time where that is in print."""
    if drill == "pay":
        return LineSeen(percent=PERCENT, seconds=PAY_SECONDS, cite=TRAINER)
    return LineSeen(percent=PERCENT, cite=TRAINER)


def wager_line(game: Game, wager: str) -> LineSeen:
    kind = game.wager(wager).kind
    if kind == MAIN:
        return LineSeen(percent=PERCENT, cite=TRAINER)
    seconds = OFFER_SECONDS if kind == OFFER else BONUS_SECONDS
    return LineSeen(percent=PERCENT, seconds=seconds, cite=COURSE)
