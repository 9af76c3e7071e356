"""The gallery's main wagers, simulated against exact: by the fast kernel where it can follow, else
by the round procedure. Seeds and limits were fixed beforehand."""

from __future__ import annotations

import pytest

from holecard.experiment.simulation import Simulation, exact_figures
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import Playbook
from tests.night import by_day
from tests.simulator.test_exact import SEED, check

ROUNDS, NIGHTLY_ROUNDS = 100_000, 100_000_000
FAST = ("double-exposure", "push-22", "no-hole-card")


def checked(name: str, rounds: int) -> None:
    """The main wager's value, and the frequency of every net."""
    book = Playbook(GALLERY[name])
    asked = Simulation(game=book.game, rounds=rounds, seed=SEED, play=book, wanted=("main",))
    assert asked.job.fast == (name in FAST)
    check(asked.figures(asked.start().finish()), exact_figures(book, ["main"]))


@pytest.mark.parametrize("name", by_day(list(GALLERY), 2))
def test_simulated_main_wagers_are_the_exact_ones(name: str) -> None:
    checked(name, ROUNDS)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GALLERY)
def test_simulated_main_wagers_are_the_exact_ones_over_1e8_rounds(name: str) -> None:
    checked(name, NIGHTLY_ROUNDS)


@pytest.mark.nightly
def test_a_hand_doubled_again_is_simulated() -> None:
    book = Playbook(GALLERY["spanish-21"].but(redouble=True))
    asked = Simulation(game=book.game, rounds=10_000_000, seed=SEED, play=book, wanted=("main",))
    check(asked.figures(asked.start().finish()), exact_figures(book, ["main"]))
