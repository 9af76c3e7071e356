"""Bets that pay otherwise: for one, in money for a bet of one size, and from a progressive meter,
whose figures are held to a chain of bets and to a count of the cards by hand.

Seen to fail: with the seed left out of what goes onto a meter, with a part that is won not taken
off it, and with the stake given back though prizes are for one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import perm
from typing import Any

import pytest

from holecard import PayTable, Table, Wager
from holecard.cards import rank
from holecard.errors import BadDefinition, RefusedWager, Unreadable
from holecard.experiment.simulation import simulate_game
from holecard.games.from_file import beside_classic
from holecard.odds.pricing.meters import meter_figures
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import Chances
from holecard.text.line import line_of
from holecard.wagers.bets import Bet, SeatBets, check_table
from holecard.wagers.dealt import deal_round
from holecard.wagers.meter import Meter
from tests.lab.commands import holecard
from tests.odds.test_examples_bets import EXAMPLES, example

FILE = EXAMPLES / "blazing_sevens.py"


def counted(decks: int) -> dict[str, Fraction]:
    """Blazing Sevens by hand: sevens are 4 in 52, and suits are dealt without replacement."""
    sevens, cards = 4 * decks, 52 * decks
    three = Fraction(perm(sevens, 3), perm(cards, 3))
    suited = Fraction(4 * perm(decks, 3), perm(cards, 3))
    one_colour = Fraction(2 * perm(2 * decks, 3), perm(cards, 3)) - suited
    two = Fraction(perm(sevens, 2), perm(cards, 2)) - three
    one = 2 * Fraction(sevens * (cards - sevens), perm(cards, 2))
    return {"one": one, "two": two, "one-colour": one_colour, "one-suit": suited,
            "three": three - suited - one_colour}  # fmt: skip


@pytest.mark.parametrize("decks", [3, 6])
def test_chances_and_edge_at_a_meter(decks: int) -> None:
    game, by_hand = example("blazing_sevens").but(decks=decks), counted(decks)
    asked = Ask(wagers=("blazing-sevens",), meter=60_000_00)
    odds = game_odds(game, asked).find("blazing-sevens")
    found = {row.id: row.fraction for row in odds.outcomes if row.id != "lose"}
    assert found == by_hand
    for_one = {"one": 2, "two": 25, "three": 200, "one-colour": 1200, "one-suit": 12_000}
    returned = sum(by_hand[name] * pays for name, pays in for_one.items())
    assert odds.house_edge == pytest.approx(float(1 - returned), abs=1e-12)
    assert odds.per == "bet of $5, $60,000 on the meter"


def test_a_meter_that_cannot_be_won_is_refused() -> None:
    """Two decks have two sevens of a suit."""
    with pytest.raises(BadDefinition, match="nobody can win its meter whole from this shoe"):
        game_odds(example("blazing_sevens").but(decks=2), Ask(wagers=("blazing-sevens",)))


def test_it_breaks_even_where_it_says() -> None:
    game = example("blazing_sevens")
    wager = game.wager("blazing-sevens")
    chances = game_odds(game, Ask(wagers=(wager.id,))).find(wager.id).chances
    assert chances is not None
    figures = meter_figures(wager, wager.table(), chances)
    at = game_odds(game, Ask(wagers=(wager.id,), meter=round(figures.break_even)))
    assert abs(at.find(wager.id).house_edge) < 1e-7  # to the cent on the meter
    assert isinstance(figures.average, Fraction)


def metered(share: Fraction, seed: int, part: Fraction) -> Wager:
    return Wager(
        id="metered", name="Metered", classify=lambda first_rank: min(first_rank, 3) - 1,
        outcomes=("whole", "part", "lose"), least=100, most=100,
        paytables=(PayTable("ours", {}),),
        meter=Meter(seed=seed, share=share, pays={"whole": Fraction(1), "part": part}),
    )  # fmt: skip


@pytest.mark.parametrize("part", [Fraction(1, 10), Fraction(1, 2)])
def test_averages_against_a_chain_of_bets(part: Fraction) -> None:
    """The meter's mean bet by bet, from the seed on, until it moves no more."""
    wager = metered(Fraction(1, 4), 2_000, part)
    chances = Chances.counted([1, 2, 10], 13)
    figures = meter_figures(wager, wager.table(), chances)
    mean, whole, some = 2_000.0, 1 / 13, 2 / 13
    for _ in range(2_000):
        found = mean + 25
        mean = whole * 2_000 + some * (1 - part) * found + (1 - whole - some) * found
    assert float(figures.average) == pytest.approx(found)
    paid = (whole + some * part) * found / 100
    assert float(figures.long_run_edge) == pytest.approx(float(1 - paid))
    assert figures.bets_to_win == 13


def test_simulated_and_told_at_the_seed() -> None:
    found = simulate_game(str(FILE), 100_000, wagers=("blazing-sevens",), play="mimic", check=True)
    (one,) = found.wagers
    assert one.per == "bet of $5, $10,000 on the meter" and found.checks[0]["agrees"]  # type: ignore[index]
    said = holecard("odds", str(FILE), "--wager", "blazing-sevens", "--meter", "60000").stdout
    assert "it breaks even with $112,312.07 on the meter" in said
    assert holecard("odds", "classic", "--meter", "60000").code != 0


def test_a_table_keeps_it() -> None:
    """Dealt at a table in Python: what is bet and won moves the meter, and nothing is made or lost.
    Fails with the shares of a round put on one by one, with a fraction of a cent paid."""
    wager = metered(Fraction(1, 4), 2_000, Fraction(1, 3))
    table = Table(beside_classic("m", (wager,)), 5, purse=10**7)
    held, wins = 2_000, 0
    for _ in range(60):
        table.deal("1 main 10 metered 1; 2 main 10 metered 1")
        while table.legal:
            table.push(table.default_choice())
        assert table.dealt is not None
        held += 50
        for place, seat in enumerate(table.dealt.seats):
            assert seat.bets[1].meter == held
            outcome = min(rank(table.dealt.cards(place, 0)[0]), 3)
            won = {1: held, 2: held // 3}.get(outcome, 0)
            net = next(one.net for one in table.history[-1].paid if one.seat == seat.seat
                       and one.wager == "metered")  # fmt: skip
            assert net == won - 100
            held, wins = (2_000 if outcome == 1 else held - won), wins + (won > 0)
        assert table.meters == {"metered": held}
        again = deal_round(table.game, table.dealt.seats, table.dealt.drawn, table.dealt.choices)
        assert line_of(again) == table.dealt.line
        everything = table.purse + table.house + table.tokes + held
        assert everything == 10**7
    assert wins > 5
    with pytest.raises(Unreadable, match="the table knows it"):
        table.deal("1 main 10 metered@900 1")
    with pytest.raises(RefusedWager, match=r"your hand is not paid from a meter: \$9 is on none"):
        check_table(table.game, [SeatBets(1, (Bet("main", 1000, "", 900),))])


def pair(first_rank: int, second_rank: int) -> int:
    return int(first_rank == second_rank)


def bet(**more: Any) -> Wager:
    return Wager(id="pair", name="Pair", classify=pair, outcomes=("lose", "pair"), **more)


def test_tables_for_one_and_in_money() -> None:
    assert PayTable.for_one("t", {"pair": 12}).pays("pair") == 11
    flat = bet(paytables=(PayTable.in_money("t", {"pair": 55_00}, stake=500),), least=500, most=500)
    game = beside_classic("flat", (flat,))
    assert game_odds(game, Ask(wagers=("pair",))).find("pair").house_edge == pytest.approx(
        1 - 12 * 23 / 311
    )
    with pytest.raises(BadDefinition, match=r"prizes for a bet of \$5"):
        replace(flat, most=1000)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seed": 1.5}, "whole cents"),
        ({"share": 0.2}, "a Fraction from 0 to 1"),
        ({"pays": {"pear": Fraction(1)}}, "did you mean 'pair'"),
        ({"pays": {"lose": Fraction(1)}}, "no outcome called 'lose'"),
        ({"pays": {"pair": Fraction(1, 2)}}, "never won whole"),
        ({"pays": {"pair": Fraction(3, 2)}}, "a Fraction up to 1"),
    ],
)
def test_meters_that_cannot_be_meant(wrong: dict[str, Any], says: str) -> None:
    given = {"seed": 100, "share": Fraction(1, 5), "pays": {"pair": Fraction(1)}, **wrong}
    with pytest.raises(BadDefinition, match=says):
        bet(paytables=(PayTable("t", {}),), meter=Meter(**given), least=100, most=100)


def test_a_meter_leaves_play_alone() -> None:
    meter = Meter(seed=100, share=Fraction(1, 5), pays={"won": Fraction(1)})
    with pytest.raises(BadDefinition, match="looks at hand_total"):
        Wager(
            id="x", name="X", classify=lambda hand_total: 0, outcomes=("lose", "won"), least=100,
            most=100, paytables=(PayTable("t", {}),), meter=meter,
        )  # fmt: skip


def test_a_meter_wants_bets_of_one_size_and_is_part_of_the_definition() -> None:
    given = {"paytables": (PayTable("t", {}),), "least": 100}
    meters = [
        Meter(seed=seed, share=Fraction(1, 5), pays={"pair": Fraction(1)}) for seed in (100, 200)
    ]
    with pytest.raises(BadDefinition, match="give it one size"):
        bet(**given, meter=meters[0], most=200)
    games = [beside_classic("m", (bet(**given, meter=one, most=100),)) for one in meters]
    assert games[0].definition_hash != games[1].definition_hash
