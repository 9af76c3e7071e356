"""What each choice is worth to a bet that is played for alone, against a walk of every branch of
the real round in fractions: of two cards and of more, of a hand that was split, of a pair split.

Seen to fail: with the hit of a hand worked out from standing on what it brings, with a hand that
would be given up counted so whatever else was chosen, with even money counted as a blackjack, and
with a split hand from the whole shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import pytest

from holecard.cards import read_cards
from holecard.dealing.actions import ACTION_NAMES, BURN, DOUBLE, HIT, KEEP, SPLIT, Legal
from holecard.dealing.settle import BLACKJACK, EVEN_MONEY, WIN
from holecard.games import BAD_BEAT, BURNOUT
from holecard.games.from_file import beside_classic
from holecard.odds.composition import Composition, read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.streak_worths import StreakWorths
from holecard.odds.wager_worths import WagerWorths
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.wager import always
from tests.night import at_night
from tests.odds.test_gallery import Table
from tests.odds.test_own_bets_answered import beside
from tests.odds.test_own_play import AGAIN, EARLY
from tests.odds.test_seen_hand import BEATEN, GIVEN, bet
from tests.odds.test_streak_play import counted
from tests.odds.test_walk import CLOSE, engine_plays
from tests.odds.walk import ALIKE, VALUE, Reached, View, Walk, World, outcomes
from tests.odds.walk import Asked as Waiting


def long_win(hand_cards: int, hand_result: int) -> int:
    return (hand_result == WIN) * (1 + (hand_cards > 3)) * (hand_cards > 2)


def rescued(surrendered: int, hand_result: int) -> int:
    """Given up, or won."""
    return 1 if surrendered else 2 * (hand_result == WIN)


def natural_beside(hand_result: int, dealer_total: int) -> int:
    """Even money, or a blackjack beside a dealer's hand of 17 or 18, or more."""
    if hand_result == EVEN_MONEY:
        return 1
    return (hand_result == BLACKJACK) * (2 + (dealer_total > 18))


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


GOES_ON = (HIT, SPLIT, DOUBLE, KEEP, BURN)  # somebody may be asked again
PAID_NOW = bet("paid-now", lambda hand_result: int(hand_result == EVEN_MONEY), {"even": 3})
SEEN_NOW = bet("seen-now", natural_beside, {"even": 1, "natural": 4, "high": 6}, needs=always)
OFFERS = beside_classic("offers", (PAID_NOW, SEEN_NOW))
SMALL, WIDE, TENS = "A:2 5:2 6:2 T:4", "5:2 6:3 T:8", "A:1 2:1 7:1 9:3 T:5"
NATURALS = "A:4 5:1 8:2 T:4"
CASES = (
    case(BAD_BEAT, "bad-beat", TENS, 10, 9, 9),
    case(BAD_BEAT, "bad-beat", TENS, 9, 10, 9, hands=2),
    case(BESIDE, "long", SMALL, 5, 6, 6),
    case(BESIDE, "up", SMALL, 5, 10, 10),
    case(OFFERS, "paid-now", NATURALS, 1, 1, 10),
    case(OFFERS, "seen-now", NATURALS, 1, 1, 10),
    *at_night(
        case(OFFERS.but(peek=False), "paid-now", NATURALS, 10, 1, 1),
        case(OFFERS.but(peek=False), "seen-now", NATURALS, 1, 1, 10),
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
            if action in GOES_ON and told:
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
    if one.game.id == OFFERS.id:
        assert met == {"no-insurance False False", "even-money False False"}
        return
    assert {"stand False False", "hit False False"} <= met
    assert not split or {"split False False", "stand False True"} <= met
    assert one.wager not in ("up", "given") or "surrender False False" in met


@pytest.mark.parametrize(
    ("table", "start", "choices"),
    [
        (EARLY, "7s Ts 5s", {"surrender False False", "keep False False"}),
        *at_night((AGAIN, "6s Ks 7s", {"surrender True False", "double True False"})),
    ],
)
def test_choices_that_only_some_games_have(table: Table, start: str, choices: set[str]) -> None:
    """Given up before the look, and once doubled. Seen to fail: no worth at all was known."""
    table = beside(table)
    alike = "card" if table.game.tables.shape != [0] else "value"
    cards = tuple(card if alike == "card" else ALIKE[alike](card) for card in read_cards(start))
    walk = Walk(
        table.game, table.cards, ("came-to",), measure=outcomes("came-to"), start=cards,
        alike=alike,
    )  # fmt: skip
    book = Playbook(table.game, shoe=table.cards).for_wager("came-to")
    assert choices <= set(walked(walk, walk.reach(World()), WagerWorths(book)))


def bonus(page: StreakWorths, button: int) -> tuple[Fraction, Callable[[Fraction], Fraction]]:
    """The share of decided rounds that are won, and what a bonus on three is worth that rides with
    so many wins, when the next of them is won with this chance, a push counting as that share of a
    win."""
    coin = Fraction(page.coin)
    pays = page.book.paytable.pays("win")
    return coin, lambda won: won * coin ** (2 - button) * (pays + 1) - 1


class Riding(Walk):
    """The walk of a seat whose button shows some wins."""

    button = 0

    @cached_property
    def seat(self) -> SeatBets:
        seat = super().seat
        main = seat.bets[0]
        bets = (*seat.bets, Bet("bonus-3", main.stake))
        return replace(seat, bets=bets, button=self.button, riding=frozenset({"bonus-3"}))


def riding(one: Case, button: int, paid: bool) -> tuple[Walk, StreakWorths, WagerWorths]:
    worths = WagerWorths(Playbook(one.game, shoe=one.shoe).for_wager(one.wager))
    page = worths.streaks[paid]
    coin, _ = bonus(page, button)
    wagers = ("burnout",) if paid else ()
    walk = Riding(one.game, one.shoe, wagers, measure=counted(coin), start=one.cards)
    object.__setattr__(walk, "button", button)
    return walk, page, worths


OPEN = BURNOUT.but(peek=False, surrender="late")
BURNS = "A:1 5:3 7:3 T:5"


@pytest.mark.parametrize(
    ("game", "shoe", "start", "button", "paid"),
    [
        (OPEN, SMALL, (10, 6, 6), 0, False),
        (OPEN, SMALL, (10, 6, 6), 2, False),
        (BURNOUT, BURNS, (5, 10, 7), 0, True),
        (BURNOUT.but(burn_after_bust=False), BURNS, (7, 10, 7), 1, True),
        *at_night(
            (OPEN, SMALL, (10, 10, 6), 1, False),
            (OPEN, SMALL, (6, 10, 5), 0, False),
            (OPEN, BURNS, (10, 7, 5), 2, True),
            (BURNOUT, BURNS, (5, 7, 5), 0, True),
        ),
    ],
)
def test_a_bonus_on_a_streak(
    game: Game, shoe: str, start: tuple[int, int, int], button: int, paid: bool
) -> None:
    """Of three wins in a row the next, by this hand; made now or riding, with the burn or without.
    Seen to fail: with a push that takes the bonus, with two rounds left to win after a push, with
    a button of 0 whatever it shows, with a doubled hand that hits after its burn, and with a card
    kept that leaves no burn."""
    one = case(game, "bonus-3", shoe, *start)
    walk, page, worths = riding(one, button, paid)
    met = set(walked(walk, walk.reach(World()), worths, bonus(page, button)[1]))
    assert {"stand False False", "double False False"} <= met
    assert game is not OPEN or "surrender False False" in met
    assert not paid or {"burn True False", "keep True False", "hit True False"} <= met


@pytest.mark.parametrize("paid", [False, *at_night(True)])
def test_a_pair_split_for_a_streak(paid: bool) -> None:
    """Against the real round with the pair split and played on as the solver plays it."""
    one = case(BURNOUT, "bonus-3", "6:4 7:3 T:5", 6, 10, 6, hands=2)
    walk, page, worths = riding(one, 1, paid)
    (pool,) = pools(walk.reach(World()))
    world = pool[0].world
    dealt = deal_round(one.game, (walk.seat,), world.cards)
    told = worths.judged(dealt)[1]["split"]
    plays = engine_plays(page.play)

    def splits(view: View, legal: Legal) -> int:
        return SPLIT if SPLIT in legal and not view.pair else plays(view, legal)

    walked = walk.follow(splits)
    assert told == pytest.approx(float(bonus(page, 1)[1](walked[VALUE])), abs=CLOSE)


def test_a_late_bet_is_played_for_as_any_other() -> None:
    """Made when the dealer's card is up, on how the own hand ends: what it is worth then is what it
    is worth made before the deal. Seen to fail: refused as one that is not bet before the deal."""
    late = beside_classic("late", (replace(LONG, after_up=True),)).but(max_hands=1)
    early = beside_classic("worths", (LONG,)).but(max_hands=1)
    told = []
    for game, seat in (
        (early, SeatBets(1, (Bet("main", 1000), Bet("long", 1000)))),
        (late, SeatBets(1, (Bet("main", 1000), Bet("long", 1000)), late=frozenset({"long"}))),
    ):
        worths = WagerWorths(Playbook(game, shoe=read_composition(SMALL)).for_wager("long"))
        dealt = deal_round(game, (seat,), tuple(4 * (one - 1) for one in (5, 6, 6, 10)))
        told.append(worths.judged(dealt))
    assert told[0] == told[1] and len(told[0][1]) > 1
