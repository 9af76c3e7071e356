"""The gallery's main wagers, simulated against exact: by the fast kernel where it can follow, else
by the round procedure. Seeds and limits were fixed beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docs.site.simulated import kept
from holecard.dealing.answers import without_ranks
from holecard.experiment.simulation import Simulation, exact_figures
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import Playbook
from holecard.wagers.game import Game
from tests.night import by_day
from tests.simulator.test_exact import SEED, check

ROUNDS, NIGHTLY_ROUNDS = 1_000_000, 100_000_000
# The seats of a player of Switch share the dealer: its nets are no counts of bets by themselves.
GAMES = [name for name, game in GALLERY.items() if game.seats_a_player == 1]
FAST = ("double-exposure", "push-22", "no-hole-card")


def checked(name: str, rounds: int) -> str:
    """The main wager's value, and the frequency of every net; the digest of the counts."""
    book = Playbook(GALLERY[name])
    asked = Simulation(game=book.game, rounds=rounds, seed=SEED, play=book, wanted=("main",))
    assert asked.job.fast == (name in FAST)
    state = asked.start().finish()
    check(asked.figures(state), exact_figures(book, ["main"]))
    return state.digest()


@pytest.mark.parametrize("name", by_day(GAMES, 2))
def test_simulated_main_wagers_are_the_exact_ones(name: str) -> None:
    checked(name, ROUNDS)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_simulated_main_wagers_are_the_exact_ones_over_1e8_rounds(name: str) -> None:
    """Those that docs/gallery.md prints, the same rounds."""
    assert checked(name, NIGHTLY_ROUNDS) == kept()[name].digest


@pytest.mark.nightly
def test_a_hand_doubled_again_is_simulated() -> None:
    book = Playbook(GALLERY["spanish-21"].but(redouble=True))
    asked = Simulation(game=book.game, rounds=10_000_000, seed=SEED, play=book, wanted=("main",))
    check(asked.figures(asked.start().finish()), exact_figures(book, ["main"]))


def switched(game: Game, rounds: int) -> None:
    """The value of each of two seats: their standard error is from block to block, or a bound."""
    book = Playbook(game)
    asked = Simulation(game=game, rounds=rounds, seed=SEED, play=book, wanted=("main",))
    state = asked.start().finish()
    found = asked.figures(state)[0]
    assert asked.job.players == 2 and found.rounds == 2 * state.rounds
    assert abs(found.ev - book.best.ev) < 4 * found.stderr
    assert abs(found.wagered - book.best.wagered) < 0.01


def test_two_hands_with_a_swap_are_simulated() -> None:
    few = replace(GALLERY["switch"].answers, deck=without_ranks("23467"))
    switched(replace(GALLERY["switch"], answers=few), ROUNDS)


@pytest.mark.nightly
def test_two_hands_with_a_swap_are_simulated_over_1e7_rounds() -> None:
    switched(GALLERY["switch"], 10_000_000)
