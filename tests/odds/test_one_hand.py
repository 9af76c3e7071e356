"""One hand: a blackjack is worth what it is paid, whoever asks, and nobody plays on with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import holecard as hc
from holecard.cards import read_cards
from holecard.errors import BadDefinition
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.judged import judged
from holecard.odds.solve.one_hand import action_values, after_burn_values, hand_number
from holecard.text.line import deal_line, read_line
from tests.lab.commands import holecard
from tests.odds.solved import paid_book

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


def test_after_a_burn_a_hand_is_worth_what_playing_it_on_is() -> None:
    """The better of hit and stand is what the solver gives the hand once its burn is used; with the
    burn still at hand, as hints once said, hitting is worth more."""
    book = paid_book()
    spec = book.spec
    for sight in book.paid.best.sights[::4]:
        assert isinstance(sight, BurnSight)
        for cards in ((10, 4, 2), (1, 3, 3), (7, 3, 2), (10, 10, 1)):
            hand = hand_number(spec, cards)
            for burned in (1, 5, 10):
                worth = after_burn_values(spec, sight, hand, burned)
                kept = sight.after_odds
                solved = kept.win[burned - 1, hand] - kept.lose[burned - 1, hand]
                assert max(worth.values()) == pytest.approx(solved, abs=CLOSE)
                if "hit" in worth:
                    assert worth["hit"] < action_values(spec, sight, hand)["hit"]


def test_a_hint_after_a_burn_is_not_for_a_hand_that_can_burn() -> None:
    """16 against a 7 with the burn used: hit, which is worth what it is without the payment, all
    but; with the burn at hand it would be worth a quarter more."""
    bets = "1 main 10 burnout 2"
    cards = "Ts 7h 4d 8c Kh 2d 5d Ks 4c"
    dealt = deal_line(read_line(f"burnout {paid_book().game.line} | {cards} | {bets} | hit burn"))
    assert dealt.cards(0, 0) == tuple(read_cards("Ts 4d 2d"))
    best, worth = judged(paid_book().paid.best, dealt)
    (plain,) = [one for one in paid_book().best.sights if one.seen.values == (7,)]
    hit = action_values(paid_book().spec, plain, hand_number(paid_book().spec, (10, 4, 2)))["hit"]
    assert best == max(worth, key=lambda name: worth[name]) == "hit"
    assert worth["hit"] == pytest.approx(hit, abs=0.02)
