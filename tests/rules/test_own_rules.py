"""The words for a game's own answers: they say what a second reading of the sheets has open,
and an option that changes a rule changes them.

Seen to fail: with soft totals left out of `open_totals`, with `most_doubles` one short, with the
deck named by its size alone.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.games import CATALOGUE, CLASSIC
from holecard.games.gallery import GALLERY
from holecard.text.own_rules import own_rules, wins_words
from holecard.wagers.game import Game
from tests.rules.naive_gallery import Lying, open_to

HARD = {total: (f"{a}c", f"{b}d") for total, a, b in (
    (5, "2", "3"), (8, "3", "5"), (9, "4", "5"), (10, "4", "6"), (11, "5", "6"), (12, "5", "7"),
    (16, "9", "7"), (18, "J", "8"),
)}  # fmt: skip
SOFT = {11 + low: ("Ah", f"{low}s") for low in (2, 6, 8, 9)}
DRAWN = ("2c", "3d", "2h")


def said(game: Game, question: str) -> str:
    return next((one.says for one in own_rules(game) if one.question == question), "")


def is_open(
    game: Game, action: str, cards: tuple[str, ...], up: str = "6d", **more: object
) -> bool:
    fields: dict[str, object] = {"split": False, "doubled": 0, "given_up": False, "number": 0}
    hand = Lying(cards, **(fields | more))  # type: ignore[arg-type]
    return action in open_to(game.id, game.rules_json, hand, 1, up)


@pytest.mark.parametrize("name", [name for name in GALLERY if said(GALLERY[name], "Doubling")])
def test_doubling_is_said_as_it_is_open(name: str) -> None:
    game = GALLERY[name]
    words = said(game, "Doubling")
    hard = [total for total, cards in HARD.items() if is_open(game, "double", cards)]
    soft = [total for total, cards in SOFT.items() if is_open(game, "double", cards)]
    assert ("hard 9 to 11" in words) == (hard == [9, 10, 11])
    assert ("any total" in words) == (len(hard) == len(HARD) and len(soft) == len(SOFT))
    assert ("any hard total" in words) == (len(hard) == len(HARD) and not soft)
    assert ("soft 19 and 20" in words) == (soft == [19, 20])
    assert ("any number of cards" in words) == is_open(game, "double", DRAWN)


@pytest.mark.parametrize("name", [name for name in GALLERY if said(GALLERY[name], "Surrender")])
def test_surrender_is_said_as_it_is_open(name: str) -> None:
    game = GALLERY[name]
    words = said(game, "Surrender")
    against = [up for up in ("2d", "6d", "Jd", "Ad") if is_open(game, "surrender", HARD[16], up)]
    assert ("only against an ace or a ten-value card" in words) == (against == ["Jd", "Ad"])
    assert ("at any time" in words) == is_open(game, "surrender", DRAWN, "Jd")
    assert ("A doubled hand may be given up" in words) == is_open(
        game, "surrender", DRAWN, "Jd", doubled=1
    )


# Words that come, or go, with an option.
CHANGES = (
    ("spanish-21", "redouble", True, "Doubling", "up to 8 times"),
    ("spanish-21", "rescue", False, "Surrender", "A doubled hand"),
    ("spanish-21", "surrender", "none", "Surrender", "on its first two cards"),
    ("spanish-21", "hit_split_aces", False, "Doubling", "but of aces"),
    ("spanish-21", "decks", 8, "The shoe", "8 decks of 48 cards without tens (384 in all)"),
    ("free-bet", "free_fours", False, "Free bets", "every pair but 4s and ten-value cards"),
    ("double-exposure", "tied_blackjacks", "push", "Who wins", "pushes against"),
    ("double-exposure", "double_soft", "none", "Doubling", "on hard 9 to 11 with two cards"),
    ("charlie", "charlie", 5, "A hand that ends", "Five cards or more"),
    ("charlie", "charlie", 5, "Who wins", "5 cards or more"),
    ("early-surrender", "early", "ace", "Early surrender", "Against an ace the first"),
    ("pontoon", "blackjack_takes", "busted", "A dealer blackjack", "one bet more"),
    ("no-hole-card", "blackjack_takes", "original", "A dealer blackjack", "original bet only"),
)


@pytest.mark.parametrize(("name", "key", "value", "question", "words"), CHANGES)
def test_an_option_changes_the_words(
    name: str, key: str, value: object, question: str, words: str
) -> None:
    game = GALLERY[name]
    before, after = said(game, question), said(game.but(**{key: value}), question)
    assert (words in before) != (words in after)


def test_what_an_option_switches_off_is_not_said() -> None:
    assert said(GALLERY["push-22"].but(push_22=False), "Who wins") == ""
    assert said(GALLERY["charlie"].but(charlie=0), "A hand that ends") == ""
    assert said(GALLERY["early-surrender"].but(early="none"), "Early surrender") == ""
    assert all(own_rules(game) == () for game in CATALOGUE.values())


def test_words_are_no_part_of_the_definition() -> None:
    game = GALLERY["spanish-21"]
    silent = replace(game, answers=replace(game.answers, says=None))
    assert silent.definition_hash == game.definition_hash
    assert "has no words for it" in wins_words(silent)
    worded = replace(CLASSIC, answers=replace(CLASSIC.answers, says=lambda rules: "As ever."))
    assert worded.definition_hash == CLASSIC.definition_hash and own_rules(worded) == ()
