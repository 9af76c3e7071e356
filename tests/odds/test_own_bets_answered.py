"""Bets on the own hand in games with answers of their own: exact beside best play, against a walk
of every branch in fractions.

Seen to fail: with the results of an undoubled hand for a doubled one, of an unsplit hand for a
split one, with one class of suits for all, with a rescued hand for one that stood, and with two
cards for a hand that was played while the dealer had a blackjack.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from holecard.dealing.actions import DOUBLE, KEEP, Legal
from holecard.dealing.actions import SURRENDER as GIVE_UP
from holecard.dealing.answers import Answers, Finished
from holecard.dealing.rules import Rules
from holecard.dealing.settle import BLACKJACK, LOSE, PUSH, SURRENDER, WIN, settle_own
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games import CLASSIC
from holecard.games.gallery import GALLERY
from holecard.odds.playbook import plays_for
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.own_bets.hand_bets import followed_hand, own_hand_chances
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager, always
from tests.night import by_day
from tests.odds.test_gallery import SPLIT_UP, STIFF, SUITED, TENS, Table, engine_plays, sees
from tests.odds.test_seen_hand import all_outcomes, bet
from tests.odds.test_walk import CLOSE, hand_place, same_chances, sight_of
from tests.odds.walk import VALUE, Policy, View, Walk, outcomes


def came_to(hand_result: int) -> int:
    return {WIN: 1, PUSH: 2, BLACKJACK: 3, SURRENDER: 4}.get(hand_result, 0)


def long_hand(hand_cards: int, hand_result: int, hands: int) -> int:
    if hand_result == LOSE:
        return 3 if hand_cards > 2 else 0
    return 2 if hands > 1 else int(hand_cards > 2)


def stiff(start_total: int, hand_result: int, up_value: int) -> int:
    """A stiff start that wins, more against a ten."""
    if not 12 <= start_total <= 16 or hand_result != WIN:
        return 0
    return 2 if up_value == 10 else 1


def beaten(hand_total: int, hand_result: int, dealer_total: int, natural: int) -> int:
    """A hand of 20 or 21 that does not win, by how."""
    if hand_result == PUSH:
        return 3 if natural else 2
    return int(hand_total in (20, 21) and hand_result == LOSE and dealer_total == 21)


def both_bust(hand_total: int, dealer_total: int, first_value: int) -> int:
    """For which the dealer draws though the seat is out."""
    if hand_total > 21 and dealer_total > 21:
        return 2 if first_value == 8 else 1
    return 3 if hand_total == dealer_total else 0


def given_up(surrendered: int, dealer_natural: int, hand_cards: int) -> int:
    if surrendered:
        return 1 + (dealer_natural or hand_cards > 2)
    return 3 if dealer_natural and hand_cards > 2 else 0


BETS = (
    bet("came-to", came_to, {"win": 1, "push": 2, "blackjack": 3, "given-up": 4}),
    bet("long", long_hand, {"long": 2, "split": 3, "long-lost": 1}),
    bet("stiff", stiff, {"wins": 2, "wins-ten": 5}),
    bet("beaten", beaten, {"beaten": 9, "push": 2, "blackjacks": 7}, needs=always),
    bet("both-bust", both_bust, {"bust": 4, "bust-8": 9, "tie": 2}, needs=always),
    bet("given", given_up, {"up": 1, "up-long": 3, "long-natural": 4}, needs=always),
)


def with_bets(game: Game, bets: tuple[Wager, ...] = BETS) -> Game:
    make: Any = game.make_wagers
    return replace(game, make_wagers=lambda rules: (*make(rules), *bets))


def by_shape(hand: Finished, dealer: int, rules: Rules) -> int:
    """Suits, doubles and splits decide: a suited 21 of three cards wins and one of a colour ties;
    a doubled hand ties a dealer's 22, and a split 20 loses to any."""
    if hand.values and not hand.natural and hand.colour >= 0:
        return WIN if hand.suit >= 0 else PUSH
    if hand.doubled and dealer == 22:
        return PUSH
    if hand.split and hand.total == 20:
        return LOSE
    return settle_own(hand.standing, dealer, rules)


SHAPED = replace(CLASSIC, id="shaped", answers=Answers(who_wins=by_shape))


@dataclass(frozen=True)
class BetTable(Table):
    """The same with the bets beside the main wager."""

    @property
    def game(self) -> Game:
        if self.name == SHAPED.id:
            return with_bets(SHAPED.but(**{"max_hands": 1, **self.rules}))
        return with_bets(super().game)


def beside(table: Table) -> BetTable:
    return BetTable(table.name, table.shoe, table.rules)


def raising(solved: Play) -> Policy:
    """As the engine plays, raises and early surrender with it."""
    plays = engine_plays(solved)

    def policy(view: View, legal: Legal) -> int:
        if KEEP not in legal:
            return plays(view, legal)
        assert isinstance(solved, AnsweredPlay)
        sight = sight_of(solved, view.shown)
        if DOUBLE in legal:
            return DOUBLE if solved.raises(sight) else KEEP
        return GIVE_UP if solved.early(sight)[hand_place(solved.spec, view.cards)] else KEEP

    return policy


WALKED = [
    Table("shaped", "5s:2 6s:2 6c:1 6d:1 Ks:2 Kd:1"),
    Table("spanish-21", "6s:2 7s:2 7d:1 8s:2 Ks:3 As:1"),
    Table("no-hole-card", STIFF, {"blackjack_takes": "original"}),
    Table("spanish-21", SUITED, {"redouble": True}),
    Table("push-22", TENS),
    Table("double-exposure", STIFF),
    Table("no-hole-card", TENS),
    Table("no-hole-card", TENS, {"blackjack_takes": "each", "surrender": "late"}),
    Table("no-hole-card", TENS, {"blackjack_takes": "busted"}),
    Table("charlie", "A:3 2:3 3:3 5:2 T:3", {"charlie": 5, "peek": False}),
    Table("free-bet", "A:2 3:2 5:2 6:2 9:3 T:4", {"double_on": "9-11"}),
    Table("super-fun-21", "Ad:1 6d:3 8d:3 Kd:2 Ks:1"),
    Table("early-surrender", TENS, {"early": "ten"}),
    Table("early-surrender", TENS),
    Table("early-surrender", TENS, {"peek": False}),
    Table("double-attack", "Ad:2 6d:3 8d:3 Kd:3"),
    Table("pontoon", "6s:2 7s:2 7d:1 8s:2 8d:1 Ks:3 As:2", {"blackjack_takes": "all"}),
    *SPLIT_UP,
    Table("no-hole-card", "A:3 8:5 T:6", {"max_hands": 3, "blackjack_takes": "original"}),
    Table("shaped", "5s:3 6s:2 Ks:3 Kd:2", {"max_hands": 2}),
]


@pytest.mark.parametrize("table", by_day(WALKED, 0), ids=str)
def test_beside_best_play(table: Table) -> None:
    table = beside(table)
    solved, names = table.solved(), tuple(wager.id for wager in BETS)
    both = table.game.rules.dealer_shows == "both"
    alike = "card" if table.game.tables.shape != [0] else "value"
    walk = Walk(
        table.game, table.cards, names, measure=all_outcomes, alike=alike,
        sees=lambda felt: sees(felt, both),
    )  # fmt: skip
    walked = walk.follow(raising(solved))
    for wager in BETS:
        engine = own_hand_chances(Shared(solved, wager), wager.paytables[0])
        own = {name: walked.get(f"{wager.id} {name}", Fraction(0)) for name in wager.outcomes}
        assert same_chances(engine.floats, own, wager.outcomes), wager.id


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["spanish-21", "free-bet", "charlie"])
def test_simulated(name: str) -> None:
    """Whole shoes, splits and all. Where nobody may surrender and the dealer looks, the last bet
    can only lose: there is nothing to compare."""
    game = with_bets(GALLERY[name])
    bets = BETS if game.rules.surrender == "late" else BETS[:-1]
    found = simulate_game(game, 10_000_000, seed=5, wagers=[one.id for one in bets], check=True)
    assert found.checks and len(found.checks) == len(bets)
    assert all(row["agrees"] for row in found.checks)


def test_two_hands_with_a_swap_are_refused() -> None:
    game = with_bets(GALLERY["switch"])
    with pytest.raises(BadDefinition, match="the exact engine has no enumeration"):
        game_odds(game, Ask(wagers=("came-to",)))


def test_played_for_itself_where_hands_are_played_as_ever() -> None:
    """A dealer's 22 ties there, and no choice is other than the house's. Seen to fail: refused."""
    table = beside(Table("push-22", TENS))
    wager = BETS[0]
    assert plays_for(table.game, wager)
    shared = Shared(table.solved(), wager)
    alone = followed_hand(shared, wager.paytables[0], for_wager=True)
    walk = Walk(table.game, table.cards, (wager.id,), measure=outcomes(wager.id))
    pays = [float(wager.paytables[0].pays(name)) for name in wager.outcomes]
    worth = sum(chance * pay for chance, pay in zip(alone.chances().floats, pays, strict=True))
    assert abs(worth - float(walk.best()[VALUE])) < CLOSE
    main = own_hand_chances(shared, wager.paytables[0]).floats
    assert worth > sum(chance * pay for chance, pay in zip(main, pays, strict=True)) + 1e-6
