"""Rounds that are shipped for "Pay" come to what they are shipped for, and none is searched for
long while somebody waits, whatever the rules are. Seen to fail with a card of the file changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.games import CATALOGUE
from holecard.games.from_file import load_game
from holecard.games.gallery import GALLERY
from holecard.train.drills import make_item
from holecard.train.item import Setting
from holecard.train.profile import default_profile
from holecard.train.questions import bring, found_rounds
from holecard.train.questions.bring import MOST_FOUND, TRIES, Search, Wanted
from holecard.train.questions.found_rounds import (
    found_round,
    known_rounds,
    on_file,
    outcome_key,
    read_round,
    searched,
)
from holecard.train.questions.pay import pay_lines
from holecard.wagers.dealt import deal_round
from holecard.wagers.game import Game
from tests.night import at_night
from tests.odds.test_examples_bets import EXAMPLES

GAMES = [*CATALOGUE, *GALLERY]
SHIPPED = dict(CATALOGUE) | dict(GALLERY)


@pytest.mark.parametrize("name", ["classic", *at_night(*GAMES[1:])])
def test_the_file_holds_what_the_search_finds(name: str) -> None:
    """First of all: a file's game of the same name adds rounds of its own. Seen to fail: with the
    rounds of `examples/push_22.py` in place of the gallery's."""
    for wager, outcomes in searched(SHIPPED[name]).items():
        for outcome, rows in outcomes.items():
            assert on_file()[name][wager][outcome][: len(rows)] == rows


def wanted_of(game: Game) -> list[Wanted]:
    return list(dict.fromkeys(line.wanted for line in pay_lines(game, default_profile())))


@pytest.mark.parametrize("name", GAMES)
def test_each_shipped_round_comes_to_its_outcome(name: str) -> None:
    """Under the game's own rules the first three do, where there are so many."""
    game = SHIPPED[name]
    for wanted in wanted_of(game):
        rows = known_rounds(on_file(), game, wanted)
        own = [read_round(game, wanted, row) for row in rows]
        assert any(own), wanted
        for one in filter(None, own):
            dealt = deal_round(game, one.seats, one.cards, one.choices)
            assert bring.comes_to(dealt, wanted) and dealt.drawn == one.cards


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(game: Game, wanted: Wanted) -> None:
        raise AssertionError(f"searched for {wanted}")

    monkeypatch.setattr(found_rounds, "bring", refuse)
    yield


@pytest.mark.parametrize("name", GAMES)
def test_no_line_of_a_games_own_rules_is_searched_for(name: str, no_search: None) -> None:
    game = SHIPPED[name]
    for wanted in wanted_of(game):
        assert all(found_round(game, wanted, one) for one in range(MOST_FOUND))
    assert make_item(Setting(game, 5), "pay", 1).answer["wagers"][0]["cents"] > 0


def test_a_round_that_comes_to_something_else_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classic, win = CATALOGUE["classic"], Wanted("main", "win")
    wrong = {"classic": {"main": {"win": on_file()["classic"]["main"]["blackjack"]}}}
    monkeypatch.setattr(found_rounds, "on_file", lambda: wrong)
    assert found_round(classic, win, 0) == bring.bring(classic, win)[0]


def test_cards_that_are_not_in_the_shoe_are_not_dealt() -> None:
    one, pair = CATALOGUE["breakout"].but(decks=1), Wanted("pair-up", "suited-pair")
    assert not any(read_round(one, pair, row) for row in known_rounds(on_file(), one, pair))
    assert found_round(one, pair, 0) is None


class Counted(Search):
    """Counts the deals of all searches."""

    deals = 0

    def look_at(self, dealt: Any) -> None:
        Counted.deals += 1
        super().look_at(dealt)


def variations(game: Game) -> Iterator[Game]:
    """The game with each of its rules changed alone; some exclude others."""
    for key, option in game.options.items():
        for value in option.allowed:
            try:
                yield game.but(**{key: value})
            except HolecardError:
                continue


MOST_DEALS = 400  # for one question: what is guessed, and the tries


def check_deals(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[Wanted]:
    """No question deals more than that; what is told in words because nothing was found."""
    monkeypatch.setattr(bring, "Search", Counted)
    monkeypatch.setattr(bring, "SEARCHES", {})
    told = []
    for wanted in wanted_of(game):
        Counted.deals = 0
        if found_round(game, wanted, 0) is None:
            told.append(wanted)
        assert Counted.deals <= MOST_DEALS, (game.line, wanted, Counted.deals)
    return told


@pytest.mark.parametrize("name", ["breakout", "lucky-break", *at_night(*GAMES)])
def test_under_other_rules_few_deals_find_a_round(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each rule changed alone, by day with the number of decks; told in words is what cannot
    come there: a suited pair of one deck."""
    game = SHIPPED[name]
    some = variations(game) if name not in ("breakout", "lucky-break") else (
        game.but(decks=decks) for decks in (1, 2)
    )  # fmt: skip
    for ruled in some:
        told = check_deals(ruled, monkeypatch)
        assert not told or ruled.rules.decks == 1, (ruled.line, told)


@pytest.mark.parametrize("file", ["suited_678.py", "lucky_ladies.py"])
def test_a_bet_nobody_has_looked_for_is_found_in_few_deals(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is without the file of rounds: cards whose places are known are guessed, and found."""
    game = load_game(str(EXAMPLES / file))
    monkeypatch.setattr(found_rounds, "on_file", dict)
    told = check_deals(game, monkeypatch)
    assert told == [] or file == "suited_678.py"


def test_the_key_of_an_envied_outcome_is_its_own() -> None:
    assert outcome_key(Wanted("pairs", "pair", envy=True)) != outcome_key(Wanted("pairs", "pair"))
    assert TRIES < MOST_DEALS
