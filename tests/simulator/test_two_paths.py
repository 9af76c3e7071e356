"""The fast kernel, the compiled procedure and the plain one deal the same rounds, card by card."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from holecard.dealing.settle import DEALER, RESULT_NAMES, result_pays
from holecard.experiment.chart_arrays import charts_of
from holecard.games import BURNOUT, CATALOGUE
from holecard.odds.solve.decide import decide
from holecard.play.random_player import play_out
from holecard.shoe import shuffled
from holecard.simulator.audit_rounds import Dealer
from holecard.simulator.engine.chart import choose
from holecard.simulator.engine.chart_round import steps
from holecard.simulator.engine.lineup import ChartFor, lineups
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO, TENTHS
from holecard.simulator.engine.record_word import AT, BITS, unpacked
from holecard.simulator.engine.sorter import make_sorter, ride_records, sort_records
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import main_payout, payouts
from holecard.wagers.riding import Carried, carried_into, carried_on
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING
from tests.night import at_night, by_day
from tests.rules.rounds import GAMES, random_game, session
from tests.simulator.both_paths import BothPaths, playbook, wild_chart

PLAYS = ("best", "total", "mimic", "never-bust")
ROUNDS, PLAIN = 1500, 40  # of them dealt uncompiled too
RULE_SETS = 25


def compare(game: Game, both: BothPaths, rounds: int, plain: int) -> None:
    for at in range(rounds):
        fast = both.fast()
        for compiled in (True, False) if at < plain else (True,):
            other = both.procedure(compiled)
            assert fast == other, (
                f"{game.id} [{game.line}]: {unpacked(fast[0])} against {unpacked(other[0])}"
            )


def always(game: Game, draw: random.Random) -> ChartFor:
    """A new wild chart for whoever sits down."""
    return lambda main, paid: wild_chart(game, draw)


@pytest.mark.parametrize("play", by_day(list(PLAYS), 1))
@pytest.mark.parametrize("name", GAMES)
def test_paths_agree_for_every_way_of_playing(name: str, play: str) -> None:
    game = CATALOGUE[name]
    for lineup in lineups(game, charts_of(playbook(name, play))):
        compare(game, BothPaths(game, lineup, seed=5), ROUNDS, PLAIN)


@pytest.mark.parametrize("name", GAMES)
def test_paths_agree_under_any_rules_and_any_chart(name: str) -> None:
    draw = random.Random(f"paths {name}")
    for number in range(RULE_SETS):
        game = random_game(name, draw)
        for lineup in lineups(game, always(game, draw)):
            compare(game, BothPaths(game, lineup, seed=number), 200, 12)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_paths_agree_on_a_million_rounds(name: str) -> None:
    game = CATALOGUE[name]
    for lineup in lineups(game, charts_of(playbook(name, "best"))):
        compare(game, BothPaths(game, lineup, seed=6), 1_000_000, 0)


def test_charts_choose_as_best_play_decides() -> None:
    """The arrays say what odds.decide says, also with a payment made and burned cards."""
    for name in ("classic", "burnout", "face-up"):
        book = playbook(name, "best")
        draw = random.Random(name)
        made = charts_of(book)
        dealer = Dealer(CATALOGUE[name], draw, made)
        main = CATALOGUE[name].mains[0]
        charts = [made(main, False)]
        if name == "burnout":
            charts.append(made(main, True))
        for number in range(150):
            dealer.cards = shuffled(6, draw)
            seats = [dealer.sit(1, number)]
            paid = seats[0].has("burnout")
            play = book.page(paid).best
            chart = charts[int(paid)]
            choices: list[Choice] = []
            dealt = deal_round(CATALOGUE[name], seats, dealer.cards)
            while dealt.ask is not None:
                assert choose(chart, dealt) == decide(play, dealt)
                choices.append(choose(chart, dealt))
                dealt = deal_round(CATALOGUE[name], seats, dealer.cards, choices)


def test_record_fields_lie_side_by_side() -> None:
    taken = [(start, start + bits) for start, bits in zip(AT, BITS, strict=True)]
    assert all(one[1] == other[0] for one, other in pairwise(taken))
    assert taken[-1][1] <= 64


@pytest.mark.parametrize("seed", [1000, *at_night(1001, 1002)])
@pytest.mark.parametrize("name", GAMES)
def test_records_are_sorted_as_wagers_classify_the_felt(name: str, seed: int) -> None:
    pack = steps(compiled=False)["pack"]
    for at, dealt in enumerate(session(name, seed)):
        game = dealt.game
        if at == 0:
            sides = [w for w in game.wagers if w.kind not in (MAIN, FEE, RIDING)]
            sorters = {wager.id: make_sorter(game, wager) for wager in sides}
        for place in range(len(dealt.seats)):
            record = np.array([pack(dealt.felt, place)], dtype=np.uint64)
            for wager in sides:
                counts = np.zeros(256, dtype=np.int64)
                sort_records(record, *sorters[wager.id][:2], counts)
                found = int(np.flatnonzero(counts)[0])
                if wager.kind == OFFER and found == 255:
                    assert not game.tables.insures[min(dealt.dealer_cards[0] // 4 + 1, 10)]
                else:
                    assert wager.outcomes[found] == wager.outcome(dealt.felt, place)


def tenths_of(game: Game, main: Bet) -> list[int]:
    backs = game.wager(main.wager).backs
    pays = [result_pays(result, backs, game.rules) for result in range(len(RESULT_NAMES))]
    return [int(one * TENTHS) for one in pays]


@pytest.mark.parametrize("name", GAMES)
def test_nets_are_what_the_table_pays(name: str) -> None:
    """A seat's net by code is the main wager's payout, wherever doubles are in full."""
    net_code = steps(compiled=False)["net_code"]
    full = 0
    for dealt in (dealt for seed in range(6) for dealt in session(name, 2000 + seed) if dealt.done):
        for place, seat in enumerate(dealt.seats):
            main = next(bet for bet in seat.bets if dealt.game.wager(bet.wager).kind == MAIN)
            stakes = [dealt.hand_stake(place, hand) for hand in range(dealt.hand_count(place))]
            if not {*stakes} <= {main.stake, 2 * main.stake}:
                continue
            code = net_code(dealt.felt, place, tenths_of(dealt.game, main))
            net, extra = code // NET_STEP - NET_ZERO, code % NET_STEP
            assert Fraction(net, TENTHS) == main_payout(dealt, place, main).pays
            assert (1 + extra) * main.stake == sum(stakes)
            full += 1
    assert full > 100


def test_riding_bets_ride_as_at_the_table() -> None:
    """Burnout's bonuses, round after round: settled in the same rounds for the same outcomes."""
    pack = steps(compiled=False)["pack"]
    for wager in (one for one in BURNOUT.wagers if one.kind == RIDING):
        draw, carried = random.Random(wager.id), Carried()
        records, settled = [], Counter[str]()
        for _ in range(300):
            bets = [Bet("main", 1000), *([] if carried.bets else [Bet(wager.id, 500)])]
            seat = carried_into(carried, 1, bets)
            dealt = play_out(BURNOUT, [seat], shuffled(6, draw), draw)
            paid = payouts(dealt)
            settled.update(one.outcome for one in paid if one.wager == wager.id and not one.rides)
            carried = carried_on(seat, paid)
            records.append(pack(dealt.felt, 0))
        sorter = make_sorter(BURNOUT, wager)
        counts, button = np.zeros(256, dtype=np.int64), np.full(1, -1)
        words = np.array(records, dtype=np.uint64)
        ride_records(words, sorter.pieces, sorter.table, counts, button, True)
        assert {wager.outcomes[at]: counts[at] for at in np.flatnonzero(counts)} == settled
        assert button[0] == (carried.button if carried.bets else -1)


def test_every_wager_is_counted_in_one_lineup() -> None:
    for name, game in CATALOGUE.items():
        made = lineups(game, always(game, random.Random(1)))
        counted = [wager.id for one in made for wager in one.wagers]
        assert sorted(counted) == sorted(
            wager.id for wager in game.wagers if wager.kind not in (MAIN, FEE)
        )
        assert [one.main.id for one in made if one.main.backs == DEALER] == (
            ["dealer-hand"] if name == "breakout" else []
        )
