"""A round in which a wager's own function fails: what its author needs to see."""

from __future__ import annotations

import random
from collections.abc import Iterator

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


def with_offence(wrong: BadDefinition, game: Game, wager: Wager) -> BadDefinition:
    """The refusal with a round in which it happens, that can be dealt again. What is said of a
    round and its line belong together: where no such round comes soon, another is shown with what
    is wrong in it."""
    other = wrong
    for said, line in offences(game, wager):
        if said == str(wrong):
            return BadDefinition(f"{said}. It happens in: {line}")
        if other is wrong:
            other = BadDefinition(f"{said}. It happens in: {line}")
    return other


def first_offence(wrong: BadDefinition, game: Game) -> BadDefinition:
    """The refusal of some rounds with one of them, of whichever wager it comes first."""
    for wager in game.wagers:
        for said, line in offences(game, wager):
            return BadDefinition(f"{said}. It happens in: {line}")
    return wrong


def offences(game: Game, wager: Wager, rounds: int = LOOKED_THROUGH) -> Iterator[tuple[str, str]]:
    """Rounds that the wager cannot classify: what is wrong, and the line."""
    draw = random.Random(1)
    main = next(main for main in game.mains if not wager.with_main or main.id in wager.with_main)
    seats = [SeatBets(1, (Bet(main.id, STAKE),))]
    for _ in range(rounds):
        dealt = play_out(game, seats, shuffled(game.rules.decks, draw, game.answers.deck), draw)
        try:
            wager.classified(read_looks(wager.looks, dealt.felt, 0))
        except BadDefinition as wrong:
            yield str(wrong), line_of(dealt)
