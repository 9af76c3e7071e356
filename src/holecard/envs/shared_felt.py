"""The felt that many tables share, filled from a game and its bets."""

from __future__ import annotations

import numpy as np

from holecard.dealing.settle import INSURED_PART
from holecard.envs.one_felt import (
    CUT_CARD,
    DEALER_HIDES,
    FEE_TENTHS,
    SHOE_SIZE,
    SHOE_WORDS,
    TWO_HANDS,
    felt_dtypes,
    rooms,
)
from holecard.envs.sitting import Sitting
from holecard.errors import NotAllowed
from holecard.simulator.engine.job import whole_tenths
from holecard.simulator.engine.plan import TENTHS
from holecard.wagers.dealt import seat_row
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, OFFER

WORD_BITS = 64


class SharedFelt:
    """The arrays of a felt, kept as long as their addresses are used."""

    def __init__(self, sitting: Sitting) -> None:
        game, seats = sitting.game, sitting.lines[0]
        if game.shoe_size > SHOE_WORDS * WORD_BITS:
            most = SHOE_WORDS * WORD_BITS
            raise NotAllowed(f"a shoe of {game.shoe_size} cards: {most} at most here")
        backs = game.wager(seats[0].main(game).wager).backs
        results = range(len(game.tables.counts))
        given = {
            "deck": sitting.deck,
            "given": [field for seat in seats for field in seat_row(game, seat)],
            "tenths": [whole_tenths(game.result_pays(one, backs)) for one in results],
            "insured": [insured_tenths(game, natural) for natural in (0, 1)],
        }
        dtypes, room = felt_dtypes(len(seats)), rooms(len(seats))
        tables = dtypes.pop("tables")
        self.arrays = {name: np.array(getattr(game.tables, name), tables[name]) for name in tables}
        for name, dtype in dtypes.items():
            kind = dtype[0] if isinstance(dtype, tuple) else dtype
            self.arrays[name] = (
                np.zeros(room[name], kind) if name in room else np.array(given[name], kind)
            )
        self.addresses = np.array([one.ctypes.data for one in self.arrays.values()], np.uint64)
        self.get_ready(sitting)

    def get_ready(self, sitting: Sitting) -> None:
        game, seats = sitting.game, sitting.lines[0]
        bets = [bet for seat in seats for bet in seat.bets]
        ready, wagers = self.arrays["ready"], [game.wager(bet.wager) for bet in bets]
        ready[SHOE_SIZE] = game.shoe_size
        ready[CUT_CARD] = sitting.cut
        ready[DEALER_HIDES] = game.rules.dealer_shows == "one"
        ready[TWO_HANDS] = sitting.two
        ready[FEE_TENTHS] = sum(whole_tenths(one.share) for one in wagers if one.kind == FEE)


def insured_tenths(game: Game, natural: int) -> float:
    """What insurance of the most that may be insured brings, in tenths of the main wager."""
    for wager in game.wagers:
        if wager.kind == OFFER:
            outcome = wager.outcomes[wager.classified({"dealer_natural": natural})]
            return float(wager.table().pays(outcome) * TENTHS / INSURED_PART)
    return 0.0
