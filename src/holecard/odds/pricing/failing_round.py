"""A round in which a wager's own function fails: what its author needs to see."""

from __future__ import annotations

import random

from holecard.errors import BadDefinition
from holecard.play.random_player import play_out
from holecard.shoe import shuffled
from holecard.text.line import line_of
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.game import Game
from holecard.wagers.looks import read_looks
from holecard.wagers.wager import Wager

LOOKED_THROUGH = 3000
STAKE = 1000


def offending_line(game: Game, wager: Wager) -> str:
    """The line of a round that the wager cannot classify; empty if none was found soon."""
    draw = random.Random(1)
    main = next(main for main in game.mains if not wager.with_main or main.id in wager.with_main)
    seats = [SeatBets(1, (Bet(main.id, STAKE),))]
    for _ in range(LOOKED_THROUGH):
        dealt = play_out(game, seats, shuffled(game.rules.decks, draw), draw)
        try:
            wager.classified(read_looks(wager.looks, dealt.felt, 0))
        except BadDefinition:
            return line_of(dealt)
    return ""


def with_offence(wrong: BadDefinition, game: Game, wager: Wager) -> BadDefinition:
    """The same refusal with a round line that shows it."""
    line = offending_line(game, wager)
    return BadDefinition(f"{wrong}. It happens in: {line}") if line else wrong
