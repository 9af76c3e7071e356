"""The golden playthroughs are what the code deals and says today; a difference is shown as text."""

from __future__ import annotations

import pytest

from holecard.games import CATALOGUE
from holecard.text.line import read_line, replay
from tests.rules.playthrough import FOLDER, ROUNDS, SEEDS, path, playthrough, read_out


@pytest.mark.parametrize("name", CATALOGUE)
def test_playthrough_is_golden(name: str) -> None:
    """After a wanted change: `python -m tests.rules.playthrough`, and read the difference."""
    assert playthrough(CATALOGUE[name], SEEDS[name]) == path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CATALOGUE)
def test_golden_lines_replay_to_the_same_words(name: str) -> None:
    rounds = path(name).read_text(encoding="utf-8").strip().split("\n\n")
    assert len(rounds) == ROUNDS
    for said in rounds:
        assert read_out(replay(read_line(said.splitlines()[0]))) == said


def test_every_game_has_its_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(CATALOGUE)
