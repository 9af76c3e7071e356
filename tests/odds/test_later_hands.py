"""What choices of split, doubled and drawn hands are worth in the gallery: a walk of every branch,
in fractions, through the round's own procedure.

The walk splits once at most and looks at what one hand brings; the other stands on two cards.
Rounds that look alike by that hand's own cards are pooled, as the solver has it. Every choice of it
is followed, and each is worth what the solver says. Seen to fail: with the sister's card left in
the shoe; with the house's stake counted as the seat's; with a hand doubled twice worth one doubled
once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import pytest

from holecard.dealing.actions import ACTION_NAMES, DOUBLE, HIT, KEEP, SPLIT, STAND
from holecard.dealing.felt import ASK_HAND, Felt
from holecard.dealing.round import WAITING
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.decide import decide
from holecard.odds.solve.judged import asked, judged, life_of
from holecard.odds.solve.later_hands import UNSPLIT, Life
from holecard.wagers.dealt import Choice, Dealt
from holecard.wagers.payout import hand_net
from tests.night import by_day
from tests.odds.test_gallery import Table
from tests.odds.test_walk import CLOSE
from tests.odds.walk import VALUE, Asked, Reached, Totals, View, Walk, World, seat_sees

ONCE: dict[str, object] = {"max_hands": 2}
FOLLOWED = [
    (Table("free-bet", "2:2 6:2 8:3 T:3", ONCE), "8 6 8", SPLIT, 1),
    (Table("spanish-21", "3c:4 6c:1 Kc:4", {**ONCE, "redouble": True}), "3 6 3", DOUBLE, 0),
    (Table("free-bet", "2:3 6:2 8:3 T:5", ONCE), "8 6 8", SPLIT, 0),
    (Table("free-bet", "4:3 5:4 7:2 T:5", ONCE), "4 7 4", SPLIT, 1),
    (Table("spanish-21", "3c:3 6c:2 8c:4 Kc:4", ONCE), "8 6 8", SPLIT, 0),
    (Table("spanish-21", "3c:4 5c:3 6c:2 Kc:5", {**ONCE, "redouble": True}), "5 6 5", SPLIT, 1),
    (Table("spanish-21", "3c:4 5c:3 6c:2 Kc:5", {**ONCE, "redouble": True}), "5 6 5", DOUBLE, 0),
    (Table("double-attack", "Ad:2 6d:2 8d:4 Kd:4", ONCE), "6 8 8", SPLIT, 0),
    (
        Table("no-hole-card", "A:2 3:2 8:4 T:5", {**ONCE, "blackjack_takes": "each"}),
        "8 T 8",
        SPLIT,
        0,
    ),
    (Table("pontoon", "3c:2 6c:2 8c:4 Kc:4", ONCE), "8 6 8", SPLIT, 1),
    (Table("charlie", "2:5 3:4 8:3 T:4", {**ONCE, "charlie": 5}), "3 8 3", SPLIT, 0),
    (Table("charlie", "2:5 3:4 8:3 T:4", {**ONCE, "charlie": 5}), "3 8 2", HIT, 0),
]
CARDS = {**{str(worth): 4 * (worth - 1) for worth in range(2, 10)}, "A": 0, "T": 36}


class OfOne(NamedTuple):
    """Which of its hands a seat is asked for, and what it sees of it."""

    hand: int
    view: View


@dataclass
class Followed:
    """A walk that compares what every choice comes to with what the solver says of it."""

    table: Table
    start: str
    first: int  # what is done with the first two cards
    hand: int  # the one that is looked at
    play: Play = field(init=False)
    walk: Walk = field(init=False)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.play = self.table.solved()
        cards = tuple(CARDS[word] for word in self.start.split())
        self.walk = Walk(
            self.table.game, self.table.cards, measure=self.brings, sees=sees, start=cards
        )

    def brings(self, dealt: Dealt) -> Totals:
        return {VALUE: Fraction(hand_net(dealt, 0, self.hand), dealt.base_stake(0))}

    def value(self, reached: Reached) -> Fraction:
        played = self.other_stands(reached)
        total = played.done.get(VALUE, Fraction(0))
        pools: dict[object, list[Asked]] = {}
        for one in played.asked:
            pools.setdefault(one.view, []).append(one)
        for pool in pools.values():
            weight = sum((one.weight for one in pool), Fraction(0))
            total += weight * self.decided(pool, weight)
        return total

    def other_stands(self, reached: Reached) -> Reached:
        """On, past whatever the hand that is not looked at is asked."""
        found = Reached(dict(reached.done))
        for one in reached.asked:
            assert isinstance(one.view, OfOne)
            place, view = one.view
            if place == self.hand or not view.pair:
                found.asked.append(one)
            else:
                after = self.walk.reach(one.world.does(STAND))
                found.add(self.other_stands(after), one.weight)
        return found

    def decided(self, pool: list[Asked], weight: Fraction) -> Fraction:
        """What the first hand comes to by the solver's choice, every choice compared on the way."""
        dealt = self.dealt(pool[0].world)
        ask = asked(dealt)
        if KEEP in ask.legal:
            return self.after(pool, weight, KEEP)
        life = life_of(dealt, ask)
        if life == Life() and len(dealt.cards(0, 0)) == 2:
            return self.after(pool, weight, self.first)
        after = {action: self.after(pool, weight, action) for action in ask.legal}
        self.compare(dealt, life, after)
        return after[decide(self.play, dealt).action]

    def after(self, pool: list[Asked], weight: Fraction, action: int) -> Fraction:
        found = Reached()
        for one in pool:
            found.add(self.walk.reach(one.world.does(action)), one.weight / weight)
        return self.value(found)

    def compare(self, dealt: Dealt, life: Life, walked: dict[int, Fraction]) -> None:
        best, worth = judged(self.play, dealt)
        assert worth.keys() == {ACTION_NAMES[action] for action in walked}
        for action, there in walked.items():
            assert abs(worth[ACTION_NAMES[action]] - there) < CLOSE, (dealt, life, worth, walked)
            self.seen[ACTION_NAMES[action]] += 1
        assert worth[best] > max(worth.values()) - CLOSE
        self.seen["split"] += life.pair != UNSPLIT
        self.seen["doubled"] += life.doubled > 0
        self.seen["free"] += life.free_hand or life.free_double

    def dealt(self, world: World) -> Dealt:
        status, felt = self.walk.deal(world)
        assert status == WAITING
        choices = tuple(Choice(action) for action in world.script)
        return Dealt(self.table.game, (self.walk.seat,), choices, felt, status)


def sees(felt: Felt) -> OfOne:
    return OfOne(felt.at[ASK_HAND], seat_sees(felt))


@pytest.mark.parametrize(("table", "start", "first", "hand"), by_day(FOLLOWED, 0, 1), ids=str)
def test_each_choice_of_a_later_hand_is_worth_what_a_walk_says(
    table: Table, start: str, first: int, hand: int
) -> None:
    followed = Followed(table, start, first, hand)
    followed.value(followed.walk.reach(World()))
    assert followed.seen["split"] if first == SPLIT else followed.seen["doubled"] or first == HIT
    assert bool(followed.seen["free"]) == (table.name == "free-bet" and hand > 0)
    assert followed.seen["stand"]
