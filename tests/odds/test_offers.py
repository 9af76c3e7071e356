"""Insurance and even money, priced from the cards themselves."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

import holecard as hc
from holecard.cards import read_cards
from holecard.dealing.actions import DECLINE, EVEN_MONEY, INSURE, STAND, Legal
from holecard.errors import BadDefinition, UnknownName
from holecard.games import BURNOUT, CATALOGUE, CLASSIC, FACE_UP
from holecard.lab.entries import ShutBook
from holecard.lab.session import session
from holecard.odds.composition import full_decks, read_composition
from holecard.odds.format import as_csv, text
from holecard.odds.pricing.pricer import Ask, Pricer
from holecard.odds.result import GameOdds
from holecard.odds.solve.best_play import Play, Sight, play_game
from holecard.odds.solve.offers import offer_values
from holecard.odds.solve.sights import Spec
from holecard.server.workers.hints import judged
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import OFFER
from tests.night import at_night
from tests.odds.walk import STAKE, VALUE, Policy, Totals, View, Walk

CLOSE = 1e-12
OFFERS = ("insurance", "even-money")
OFFERED = "offered"


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


# How often each is offered, and what it comes to, per offer and per round.


def priced(game: Game, shoe: str = "") -> GameOdds:
    """Only what the dealer offers: no play is solved for it."""
    cards = read_composition(shoe) if shoe else full_decks(game.rules.decks)
    pricer = Pricer(game, Ask(shoe=cards), ShutBook(game, shoe=cards))
    found = [one for wager in game.wagers if wager.kind == OFFER for one in pricer.price(wager)]
    return GameOdds(game, tuple(found), "test")


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_that_offers_them_lists_them(name: str) -> None:
    found = priced(CATALOGUE[name])
    listed = OFFERS if CATALOGUE[name] is not FACE_UP else ()  # F4
    assert tuple(one.id for one in found.wagers) == listed
    assert priced(CATALOGUE[name].but(insurance=False)).wagers == ()
    for one in found.wagers:
        assert f"{one.id}: offered in " in text(found)
        assert f"per {one.per}" in text(found)


# published.md: insurance at 2 to 1, only the ace seen.
PUBLISHED = {1: 5.882, 2: 6.796, 4: 7.246, 6: 7.395, 8: 7.470}


@pytest.mark.parametrize("decks", PUBLISHED)
def test_both_by_simple_fractions(decks: int) -> None:
    """By the rule of three cards: an ace is up, the seat has two, the hole card is next."""
    aces, tens, cards = 4 * decks, 16 * decks, 52 * decks
    insurance, even_money = priced(CLASSIC.but(decks=decks)).wagers
    assert 100 * insurance.house_edge == pytest.approx(PUBLISHED[decks], abs=0.0005)
    assert insurance.ev_fraction == 3 * Fraction(tens, cards - 1) - 1
    up = Fraction(aces, cards)
    blackjack = Fraction(2 * (aces - 1) * tens, (cards - 1) * (cards - 2))
    both = blackjack * Fraction(tens - 1, cards - 3)
    plain = (Fraction(tens, cards - 1) - both) / (1 - blackjack)  # no blackjack in hand
    assert insurance.offered is not None and even_money.offered is not None
    assert insurance.offered.chance == up * (1 - blackjack)
    assert insurance.offered.ev == pytest.approx(float(3 * plain - 1), abs=CLOSE)
    per_round = up * (1 - blackjack) * (3 * plain - 1) / 2
    assert insurance.offered.ev_per_round == pytest.approx(float(per_round), abs=CLOSE)
    assert even_money.offered.chance == up * blackjack
    missed = 1 - Fraction(tens - 1, cards - 3)
    assert even_money.ev_fraction == 1 - Fraction(3, 2) * missed
    assert dict(even_money.offered.choices) == {
        "even-money": 1,
        "no-insurance": Fraction(3, 2) * missed,
    }
    per_round = up * blackjack * (1 - Fraction(3, 2) * missed)
    assert even_money.offered.ev_per_round == pytest.approx(float(per_round), abs=CLOSE)


@pytest.mark.parametrize("cards", ["5 6", "T 6", "T T"])
def test_insurance_given_the_own_hand(cards: str) -> None:
    (worth,) = [
        of for title, of in hc.hand("classic", cards, "A").values.items() if "offer" in title
    ]
    tens = Fraction(96 - cards.count("T"), 309)
    gain = (3 * tens - 1) / 2
    assert worth["insurance"] - worth["no-insurance"] == pytest.approx(float(gain), abs=CLOSE)
    actions = hc.hand("classic", cards, "A").actions
    lost = float(tens)
    assert worth["no-insurance"] == pytest.approx(
        (1 - lost) * max(actions.values()) - lost, abs=CLOSE
    )


def stands(taken: int) -> Policy:
    """Takes that offer and no other, and never a card."""

    def policy(view: View, legal: Legal) -> int:
        if DECLINE in legal:
            return taken if taken in legal else DECLINE
        return STAND

    return policy


def of_all_wagers(dealt: Dealt) -> Totals:
    found = {VALUE: Fraction(sum(paid.net for paid in payouts(dealt)), STAKE)}
    if dealt.choices and dealt.choices[0].action in (INSURE, EVEN_MONEY):
        found[OFFERED] = Fraction(1)
    return found


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("classic", {"peek": False, "blackjack_pays": Fraction(6, 5)}),
        ("breakout", {}),
        *at_night(("classic", {}), ("burnout", {})),
    ],
)
def test_per_round_is_what_a_walk_of_every_round_finds(name: str, rules: dict[str, object]) -> None:
    """Two seats that differ in nothing but the offer taken, dealt every round of a tiny shoe."""
    game = CATALOGUE[name].but(max_hands=1, **rules)
    shoe = "A:3 5:2 7:4 8:4 T:5"
    walk = Walk(game, read_composition(shoe), measure=of_all_wagers)
    without = walk.follow(stands(DECLINE))[VALUE]
    for one, action in zip(priced(game, shoe).wagers, (INSURE, EVEN_MONEY), strict=True):
        taken = walk.follow(stands(action))
        assert one.offered is not None
        assert one.offered.chance == taken[OFFERED]
        assert abs(Fraction(one.offered.ev_per_round) - (taken[VALUE] - without)) < CLOSE


def test_json_and_csv_carry_the_offer() -> None:
    found = priced(CLASSIC)
    insurance, even_money = found.as_json()["wagers"]
    assert insurance["ev"] == pytest.approx(-23 / 311)
    assert insurance["offered_stake"] == "1/2"
    for one in (insurance, even_money):
        stake = Fraction(one["offered_stake"])
        expected = one["offered"] * float(stake) * one["ev_per_offer"]
        assert one["ev_per_round"] == pytest.approx(expected, abs=CLOSE)
    assert even_money["ev"] == even_money["ev_per_offer"]
    gain = even_money["choices"]["even-money"] - even_money["choices"]["no-insurance"]
    assert even_money["ev"] == pytest.approx(gain, abs=CLOSE)
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert {row["wager"] for row in rows} == set(OFFERS)
    for row in rows:
        (one,) = [one for one in (insurance, even_money) if one["id"] == row["wager"]]
        assert float(row["ev_per_round"]) == one["ev_per_round"]
        assert (float(row["offered"]), row["per"]) == (one["offered"], one["per"])


def test_an_offer_changes_with_its_pay_table() -> None:
    from holecard.lab.setup import with_pays

    richer = with_pays(CLASSIC, "insurance", "standard", {"dealer-blackjack": "5:2"})
    before, after = priced(CLASSIC).wagers[0].offered, priced(richer).wagers[0].offered
    assert before is not None and after is not None
    half_more = before.outcomes[1].probability / 2
    assert after.ev == pytest.approx(before.ev + half_more, abs=CLOSE)


def test_a_session_of_an_offer_is_counted_in_offers() -> None:
    """Not in rounds: it is offered in one of thirteen or so."""
    for one in priced(CLASSIC).wagers:
        assert session(CLASSIC, one, 100, 1000, band_rounds=()).counted_in == "offers"


def test_a_shoe_that_never_brings_an_offer() -> None:
    none, one_ace = "2:30 5:30 8:30 T:60", "A:1 2:30 5:30 8:30 T:60"
    assert priced(CLASSIC, none).wagers == ()
    assert [one.id for one in priced(CLASSIC, one_ace).wagers] == ["insurance"]
    with pytest.raises(BadDefinition, match="never offered"):
        hc.odds("classic", "even-money", shoe=one_ace)
    with pytest.raises(UnknownName):
        hc.odds("face-up", "even-money")
