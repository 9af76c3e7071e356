"""The side bets in examples/, against printed house edges. Tolerance: half a unit of the last digit
printed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from holecard.games.from_file import load_game
from holecard.odds.composition import full_decks
from holecard.odds.counted.by_looks import free_chances
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
]


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
    assert file.stem in {row[0] for row in PRINTED}
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 60
