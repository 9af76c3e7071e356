"""What a dealer blackjack that shows up late takes of the bets, beside other answers of a game's
own: against a walk of every branch in fractions, the money as the round procedure settles it.

Meant to catch: a bet taken of every hand of a split, or of none; of a hand that was doubled twice
or put up by the house; a busted bet that comes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from holecard.dealing.answers import Answers, Finished, Held
from holecard.dealing.rules import Rules
from holecard.dealing.settle import PUSH, WIN, settle_own
from holecard.errors import BadDefinition
from holecard.games.gallery import GALLERY
from holecard.odds.composition import read_composition, shoe_of
from holecard.odds.playbook import Playbook
from holecard.odds.solve.answers import one_bet
from holecard.odds.solve.answers.answered_hands import Side
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.one_bet import OneBet
from holecard.odds.solve.answers.split_hand import SplitHand
from holecard.odds.solve.best_play import Play, play_game
from holecard.odds.solve.judged import method_of
from holecard.odds.solve.round_results import round_odds
from holecard.odds.solve.sights import Spec
from holecard.text.line import deal_line, read_line
from holecard.wagers.game import Game
from tests.night import by_day
from tests.odds.test_gallery import engine_plays, sees
from tests.odds.test_walk import CLOSE, same_results, whole_round
from tests.odds.walk import VALUE, WAGERED, Walk

WHOLE = GALLERY["no-hole-card"]


def always_21(hand: Finished, dealer: int, rules: Rules) -> int:
    """A 21 wins whatever the dealer has, as in Pontoon."""
    return WIN if hand.total == 21 else settle_own(hand.standing, dealer, rules)


def three_sevens(hand: Finished, dealer: int, rules: Rules) -> int:
    """Three sevens tie even a blackjack: what a hand's cards say, and no total."""
    return PUSH if hand.values == (7, 7, 7) else settle_own(hand.standing, dealer, rules)


def again(hand: Held, rules: Rules) -> bool:
    return hand.two or hand.doubled


def nine_to_eleven(hand: Held, rules: Rules) -> bool:
    return hand.two and not hand.soft and 9 <= hand.total <= 11


def any_time(hand: Held, rules: Rules) -> bool:
    return True


def not_tens(value: int, rules: Rules) -> bool:
    return value != 10


OWN: Mapping[str, Answers] = {
    "": WHOLE.answers,
    "always-21": replace(WHOLE.answers, who_wins=always_21),
    "sevens": replace(WHOLE.answers, who_wins=three_sevens),
    "redouble": replace(WHOLE.answers, may_double=again),
    "rescue": replace(WHOLE.answers, may_double=again, may_surrender=again),
    "give-up": replace(WHOLE.answers, may_surrender=any_time),
    "free-double": replace(WHOLE.answers, free_double=nine_to_eleven),
    "free": replace(WHOLE.answers, free_double=nine_to_eleven, free_split=not_tens),
}
TENS, FEW, STIFF = "A:3 5:4 6:4 T:6", "A:3 5:4 8:5 T:6", "A:3 8:5 T:6"


def game_of(name: str, takes: str, hands: int) -> Game:
    if name == "pontoon":
        return GALLERY[name].but(blackjack_takes=takes, max_hands=hands)
    game = replace(WHOLE, id=name or WHOLE.id, answers=OWN[name])
    return game.but(blackjack_takes=takes, max_hands=hands)


def solved(game: Game, shoe: str) -> Play:
    return play_game(Spec(game, read_composition(shoe)))


UNSPLIT = [
    ("free-double", "each", TENS),
    ("always-21", "original", TENS),
    ("redouble", "each", "A:4 2:3 3:4 9:2 T:2"),
    ("sevens", "original", "A:3 7:6 T:4"),
    ("always-21", "busted", TENS),
    ("rescue", "busted", "A:4 2:3 3:4 9:2 T:2"),
    ("rescue", "original", "A:4 2:3 3:4 9:2 T:2"),
    ("give-up", "busted", TENS),
    ("give-up", "original", TENS),
    ("pontoon", "original", "Ac:4 4c:4 7c:3 Kc:6"),
]


@pytest.mark.parametrize(("name", "takes", "shoe"), by_day(UNSPLIT, 0, 1))
def test_best_play_is_that_of_a_walk(name: str, takes: str, shoe: str) -> None:
    """Seen to fail: with half of a free double lost to a late blackjack, 0.1322 for 0.1183; with
    every busted bet given back where the dealer does not draw, 0.207 solved for 0.271 dealt; with
    blackjacks beside three sevens that nobody paid where the dealer did not draw, 0.0959 solved for
    0.0921 dealt."""
    game = game_of(name, takes, 1)
    walked = Walk(game, read_composition(shoe)).best()
    assert abs(float(walked[VALUE]) - solved(game, shoe).ev) < CLOSE


SPLIT = [
    ("", "busted", STIFF, 3),
    ("", "original", STIFF, 3),
    ("free", "each", FEW, 2),
    ("always-21", "original", STIFF, 3),
    ("pontoon", "original", "Ac:4 4c:4 7c:3 Kc:6", 2),
    ("pontoon", "busted", "Ac:3 8c:5 Kc:6", 3),
    ("", "busted", "A:3 6:4 8:4 T:5", 2),
    ("always-21", "busted", "A:4 4:4 7:3 T:6", 2),
    ("sevens", "original", "A:3 7:6 T:5", 2),
    ("redouble", "each", "A:4 4:4 7:3 T:6", 2),
    ("rescue", "original", FEW, 2),
    ("give-up", "each", FEW, 2),
    ("give-up", "busted", FEW, 2),
    ("give-up", "all", FEW, 2),
    ("free", "busted", FEW, 2),
    ("free", "original", FEW, 2),
]


@pytest.mark.parametrize(("name", "takes", "shoe", "hands"), by_day(SPLIT, 0, 2))
def test_rounds_with_a_split_are_those_of_a_walk(
    name: str, takes: str, shoe: str, hands: int
) -> None:
    """Value, what is put up, every net and every result. Seen to fail: with a bet taken of every
    hand, 0.1765 for 0.1780; with a bet lost on a hand of the house's, rows 0.009 under the value;
    with nothing put up beside a blackjack that nobody looked for, where original bets only are
    lost."""
    game = game_of(name, takes, hands)
    play = solved(game, shoe)
    assert any(sight.split for sight in play.sights)
    cards = read_composition(shoe)
    walk = Walk(game, cards, measure=whole_round, sees=lambda felt: sees(felt, False))
    done = walk.follow(engine_plays(play))
    assert abs(float(done[VALUE]) - play.ev) < CLOSE
    assert abs(float(done[WAGERED]) - play.wagered) < CLOSE
    odds = round_odds(play)
    assert same_results(odds.nets, {1: odds.win, 0: odds.push, -1: odds.lose}, done)


@pytest.mark.parametrize("pair", [1, 5])
def test_the_mixture_is_off_by_no_more_than_it_says(
    pair: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands from half a deck: counted by every set of cards, and by two levels of the
    mixture. Seen to fail: with busted hands taken for ones that lose to the blackjack."""
    game = game_of("", "busted", 2)
    play = play_game(Spec(game, read_composition("A:2 2:2 3:2 4:2 6:2 8:2 9:2 T:8")))
    assert isinstance(play, AnsweredPlay)
    sight = next(one for one in play.sights if one.seen.values == (10,))
    assert isinstance(sight, AnsweredSight)
    side = Side(True, False, 1.0, 0.0)
    hand = SplitHand(play.of, pair, side, sight.splits[pair].acts, sight.doubled)
    both = OneBet(play.of, sight.seen, hand)
    by_levels = [both.by_mixture(level) for level in (2, 3)]
    monkeypatch.setattr(one_bet, "FEW", 10**9)
    exact = both.taken()
    assert exact.error <= CLOSE and 0.01 < exact.chance < both.natural
    for found in by_levels:
        assert abs(found.chance - exact.chance) <= found.error
    assert abs(by_levels[0].chance - exact.chance) > abs(by_levels[1].chance - exact.chance) > 0


LINES = [("no-hole-card", "BB+1"), ("pontoon", "OBO"), ("pontoon", "BB+1"), ("no-hole-card", "OBO")]


@pytest.mark.parametrize(("name", "line"), by_day(LINES, 0))
def test_rows_sum_to_the_value_found_another_way(name: str, line: str) -> None:
    """From whole decks: the bet that all hands lose together, and the hands' nets together."""
    game = GALLERY[name].read(line)
    play = play_game(Spec(game, shoe_of(game)))
    odds = round_odds(play)
    mean = sum(float(net) * chance for net, chance in odds.nets.items())
    assert abs(sum(odds.nets.values()) - 1) < 1e-12
    assert abs(mean - play.ev) < 1e-11
    assert play.error < 2e-9 and odds.error < 1e-6


def test_the_rules_that_take_less_cost_less() -> None:
    """Original bets only, busted ones and one more, one of every hand, all: in that order."""
    lines = ("OBO", "BB+1", "OBBO", "ENHC")
    for name in ("no-hole-card", "pontoon"):
        games = [GALLERY[name].read(f"2D {line}") for line in lines]
        values = [play_game(Spec(game, shoe_of(game))).ev for game in games]
        assert np.all(np.diff(values) < -1e-5)


def test_a_choice_that_hangs_on_whose_money_lies_there_is_refused() -> None:
    """Seen to fail: with a hand that the house doubled rescued as one of the seat's own is."""
    answers = replace(OWN["rescue"], free_double=nine_to_eleven)
    game = replace(WHOLE, id="both", answers=answers).but(max_hands=1)
    with pytest.raises(BadDefinition, match="hangs on whose money lies there"):
        play_game(Spec(game, read_composition(TENS)))


def test_the_worth_of_a_split_hand_says_who_loses_the_one_bet() -> None:
    """Seen to fail: with the words of games in which nothing is taken of all hands; and with those
    of this one where a round is worth what it is after a look (OBO)."""
    line = "| 8d 6s 8h 7d 3c 3d 9c 4c Kd Qd | 1 main 10 | split"

    def said(rule: str) -> str:
        dealt = deal_line(read_line(f"no-hole-card 1D {rule} {line.replace('6s', 'Ts')}"))
        return method_of(Playbook(dealt.game).best, dealt)

    assert "as if another had lost the one bet" in said("BB+1")
    assert said("OBO") == said("ENHC") != said("BB+1")
