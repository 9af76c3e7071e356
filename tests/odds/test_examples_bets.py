"""The side bets in examples/, against printed house edges. Tolerance: half a unit of the last digit
printed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from holecard.games.from_file import load_game
from holecard.odds.composition import full_decks
from holecard.odds.counted.by_looks import free_chances
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import WagerOdds, priced
from holecard.wagers.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))
WIZARD = "Wizard of Odds"

# wager, pay table, decks, house edge in percent as printed, source
PRINTED = [
    ("perfect_pairs", "perfect-pairs", "25-12-6", 8, "4.0964", WIZARD),
    ("perfect_pairs", "perfect-pairs", "25-12-6", 2, "22.3301", WIZARD),
    ("perfect_pairs", "perfect-pairs", "30-10-5", 8, "3.3735", WIZARD),
    ("perfect_pairs", "perfect-pairs", "30-10-5", 6, "5.79", WIZARD),
    ("royal_match", "royal-match", "25-2.5", 1, "10.8597", WIZARD),
    ("royal_match", "royal-match", "25-2.5", 2, "8.3271", WIZARD),
    ("royal_match", "royal-match", "25-2.5", 4, "7.0792", WIZARD),
    ("royal_match", "royal-match", "25-2.5", 6, "6.6658", WIZARD),
    ("royal_match", "royal-match", "25-2.5", 8, "6.4597", WIZARD),
    ("royal_match", "royal-match", "10-3", 1, "3.7707", WIZARD),
    ("royal_match", "royal-match", "10-3", 2, "0.8215", WIZARD),
    ("royal_match", "royal-match", "10-3", 4, "-0.6317", WIZARD),
    ("royal_match", "royal-match", "10-3", 6, "-1.1130", WIZARD),
    ("royal_match", "royal-match", "10-3", 8, "-1.3531", WIZARD),
    ("over_under_13", "under-13", "even", 1, "10.11", WIZARD),
    ("over_under_13", "under-13", "even", 2, "10.08", WIZARD),
    ("over_under_13", "under-13", "even", 4, "10.07", WIZARD),
    ("match_the_dealer", "match-the-dealer", "4-19", 2, "3.3124", WIZARD),
    ("twenty_one_plus_three", "21-plus-3", "all-9", 4, "4.24", "ukcasinotablegames.info"),
    ("twenty_one_plus_three", "21-plus-3", "all-9", 6, "3.2386", "E. Jacobson, Beating 21+3"),
    ("lucky_ladies", "lucky-ladies", "1000-125-19-9-4", 1, "38.16", "onlineblackjack.org"),
    ("lucky_ladies", "lucky-ladies", "1000-125-19-9-4", 6, "24.71", "betfirm.com"),
    ("lucky_ladies", "lucky-ladies", "1000-125-19-9-4", 8, "24.05", "onlineblackjack.org"),
    ("super_sevens_dealt", "super-sevens", "5000-500-100-50-3", 6, "11.400", WIZARD),
    ("red_flex", "red-flex", "200", 1, "10.2910", WIZARD),
    ("red_flex", "red-flex", "200", 5, "5.4672", WIZARD),
    ("red_flex", "red-flex", "200", 8, "4.9971", WIZARD),
    ("red_flex", "red-flex", "250", 6, "4.703", "E. Jacobson, 888casino.com"),
]
# Examples priced otherwise: under a way of playing, or by simulation alone.
PLAYED = {"lucky_stiff", "suited_678", "super_sevens"}
# Printed otherwise: below, in test_meters.py and in test_after_up.py.
ELSEWHERE = {"push_22", "blazing_sevens", "bust_bonus"}


@cache
def example(name: str) -> Game:
    return load_game(EXAMPLES / f"{name}.py")


def odds(file: str, name: str, table: str, decks: int) -> WagerOdds:
    game = example(file)
    wager = game.wager(name)
    chances = free_chances(game, wager, full_decks(decks))
    assert chances is not None
    assert chances.fractions is not None
    assert sum(chances.fractions) == 1
    return priced(wager, wager.table(table), chances)


@pytest.mark.parametrize(("file", "name", "table", "decks", "edge", "source"), PRINTED)
def test_printed_edge(file: str, name: str, table: str, decks: int, edge: str, source: str) -> None:
    digits = len(edge.partition(".")[2])
    found = 100 * odds(file, name, table, decks).house_edge
    assert found == pytest.approx(float(edge), rel=0, abs=0.501 * 10**-digits), source


def test_printed_counts_of_21_plus_3() -> None:
    """Wizard of Odds, 21+3 version 1: combinations of three cards from six decks."""
    rows = odds("twenty_one_plus_three", "21-plus-3", "all-9", 6).outcomes
    counts = {row.id: row.fraction and row.fraction * 5_013_320 for row in rows}
    assert counts == {
        "straight-flush": 10_368,
        "three-of-a-kind": 26_312,
        "straight": 155_520,
        "flush": 236_736 + 56_160,
        "lose": 977_184 + 3_551_040,
    }


def test_over_and_under_13_leave_13_to_the_house() -> None:
    over, under = (odds("over_under_13", name, "even", 6) for name in ("over-13", "under-13"))
    thirteen = (
        1 - Fraction(over.outcomes[1].fraction or 0) - Fraction(under.outcomes[1].fraction or 0)
    )
    # 3 and a ten-value card, 4 and 9, 5 and 8, 6 and 7, in either order.
    tens, each, cards = 96, 24, 312
    assert thirteen == Fraction(2 * each * (tens + 3 * each), cards * (cards - 1))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_example_is_short_and_has_a_printed_edge(file: Path) -> None:
    assert file.stem in {row[0] for row in PRINTED} | PLAYED | ELSEWHERE
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 60


def test_printed_chances_of_push_22() -> None:
    """discountgambling.net, six decks, the dealer hits soft 17: every digit of its chances. Its
    edge, 5.8540%, is one unit of the last digit above ours, which is a fraction: 5.85394%."""
    found = odds("push_22", "push-22", "50-20-8", 6)
    rows = {row.id: row.probability for row in found.outcomes}
    assert f"{found.house_edge:.5%}" == "5.85394%"
    assert rows["one-suit"] == pytest.approx(0.003327, abs=5.01e-7)
    assert rows["one-colour"] == pytest.approx(0.011659, abs=5.01e-7)
    assert rows["22"] == pytest.approx(0.058551, abs=5.01e-7)


@pytest.mark.nightly
def test_lucky_stiff_by_its_inventor() -> None:
    """wizardofvegas.com, its inventor: an edge of 4%, wins just under 18%, pushes just over 1%."""
    game = example("lucky_stiff")
    asked = Ask(wagers=("lucky-stiff",), paytables={"lucky-stiff": "10 to 1"})
    alone, main = game_odds(game, asked).wagers
    assert (alone.play, main.play) == ("wager", "main")
    assert round(100 * alone.house_edge) == round(100 * main.house_edge) == 4
    assert 0.17 < main.hit_frequency < 0.18 and 0.01 < main.push_frequency < 0.015
    assert alone.house_edge < main.house_edge


def test_super_sevens_with_a_third_card_for_everybody() -> None:
    """Wizard of Odds and E. Jacobson: 11.400% and a deviation of 22.8 with six decks, where a third
    card is always dealt. One card nobody has seen is as good as another, so that is the bet with
    the up card in its place."""
    bet = example("super_sevens").wager("super-sevens")

    def always_dealt(
        first_rank: int, first_suit: int, second_rank: int, second_suit: int, up_rank: int,
        up_suit: int,
    ) -> int:  # fmt: skip
        return bet.classify(first_rank, first_suit, second_rank, second_suit, up_rank, up_suit)

    chances = free_chances(
        example("super_sevens"), replace(bet, classify=always_dealt), full_decks(6)
    )
    assert chances is not None
    found = priced(bet, bet.table(), chances)
    assert f"{found.house_edge:.3%}" == "11.400%" and f"{found.std_dev:.1f}" == "22.8"
