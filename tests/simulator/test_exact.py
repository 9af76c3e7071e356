"""Every wager of every game, simulated against exact. Seeds and limits were fixed beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import pytest

from holecard.dealing.rules import Rules
from holecard.experiment.simulation import ONE_IN, Simulation, exact_figures
from holecard.games import CATALOGUE
from holecard.odds.result import WagerOdds
from holecard.simulator.figures import WagerFigures
from holecard.simulator.processes import compute_with
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager
from tests.night import by_day
from tests.rules.rounds import GAMES
from tests.simulator.both_paths import playbook

SEED = 20261
ROUNDS, NIGHTLY_ROUNDS = 2_000_000, 100_000_000
FEWEST = 25  # expected bets of an outcome, to compare its frequency


def simulated(game: Game, rounds: int, play: str = "best", jobs: int = 1) -> list[WagerFigures]:
    known = playbook(game.id, play) if game is CATALOGUE.get(game.id) else play
    asked = Simulation(game=game, rounds=rounds, seed=SEED, play=known)
    return asked.figures(asked.start(compute_with(jobs)).finish())


def distances(
    found: Sequence[WagerFigures], exact: dict[tuple[str, str], WagerOdds]
) -> dict[str, float]:
    """Standard errors between simulated and exact: each expected value and each outcome."""
    apart = {}
    for one in found:
        known = exact[one.id, one.paytable]
        apart[f"{one.id} {one.paytable}"] = (one.ev - known.ev) / one.stderr
        for pays in {row.pays for row in one.outcomes}:
            chance = sum(row.probability for row in known.outcomes if row.pays == pays)
            if one.rounds * min(chance, 1 - chance) >= FEWEST:
                share = sum(row.count for row in one.outcomes if row.pays == pays) / one.rounds
                error = sqrt(chance * (1 - chance) / one.rounds)
                apart[f"{one.id} {one.paytable} pays {pays}"] = (share - chance) / error
    return apart


def limit(comparisons: int) -> float:
    """Four standard errors for one comparison, more for many (Bonferroni)."""
    return -NormalDist().inv_cdf(ONE_IN / comparisons)


def check(found: Sequence[WagerFigures], exact: dict[tuple[str, str], WagerOdds]) -> None:
    apart = distances(found, exact)
    far = {name: z for name, z in apart.items() if abs(z) >= limit(len(apart))}
    assert not far, far


def all_exact(name: str, play: str = "best") -> dict[tuple[str, str], WagerOdds]:
    names = [wager.id for wager in CATALOGUE[name].wagers if wager.kind != "fee"]
    extra = ["main-burnout"] if name == "burnout" else []
    return exact_figures(playbook(name, play), [*names, *extra])


@pytest.mark.parametrize("name", GAMES)
def test_simulated_wagers_are_the_exact_ones(name: str) -> None:
    found = simulated(CATALOGUE[name], ROUNDS)
    exact = all_exact(name)
    assert {(one.id, one.paytable) for one in found} == set(exact)
    check(found, exact)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_simulated_wagers_are_the_exact_ones_over_1e8_rounds(name: str) -> None:
    check(simulated(CATALOGUE[name], NIGHTLY_ROUNDS), all_exact(name))


CARRIED = [(name, play) for name in ("classic", "face-up", "burnout")
           for play in ("total", "mimic", "never-bust")]  # fmt: skip


# With every change two games and two ways.
@pytest.mark.parametrize(("name", "play"), by_day(CARRIED, 2, 4))
def test_simpler_charts_are_worth_what_the_exact_engine_says(name: str, play: str) -> None:
    found = simulated(CATALOGUE[name], ROUNDS, play)
    check(found, all_exact(name, play))


# A wrong rule or pay table must not pass. The broken game is simulated against the right figures.


def paying_more(game: Game, wager: str, outcome: str) -> Game:
    def wagers(rules: Rules) -> tuple[Wager, ...]:
        made = []
        for one in game.make_wagers(rules):
            if one.id == wager:
                table = one.paytables[0]
                odds = {**table.odds, outcome: table.odds[outcome] + 1}
                one = replace_wager(one, PayTable(table.name, odds))
            made.append(one)
        return tuple(made)

    return replace(game, make_wagers=wagers)


def replace_wager(wager: Wager, table: PayTable) -> Wager:
    names = ("id", "name", "kind", "classify", "outcomes", "settles", "needs", "with_main")
    return Wager(**{name: getattr(wager, name) for name in names}, paytables=(table,))


BROKEN: dict[str, tuple[str, Callable[[Game], Game]]] = {
    "a pay table": ("breakout", lambda game: paying_more(game, "sweet-17", "dealer-17")),
    "soft 17": ("lucky-break", lambda game: game.but(hit_soft_17=False)),
    "the decks": ("face-up", lambda game: game.but(decks=1)),
    "what a blackjack pays": ("classic", lambda game: game.but(blackjack_pays=1)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_noticed(what: str) -> None:
    name, broken = BROKEN[what]
    found = simulated(broken(CATALOGUE[name]), ROUNDS, play="mimic")
    apart = distances(found, all_exact(name, "mimic"))
    assert max(abs(z) for z in apart.values()) > 2 * limit(len(apart)), apart
