"""What each choice is worth to a bet that is played for alone, against a walk of every branch of
the real round in fractions: of two cards and of more, of a hand that was split, of a pair split.

Seen to fail: with the hit of a hand worked out from standing on what it brings, with a hand that
would be given up counted so whatever else was chosen, and with a split hand from the whole shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import pytest

from holecard.dealing.actions import ACTION_NAMES, HIT, SPLIT, Legal
from holecard.dealing.settle import WIN
from holecard.games import BAD_BEAT, BURNOUT
from holecard.games.from_file import beside_classic
from holecard.odds.composition import Composition, read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.for_streak import share_won
from holecard.odds.wager_worths import WagerWorths
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from tests.night import at_night
from tests.odds.test_seen_hand import BEATEN, GIVEN, bet
from tests.odds.test_streak_play import counted
from tests.odds.test_walk import CLOSE, engine_plays
from tests.odds.walk import VALUE, Reached, View, Walk, World, outcomes
from tests.odds.walk import Asked as Waiting


def long_win(hand_cards: int, hand_result: int) -> int:
    return (hand_result == WIN) * (1 + (hand_cards > 3)) * (hand_cards > 2)


def rescued(surrendered: int, hand_result: int) -> int:
    """Given up, or won."""
    return 1 if surrendered else 2 * (hand_result == WIN)


UP = bet("up", rescued, {"up": 1, "won": 2})
LONG = bet("long", long_win, {"three": 2, "four": 5})
BESIDE = beside_classic("worths", (LONG, UP, BEATEN, GIVEN)).but(peek=False, surrender="late")


@dataclass(frozen=True)
class Case:
    """A bet, a small shoe, and the first cards by value: seat, up card, seat."""

    game: Game
    wager: str
    shoe: Composition
    start: tuple[int, int, int]

    @property
    def cards(self) -> tuple[int, ...]:
        return tuple(4 * (worth - 1) for worth in self.start)


def case(game: Game, wager: str, shoe: str, *start: int, hands: int = 1) -> Case:
    more = {"hit_split_aces": True} if hands > 1 else {}
    ruled = game.but(max_hands=hands, **more)
    return Case(ruled, wager, read_composition(shoe), (start[0], start[1], start[2]))


SMALL, WIDE, TENS = "A:2 5:2 6:2 T:4", "5:2 6:3 T:8", "A:1 2:1 7:1 9:3 T:5"
CASES = (
    case(BAD_BEAT, "bad-beat", TENS, 10, 9, 9),
    case(BAD_BEAT, "bad-beat", TENS, 9, 10, 9, hands=2),
    case(BESIDE, "long", SMALL, 5, 6, 6),
    case(BESIDE, "up", SMALL, 5, 10, 10),
    *at_night(
        case(BESIDE, "long", WIDE, 5, 10, 5, hands=2),
        case(BESIDE, "beaten", WIDE, 10, 10, 10, hands=2),
        case(BESIDE, "given", SMALL, 10, 10, 6),
        case(BESIDE, "given", SMALL, 5, 10, 10),
    ),
)


def after(walk: Walk, pool: list[Waiting], action: int) -> Reached:
    """Where a choice leads in all that look alike."""
    weight = sum((one.weight for one in pool), Fraction(0))
    found = Reached()
    for one in pool:
        found.add(walk.reach(one.world.does(action)), one.weight / weight)
    return found


def pools(reached: Reached) -> list[list[Waiting]]:
    found: dict[object, list[Waiting]] = {}
    for one in reached.asked:
        found.setdefault(one.view, []).append(one)
    return list(found.values())


class Judge(Protocol):
    """Who says what is best, and what each choice is worth."""

    def judged(self, dealt: Dealt) -> tuple[str, dict[str, float]]: ...


def as_it_is(found: Fraction) -> Fraction:
    return found


def walked(
    walk: Walk,
    reached: Reached,
    worths: Judge,
    worth: Callable[[Fraction], Fraction] = as_it_is,
) -> list[str]:
    """Every hand that can come of it compared; what was met, in words."""
    met = []
    for pool in pools(reached):
        world = pool[0].world
        choices = [Choice(action) for action in world.script]
        dealt = deal_round(walk.game, (walk.seat,), world.cards, choices)
        assert dealt.ask is not None
        more = len(dealt.cards(0, dealt.ask.hand)) > 2
        best, told = worths.judged(dealt)
        for action in Legal(pool[0].legal):
            name = ACTION_NAMES[action]
            found = after(walk, pool, action)
            if name in told:
                due = float(worth(walk.decide(found).get(VALUE, Fraction(0))))
                assert told[name] == pytest.approx(due, abs=CLOSE), (pool[0].view, name)
                met.append(f"{name} {more} {SPLIT in world.script}")
            if action in (HIT, SPLIT) and told:
                met += walked(walk, found, worths, worth)
        if told:
            assert told[best] >= max(told.values()) - CLOSE
    return met


@pytest.mark.parametrize("one", CASES)
def test_every_choice_is_worth_what_the_walk_says(one: Case) -> None:
    walk = Walk(one.game, one.shoe, (one.wager,), measure=outcomes(one.wager), start=one.cards)
    book = Playbook(one.game, shoe=one.shoe).for_wager(one.wager)
    met = set(walked(walk, walk.reach(World()), WagerWorths(book)))
    split = one.game.rules.max_hands > 1
    assert {"stand False False", "hit False False"} <= met
    assert not split or {"split False False", "stand False True"} <= met
    assert one.wager not in ("up", "given") or "surrender False False" in met


def bonus(worths: WagerWorths) -> tuple[Fraction, Callable[[Fraction], Fraction]]:
    """The share of decided rounds that are won, and what a bonus on three is worth when the first
    of them is won with this chance, a push counting as that share of a win."""
    coin = Fraction(share_won(worths.rounds))
    pays = worths.book.paytable.pays("win")
    return coin, lambda won: won * coin**2 * (pays + 1) - 1


@pytest.mark.parametrize("start", [(10, 6, 6), *at_night(((10, 10, 6),), ((6, 10, 5),))])
def test_a_bonus_on_a_streak(start: tuple[int, int, int]) -> None:
    """Of three wins in a row, the first of them by this hand. Seen to fail: with a push that takes
    the bonus, and with two rounds left to win after a push."""
    one = case(BURNOUT.but(peek=False, surrender="late"), "bonus-3", SMALL, *start)
    worths = WagerWorths(Playbook(one.game, shoe=one.shoe).for_wager(one.wager))
    coin, worth = bonus(worths)
    walk = Walk(one.game, one.shoe, measure=counted(coin), start=one.cards)
    met = walked(walk, walk.reach(World()), worths, worth)
    assert {"stand False False", "double False False", "surrender False False"} <= set(met)


def test_a_pair_split_for_a_streak() -> None:
    """Against the real round with the pair split and played on as the solver plays it."""
    one = case(BURNOUT, "bonus-3", "6:4 7:3 T:5", 6, 10, 6, hands=2)
    worths = WagerWorths(Playbook(one.game, shoe=one.shoe).for_wager(one.wager))
    coin, worth = bonus(worths)
    walk = Walk(one.game, one.shoe, measure=counted(coin), start=one.cards)
    (pool,) = pools(walk.reach(World()))
    world = pool[0].world
    dealt = deal_round(one.game, (walk.seat,), world.cards)
    told = worths.judged(dealt)[1]["split"]
    plays = engine_plays(worths.play)

    def splits(view: View, legal: Legal) -> int:
        return SPLIT if SPLIT in legal and not view.pair else plays(view, legal)

    walked = walk.follow(splits)
    assert told == pytest.approx(float(worth(walked[VALUE])), abs=CLOSE)
