"""Bets as inventors write them, simulated: what they come to depends on no other bet of the file,
and their functions are believed only about rounds that can be.

Seen to fail: with all bets of a file on one seat, with bets on the own hand counted beside the
dealer's, with tables filled whatever it takes, and with every refusal of a row believed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from holecard import PayTable, Wager
from holecard.errors import BadDefinition
from holecard.experiment.simulation import Simulation, simulate_game
from holecard.games import BREAKOUT, CLASSIC
from holecard.games.from_file import beside_classic
from holecard.odds.counted import outcome_grid
from holecard.simulator.engine.sorter import make_sorter
from holecard.simulator.processes import compute_with
from holecard.wagers.wager import always

ROUNDS = 200_000


def bet(classify: Any, id: str = "bet", **more: Any) -> Wager:
    table = PayTable("ours", {"win": 2})
    return Wager(
        id=id, name=id, classify=classify, outcomes=("lose", "win"), paytables=(table,), **more
    )


def dealer_busts(dealer_total: int) -> int:
    return int(dealer_total > 21)


def long_hand(dealer_cards: int) -> int:
    return int(dealer_cards > 3)


def test_a_bet_without_needs_is_the_same_beside_one_that_makes_the_dealer_draw() -> None:
    bust = bet(dealer_busts, "bust")
    alone = simulate_game(beside_classic("alone", (bust,)), ROUNDS, play="mimic")
    beside = beside_classic("beside", (bust, bet(long_hand, "long", needs=always)))
    both = simulate_game(beside, ROUNDS, play="mimic")
    one, other = alone.find("bust", "ours"), both.find("bust", "ours")
    assert abs(one.ev - other.ev) < 5 * (one.stderr**2 + other.stderr**2) ** 0.5
    # Drawn for the other bet, the dealer would bust in 28.6% of rounds.
    assert other.share(1) < 0.25
    assert [figures.id for figures in both.wagers].count("main") == 1
    assert [figures.id for figures in both.wagers] == ["main", "long", "insurance", "bust"]


def long_own(hand_cards: int) -> int:
    return int(hand_cards > 3)


def test_a_bet_on_the_own_hand_is_counted_beside_the_main_wager_it_is_priced_with() -> None:
    make = BREAKOUT.make_wagers
    game = replace(BREAKOUT, make_wagers=lambda rules: (*make(rules), bet(long_own)))
    asked = Simulation(game=game, rounds=ROUNDS, wanted=("bet",), play="mimic")
    assert [lineup.main.id for lineup in asked.lineups] == ["player-hand"]
    found = asked.result(asked.start(compute_with(1)).finish(), check=True)
    assert found.checks and all(row["agrees"] for row in found.checks)


NAMES = {1: "ace"}


def four_cards(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, up_rank: int,
    up_suit: int, hole_rank: int, hole_suit: int,
) -> int:  # fmt: skip
    """Every bit of four cards, by a dictionary that does not compile."""
    kinds = {first_suit, second_suit, up_suit, hole_suit}
    return int(len(kinds) == 1 and NAMES.get(first_rank) == "ace")


def test_many_looks_are_not_asked_for_one_by_one() -> None:
    """7.3 million rows took 100 s; a simulation meets a few of them."""
    sorter = make_sorter(CLASSIC, bet(four_cards))
    assert sorter.mask and not sorter.table.size


def careful(hand_total: int, hand_cards: int) -> int:
    if hand_cards == 2 and hand_total > 21:
        raise ValueError("two cards cannot count more than 21")
    return int(hand_total > 21)


def wrong_on_19(hand_total: int) -> int:
    return 7 if hand_total == 19 else 0


def test_hands_that_cannot_be_are_no_reason_to_refuse_a_bet() -> None:
    found = simulate_game(
        beside_classic("careful", (bet(careful),)), 50_000, play="mimic", check=True
    )
    assert [row["id"] for row in found.checks or () if row["agrees"]].count("bet") == 1
    with pytest.raises(BadDefinition, match=r"hand_total=19 outcome 7.* It happens in: wrong 6D"):
        simulate_game(beside_classic("wrong", (bet(wrong_on_19),)), 50_000, play="mimic")


def test_a_large_grid_is_asked_for_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(outcome_grid, "PLAIN", 100)
    monkeypatch.setattr(outcome_grid, "cache_folder", lambda room: tmp_path)
    deals = outcome_grid.Deals.of(bet(two_aces), ())
    first = outcome_grid.outcome_grid(deals)
    outcome_grid.outcome_grid.cache_clear()
    monkeypatch.setattr(outcome_grid, "ask_compiled", None)
    assert (outcome_grid.outcome_grid(deals) == first).all() and first.sum() == 16
    other = outcome_grid.Deals.of(bet(two_kings), ())
    assert outcome_grid.kept_in(other) != outcome_grid.kept_in(deals)


def two_aces(first_rank: int, first_suit: int, second_rank: int) -> int:
    return int(NAMES.get(first_rank) == NAMES.get(second_rank) == "ace")


def two_kings(first_rank: int, first_suit: int, second_rank: int) -> int:
    return int(first_rank == second_rank == 13)
