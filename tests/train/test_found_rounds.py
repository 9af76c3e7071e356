"""Rounds that are shipped for "Pay" are those the search finds, and none is searched for while
somebody waits. Seen to fail with a card of the file changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from holecard.games import CATALOGUE
from holecard.train.drills import make_item
from holecard.train.item import Setting
from holecard.train.profile import default_profile
from holecard.train.questions import found_rounds
from holecard.train.questions.bring import bring
from holecard.train.questions.found_rounds import SEARCHES, found_round, on_file, searched
from holecard.train.questions.pay import pay_lines
from tests.night import by_day

GAMES = list(CATALOGUE)


@pytest.mark.parametrize("game", by_day(GAMES, GAMES.index("burnout")))
def test_the_file_holds_what_the_search_finds(game: str) -> None:
    assert on_file()[game] == searched(CATALOGUE[game])


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*words: Any) -> None:
        raise AssertionError(f"searched for {words[1:]}")

    monkeypatch.setattr(found_rounds, "bring", refuse)
    yield


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_a_games_own_rules_is_searched_for(game: str, no_search: None) -> None:
    ruled = CATALOGUE[game]
    lines = pay_lines(ruled, default_profile())
    found = {
        (line.wager, line.outcome): [
            found_round(ruled, line.wager, line.outcome, one) for one in range(SEARCHES)
        ]
        for line in lines
    }
    assert len(found) >= 4 and all(any(rounds) for rounds in found.values())
    assert make_item(Setting(ruled, 5), "pay", 1).answer["wagers"][0]["cents"] > 0


def test_other_rules_and_rounds_that_come_to_something_else_are_searched_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classic = CATALOGUE["classic"]
    other = classic.but(decks=2)
    assert found_round(other, "main", "win", 1) == bring(other, "main", "win", 1)
    rounds = {"main": {"win": on_file()["classic"]["rounds"]["main"]["blackjack"]}}
    wrong = {"classic": {"line": classic.line, "rounds": rounds}}
    monkeypatch.setattr(found_rounds, "on_file", lambda: wrong)
    assert found_round(classic, "main", "win", 0) == bring(classic, "main", "win", 0)
