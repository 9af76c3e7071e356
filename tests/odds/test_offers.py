"""Insurance and even money, priced from the cards themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holecard.cards import read_cards
from holecard.games import BURNOUT, CLASSIC
from holecard.odds.composition import full_decks
from holecard.odds.solve.best_play import Play, Sight, play_game
from holecard.odds.solve.offers import offer_values
from holecard.odds.solve.sights import Spec
from holecard.server.workers.hints import judged
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import deal_round

CLOSE = 1e-12


def against_an_ace(decks: int, pays: str = "3/2") -> tuple[Play, Sight]:
    game = CLASSIC.but(decks=decks, blackjack_pays=Fraction(pays))
    play = play_game(Spec(game, full_decks(decks)))
    return play, next(one for one in play.sights if one.seen.values == (1,))


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("values", [(10, 10), (10, 6), (2, 3)])
def test_insurance_is_half_a_wager_at_two_to_one(decks: int, values: tuple[int, int]) -> None:
    found = offer_values(*against_an_ace(decks), values)
    tens = Fraction(16 * decks - values.count(10), 52 * decks - 3)
    gain = Fraction(1, 2) * (2 * tens - (1 - tens))
    assert found["insurance"] - found["no-insurance"] == pytest.approx(float(gain), abs=CLOSE)
    assert "even-money" not in found


def test_an_insured_blackjack_is_even_money() -> None:
    """At 3 to 2 the two are the same bet; at 6 to 5 even money is the better one by far."""
    found = offer_values(*against_an_ace(6), (1, 10))
    assert found["insurance"] == pytest.approx(1, abs=CLOSE)
    assert found["even-money"] == 1 < found["no-insurance"]
    poor = offer_values(*against_an_ace(6, "6/5"), (1, 10))
    assert poor["even-money"] == 1 > poor["no-insurance"]


@pytest.mark.parametrize(
    ("cards", "best", "offered"),
    [
        ("Ts Ah 6d 9c", "no-insurance", {"insurance", "no-insurance"}),
        ("Ts Ah Ad 9c", "no-insurance", {"even-money", "no-insurance"}),
    ],
)
def test_a_hint_says_what_an_offer_is_worth(cards: str, best: str, offered: set[str]) -> None:
    seats = (SeatBets(1, (Bet("main", 1000),)),)
    for game in (CLASSIC, BURNOUT):
        told, worth = judged(deal_round(game, seats, read_cards(cards), ()))
        assert told == best
        assert set(worth) == offered
        assert worth[best] == max(worth.values())


def test_a_hint_takes_even_money_where_blackjacks_are_paid_badly() -> None:
    game = CLASSIC.but(blackjack_pays=Fraction(6, 5))
    seats = (SeatBets(1, (Bet("main", 1000),)),)
    best, _ = judged(deal_round(game, seats, read_cards("Ts Ah Ad 9c"), ()))
    assert best == "even-money"
