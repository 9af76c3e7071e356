"""One hand: a blackjack is worth what it is paid, whoever asks, and nobody plays on with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import holecard as hc
from holecard.errors import BadDefinition
from tests.lab.commands import holecard

CLOSE = 1e-12


def missed(decks: int, tens: bool) -> Fraction:
    """The chance that the hole card makes no blackjack, with an ace and a ten in hand and the other
    of the two shown."""
    left = 16 * decks - 1 if tens else 4 * decks - 1
    return 1 - Fraction(left, 52 * decks - 3)


@pytest.mark.parametrize("up", "23456789")
def test_a_blackjack_is_paid_at_once(up: str) -> None:
    found = hc.hand("classic", "A T", up)
    assert found.actions == {"stand": 1.5}


@pytest.mark.parametrize("decks", [1, 6])
def test_against_an_ace_or_a_ten_the_push_is_in_it(decks: int) -> None:
    """Two blackjacks push; even money is offered against the ace alone (R11)."""
    game = hc.find_game("classic").but(decks=decks)
    ace, ten = hc.hand(game, "T A", "A"), hc.hand(game, "A K", "T")
    assert ace.given == ten.given == "before the dealer looks"
    assert set(ace.actions) == {"stand", "even-money"}
    assert ace.actions["stand"] == pytest.approx(float(1.5 * missed(decks, True)), abs=CLOSE)
    assert ace.actions["even-money"] == 1
    assert set(ten.actions) == {"stand"}
    assert ten.actions["stand"] == pytest.approx(float(1.5 * missed(decks, False)), abs=CLOSE)


def test_other_rules_pay_otherwise() -> None:
    classic = hc.find_game("classic")
    poor = hc.hand(classic.but(blackjack_pays=Fraction(6, 5)), "A T", "A")
    assert poor.best == "even-money"
    assert hc.hand(classic.but(insurance=False), "A T", "A").actions.keys() == {"stand"}
    unseen = hc.hand(classic.but(peek=False), "A T", "T")
    assert unseen.actions["stand"] == pytest.approx(float(1.5 * missed(6, False)), abs=CLOSE)


@pytest.mark.parametrize(
    ("cards", "dealer", "worth"),
    [
        ("A T", "6 T", 1),  # F1
        ("A T", "A 6", 1),
        ("A T", "A T", -1),  # F2
        ("T 9", "T A", -1),  # F4: nobody acts
        ("5 6", "A T", -1),
    ],
)
def test_face_up(cards: str, dealer: str, worth: int) -> None:
    assert hc.hand("face-up", cards, dealer).actions == {"stand": worth}


def test_a_blackjack_that_a_drawn_21_ties() -> None:
    """F2 switched: it waits for the dealer, and loses to the five that makes 21 of a hard 16."""
    game = hc.find_game("face-up").but(natural_beats_21=False)
    found = hc.hand(game, "A T", "6 T").actions
    assert found == {"stand": pytest.approx(1 - 2 * 24 / 308, abs=CLOSE)}


def test_the_payment_changes_nothing_and_no_card_is_drawn() -> None:
    found = hc.hand("burnout", "A T", "6").values
    assert [dict(one) for one in found.values()] == [{"stand": 1.5}] * 2
    with pytest.raises(BadDefinition, match="no hit brings another"):
        hc.hand("burnout", "A T", "6", drew="5")
    with pytest.raises(BadDefinition, match="no hit brings another"):
        hc.hand("face-up", "2 3 4", "A T")


def test_other_hands_are_played() -> None:
    """Three cards of 21 are no blackjack, nor is a ten shown behind a two."""
    assert hc.hand("classic", "7 7 7", "6").actions["stand"] < 1
    assert set(hc.hand("classic", "T 6", "T").actions) == {"stand", "hit", "double"}


def test_the_command_says_it() -> None:
    done = holecard("hand", "classic", "A T", "6")
    assert (done.code, done.stdout.splitlines()[-1]) == (0, "  stand      +1.500000000")
