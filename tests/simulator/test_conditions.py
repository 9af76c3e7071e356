"""Figures under other conditions than a game's own, simulated against exact: the hole card known,
the tip from the player, the other majority, common charts.

Seen to fail: with the hole card not seen, with the tip paid by the house, with best play for a
dealer's chart. The other majority is told apart at night only, by ten standard errors; the chart by
totals is too near to best play for either.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.experiment.simulation import Simulation
from holecard.games import find_game
from holecard.lab.known_cards import hole_known
from holecard.lab.wrong_charts import NAMED
from holecard.odds.playbook import BEST, Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.simulator.processes import compute_with
from holecard.simulator.result import SimResult
from holecard.wagers.game import Game
from tests.night import at_night

SEED = 20264
ROUNDS = [300_000, *at_night(100_000_000)]
STREAKS = ("bonus-2", "bonus-3", "bonus-4", "bonus-5")
CLASSIC = find_game("classic")


def simulated(game: Game, rounds: int, wanted: tuple[str, ...], play: str = BEST) -> SimResult:
    own = Playbook(game, play)
    asked = Simulation(game=game, rounds=rounds, seed=SEED, play=own, wanted=wanted)
    return asked.result(asked.start(compute_with(1)).finish(), check=True)


def agree(found: SimResult, exact: dict[str, float]) -> None:
    for name, ev in exact.items():
        one = found.find(name)
        z = (one.ev - ev) / one.stderr
        print(f"{found.game.line}, {found.play}: {name} {one.ev:+.6f}, exact {ev:+.6f}, z {z:+.2f}")
        assert abs(z) < 4.5


def exact(game: Game, wagers: tuple[str, ...]) -> dict[str, float]:
    found = game_odds(game, Ask(wagers=wagers, play="main")).wagers
    return {one.id: float(one.ev) for one in found if not one.beside}


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_hole_card_known(rounds: int) -> None:
    known = hole_known(Playbook(CLASSIC))
    assert known is not None
    shown = replace(CLASSIC, rules=CLASSIC.rules.but(dealer_shows="both"))
    agree(simulated(shown, rounds, ("main",)), {"main": known.play})


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_tip_from_the_player(rounds: int) -> None:
    game = find_game("breakout").but(tip_from="player")
    wagers = ("super-tie", "breakout-bonus")
    assert exact(game, wagers)["super-tie"] < exact(find_game("breakout"), wagers)["super-tie"]
    agree(simulated(game, rounds, wagers), exact(game, wagers))


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_majority_of_all_split_hands(rounds: int) -> None:
    game = find_game("burnout").but(majority="all")
    assert exact(game, STREAKS) != exact(find_game("burnout"), STREAKS)
    agree(simulated(game, rounds, STREAKS), exact(game, STREAKS))


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("play", ["total", *NAMED])
def test_common_charts(play: str, rounds: int) -> None:
    book = Playbook(CLASSIC, play)
    agree(simulated(CLASSIC, rounds, ("main",), play), {"main": float(book.play.ev)})
