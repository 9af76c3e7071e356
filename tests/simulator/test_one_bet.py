"""Where a dealer blackjack takes one bet of all split hands: the main wager simulated against
exact, value and every net. Seed and limits were fixed beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.dealing.answers import without_ranks
from holecard.experiment.simulation import Simulation, exact_figures
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import Playbook
from holecard.wagers.game import Game
from tests.simulator.test_exact import SEED, check

LINES = [("no-hole-card", "BB+1"), ("pontoon", "BB+1"), ("pontoon", "OBO")]


def simulated(game: Game) -> None:
    book = Playbook(game)
    asked = Simulation(game=game, rounds=10_000_000, seed=SEED, play=book, wanted=("main",))
    check(asked.figures(asked.start().finish()), exact_figures(book, ["main"]))


def test_one_bet_of_all_hands_over_1e7_rounds() -> None:
    """From decks of aces, eights, nines and ten-value cards, where much is split. Seen to fail:
    with a bet taken of every split hand that has not busted."""
    game = GALLERY["no-hole-card"].read("BB+1")
    simulated(replace(game, answers=replace(game.answers, deck=without_ranks("234567"))))


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "line"), LINES)
def test_one_bet_of_all_hands_from_whole_decks(name: str, line: str) -> None:
    simulated(GALLERY[name].read(line))
