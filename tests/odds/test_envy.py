"""Envy: paid for other seats' outcomes, at a table and in the figures.

Meant to catch: with the own seat envied too; with only the seats that have bet looked at; with envy
left out of the purse.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from statistics import fmean, stdev
from typing import Any

import pytest

from holecard import PayTable, Table, Wager
from holecard.errors import BadDefinition
from holecard.games.from_file import beside_classic
from holecard.odds.composition import full_decks
from holecard.odds.pricing.envied import worth
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import Chances
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import deal_round
from holecard.wagers.payout import payouts


def pair(first_rank: int, second_rank: int) -> int:
    return (first_rank == second_rank) * (1 + (first_rank == 7))


def bet(**more: Any) -> Wager:
    given: dict[str, Any] = {
        "id": "pairs", "name": "Pairs", "classify": pair, "outcomes": ("lose", "pair", "sevens"),
        "paytables": (PayTable("ours", {"pair": 10, "sevens": 100}),), "least": 500, "most": 500,
        "envy": {"sevens": 20, "pair": Fraction(1, 5)}, **more,
    }  # fmt: skip
    return Wager(**given)


def test_the_worth_of_a_seat_by_every_deal_of_a_small_shoe() -> None:
    """Two seats' first cards, every order of ten cards: what the other one brings."""
    shoe = [24, 25, 26, 27, 0, 1, 4, 5, 32, 36]  # four sevens, two aces, two twos, a nine, a ten
    brought, own, deals = Fraction(0), [0, 0, 0], 0
    for mine, theirs, my_other, their_other in permutations(shoe, 4):
        deals += 1
        own[pair(mine // 4 + 1, my_other // 4 + 1)] += 1
        other = pair(theirs // 4 + 1, their_other // 4 + 1)
        brought += (Fraction(0), Fraction(1, 5), Fraction(20))[other]
    assert worth(bet(), Chances.counted(own, deals)) == brought / deals


def test_figures_say_the_edge_by_the_number_of_other_seats() -> None:
    wager = bet()
    game = beside_classic("envy", (wager,))
    found = game_odds(game, Ask(wagers=("pairs",))).find("pairs")
    assert found.chances is not None
    sevens, pairs = Fraction(24 * 23, 312 * 311), Fraction(23, 311)
    each = 20 * sevens + (pairs - sevens) / 5
    assert worth(wager, found.chances) == each
    alone = 1 - (pairs - sevens) * 11 - sevens * 101
    assert found.house_edge == pytest.approx(float(alone), abs=1e-12)
    assert f"{float(alone - 6 * each):.4%} with 6" in found.notes[-1]
    assert "alone at the table" in found.notes[-1] and full_decks(6).size == 312


def test_dealt_rounds_bring_what_is_said() -> None:
    """Three seats, one of them without the bet: the mean of many shuffles, within four errors."""
    game, draw = beside_classic("envy", (bet(),)).but(insurance=False), random.Random(3)
    seats = [
        SeatBets(1, (Bet("main", 1000), Bet("pairs", 500))),
        SeatBets(2, (Bet("main", 1000),)),
        SeatBets(5, (Bet("main", 1000), Bet("pairs", 500))),
    ]
    brought: list[float] = []
    for _ in range(6_000):
        dealt = deal_round(game, seats, draw.sample(range(52), 40))
        found = [wager_envy(dealt, place) for place in (0, 2)]
        brought.append(found[0] / 500)
    deck = Fraction(3, 51), Fraction(4 * 3, 52 * 51)
    each = 20 * deck[1] + (deck[0] - deck[1]) / 5
    assert abs(fmean(brought) - 2 * float(each)) < 4 * stdev(brought) / 6_000**0.5


def wager_envy(dealt: Any, place: int) -> int:
    """By the cards alone."""
    total = 0
    for other in range(3):
        if other != place:
            one, two = dealt.cards(other, 0)[:2]
            total += (0, 100, 10_000)[pair(one // 4 + 1, two // 4 + 1)]
    return total


def test_it_is_paid_told_and_in_the_purse() -> None:
    table, seen = Table(beside_classic("envy", (bet(),)), 8, purse=10**8), set()
    for _ in range(400):
        table.deal("1 main 10 pairs 5; 2 main 10; 5 main 10 pairs 5")
        while table.legal:
            table.push(table.default_choice())
        dealt = table.dealt
        assert dealt is not None and table.purse + table.house + table.tokes == 10**8
        for place in (0, 2):
            paid = next(
                one for one in payouts(dealt)
                if one.seat == dealt.seats[place].seat and one.wager == "pairs"
            )  # fmt: skip
            envy = wager_envy(dealt, place)
            own = {"lose": -500, "pair": 5_000, "sevens": 50_000}[paid.outcome]
            assert paid.net == own + envy == own + sum(cents for _, cents in paid.envy)
            if envy:
                seen |= {(paid.outcome, seat) for seat, _ in paid.envy}
                assert any("envy pays" in one for one in dealt.says)
    assert {("lose", 2), ("lose", 1), ("lose", 5)} <= seen


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"envy": {"pear": 1}}, "did you mean 'pair'"),
        ({"envy": {"pair": 0}}, "a whole number or a Fraction above 0"),
        ({"classify": lambda hand_total: 0}, "envy is for bets that no play decides"),
        ({"classify": lambda next_rank: 0}, "a seat that has not bet"),
        ({"settles": {0: lambda: True}}, "leave `settles` out"),
    ],
)
def test_what_cannot_be_meant(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDefinition, match=says):
        bet(**wrong)
    one, two = (beside_classic("e", (bet(envy={"pair": pays}),)) for pays in (1, 2))
    assert one.definition_hash != two.definition_hash
