"""Prizes by the size of a bet: which table pays it, at a table and in the figures.

Meant to catch: with a bet paid by the table it names; with a flat prize that grows with the bet.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from holecard import PayTable, Table, Wager
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games.from_file import beside_classic
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.wagers.bets import Bet, SeatBets, table_for


def pair(first_rank: int, second_rank: int) -> int:
    return (first_rank == second_rank) * (1 + (first_rank == 7))


TABLES = PayTable.by_size(
    "ours",
    {100: {"pair": 10}, 500: {"pair": 11}, 2_500: {"pair": 11}},
    {100: {"sevens": 50_00}, 500: {"sevens": 500_00}, 2_500: {"sevens": 2_500_00}},
)
BET = Wager(
    id="sized", name="Sized", classify=pair, outcomes=("lose", "pair", "sevens"), paytables=TABLES,
)  # fmt: skip


@pytest.mark.parametrize(
    ("stake", "pairs", "sevens"),
    [(100, 1_000, 50_00), (499, 4_990, 50_00), (500, 5_500, 500_00), (2_499, 27_489, 500_00),
     (2_500, 27_500, 2_500_00), (10_000, 110_000, 2_500_00)],
)  # fmt: skip
@pytest.mark.parametrize("named", ["", "ours-from-25"])
def test_a_bet_is_paid_by_its_size(stake: int, pairs: int, sevens: int, named: str) -> None:
    game = beside_classic("sized", (BET,))
    bet = Bet("sized", stake, named)
    table = table_for(game, SeatBets(1, (Bet("main", 1000), bet)), bet)
    assert table.pays("pair") * stake == Fraction(pairs)
    assert table.pays("sevens") * stake == Fraction(sevens)


def test_it_is_dealt() -> None:
    """Each of two seats by its own size, until both have won a pair."""
    table, won = Table(beside_classic("sized", (BET,)), 4, purse=10**8), set[int]()
    while len(won) < 2:
        table.deal("1 main 10 sized 1; 2 main 10 sized 25")
        while table.legal:
            table.push(table.default_choice())
        for paid in table.history[-1].paid:
            if paid.outcome == "pair" and paid.wager == "sized":
                assert paid.net == {1: 1_000, 2: 27_500}[paid.seat]
                assert paid.paytable == {1: "ours-from-1", 2: "ours-from-25"}[paid.seat]
                won.add(paid.seat)


def test_figures_say_of_which_size_they_are_and_simulated_agrees() -> None:
    game = beside_classic("sized", (BET,))
    found = game_odds(game, Ask(wagers=("sized",))).wagers
    sevens, two = Fraction(24 * 23, 312 * 311), Fraction(23, 311)
    for one, (least, pays, prize) in zip(
        found, ((100, 10, 50_00), (500, 11, 500_00), (2_500, 11, 2_500_00)), strict=True
    ):
        edge = 1 - (two - sevens) * (pays + 1) - sevens * (Fraction(prize, least) + 1)
        assert one.house_edge == pytest.approx(float(edge), abs=1e-12)
        assert one.per == f"bet of ${least // 100}"
    ran = simulate_game(game, 100_000, play="mimic", wagers=("sized",), check=True)
    assert all(one["agrees"] for one in ran.checks or ())
    assert [one.per for one in ran.wagers] == [one.per for one in found]


def test_sizes_that_cannot_be_meant() -> None:
    with pytest.raises(BadDefinition, match=r"begin at \$1, and its bets at \$5"):
        Wager(id="x", name="X", classify=pair, outcomes=BET.outcomes, paytables=TABLES, least=500)
    with pytest.raises(BadDefinition, match="prizes are for the sizes"):
        PayTable.by_size("t", {100: {"pair": 1}}, {500: {"sevens": 5}})
    assert (
        beside_classic("a", (BET,)).definition_hash
        != beside_classic(
            "a",
            (
                Wager(
                    id="sized", name="Sized", classify=pair, outcomes=BET.outcomes,
                    paytables=PayTable.by_size(
                        "ours", {100: {"pair": 10, "sevens": 50}, 500: {"pair": 11, "sevens": 100},
                                 2_500: {"pair": 11, "sevens": 100}},
                    ),
                ),
            ),
        ).definition_hash
    )  # fmt: skip
