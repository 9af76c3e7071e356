"""A card dealt for a bet: the seat's next card, or one more where it takes none. Dealt in every
kind of round, priced as one unseen card among others, and simulated.

Meant to catch: with the card not dealt where the dealer has a blackjack; with a split hand's third
card in place of the first one that came; with the bets a card is dealt for beside others, whose
rounds then have one card more.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import perm

import pytest

from holecard import PayTable, Wager, load_game
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games.from_file import beside_classic
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.play.random_player import play_out
from holecard.shoe import shuffled
from holecard.simulator.engine.net_word import layout_of
from holecard.text.line import line_of, read_line, replay, result_text
from holecard.text.trace import trace
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import deal_round
from holecard.wagers.payout import payouts
from tests.odds.test_examples_bets import EXAMPLES

FILE = EXAMPLES / "super_sevens_dealt.py"


def by_hand(decks: int) -> dict[str, Fraction]:
    """Sevens are 4 in 52, and any third card is as good as another."""
    sevens, cards = 4 * decks, 52 * decks
    two = Fraction(perm(sevens, 2), perm(cards, 2))
    suited = Fraction(4 * perm(decks, 2), perm(cards, 2))
    three = Fraction(perm(sevens, 3), perm(cards, 3))
    three_suited = Fraction(4 * perm(decks, 3), perm(cards, 3))
    suited_three = suited * Fraction(sevens - 2, cards - 2)
    return {
        "first": Fraction(sevens, cards) - two,
        "two": (two - suited) - (three - suited_three),
        "two-suited": suited - suited_three,
        "three": three - three_suited,
        "three-suited": three_suited,
    }


@pytest.mark.parametrize("decks", [2, 6])
def test_exact_is_what_is_counted_by_hand(decks: int) -> None:
    odds = game_odds(load_game(FILE).but(decks=decks), Ask(wagers=("super-sevens",)))
    found = odds.find("super-sevens")
    assert {row.id: row.fraction for row in found.outcomes if row.id != "lose"} == by_hand(decks)
    if decks == 6:  # Wizard of Odds, E. Jacobson: "third card always dealt"
        assert f"{found.house_edge:.3%}, {found.std_dev:.1f}" == "11.400%, 22.8"


def seven(next_rank: int) -> int:
    return int(next_rank == 7)


NEXT_SEVEN = Wager(
    id="next-seven", name="Next Seven", classify=seven, outcomes=("lose", "seven"),
    paytables=(PayTable("ours", {"seven": 11}),),
)  # fmt: skip


def test_simulated_it_is_exact() -> None:
    """The same chance whatever the seat does: one in thirteen, and the main wager untouched."""
    found = simulate_game(str(FILE), 400_000, play="mimic", check=True, seed=3)
    assert all(one["agrees"] for one in found.checks or ())
    assert {one.id for one in found.wagers} >= {"main", "super-sevens"}


def test_every_kind_of_round_has_the_card() -> None:
    """Random rounds: the card after the seat's two, by the trace alone, or one at the end."""
    game, draw = beside_classic("n", (NEXT_SEVEN,)), random.Random(11)
    seats = [SeatBets(seat, (Bet("main", 1000), Bet("next-seven", 500))) for seat in (1, 3)]
    seen = set()
    for _ in range(300):
        dealt = play_out(game, seats, shuffled(6, draw)[:60], draw)
        events = trace(dealt)
        for seat in dealt.seats:
            mine = [one for one in events if one.seat == seat.seat and one.card is not None]
            drawn = [one for one in mine if one.kind in ("draw", "next")]
            first = drawn[0]
            split = any(one.kind == "split" for one in mine)
            seen.add((first.kind, split, len(dealt.dealer_cards) == 2))
            assert first.kind == "draw" or len(drawn) == 1
            won = first.card is not None and first.card // 4 == 6
            nets = {one.wager: one.net for one in payouts(dealt) if one.seat == seat.seat}
            assert nets["next-seven"] == (5500 if won else -500)
        again = deal_round(game, dealt.seats, dealt.drawn, dealt.choices)
        assert line_of(again) == line_of(dealt)
    assert seen >= {("next", False, True), ("next", False, False), ("draw", True, False)}


def test_a_card_that_is_asked_for_is_told_and_is_on_the_line() -> None:
    from holecard.games import BROUGHT
    from holecard.games.from_file import FILES, bring_game

    bring_game(FILE)
    try:
        line = "super-sevens-dealt | 7h Kd 7d As 7c | 1 main 10 super-sevens 5 |"
        dealt = replay(read_line(line))
    finally:
        BROUGHT.clear()
        FILES.clear()
    assert result_text(dealt) == "1 main -10 super-sevens +2500"
    assert "Seat 1 is dealt 7♣ for Super Sevens." in dealt.says


def test_what_no_record_holds_is_refused_by_name() -> None:
    def both(next_rank: int, third_rank: int) -> int:
        return int(next_rank == third_rank)

    wager = Wager(
        id="both", name="Both", classify=both, outcomes=("lose", "same"),
        paytables=(PayTable("ours", {"same": 1}),),
    )  # fmt: skip
    with pytest.raises(BadDefinition, match="third card of a hand and at the next card"):
        layout_of(wager)
