"""Fresh shoes of the general path: no more of one is shuffled than a round deals, and the round is
the one a whole shuffle would have dealt, by machine code and by plain Python."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from holecard.dealing.actions import HIT, STAND
from holecard.dealing.answers import without_ranks
from holecard.dealing.tables import VALUES
from holecard.games.gallery import GALLERY
from holecard.hand import STATES
from holecard.shoe import full_shoe
from holecard.simulator.engine.chart import Chart, chart_by_state
from holecard.simulator.engine.chart_round import CUT_AT, FEW, SHUFFLED, WORD_KIND, Out, steps
from holecard.simulator.engine.job import make_job
from holecard.simulator.engine.lineup import lineups
from holecard.simulator.engine.net_word import USUAL_WORD
from holecard.simulator.engine.random_stream import WORDS, lay_desk, shuffle
from holecard.simulator.engine.shoe_blocks import Dealing
from holecard.wagers.game import Game
from tests.simulator.both_paths import wild_chart

ROUNDS, PLAIN = 150, 6


def test_shuffling_on_is_shuffling_the_whole_shoe() -> None:
    orders = []
    for steps_of in ((0, 312), (0, 14, 312), (0, 14, 28, 42, 312)):
        desk, words = lay_desk(312, seed=3, block=0), np.zeros(WORDS, dtype=np.uint64)
        shoe = np.arange(312)
        for start, stop in pairwise(steps_of):
            shuffle(shoe, desk, words, start, stop)
        orders.append(shoe.tolist())
    assert orders[0] == orders[1] == orders[2]


def hungry_chart(game: Game) -> Chart:
    """Splits every pair and hits to 17."""
    moves = np.array([[HIT if state % 32 < 17 else STAND for state in range(STATES)]])
    sight = np.zeros(VALUES * VALUES, np.int64)
    return chart_by_state(game.tables, sight, moves, moves, np.ones((1, VALUES)), 1)


def dealing_of(game: Game, chart: Chart, seed: int) -> Dealing:
    made = lineups(game, lambda main, paid: chart, ("main",))
    job = make_job(game, made, seed, players=game.seats_a_player, general=True)
    dealing = Dealing(job, job.seats[0], 0, 0)
    dealing.place[WORD_KIND] = USUAL_WORD  # no wager looks here: the test does
    return dealing


@pytest.mark.parametrize("name", ["spanish-21", "free-bet", "double-attack", "pontoon", "switch"])
def test_rounds_are_those_of_a_whole_shuffle(name: str) -> None:
    game = GALLERY[name]
    low = replace(game, answers=replace(game.answers, deck=without_ranks("6789TJQK")))
    longest = 0
    for dealing in (
        dealing_of(low, hungry_chart(low), 0),
        dealing_of(game, wild_chart(game, random.Random(name)), 1),
    ):
        for at in range(ROUNDS):
            before = dealing.desk.copy(), dealing.words.copy(), dealing.table.shoe.copy()
            lazy = dealing.deal(1)
            found = lazy.records.tolist(), lazy.nets.tolist(), int(dealing.table.at[0])
            after = dealing.desk.copy(), dealing.words.copy(), dealing.table.shoe.copy()
            longest = max(longest, found[2])
            put_back(dealing, before)
            shuffle(dealing.table.shoe, dealing.desk, dealing.words, 0, dealing.job.cards)
            assert found == whole_round(dealing, compiled=at >= PLAIN)
            put_back(dealing, after)
    assert longest > FEW * (1 + game.seats_a_player)  # some were dealt again with more cards


def put_back(dealing: Dealing, kept: tuple[object, ...]) -> None:
    room = (dealing.desk, dealing.words, dealing.table.shoe)
    for array, was in zip(room, kept, strict=True):
        array[:] = was


def whole_round(dealing: Dealing, compiled: bool) -> tuple[list[int], list[int], int]:
    """A round from the shoe as it lies."""
    of, table, seat = steps(compiled=False), dealing.table, dealing.seat
    if compiled:
        place = dealing.place.copy()
        place[:] = 0
        place[CUT_AT], place[SHUFFLED] = dealing.job.cards, dealing.job.cards
        seats, room = dealing.job.players, dealing.room
        out = Out(room.records[:seats], room.nets[:seats], room.before[:1], room.running[:1])
        given = (dealing.given, seat.tenths, dealing.tags, dealing.words, dealing.desk, place, out)
        assert steps()["deal_seated"](table, *given) == 1
        return out.records.tolist(), out.nets.tolist(), int(table.at[0])
    of["clear"](table, dealing.given, 0)
    assert of["play_round"](table) == 0
    places = range(dealing.job.players)
    records = [int(of["pack"](table, place)) for place in places]
    return records, [int(of["net_code"](table, p, seat.tenths)) for p in places], int(table.at[0])


def test_a_fresh_shoe_is_the_full_shoe_in_some_order() -> None:
    game = GALLERY["spanish-21"]
    dealing = dealing_of(game, hungry_chart(game), 1)
    dealing.deal(50)
    assert sorted(dealing.table.shoe) == sorted(full_shoe(game.rules.decks, game.answers.deck))
