"""What splitting once more is worth, and what else may be done with a split hand that got another
of the pair, against a walk of every branch of the real round in fractions.

From each moment that looks alike (so many hands, this one of the pair, those before it played by
the policy that is priced) the walk does each legal thing, plays on by that policy, and adds up what
this hand and those still to come bring; the hands before it must bring the same in either case.
Seen to fail: with the second card left in the shoe for hands that wait, with the hands before
it forgotten, with the hands that wait not taken off, and with the house's hand counted as the
seat's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from holecard.cards import value
from holecard.dealing.actions import ACTION_NAMES, DECLINE, SPLIT, STAND
from holecard.dealing.felt import FROM_SPLIT
from holecard.dealing.round import DONE, WAITING
from holecard.games import BAD_BEAT, CLASSIC, FACE_UP
from holecard.games.gallery import GALLERY
from holecard.odds.composition import read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import ACTIONS, WORDS
from holecard.odds.solve.acts import SPLIT as SPLITS
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.decide import decide, hand_number, sight_at
from holecard.odds.solve.judged import asked, judged, pairs_again, split_values
from holecard.odds.solve.later_hands import Life, later_values
from holecard.odds.solve.splitting.split_again import Again
from holecard.odds.solve.splitting.splits import JUST_SPLIT, SoFar
from holecard.odds.wager_worths import Place, WagerWorths
from holecard.wagers.dealt import Choice, Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import hand_net
from tests.night import at_night, by_day
from tests.odds.test_later_hands import CARDS
from tests.odds.test_wager_worths import BESIDE
from tests.odds.test_walk import CLOSE
from tests.odds.walk import VALUE, Position, Totals, Walk, World, add_to, outcomes

BEFORE, THIS, TO_COME, ALL = "before", "this", "to come", "all"
Found = list[tuple[World, Fraction]]


class InOrder(Walk):
    """A walk that tells a seat's hands apart."""

    @property
    def side_bets(self) -> bool:
        return True


@dataclass(frozen=True)
class Moment:
    """A pair split against a card, and a hand with another of it: so many hands there are, so many
    of them done."""

    game: Game
    shoe: str
    start: str  # the seat's first card, the dealer's, the seat's second
    hands: int
    done: int
    left: bool = False  # the first hand had two of the pair and stood, which the policy would not

    def __str__(self) -> str:
        return f"{self.game.id} {self.game.line} {self.start}, {self.done} of {self.hands} done"


@dataclass
class Branches:
    """Every way to a moment, and what comes of each choice there."""

    moment: Moment
    walk: InOrder = field(init=False)
    play: Play = field(init=False)
    found: dict[Position, Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        moment, shoe = self.moment, read_composition(self.moment.shoe)
        cards = tuple(CARDS[word] for word in moment.start.split())
        alike = "rank" if moment.game.rules.split_tens_by == "rank" else "value"
        self.walk = InOrder(moment.game, shoe, measure=self.brings, start=cards, alike=alike)
        self.play = Playbook(moment.game, shoe=shoe).best

    def dealt(self, world: World) -> Dealt:
        status, felt = self.walk.deal(world)
        choices = tuple(Choice(action) for action in world.script)
        return Dealt(self.walk.game, (self.walk.seat,), choices, felt, status)

    def policy(self, world: World) -> int:
        """Every further card of the pair is split, else as the solver has it."""
        dealt = self.dealt(world)
        ask = asked(dealt)
        if SPLIT in ask.legal:
            if self.moment.left and dealt.hand_field(0, 0, FROM_SPLIT) and not ask.hand:
                return STAND
            pair = value(dealt.cards(0, ask.hand)[0]) - 1
            if dealt.hand_count(0) < self.play.spec.most_hands(pair):
                return SPLIT
        return decide(self.play, dealt).action

    def is_here(self, world: World) -> bool:
        dealt = self.dealt(world)
        ask = asked(dealt)
        moment, first = self.moment, [value(card) for card in dealt.cards(0, 0)[:2]]
        there = dealt.hand_count(0), ask.hand, moment.left and first[0] == first[1]
        split = bool(dealt.hand_field(0, ask.hand, FROM_SPLIT)) and SPLIT in ask.legal
        return split and there == (moment.hands, moment.done, moment.left)

    def reach(self, world: World) -> Found:
        status, felt = self.walk.deal(world)
        if status == DONE:
            return []
        if status == WAITING:
            if self.is_here(world):
                return [(world, Fraction(1))]
            return self.reach(world.does(self.policy(world)))
        position = self.walk.position(world, felt)
        if position not in self.found:
            branches = self.walk.branches(world)
            share = Fraction(1, sum(number for _, number in branches))
            merged: dict[Position, tuple[World, Fraction]] = {}
            for drawn, number in branches:
                for there, weight in self.reach(drawn):
                    at = self.walk.position(there, self.walk.deal(there)[1])
                    known = merged.get(at, (there, Fraction(0)))
                    merged[at] = known[0], known[1] + weight * number * share
            self.found[position] = list(merged.values())
        return self.found[position]

    def brings(self, dealt: Dealt) -> Totals:
        """What the hands win in initial wagers, those of before the moment, its own, and later."""
        found = dict.fromkeys((BEFORE, THIS, TO_COME, ALL), Fraction(0))
        for hand in range(dealt.hand_count(0)):
            of = (BEFORE, THIS, TO_COME)[(hand >= self.moment.done) + (hand > self.moment.done)]
            net = Fraction(hand_net(dealt, 0, hand), dealt.base_stake(0))
            found[of] += net
            found[ALL] += net
        return found

    def follow(self, world: World, known: dict[Position, Totals]) -> Mapping[str, Fraction]:
        status, felt = self.walk.deal(world)
        if status == DONE:
            return self.walk.finished(world, felt)
        if status == WAITING:
            return self.follow(world.does(self.policy(world)), known)
        position = self.walk.position(world, felt)
        if position not in known:
            totals: Totals = {}
            branches = self.walk.branches(world)
            share = Fraction(1, sum(number for _, number in branches))
            for drawn, number in branches:
                add_to(totals, self.follow(drawn, known), number * share)
            known[position] = totals
        return known[position]


THREE, FOUR = {"max_hands": 3}, {"max_hands": 4}
SOME = "3:2 6:2 8:4 T:5"
FREE = GALLERY["free-bet"]
MOMENTS = [
    Moment(CLASSIC.but(**THREE), SOME, "8 6 8", 2, 0),
    Moment(CLASSIC.but(**THREE), SOME, "8 6 8", 2, 1),
    Moment(CLASSIC.but(**FOUR), "6:2 8:5 T:6", "8 6 8", 2, 0),
    Moment(CLASSIC.but(**FOUR), "6:2 8:5 T:6", "8 6 8", 2, 1),
    Moment(CLASSIC.but(**FOUR), "6:2 8:5 T:6", "8 6 8", 3, 0),
    Moment(CLASSIC.but(**FOUR), "6:2 8:5 T:6", "8 6 8", 3, 1),
    Moment(CLASSIC.but(**FOUR), "6:2 8:5 T:6", "8 6 8", 3, 2),
    Moment(CLASSIC.but(**FOUR), "2:2 6:2 8:6 T:4", "8 6 8", 2, 0),
    Moment(CLASSIC.but(**FOUR), "2:2 6:2 8:6 T:4", "8 6 8", 3, 1),
    Moment(CLASSIC.but(**FOUR), "2:2 6:2 8:6 T:4", "8 6 8", 3, 2, left=True),
    Moment(CLASSIC.but(**THREE), SOME, "8 6 8", 2, 1, left=True),
    Moment(CLASSIC.but(**THREE), "A:2 3:2 8:4 T:5", "8 T 8", 2, 0),
    Moment(CLASSIC.but(**THREE), "A:2 3:2 8:4 T:5", "8 T 8", 2, 1),
    Moment(CLASSIC.but(**FOUR), "A:2 8:5 T:6", "8 T 8", 3, 1),
    Moment(CLASSIC.but(**THREE, peek=False), "A:2 3:2 8:4 T:5", "8 T 8", 2, 1),
    Moment(CLASSIC.but(**FOUR), "A:3 7:2 8:5 T:6", "8 A 8", 3, 1),
    Moment(CLASSIC.but(**FOUR), "A:2 6:2 T:8", "T T T", 3, 1),
    Moment(CLASSIC.but(**FOUR, resplit_aces=True), "A:5 6:3 T:5", "A 6 A", 2, 1),
    Moment(CLASSIC.but(**FOUR, resplit_aces=True), "A:5 6:3 T:5", "A T A", 3, 1),
    Moment(
        CLASSIC.but(**FOUR, resplit_aces=True, hit_split_aces=True),
        "A:5 7:4 9:3 T:7",
        "A A A",
        3,
        0,
    ),
    Moment(CLASSIC.but(**FOUR, split_tens_by="rank"), "6:3 T:4 K:4", "T 6 T", 2, 0),
    Moment(CLASSIC.but(**FOUR, split_tens_by="rank"), "6:3 T:4 K:4", "T 6 T", 2, 1),
    Moment(CLASSIC.but(**FOUR, double_after_split=False), SOME, "8 6 8", 2, 1),
    Moment(FACE_UP.but(**THREE), "3:2 6:2 8:4 T:5", "8 6 8 T", 2, 1),
    Moment(FREE.but(**THREE), SOME, "8 6 8", 2, 0),
    Moment(FREE.but(**THREE), SOME, "8 6 8", 2, 1),
    Moment(FREE.but(**FOUR), "6:2 8:6 T:6", "8 6 8", 3, 0),
    Moment(FREE.but(**FOUR), "6:2 8:6 T:6", "8 6 8", 3, 1),
    Moment(FREE.but(**FOUR), "6:3 9:2 T:9", "T 6 T", 2, 1),
    Moment(GALLERY["charlie"].but(**FOUR, split_tens_by="rank"), "6:3 T:4 K:4", "T 6 T", 2, 1),
    Moment(GALLERY["spanish-21"].but(**THREE), "3c:2 6c:2 8c:4 Kc:5", "8 6 8", 2, 1),
    Moment(GALLERY["spanish-21"].but(**THREE, redouble=True), "3c:4 5c:2 6c:2 Kc:5", "3 6 3", 2, 1),
    Moment(GALLERY["super-fun-21"].but(**FOUR), "3:2 6:2 8:5 T:6", "8 6 8", 3, 1),
    Moment(GALLERY["double-attack"].but(**THREE), "6d:2 8d:5 Kd:5", "6 8 8", 2, 1),
    Moment(GALLERY["pontoon"].but(**THREE), "3c:2 6c:2 8c:4 Kc:5", "8 6 8", 2, 0),
    Moment(GALLERY["no-hole-card"].but(**THREE), "A:2 3:2 8:4 T:5", "8 T 8", 2, 1),
    Moment(GALLERY["charlie"].but(**THREE, charlie=5), "2:2 3:2 6:2 8:4 T:4", "8 6 8", 2, 1),
    Moment(GALLERY["push-22"].but(**FOUR), "6:2 8:5 T:6", "8 6 8", 3, 1),
]


# Cheap ones, each with something of its own: hands played one after another, a first pair that was
# left, the hole card looked under, aces, tens by rank, and what the house puts up.
BY_DAY = (1, 4, 10, 13, 18, 21, 25)


@pytest.mark.parametrize("moment", by_day(MOMENTS, *BY_DAY), ids=str)
def test_each_choice_beside_its_sisters_is_worth_what_a_walk_says(moment: Moment) -> None:
    branches = Branches(moment)
    there = branches.reach(World())
    chance = sum((weight for _, weight in there), Fraction(0))
    known: dict[Position, Totals] = {}
    walked: dict[str, Totals] = {}
    for action in asked(branches.dealt(there[0][0])).legal:
        totals: Totals = {}
        for world, weight in there:
            add_to(totals, branches.follow(world.does(action), known), weight / chance)
        walked[ACTION_NAMES[action]] = totals
    stays = walked["stand"]
    for world, _ in there:
        best, worth = judged(branches.play, branches.dealt(world))
        assert worth.keys() == walked.keys() >= {"stand", "split"}
        assert worth[best] == max(worth.values())
        for name, found in walked.items():
            assert found.get(BEFORE, 0) == stays.get(BEFORE, 0)
            due = sum(found.get(of, Fraction(0)) for of in (THIS, TO_COME)) - stays.get(TO_COME, 0)
            assert abs(Fraction(worth[name]) - due) < CLOSE, (moment, name, worth, walked)


@pytest.mark.parametrize("name", ["classic", "free-bet", "spanish-21"])
def test_two_hands_that_wait_are_a_split(name: str) -> None:
    """From whole decks: what they come to is the value of splitting, and of the first hand each
    other choice is worth what it is without a look at its sisters. Seen to fail with a hand that
    waits counted twice."""
    play = Playbook({"classic": CLASSIC, **GALLERY}[name]).best
    for sight in play.sights[:3]:
        for pair in (1, 7, 9):
            again = pairs_again(play, sight, pair)
            whole = again.to_come(JUST_SPLIT, 2, True)
            assert whole == pytest.approx(sight.splits[pair].value, abs=1e-14)
            told = again.worths(Again(2, 0, 0, 1))
            # By the first hand's second card: another of the pair, split again, or none.
            q = again.rest.pattern.next_is_pair(0, 0)
            more = told[SPLITS] + again.to_come(SoFar(2, 0, 1), 1, False)
            other = again.own.other_second(0, 0)[0] + again.to_come(SoFar(2, 1), 1, False)
            assert q * more + (1 - q) * other == pytest.approx(whole, abs=1e-13)
            hand = int(play.spec.hands.two[pair, pair])
            if isinstance(play, AnsweredPlay) and isinstance(sight, AnsweredSight):
                alone = later_values(play, sight, hand, Life(pair))
            else:
                alone = split_values(play, sight, pair, hand)
            assert {WORDS[act]: told[act] for act in told if act != SPLITS} == pytest.approx(
                {name: alone[name] for name in alone}, abs=1e-14
            )


def dearest(game: Game) -> tuple[int, float]:
    """Of a pair that best play splits, dealt again to any hand of the split: how many such moments
    there are, and what splitting again gives away there at most."""
    play, moments, lost = Playbook(game).best, 0, 0.0
    for sight in play.sights:
        for pair in sight.split:
            again = pairs_again(play, sight, pair)
            for hands in range(2, play.spec.most_hands(pair)):
                for done in range(hands):
                    told = again.worths(Again(hands, done, 0, hands - 1 - done))
                    lost = max(lost, max(told.values()) - told[SPLITS])
                    moments += 1
    return moments, lost


MORE_THAN_ONCE = [name for name in GALLERY if name != "double-exposure"]


@pytest.mark.parametrize("game", [CLASSIC, *at_night(*(GALLERY[name] for name in MORE_THAN_ONCE))])
def test_what_is_split_is_split_again(game: Game) -> None:
    """As decision 37 says of default rules."""
    moments, lost = dearest(game)
    assert 135 <= moments <= 400 and lost < CLOSE


def test_splitting_again_can_be_a_mistake() -> None:
    """As it says of one deck, where nines are soon gone."""
    _, lost = dearest(GALLERY["push-22"].but(decks=1))
    assert lost == pytest.approx(0.013438, abs=1e-6)


@dataclass
class ForBet(Branches):
    """The same for a bet that is on the first hand, and is played for alone."""

    wager: str = ""
    worths: WagerWorths = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        moment, main = self.moment, Playbook(self.moment.game, shoe=self.walk.shoe)
        self.walk = InOrder(
            moment.game, self.walk.shoe, (self.wager,), measure=outcomes(self.wager),
            start=self.walk.start,
        )  # fmt: skip
        self.worths = WagerWorths(main.for_wager(self.wager))

    def policy(self, world: World) -> int:
        """As the bet's own play has it, from the first split on; the sisters are nothing to it."""
        dealt = self.dealt(world)
        ask = asked(dealt)
        if (SPLIT in ask.legal and not ask.hand) or DECLINE in ask.legal:
            return SPLIT if SPLIT in ask.legal else DECLINE
        if ask.hand:
            return STAND
        cards, sight = dealt.cards(0, 0), sight_at(self.worths.followed.play, dealt)
        kind = self.worths.kind(dealt, ask, sight)
        acts = self.worths.first_acts(sight, Place(sight.seen.place, kind, value(cards[0]) - 1))
        return ACTIONS[int(acts[hand_number(self.play, cards)])]


ON_THREE = BESIDE.but(**THREE)
PLAYED_FOR = [
    (Moment(BAD_BEAT.but(**THREE), "A:2 7:2 9:4 T:5", "9 T 9", 2, 0), "bad-beat"),
    (Moment(ON_THREE, "5:4 6:3 T:7", "5 T 5", 2, 0), "long"),
    (Moment(BESIDE.but(**FOUR), "5:5 6:2 T:8", "5 T 5", 3, 0), "long"),
    (Moment(BESIDE.but(**FOUR), "5:5 6:2 T:8", "5 T 5", 2, 0), "long"),
    (Moment(ON_THREE, "5:2 6:3 T:8", "T T T", 2, 0), "beaten"),
    (Moment(BESIDE.but(**FOUR), "6:3 T:9", "T T T", 3, 0), "beaten"),
]


@pytest.mark.parametrize(("moment", "wager"), by_day(PLAYED_FOR, 0, 1, 2), ids=str)
def test_splitting_once_more_for_a_bet(moment: Moment, wager: str) -> None:
    """Of a bet on the first hand, what each choice of it is worth with two of the pair. Seen to
    fail: with the sisters' first cards left in the shoe, and with a split more open after it."""
    branches = ForBet(moment, wager=wager)
    there = branches.reach(World())
    chance = sum((weight for _, weight in there), Fraction(0))
    known: dict[Position, Totals] = {}
    told: dict[str, float] = {}
    for action in asked(branches.dealt(there[0][0])).legal:
        totals: Totals = {}
        for world, weight in there:
            add_to(totals, branches.follow(world.does(action), known), weight / chance)
            best, told = branches.worths.judged(branches.dealt(world))
            assert told[best] == max(told.values())
        name = ACTION_NAMES[action]
        assert abs(Fraction(told[name]) - totals.get(VALUE, 0)) < CLOSE, name
    assert {"stand", "hit", "split"} <= told.keys()
