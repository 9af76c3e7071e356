"""Bets on the own hand together with the first cards, the up card and the dealer's hand: exact
under both ways of playing, against a walk of every branch in fractions.

Seen to fail: with busts counted before the dealer has drawn, with one play for all starts, and with
the outcome of a split hand asked as of an unsplit one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from holecard.cards import value
from holecard.dealing.felt import FIRST, SECOND, Felt
from holecard.dealing.settle import BLACKJACK, LOSE, PUSH, WIN
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games import FACE_UP
from holecard.games.from_file import beside_classic
from holecard.odds.composition import read_composition
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.own_bets.hand_bets import followed_hand, own_hand_chances
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.sights import Spec
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager, always, never
from tests.night import at_night
from tests.odds.test_walk import CLOSE, engine_plays, same_chances
from tests.odds.walk import VALUE, Totals, Walk, outcomes, seat_sees

# For rules without splits, and with them.
SHOES = {1: read_composition("A:2 5:2 6:2 T:4"), 2: read_composition("A:2 5:2 6:3 T:5")}


def bet(id: str, classify: Any, pays: dict[str, int], **more: Any) -> Wager:
    table = PayTable("ours", pays)
    return Wager(
        id=id, name=id, classify=classify, outcomes=("lose", *pays), paytables=(table,), **more
    )


def stiff(start_total: int, hand_result: int, up_value: int) -> int:
    """A stiff start that wins, more against a ten."""
    if not 12 <= start_total <= 16 or hand_result not in (WIN, BLACKJACK):
        return 0
    return 2 if up_value == 10 else 1


def beaten(hand_total: int, hand_result: int, dealer_total: int, natural: int) -> int:
    """20 or 21 beaten or tied by a 21, by how."""
    if hand_result == PUSH:
        return 3 if natural else 2
    return int(hand_total == 20 and hand_result == LOSE and dealer_total == 21)


def both_bust(hand_total: int, dealer_total: int, start_total: int) -> int:
    """Both hands bust, for which the dealer draws though the seat is out."""
    if hand_total > 21 and dealer_total > 21:
        return 2 if start_total == 16 else 1
    return 3 if hand_total == dealer_total else 0


def given_up(surrendered: int, dealer_natural: int, hand_cards: int) -> int:
    if surrendered:
        return 1 + dealer_natural
    return 3 if dealer_natural and hand_cards > 2 else 0


STIFF = bet("stiff", stiff, {"wins": 2, "wins-ten": 5})
BEATEN = bet("beaten", beaten, {"beaten": 9, "push": 2, "blackjacks": 7})
BOTH = bet("both-bust", both_bust, {"bust": 4, "bust-16": 9, "tie": 2}, needs=always)
GIVEN = bet("given", given_up, {"up": 1, "up-natural": 3, "long-natural": 4}, needs=always)
BETS = (STIFF, BEATEN, BOTH, GIVEN)


@cache
def game(peek: str, hands: int) -> Game:
    made = beside_classic("seen", BETS).set("peek", peek)
    return made.but(max_hands=hands, surrender="late", hit_split_aces=True)


@cache
def solved(peek: str, hands: int) -> Any:
    return play_game(Spec(game(peek, hands), SHOES[hands]))


def sees_start(felt: Felt) -> Any:
    """As a seat sees, and what it was dealt first."""
    first = sorted(value(felt.seats[card]) for card in (FIRST, SECOND))
    return seat_sees(felt), tuple(first)


def all_outcomes(dealt: Dealt) -> Totals:
    """The chance of each outcome of every bet: one walk for all of them."""
    return {f"{one.wager} {one.outcome}": Fraction(1) for one in payouts(dealt)}


@pytest.mark.parametrize(("peek", "hands"), at_night(("no", 1), ("yes", 2)))
def test_beside_best_play(peek: str, hands: int) -> None:
    """The dealer draws for two of them, which the other two must not notice."""
    play, names = solved(peek, hands), tuple(wager.id for wager in BETS)
    walk = Walk(game(peek, hands), SHOES[hands], names, measure=all_outcomes, merge=False)
    walked = walk.follow(engine_plays(play))
    for wager in BETS:
        engine = own_hand_chances(Shared(play, wager), wager.paytables[0])
        own = {name: walked.get(f"{wager.id} {name}", Fraction(0)) for name in wager.outcomes}
        assert same_chances(engine.floats, own, wager.outcomes)


@pytest.mark.parametrize("wager", [BEATEN, *at_night(STIFF, BOTH, GIVEN)], ids=lambda one: one.id)
def test_played_for_itself(wager: Wager) -> None:
    shared = Shared(solved("no", 1), wager)
    alone = followed_hand(shared, wager.paytables[0], for_wager=True)
    walk = Walk(
        game("no", 1),
        SHOES[1],
        (wager.id,),
        measure=outcomes(wager.id),
        sees=sees_start,
        merge=False,
    )
    pays = [float(wager.paytables[0].pays(name)) for name in wager.outcomes]
    worth = float(np.dot(alone.chances().floats, pays))
    assert abs(worth - float(walk.best()[VALUE])) < CLOSE
    if wager is not STIFF:  # to win is what the main wager wants too
        assert worth > np.dot(own_hand_chances(shared, wager.paytables[0]).floats, pays) + 1e-6


@pytest.mark.nightly
def test_simulated() -> None:
    """Six decks, both ways of playing where a chart can carry them."""
    whole = beside_classic("seen", BETS).but(surrender="late")
    found = simulate_game(whole, 10_000_000, seed=5, wagers=[one.id for one in BETS], check=True)
    assert found.checks and len(found.checks) == 4
    assert all(row["agrees"] for row in found.checks)


def only_20(hand_total: int, dealer_total: int) -> int:
    return int(hand_total > 21 and dealer_total == 20)


def by_how_much(hand_total: int, dealer_total: int) -> int:
    return int(hand_total == 22 and dealer_total == 20)


@pytest.mark.parametrize(
    ("classify", "needs", "says"),
    [
        (only_20, never, "hands for which the dealer need not draw"),
        (by_how_much, always, "by how much"),
    ],
)
def test_what_is_not_followed_is_refused(classify: Any, needs: Any, says: str) -> None:
    wrong = bet("wrong", classify, {"win": 3}, needs=needs)
    with pytest.raises(BadDefinition, match=says):
        own_hand_chances(Shared(solved("no", 1), wrong), wrong.paytables[0])


def how_far(hand_result: int, dealer_total: int) -> int:
    """By how much the dealer busts."""
    return {26: 1, 23: 2}.get(dealer_total, 0) if hand_result == WIN else 3 * (dealer_total == 22)


def up_beside(hand_result: int, up_value: int) -> int:
    """Of two open dealer cards only the first is the up card."""
    if up_value == 6:
        return int(hand_result == WIN)
    return 2 if up_value == 10 and hand_result == LOSE else 0


FAR = bet("how-far", how_far, {"far": 3, "near": 4, "nearest": 5}, needs=always)
UP = bet("up-beside", up_beside, {"six": 3, "ten": 2})


@pytest.mark.parametrize("shows", ["up", *at_night("both")])
def test_busts_apart_and_the_up_card(shows: str) -> None:
    """Seen to fail: with every bust of the dealer a 22, and with the lower of two open cards for
    the up card."""
    bets = (FAR, UP) if shows == "up" else (UP,)
    made = replace(FACE_UP, make_wagers=lambda rules: (*FACE_UP.make_wagers(rules), *bets))
    under = made if shows == "both" else beside_classic("seen", bets)
    under = under.but(max_hands=1)
    play = play_game(Spec(under, SHOES[1]))
    names = tuple(wager.id for wager in bets)
    walk = Walk(under, SHOES[1], names, measure=all_outcomes, merge=False)
    walked = walk.follow(engine_plays(play))
    for wager in bets:
        engine = own_hand_chances(Shared(play, wager), wager.paytables[0])
        own = {name: walked.get(f"{wager.id} {name}", Fraction(0)) for name in wager.outcomes}
        assert same_chances(engine.floats, own, wager.outcomes)


def blackjack_and_20(natural: int, dealer_total: int, up_value: int) -> int:
    return int(natural and dealer_total == 20 and up_value in (1, 10))


def test_a_blackjack_for_which_the_dealer_does_not_draw() -> None:
    """Without a look an open blackjack waits for the hole card alone. Seen to fail: with a dealer
    who draws for it, 2.2% for a chance of 1.9%, called exact."""
    wager = bet("no-draw", blackjack_and_20, {"twenty": 3})
    under = beside_classic("seen", (wager,)).but(peek=False, max_hands=1)
    with pytest.raises(BadDefinition, match="hands for which the dealer need not draw"):
        own_hand_chances(Shared(play_game(Spec(under, SHOES[1])), wager), wager.paytables[0])


def only_what_can_be(start_total: int, hand_total: int, hand_cards: int, hands: int) -> int:
    """It knows no hand of two cards but the one it was dealt, and none that a hard start skips."""
    if hands == 1 and hand_cards == 2 and hand_total != start_total:
        raise ValueError("two cards that were not dealt")
    return int(hand_cards == 2) + int(hand_total == 20)


def no_20(start_total: int, hand_total: int, up_value: int) -> int:
    return {total: 0 for total in range(4, 32) if total != 20}[hand_total]


def test_hands_that_cannot_be_are_not_asked_about() -> None:
    """Seen to fail: refused for a hand of two cards that no such start has. What can be and has no
    outcome is refused still."""
    wager = bet("can-be", only_what_can_be, {"one": 2, "both": 5})
    made = beside_classic("seen", (wager,)).but(max_hands=2)
    play = play_game(Spec(made, SHOES[2]))
    engine = own_hand_chances(Shared(play, wager), wager.paytables[0])
    walk = Walk(made, SHOES[2], (wager.id,), measure=outcomes(wager.id))
    assert same_chances(engine.floats, walk.follow(engine_plays(play)), wager.outcomes)
    wrong = bet("no-20", no_20, {"never": 2})
    with pytest.raises(BadDefinition, match="hand_total=20"):
        own_hand_chances(Shared(play, wrong), wrong.paytables[0])
