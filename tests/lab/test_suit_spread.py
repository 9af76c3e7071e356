"""The count of uneven suits for 21+3 that is in print, as it is dealt there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from holecard.cards import CARDS_IN_A_DECK
from holecard.games.from_file import named_game
from holecard.lab.bound import Prospect, prospect
from holecard.lab.counting import counting
from holecard.lab.dealt_down import Ints
from holecard.lab.imbalance import WAYS
from holecard.lab.printed_count import suit_spread
from holecard.report.blocks import Table
from holecard.report.sections.printed_counts import blocks_of, is_printed

CUT, ROUND = 260, 5  # cards; the round after the cut card begins up to so many cards behind it
TRIGGER = 8
# E. Jacobson, six decks, all 9 to 1: share of hands bet, and what a bet wins; by perfect play with
# so many cards left, share of hands and what a bet wins.
PRINTED = (0.0353, 0.0504)
PERFECT = {156: (0.05241, 0.01292), 39: (0.31899, 0.09997)}


@cache
def twenty_one_plus_three() -> Prospect:
    game = named_game("examples/twenty_one_plus_three.py")
    found = prospect(game, game.wager("21-plus-3"))
    assert found is not None
    return found


def shoes(left: int, number: int, seed: int) -> Ints:
    """What is left of shuffled shoes, drawn by this file."""
    draw = np.random.default_rng(seed)
    full = np.full(CARDS_IN_A_DECK, 6)
    return draw.multivariate_hypergeometric(full, left, size=number).astype(np.int64)


def spread_count(last: int, number: int) -> tuple[float, float, float, float]:
    """Over rounds that begin anywhere before `last`: how often it is bet and what a bet wins, each
    with its standard error."""
    bets, wins = [], []
    for seen in range(60, last):  # before that no suit can be so far ahead
        left = shoes(312 - seen, number, seen)
        bets.append(WAYS[0].of(left) >= TRIGGER - 1e-9)
        wins.append(twenty_one_plus_three().of(left) * bets[-1])
    bet, won = np.array(bets), np.array(wins)
    when_bet = won.sum() / bet.sum()
    errors = (
        float(np.sqrt(each.var(axis=1).sum() / number) / last)
        for each in (bet, won - when_bet * bet)
    )
    often = bet.mean(axis=1).sum() / last
    often_error, won_error = errors
    return often, often_error, when_bet, won_error / often


@pytest.mark.parametrize("number", [60, pytest.param(1_500, marks=pytest.mark.nightly)])
def test_the_printed_count_deals_one_round_behind_the_cut_card(number: int) -> None:
    often, often_error, when_bet, won_error = spread_count(CUT + ROUND, number)
    assert abs(often - PRINTED[0]) < 4 * often_error
    assert abs(when_bet - PRINTED[1]) < 4 * won_error


@pytest.mark.nightly
def test_without_that_round_it_is_bet_less_often_than_in_print() -> None:
    often, error, *_ = spread_count(CUT, 1_500)
    assert PRINTED[0] - often > 6 * error


@pytest.mark.parametrize("left", PERFECT)
def test_perfect_play_by_depth_is_that_in_print(left: int) -> None:
    values = twenty_one_plus_three().of(shoes(left, 4_000, left))
    often, when_bet = PERFECT[left]
    assert abs((values > 0).mean() - often) < 4 * (often / 4_000) ** 0.5
    favours = values[values > 0]
    assert abs(favours.mean() - when_bet) < 4 * favours.std() / len(favours) ** 0.5


def test_what_a_sheet_says_of_the_printed_count_is_what_is_dealt_here() -> None:
    """Both ways to draw the shoes agree, and with the round after the cut card with print; the
    test above begins at 60 cards, before which nothing is bet."""
    ours = suit_spread(twenty_one_plus_three(), TRIGGER, CUT + ROUND, 300)
    often, often_error, when_bet, won_error = spread_count(CUT + ROUND, 200)
    assert abs(ours.often - often) < 4 * (ours.often_error**2 + often_error**2) ** 0.5
    assert abs(ours.when_bet - when_bet) < 4 * (ours.when_error**2 + won_error**2) ** 0.5
    assert ours.per_100 == pytest.approx(100 * ours.often * ours.when_bet)
    assert abs(ours.per_100 - 0.178) < 4 * ours.per_error
    fewer = suit_spread(twenty_one_plus_three(), TRIGGER, CUT, 300)
    assert fewer.often < ours.often and fewer.per_100 < ours.per_100


@pytest.mark.nightly
def test_a_sheet_has_the_printed_count_beside_ours() -> None:
    """Seen to fail: before, the sheet had no such table."""
    game = named_game("examples/twenty_one_plus_three.py")
    one = counting(game, "21-plus-3")
    assert is_printed(one)
    _, table = blocks_of(one)
    assert isinstance(table, Table)
    assert table.rows[0] == ("in print", "3.53%", "+5.04%", "+0.178", "–")  # noqa: RUF001
    assert [row[0].split(",")[0] for row in table.rows[1:]] == ["ours", "ours"]
    assert not is_printed(counting(game.but(decks=8), "21-plus-3"))
