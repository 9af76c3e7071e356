"""The exact engine against a walk of every branch of the real round, on tiny shoes.

The walk shares no arithmetic with the engine: it deals `round.play_round` every card order, asks
for every decision and reads `payouts`, in fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from holecard.cards import value
from holecard.dealing.actions import BURN, DECLINE, DOUBLE, HIT, KEEP, SPLIT, STAND, Legal
from holecard.dealing.felt import OUTCOME, Felt, dealer_slot, hand_cards
from holecard.errors import BadDefinition
from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT, CLASSIC, FACE_UP
from holecard.odds.composition import Composition, read_composition
from holecard.odds.counted.first_cards import deal_chances
from holecard.odds.solve import hand_kernels
from holecard.odds.solve.acts import ACTIONS
from holecard.odds.solve.best_play import Play, Sight, play_game, solve
from holecard.odds.solve.burn import BurnSight, play_burnout
from holecard.odds.solve.hand_kernels import Odds, Shoe
from holecard.odds.solve.own_bets.hand_bets import own_hand_chances
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.round_results import round_odds
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting import splits
from holecard.odds.solve.splitting.split_rounds import split_rounds
from holecard.odds.solve.splitting.splits import SplitHands, SplitValue
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from tests.night import at_night, by_day
from tests.odds.walk import (
    PLAYED,
    VALUE,
    WAGERED,
    HiddenCardShows,
    Policy,
    ShoeRanOut,
    Totals,
    View,
    Walk,
    outcomes,
    own_hand,
    played,
    seat_sees,
    seat_sees_both,
)

CLOSE = 1e-12
SOFT = "A:3 2:2 7:3 T:4"
STIFF = "A:2 6:4 8:3 T:5"
SMALL = "2:2 3:2 4:2 8:3 T:3"
ACES = "A:4 2:3 5:4 T:3"
MIXED = "A:2 3:2 5:2 9:3 T:4"
TENS = "A:3 5:4 7:4 T:6"


def card(worth: int) -> int:
    return 4 * (worth - 1)


def hand_place(spec: Spec, cards: tuple[int, ...]) -> int:
    """The hand of these values in the engine's lattice."""
    hand = int(spec.hands.one[cards[0] - 1])
    for worth in cards[1:]:
        hand = int(spec.hands.after[hand, worth - 1])
    return hand


def sight_of(solved: Play, shown: tuple[int, ...]) -> Sight:
    return next(sight for sight in solved.sights if sight.seen.values == shown)


def engine_plays(solved: Play) -> Policy:
    """What the engine says it does, as a policy on what a seat sees."""

    def policy(view: View, legal: Legal) -> int:
        if DECLINE in legal:
            return DECLINE
        sight = sight_of(solved, view.shown)
        if BURN in legal:
            assert isinstance(sight, BurnSight)
            before = list(view.cards)
            before.remove(view.last)
            plan = sight.burn_double if view.doubled else sight.burn_hit
            return BURN if plan[hand_place(solved.spec, tuple(before)), view.last - 1] else KEEP
        pair = view.cards[0] - 1
        if SPLIT in legal and pair in sight.split and view.hands < solved.spec.most_hands(pair):
            return SPLIT
        acts = sight.acts
        if view.pair:
            acts = sight.splits[view.pair - 1].acts
        elif view.burned:
            assert isinstance(sight, BurnSight)
            acts = sight.after[view.burned - 1]
        return ACTIONS[int(acts[hand_place(solved.spec, view.cards)])]

    return policy


@dataclass(frozen=True)
class Table:
    """A game, its changed rules and a shoe; with the burn or without."""

    game: Game
    shoe: str
    rules: dict[str, object] = field(default_factory=dict)
    burn: bool = False

    @property
    def under(self) -> Game:
        return self.game.but(**{"max_hands": 1, **self.rules})

    @property
    def cards(self) -> Composition:
        return read_composition(self.shoe)

    def walk(self, **more: object) -> Walk:
        wagers = ("burnout",) if self.burn else ()
        return Walk(self.under, self.cards, wagers, **more)  # type: ignore[arg-type]

    def solved(self) -> Play:
        spec = Spec(self.under, self.cards)
        return play_burnout(spec) if self.burn else play_game(spec)

    def __str__(self) -> str:
        words = [self.game.id, *(f"{key}={said}" for key, said in self.rules.items())]
        return " ".join([*words, "burn"] if self.burn else words)


WALKED = [
    Table(CLASSIC, SOFT),
    Table(CLASSIC, SOFT, {"hit_soft_17": False}),
    Table(CLASSIC, TENS),
    Table(CLASSIC, TENS, {"peek": False}),
    Table(CLASSIC, TENS, {"surrender": "late"}),
    Table(CLASSIC, TENS, {"surrender": "late", "peek": False}),
    Table(CLASSIC, SMALL, {"double_on": "9-11"}),
    Table(CLASSIC, MIXED, {"double_on": "10-11"}),
    Table(CLASSIC, ACES, {"double_on": "none", "hit_soft_17": False}),
    Table(CLASSIC, STIFF, {"blackjack_pays": Fraction(6, 5)}),
    Table(BREAKOUT, STIFF),
    Table(FACE_UP, STIFF),
    Table(FACE_UP, MIXED, {"double_on": "any"}),
    Table(FACE_UP, ACES, {"natural_beats_21": False}),
    Table(FACE_UP, STIFF, {"natural_beats_21": False, "hit_soft_17": False}),
    Table(BURNOUT, STIFF),
    Table(BURNOUT, STIFF, burn=True),
    Table(BURNOUT, STIFF, {"burn_after_bust": False}, burn=True),
    Table(BURNOUT, TENS, {"peek": False, "surrender": "late"}, burn=True),
    Table(BURNOUT, "A:3 4:3 7:3 T:4", {"hit_soft_17": False}, burn=True),
]


@cache
def best_of(at: int) -> Totals:
    """What a walk of one of these tables comes to."""
    return WALKED[at].walk().best()


# With every change the cheap ones: each game, with the burn, with late surrender and no peek.
@pytest.mark.parametrize("table", by_day(WALKED, 2, 9, 11, 17), ids=str)
def test_best_play(table: Table) -> None:
    walk, solved = table.walk(), table.solved()
    best = best_of(WALKED.index(table))
    assert abs(best[VALUE] - Fraction(float(solved.ev))) < CLOSE
    # What the engine says it does is worth that too, and wagers what it says.
    done = walk.follow(engine_plays(solved))
    assert done[VALUE] == best[VALUE] or abs(done[VALUE] - best[VALUE]) < CLOSE
    assert abs(done[WAGERED] - Fraction(float(solved.wagered))) < CLOSE


def whole_round(dealt: Dealt) -> Totals:
    """The main wager, with the chance of each net, and of a round won, pushed and lost."""
    own = own_hand(dealt)
    result = (0, 1, -1)[dealt.seat_field(0, OUTCOME)]
    return {**own, f"net {own[VALUE]}": Fraction(1), f"round {result}": Fraction(1)}


def same_results(
    nets: Mapping[Fraction, float], rounds: Mapping[int, float], walked: Totals
) -> bool:
    """Whether every net and result has the chance it has in the walk, and there are no others."""
    engine = {f"net {net}": chance for net, chance in nets.items()}
    engine |= {f"round {result}": chance for result, chance in rounds.items()}
    names = {name for name in walked if name.startswith(("net ", "round "))} | set(engine)
    return all(
        abs(Fraction(float(engine.get(name, 0))) - walked.get(name, 0)) < CLOSE for name in names
    )


# With splits there is no best play to walk to: the seat would have to remember its other hands.
# What the engine says it does is walked instead.
WHOLE = [
    Table(CLASSIC, STIFF, {"max_hands": 4}),
    Table(CLASSIC, "A:5 6:3 8:4 T:6", {"max_hands": 4, "peek": False, "resplit_aces": True}),
    Table(CLASSIC, "3:4 7:4 9:4 T:4", {"max_hands": 3, "double_after_split": False}),
    Table(CLASSIC, "6:5 T:9", {"max_hands": 2, "split_tens_by": "rank"}),
    Table(FACE_UP, "A:4 6:3 9:4 T:5", {"max_hands": 2}),
    Table(FACE_UP, "A:4 8:5 T:9", {"max_hands": 3, "resplit_aces": True}),
    Table(BREAKOUT, "A:3 7:5 8:4 T:5", {"max_hands": 4}),
    Table(BURNOUT, "A:3 7:4 8:4 T:5", {"max_hands": 3}, burn=True),
]


@pytest.mark.parametrize("table", by_day(WHOLE, 3, 5), ids=str)
def test_the_whole_game_with_splits(table: Table) -> None:
    solved = table.solved()
    assert any(sight.split for sight in solved.sights)
    alike = "rank" if table.under.rules.split_tens_by == "rank" else "value"
    done = table.walk(alike=alike, measure=whole_round).follow(engine_plays(solved))
    assert abs(done[VALUE] - Fraction(float(solved.ev))) < CLOSE
    assert abs(done[WAGERED] - Fraction(float(solved.wagered))) < CLOSE
    odds = round_odds(solved)
    assert same_results(odds.nets, {1: odds.win, 0: odds.push, -1: odds.lose}, done)
    assert odds.error < CLOSE  # shoes as small as these are dealt out exactly


def test_tens_split_by_rank_are_split_once() -> None:
    rules: dict[str, object] = {"max_hands": 4, "split_tens_by": "rank"}
    test_the_whole_game_with_splits(Table(CLASSIC, "6:5 T:9", rules))


@dataclass(frozen=True)
class Pair:
    """A pair split against an up card, played by the engine's own zero-memory policy."""

    pair: int
    up: int
    shoe: str
    rules: dict[str, object] = field(default_factory=dict)
    convention: str = "cdp1"

    @property
    def game(self) -> Game:
        return CLASSIC.but(**self.rules)

    @property
    def spec(self) -> Spec:
        return Spec(self.game, read_composition(self.shoe))

    def engine(self) -> SplitValue:
        spec = self.spec
        seen: Seen = next(one for one in spec.sights if one.values == (self.up,))
        return solve(spec, seen, self.convention).splits[self.pair - 1]

    def walked(self, acts: SplitValue) -> Totals:
        """Splitting, always again where it may, given that the dealer has no blackjack found."""
        spec = self.spec

        def policy(view: View, legal: Legal) -> int:
            if DECLINE in legal:
                return DECLINE
            if SPLIT in legal:
                return SPLIT
            return ACTIONS[int(acts.acts[hand_place(spec, view.cards)])]

        start = (card(self.pair), card(self.up), card(self.pair))
        walk = Walk(self.game, spec.shoe, measure=played(whole_round), start=start)
        found = walk.follow(policy)
        return {name: amount / found[PLAYED] for name, amount in found.items()}

    def __str__(self) -> str:
        words = [f"{self.pair},{self.pair}v{self.up}", self.convention]
        return " ".join([*words, *(f"{key}={said}" for key, said in self.rules.items())])


HSA = {"hit_split_aces": True, "resplit_aces": True}
PAIRS = [
    Pair(8, 6, "3:3 6:3 8:5 T:5", {"max_hands": 2}),
    Pair(8, 6, "3:3 6:3 8:5 T:5", {"max_hands": 3}),
    Pair(8, 6, "3:3 6:3 8:5 T:5", {"max_hands": 4}),
    Pair(8, 6, "3:3 6:3 8:5 T:5", {"max_hands": 4}, "cdz-"),
    Pair(8, 6, "3:3 6:3 8:5 T:5", {"max_hands": 2}, "cdp"),
    Pair(8, 10, "3:3 6:3 8:5 T:5", {"max_hands": 4, "double_after_split": False}),
    Pair(8, 10, "A:2 3:3 8:5 T:5", {"max_hands": 4}),
    Pair(8, 10, "A:2 3:3 8:5 T:5", {"max_hands": 4, "peek": False}),
    Pair(8, 1, "A:3 3:3 8:5 T:5", {"max_hands": 4}),
    Pair(8, 6, "6:2 8:9 T:2", {"max_hands": 4}),
    Pair(8, 10, "5:2 6:4 8:3 T:7", {"max_hands": 4, "hit_soft_17": False}),
    Pair(4, 10, "4:5 7:4 9:3 T:7", {"max_hands": 4, "double_after_split": False}),
    Pair(2, 9, "2:5 7:4 9:4 T:7", {"max_hands": 3}),
    Pair(5, 6, "5:5 6:4 9:4 T:4", {"max_hands": 3, "double_on": "9-11"}),
    Pair(9, 1, "A:3 2:2 9:5 T:5", {"max_hands": 4}),
    Pair(10, 1, "A:2 3:3 8:3 T:8", {"max_hands": 4}),
    Pair(10, 10, "A:2 3:3 8:3 T:9", {"max_hands": 3}),
    Pair(1, 10, "A:5 3:3 8:3 T:5", {"max_hands": 4}),
    Pair(1, 10, "A:5 3:3 8:3 T:5", {"max_hands": 4, "resplit_aces": True}),
    Pair(1, 1, "A:5 3:3 8:3 T:5", {"max_hands": 3, "resplit_aces": True}),
    Pair(1, 1, "A:5 7:4 9:3 T:7", {"max_hands": 4, **HSA}),
    Pair(1, 10, "A:5 7:4 9:3 T:7", {"max_hands": 4, "peek": False, **HSA}),
    Pair(1, 6, "A:4 4:3 6:3 T:7", {"max_hands": 2, "hit_split_aces": True}, "cdz-"),
]


@cache
def by_engine(at: int) -> tuple[SplitValue, Totals]:
    """What the engine says of one of these pairs, and a walk of what it does."""
    engine = PAIRS[at].engine()
    return engine, PAIRS[at].walked(engine)


def agrees(engine: SplitValue, walked: Totals) -> bool:
    hands = [(engine.hands[number], f"hands {number}") for number in engine.hands]
    pairs = [(engine.value, VALUE), (engine.wagered, WAGERED), *hands]
    return all(abs(Fraction(float(a)) - walked.get(name, 0)) < CLOSE for a, name in pairs)


# Those that take long say what the others say of another pair, another card up.
BY_DAY = (0, 2, 4, 9, 13, 15, 17, 18, 19, 21, 22)


@pytest.mark.parametrize("pair", by_day(PAIRS, *BY_DAY), ids=str)
def test_splits(pair: Pair) -> None:
    engine, walked = by_engine(PAIRS.index(pair))
    assert agrees(engine, walked)
    assert abs(sum(engine.hands.values()) - 1) < CLOSE
    # And the hands together: every net, and more hands won than lost.
    spec = pair.spec
    seen = next(one for one in spec.sights if one.values == (pair.up,))
    nets: dict[Fraction, float] = {}
    rounds: dict[int, float] = {}
    for (units, count), chance in split_rounds(
        spec, seen, pair.pair - 1, engine.acts
    ).chances.items():
        nets[Fraction(units)] = nets.get(Fraction(units), 0.0) + chance
        rounds[count] = rounds.get(count, 0.0) + chance
    assert same_results(nets, rounds, walked)


def test_sisters_second_cards_count_for_the_wager() -> None:
    """An outside expected total wager (1.131698352373865 at six decks) is 5.1e-8 from
    ours: it takes each hand from a shoe that lacks the pair cards only, not the second cards its
    sisters are known to have. Here that shortcut is far off, and the walk agrees with us."""
    pair = PAIRS[2]
    engine, walked = by_engine(2)
    spec = pair.spec
    seen = next(one for one in spec.sights if one.values == (pair.up,))
    shoe = seen.shoe.copy()
    shoe[pair.pair - 1] -= 1

    def evaluate(gone: int) -> splits.Four:
        left = shoe.copy()
        left[pair.pair - 1] -= gone
        wanted = splits.hands_with(pair.pair - 1)
        found = splits.stand_odds(spec, seen, pair.pair - 1, left, 0, wanted)
        stand = Odds(*(odds[0] for odds in found))
        return splits.hand_values(spec, seen, pair.pair - 1, engine.acts, left, stand)

    class Careless(SplitHands):
        def gone(self, j: int, k: int) -> splits.Four:
            return super().gone(j, 0)

    deck = shoe.copy()
    deck[pair.pair - 1] -= 1
    pattern = splits.pair_pattern(seen, pair.pair - 1, int(deck[pair.pair - 1]), deck)
    careful, _ = splits.split_tree(SplitHands(pattern, evaluate), 4)
    careless, _ = splits.split_tree(Careless(pattern, evaluate), 4)
    assert abs(walked[WAGERED] - Fraction(float(careful[1]))) < CLOSE
    assert abs(walked[WAGERED] - Fraction(float(careless[1]))) > 1e-3


# A seeded bug in the engine is caught.


def test_a_wrong_sign_in_splits_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_fewer(self: SplitHands, j: int, k: int) -> splits.Four:
        any_q = self.pattern.next_is_pair(j, k - 1)
        pair_q = self.pattern.next_is_pair(j + 1, k - 1)
        q = np.array([any_q, any_q, -pair_q, -pair_q])
        now, more = np.array(self.gone(j, k - 1)), np.array(self.gone(j + 1, k - 1))
        return splits.four((now - q * more) / (1 - q))

    monkeypatch.setattr(SplitHands, "one_fewer", one_fewer)
    engine = PAIRS[9].engine()
    assert not agrees(engine, PAIRS[9].walked(engine))


def test_a_wrong_draw_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A double that draws as if nothing were known of the hole card."""
    table = WALKED[2]
    right = table.solved().ev
    wrong = hand_kernels.double_odds

    def double_odds(hands: object, shoe: Shoe, *rest: object) -> None:
        wrong(hands, Shoe(shoe.left, NOTHING_KNOWN), *rest)

    monkeypatch.setattr(hand_kernels, "double_odds", double_odds)
    broken = table.solved().ev
    best = best_of(2)[VALUE]
    assert abs(best - Fraction(float(right))) < CLOSE
    assert abs(best - Fraction(float(broken))) > 1e-6


# What the walk itself is.


@pytest.mark.parametrize("at", [2, *at_night(16)], ids=lambda at: str(WALKED[at]))
def test_seeing_the_hole_card_is_worth_more(at: int) -> None:
    """Pooling by what the seat sees matters: a cheat does strictly better."""

    def cheats(felt: Felt) -> View:
        dealer = hand_cards(felt, dealer_slot(felt))
        return replace(seat_sees(felt), shown=tuple(value(one) for one in dealer))

    assert WALKED[at].walk(sees=cheats).best()[VALUE] > best_of(at)[VALUE]


def test_a_choice_that_gives_the_hole_card_away_is_refused() -> None:
    """A seat that sees both cards, but not which is up, would learn it from being asked."""
    with pytest.raises(HiddenCardShows):
        Table(CLASSIC, STIFF).walk(sees=seat_sees_both).best()


@pytest.mark.nightly
def test_a_peek_is_worth_something() -> None:
    """The shoe of these tables tells peek from no peek, and late surrender from none."""
    values = {str(WALKED[at]): best_of(at)[VALUE] for at in range(2, 6)}
    assert len(set(values.values())) == 4
    assert values["classic"] > values["classic peek=False"]


@pytest.mark.parametrize(
    "table",
    [
        Table(CLASSIC, "A:1 6:2 T:5"),
        Table(FACE_UP, "A:1 6:2 T:5"),
        Table(BURNOUT, "A:1 7:3 T:4", burn=True),
    ],
    ids=str,
)
def test_merging_positions_changes_nothing(table: Table) -> None:
    assert table.walk(merge=False).best() == table.walk().best()


def test_merging_positions_of_splits_changes_nothing() -> None:
    table = Table(CLASSIC, "8:3 T:8", {"max_hands": 3})

    def policy(view: View, legal: Legal) -> int:
        return SPLIT if SPLIT in legal else mimic(view, legal)

    assert table.walk(merge=False).follow(policy) == table.walk().follow(policy)


def mimic(view: View, legal: Legal) -> int:
    """Draw as the dealer does on hard hands."""
    total = sum(view.cards) + (10 if 1 in view.cards and sum(view.cards) <= 11 else 0)
    return DECLINE if DECLINE in legal else HIT if total < 17 else STAND


def test_a_policy_cannot_beat_best_play() -> None:
    def reckless(view: View, legal: Legal) -> int:
        return DOUBLE if DOUBLE in legal else mimic(view, legal)

    walk = Table(CLASSIC, STIFF).walk()
    best = walk.best()[VALUE]
    assert walk.follow(mimic)[VALUE] < best
    assert walk.follow(reckless)[VALUE] < best


def test_best_play_with_splits_is_refused() -> None:
    with pytest.raises(BadDefinition, match="max_hands=1"):
        Table(CLASSIC, STIFF, {"max_hands": 2}).walk().best()


def test_a_shoe_that_can_run_out_is_refused() -> None:
    with pytest.raises(ShoeRanOut):
        Table(CLASSIC, "2:4 3:4 4:4").walk().best()


# The outcome chances of other wagers.


def same_chances(engine: tuple[float, ...], walked: Totals, names: tuple[str, ...]) -> bool:
    return all(
        abs(Fraction(float(chance)) - walked.get(name, 0)) < CLOSE
        for chance, name in zip(engine, names, strict=True)
    )


@pytest.mark.parametrize("option", [1, 2])
def test_bad_beat_beside_best_play(option: int) -> None:
    game = BAD_BEAT.but(max_hands=3, option=option)
    shoe = read_composition("A:3 9:5 T:6")
    solved = play_game(Spec(game, shoe))
    assert any(8 in sight.split for sight in solved.sights)
    wager = game.wager("bad-beat")
    engine = own_hand_chances(Shared(solved, wager), wager.table("P2"))
    walk = Walk(game, shoe, ("bad-beat",), measure=outcomes("bad-beat"))
    assert same_chances(engine.floats, walk.follow(engine_plays(solved)), wager.outcomes)


def test_bad_beat_played_for_itself() -> None:
    game = BAD_BEAT.but(max_hands=1)
    shoe = read_composition("A:3 2:2 9:4 T:6")
    wager = game.wager("bad-beat")
    shared = Shared(play_game(Spec(game, shoe)), wager)
    engine = own_hand_chances(shared, wager.paytables[0], for_wager=True)
    pays = [float(wager.paytables[0].pays(name)) for name in wager.outcomes]
    best = Walk(game, shoe, ("bad-beat",), measure=outcomes("bad-beat")).best()
    assert abs(np.dot(engine.floats, pays) - float(best[VALUE])) < CLOSE


def test_first_card_wagers_in_fractions() -> None:
    shoe = read_composition("Kc:2 Kd:2 8c:2 8d:2 6c:4")
    walk = Walk(BREAKOUT, shoe, ("pair-up",), "dealer-hand", outcomes("pair-up"), alike="card")
    found = walk.follow(nobody)
    engine = deal_chances(BREAKOUT, BREAKOUT.wager("pair-up"), shoe)
    names = BREAKOUT.wager("pair-up").outcomes
    assert engine.fractions == tuple(found.get(name, Fraction(0)) for name in names)


@pytest.mark.parametrize(
    "wager", ["dealer-hand", "super-tie", *at_night("breakout-bonus", "sweet-17")]
)
def test_backing_the_dealer_is_certain_to_end(wager: str) -> None:
    beside = () if wager == "dealer-hand" else (wager,)
    walk = Walk(BREAKOUT, read_composition(STIFF), beside, "dealer-hand", outcomes(wager))
    found = walk.follow(nobody)
    assert sum(found.values()) - found.get(VALUE, 0) == 1


def nobody(view: View, legal: Legal) -> int:
    raise AssertionError("a seat that backs the dealer is not asked")


@pytest.mark.parametrize("table", [WALKED[5], WALKED[11], WALKED[16]], ids=str)
def test_rounds_won_pushed_and_lost(table: Table) -> None:
    """Where nothing is split."""

    def result(dealt: Dealt) -> Totals:
        return {("push", "win", "lose")[dealt.seat_field(0, OUTCOME)]: Fraction(1)}

    solved = table.solved()
    odds = round_odds(solved)
    found = table.walk(measure=result).follow(engine_plays(solved))
    assert odds.error == 0
    assert same_chances((odds.win, odds.push, odds.lose), found, ("win", "push", "lose"))


# Shoes at the edge of what can be dealt.
@pytest.mark.parametrize(
    ("game", "shoe"),
    [
        pytest.param(CLASSIC, "A:2 9:1 T:9", id="classic"),
        pytest.param(CLASSIC, "A:6 T:8", id="classic-two-values"),
        pytest.param(FACE_UP, "A:2 9:1 T:9", id="face-up"),
    ],
)
def test_a_hole_card_that_must_make_a_blackjack(game: Game, shoe: str) -> None:
    table = Table(game, shoe)
    best = table.walk().best()[VALUE]
    assert abs(best - Fraction(float(table.solved().ev))) < CLOSE


def test_a_shoe_of_almost_only_the_pair() -> None:
    pair = Pair(8, 10, "6:1 8:10 T:2", {"max_hands": 4})
    engine = pair.engine()
    assert agrees(engine, pair.walked(engine))


def test_the_engine_refuses_a_shoe_that_can_run_out() -> None:
    table = Table(CLASSIC, "2:4 3:4 4:4")
    with pytest.raises(BadDefinition):
        table.solved()
