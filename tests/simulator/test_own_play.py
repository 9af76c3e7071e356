"""Play for a bet on the own hand alone, in games whose answers change what a seat may do: simulated
against exact, and its arrays against what the solved play decides. Seeds were fixed beforehand.

Seen to fail: with the main wager's chart in its place, and with doubled hands or starts given up
before the dealer looks as in that.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from holecard.dealing.actions import DECLINE
from holecard.experiment.chart_arrays import from_play
from holecard.experiment.simulation import Simulation
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import Playbook
from holecard.odds.solve.decide import decide
from holecard.shoe import shuffled
from holecard.simulator.engine.chart import choose
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Choice, deal_round
from tests.night import by_day
from tests.odds.test_own_bets_answered import with_bets
from tests.simulator.test_exact import SEED

PLAYED = [
    ("early-surrender", "", "came-to"),
    ("spanish-21", "RD", "given"),
    ("spanish-21", "", "came-to"),
    ("free-bet", "", "came-to"),
    ("free-bet", "", "long"),
    ("super-fun-21", "", "came-to"),
    ("pontoon", "", "came-to"),
    ("double-attack", "", "beaten"),
    ("double-exposure", "", "came-to"),
    ("no-hole-card", "OBO", "long"),
    ("charlie", "", "long"),
]
ROUNDS, NIGHTLY_ROUNDS = 400_000, 10_000_000


@cache
def book(name: str, rules: str, bet: str) -> Playbook:
    game = with_bets(GALLERY[name])
    return Playbook(game.read(rules) if rules else game).for_wager(bet)


def check(own: Playbook, rounds: int) -> None:
    wanted = ("main", own.wager)
    asked = Simulation(game=own.game, rounds=rounds, seed=SEED, play=own, wanted=wanted)
    found = asked.result(asked.start().finish(), check=True)
    assert found.checks and len(found.checks) == 2
    assert all(row["agrees"] for row in found.checks), found.checks


@pytest.mark.parametrize(("name", "rules", "bet"), by_day(PLAYED, 0))
def test_simulated(name: str, rules: str, bet: str) -> None:
    check(book(name, rules, bet), ROUNDS)


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "rules", "bet"), PLAYED)
def test_simulated_over_1e7_rounds(name: str, rules: str, bet: str) -> None:
    check(book(name, rules, bet), NIGHTLY_ROUNDS)


@pytest.mark.nightly
def test_simulated_over_1e8_rounds() -> None:
    check(book("spanish-21", "", "came-to"), 100_000_000)


@pytest.mark.parametrize(("name", "rules", "bet"), by_day(PLAYED, 0))
def test_arrays_choose_as_the_play_decides(name: str, rules: str, bet: str) -> None:
    """Otherwise than for the main wager, now and then."""
    own = book(name, rules, bet)
    play, chart, draw = own.best, from_play(own.best), random.Random(f"{name} {bet}")
    seats = (SeatBets(1, (Bet("main", 1000), Bet(bet, 1000))),)
    others = 0
    for _ in range(200):
        cards = shuffled(6, draw)
        choices: list[Choice] = []
        dealt = deal_round(own.game, seats, cards)
        while dealt.ask is not None:
            chosen = decide(play, dealt)
            if DECLINE not in dealt.ask.legal:
                assert choose(chart, dealt) == chosen
                others += decide(own.for_main.best, dealt) != chosen
            choices.append(chosen)
            dealt = deal_round(own.game, seats, cards, choices)
    assert others
