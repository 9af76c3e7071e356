"""The gallery's games in the drills: whoever reads the trace is right in all of it, every result of
a game's own is asked for, and a dealer who has one of its rules wrong is found out.

Seen to fail: with the up card of Double Attack stacked as if it came second, with results named by
the house's list, with insurance at 5 to 2 on stakes that no chips pay.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from holecard.dealing.answers import Answers
from holecard.games.from_file import load_game
from holecard.games.gallery import GALLERY
from holecard.text.own_rules import OWN_RESULTS, own_rules
from holecard.train.drills import grade, make_item, make_items
from holecard.train.item import Setting
from holecard.train.questions.cards_of import cards_of
from holecard.train.questions.pay import pay_lines
from holecard.wagers.game import Game
from tests.night import at_night, by_day
from tests.odds.test_examples_bets import EXAMPLES
from tests.train.test_bots import TABLES, check_lines, check_perfect, settled_right

GAMES = list(GALLERY)


@pytest.mark.parametrize("count", [4, *at_night(300)])
@pytest.mark.parametrize("name", GAMES)
def test_who_reads_the_trace_is_right(name: str, count: int) -> None:
    check_perfect(GALLERY[name], count, 7)


@pytest.mark.parametrize("name", ["super-fun-21", "double-attack"])
def test_each_result_that_pays_is_asked(name: str) -> None:
    game = GALLERY[name]
    asked = {line.outcome for line in pay_lines(game, Setting(game, 1).profile)}
    assert asked >= {"win", "blackjack", *(result.name for result in game.answers.results)}
    check_lines(game)


def paying_more(game: Game) -> Answers:
    results = tuple(replace(one, pays=one.pays + Fraction(1, 2)) for one in game.answers.results)
    return replace(game.answers, results=results)


WRONG = {
    "a bonus paid more": ("spanish-21", paying_more),
    "a 22 that loses": ("push-22", lambda game: replace(game.answers, who_wins=None)),
    "a tie of blackjacks": ("double-exposure", lambda game: replace(game.answers, who_wins=None)),
    "no free bets": (
        "free-bet",
        lambda game: replace(game.answers, free_double=None, free_split=None),
    ),
    "a Charlie that draws": ("charlie", lambda game: replace(game.answers, ends=None)),
    "all bets lost": ("pontoon", lambda game: replace(game.answers, takes=None)),
}


QUICK = (1, 3)  # found out within a few tables: the others at night


@pytest.mark.parametrize("case", by_day(list(WRONG), *QUICK))
def test_one_wrong_answer_is_found_out(case: str) -> None:
    """Within so many tables settled."""
    name, slip = WRONG[case]
    game = GALLERY[name]
    wrong = replace(game, answers=slip(game))
    for number in range(TABLES):
        if not settled_right(make_item(Setting(game, 5), "settle", number), wrong):
            return
    pytest.fail(f"not found out in {TABLES} tables")


@pytest.mark.parametrize("name", GAMES)
def test_its_own_rules_are_cards(name: str) -> None:
    """A card for each question that some other game of the gallery answers otherwise."""
    game = GALLERY[name]
    cards = {card.id: card for card in cards_of(game)}
    for rule in own_rules(game):
        elsewhere = {
            one.says
            for other in GALLERY.values()
            for one in own_rules(other)
            if one.question == rule.question
        } - {rule.says}
        if elsewhere and rule.question != OWN_RESULTS:
            assert cards[f"own:{rule.question}"].answer == rule.says
            assert rule.says not in cards[f"own:{rule.question}"].others


@pytest.mark.parametrize("name", ["free-bet", "spanish-21", "early-surrender"])
def test_a_true_round_is_never_called_wrong(name: str) -> None:
    """Where a mistake is shown, it is one: what is due there is something else."""
    for item in make_items(Setting(GALLERY[name], 9), "error", 20):
        if not item.answer["clean"]:
            at = item.answer["step"]
            events = item.question["events"]
            assert at == len(events) or events[at]["says"] != item.answer["due"]
        assert grade(item, item.answer | {"kind": item.answer.get("kind", "")}).right


def test_a_swap_is_priced_as_two_hands_and_cells_come_to_one() -> None:
    """Both hands are shown and named; a cell's round comes to that cell, as both are dealt it."""
    swap = next(
        item
        for item in make_items(Setting(GALLERY["switch"], 3), "play", 9)
        if item.answer["cell"] == "switch"
    )
    assert len(swap.question["hands"]) == 2 and "Do you switch" in swap.question["says"]
    worth = swap.answer["values"]
    assert set(worth) == {"switch", "keep"} and "both hands together" in swap.answer["method"]
    worse = min(worth, key=lambda name: worth[name])
    assert grade(swap, {"action": worse}).cost == pytest.approx(
        abs(worth["switch"] - worth["keep"])
    )
    for item in make_items(Setting(GALLERY["switch"], 3, pick="hard.16"), "play", 3):
        assert item.answer["cell"].startswith("hard.16.")


def test_a_bet_on_the_dealers_card_is_drilled() -> None:
    """Made after the look and asked like others; none lies there before the deal."""
    game = load_game(str(EXAMPLES / "bust_bonus.py"))
    check_perfect(game, 8, 7)
    check_lines(game)
    items = list(make_items(Setting(game, 3), "next", 12))
    assert all(
        bet["wager"] != "bust-bonus"
        for item in items
        for spot in item.question["spots"]
        for bet in spot["bets"]
    )
    assert any("bust-bonus" in item.line for item in items)
