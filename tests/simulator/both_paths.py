"""For the simulator's tests: charts nobody would carry, and rounds that both paths deal."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from holecard.dealing.actions import DOUBLE, HIT, STAND, SURRENDER
from holecard.dealing.settle import result_pays
from holecard.dealing.tables import VALUES
from holecard.games import CATALOGUE
from holecard.hand import STATES
from holecard.odds.playbook import Playbook
from holecard.simulator.engine.chart import Chart, chart_by_state
from holecard.simulator.engine.chart_round import lay_table, steps
from holecard.simulator.engine.lineup import Lineup
from holecard.simulator.engine.plan import NET_CODES, TENTHS, make_plan, packed_shoe
from holecard.simulator.engine.random_stream import DRAWN, WORDS, lay_desk
from holecard.wagers.game import Game

MOVES = (STAND, HIT, HIT, DOUBLE, SURRENDER)


def wild_chart(game: Game, draw: random.Random) -> Chart:
    """A chart that does anything anywhere, burning included: whatever is legal will be tried."""
    dice = np.random.default_rng(draw.getrandbits(32))
    sights = 10 if game.rules.dealer_shows == "one" else 55
    first = dice.choice(MOVES, (sights, STATES))
    then = dice.choice((STAND, HIT), (sights, STATES))
    splits = dice.integers(0, 2, (sights, VALUES))
    sight = dice.integers(0, sights, VALUES * VALUES)
    chart = chart_by_state(game.tables, sight, first, then, splits, sights)
    return chart._replace(
        burns=dice.integers(0, 2, chart.burns.size).astype(np.uint8),
        worth=dice.integers(0, 9, chart.worth.size),
    )


@cache
def playbook(game: str, play: str) -> Playbook:
    return Playbook(CATALOGUE[game], play)


class BothPaths:
    """Deals a lineup's rounds by the fast kernel and, from the same cards, by the procedure."""

    def __init__(self, game: Game, lineup: Lineup, seed: int) -> None:
        from holecard.simulator.engine.fast_round import deal_rounds

        self.deal = deal_rounds
        backs, paid, placed, _ = lineup.given
        self.plan = make_plan(
            game.tables, lineup.chart, game.rules, backs, paid, placed, game.shoe_size
        )
        pays = [int(result_pays(one, backs, game.rules) * TENTHS) for one in range(8)]
        self.tenths = np.array(pays, dtype=np.int64)
        cards = 52 * game.rules.decks
        self.shoe = packed_shoe(game.rules.decks)
        self.desk = lay_desk(cards, seed, 0)
        self.words = np.zeros(WORDS, dtype=np.uint64)
        self.record = np.zeros(1, dtype=np.uint64)
        self.nets = np.zeros(NET_CODES, dtype=np.int64)
        self.table = lay_table(game.tables, lineup.chart, 1, np.zeros(cards, dtype=np.int64))
        self.given = np.array(lineup.given, dtype=np.int64)

    def fast(self) -> tuple[int, int, int]:
        """Record, net code and cards of the next round."""
        self.nets[:] = 0
        self.deal(self.plan, self.shoe, self.words, self.desk, self.record, self.nets)
        self.table.shoe[:] = self.shoe & 63
        return int(self.record[0]), int(np.flatnonzero(self.nets)[0]), int(self.desk[DRAWN])

    def procedure(self, compiled: bool) -> tuple[int, int, int]:
        """The same round again, from the shoe as the kernel left it."""
        from holecard.simulator.engine.chart_round import Out

        if compiled:
            out = Out(*(np.zeros(1, dtype=kind) for kind in ("u8", "i8", "i8", "i8")))
            place = np.array([0, 0, 0, 0, 10**6, 1, 0, self.shoe.size], dtype=np.int64)
            tags = np.zeros(13, dtype=np.int64)
            given = (self.given, self.tenths, tags, self.words, self.desk, place, out)
            assert steps()["deal_seated"](self.table, *given) == 1
            return int(out.records[0]), int(out.nets[0]), int(place[0])
        plain = steps(compiled=False)
        plain["clear"](self.table, self.given, 0)
        assert plain["play_round"](self.table) == 0
        net: Any = plain["net_code"](self.table, 0, self.tenths)
        return int(plain["pack"](self.table, 0)), int(net), int(self.table.at[0])
