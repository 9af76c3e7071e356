"""Play for a streak: the most rounds won of those that are decided, for pushes ride (U5, U6).

The chance of k wins in a row is p to the k with p = W / (W + L): the largest p is best for every
bonus, on every button, and for several that ride together. A push is dealt again and then wins with
chance p, so it is worth p of a win: given p, each hand is played as for the main wager, with pushes
decided by a coin that wins with chance p. The play that is found has a p of its own, which is the
next coin, until the play stands still (Dinkelbach's way to the largest ratio).

Nothing but wins and losses counts. A double is a hit that must stand, so it is never better than
the hit; giving up is a loss; insurance and even money leave the hand's result as it is (U5).

Splits: each hand of a split is played for itself with the same coin, by its own cards (zero
memory), from a shoe without the other card of the pair; a pair is split where the whole round, by
the majority of its hands (U5), is then worth more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import streak_after
from holecard.errors import BadDefinition
from holecard.odds.solve import hand_kernels
from holecard.odds.solve.acts import BEST_ACT, HIT, SPLIT, STAND
from holecard.odds.solve.best_play import Play, Sight, Start
from holecard.odds.solve.burn import BurnSight, busted_too, solve_after
from holecard.odds.solve.burn_kernels import Burning, Taking, burn_odds
from holecard.odds.solve.by_acts import sight_by_acts
from holecard.odds.solve.hand_kernels import EVEN, VALUES, May, Odds, Shoe
from holecard.odds.solve.round_results import RoundOdds, round_odds
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting import splits
from holecard.odds.solve.splitting.splits import SplitValue, split_value
from holecard.wagers.looks import LOOKS
from holecard.wagers.paytable import LOSES
from holecard.wagers.wager import RIDES, RIDING, Wager

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
MOST_COINS = 40  # three or four are usual
STILL = 1e-15


def decided(odds: Odds, coin: float) -> Odds:
    """The odds when a push is decided by a coin that wins with this chance."""
    push = 1 - odds.win - odds.lose
    return Odds(odds.win + coin * push, odds.lose + (1 - coin) * push)


def share_won(rounds: RoundOdds) -> float:
    """The share of decided rounds that are won."""
    return rounds.win / (rounds.win + rounds.lose)


def worth(win: float, push: float, coin: float) -> float:
    return float(win + coin * push)


@dataclass(frozen=True)
class SplitPair(Play):
    """A play in which only one pair comes up, against one sight, and is split."""

    pair: int

    def starts_against(self, sight: Sight) -> Iterator[Start]:
        yield Start(sight, self.pair, self.pair, 1.0, 0.0, SPLIT, 0.0)

    def pair_share(self, seen: Seen, low: int) -> float:
        return 1.0


@dataclass
class SplitPairs:
    """The pairs of one sight, split. What they come to depends on how their hands are played and on
    nothing else: no coin changes it, and no payment, for split hands cannot burn (U3)."""

    spec: Spec
    convention: str
    known: Sight
    stand: dict[int, Odds] = field(init=False)
    found: dict[tuple[int, bytes], tuple[SplitValue, RoundOdds]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spec, seen = self.spec, self.known.seen
        self.stand = {}
        for pair in range(VALUES):
            if spec.most_hands(pair) > 1 and seen.shoe[pair] >= 2:
                left, wanted = self.without_sister(pair), splits.hands_with(pair)
                odds = splits.stand_odds(spec, seen, pair, left, 0, wanted)
                self.stand[pair] = Odds(odds.win[0], odds.lose[0])

    def without_sister(self, pair: int) -> Ints:
        left = self.known.seen.shoe.copy()
        left[pair] -= 1
        return left

    def split(self, pair: int, coin: float) -> tuple[SplitValue, RoundOdds]:
        """A pair split, its hands played for themselves; worked out once for each way to do so."""
        spec, seen = self.spec, self.known.seen
        shoe = Shoe(self.without_sister(pair), seen.hole_not)
        wanted, may_hit = splits.hands_with(pair), spec.may_hit_split(pair)
        acts = hit_or_stand(spec, shoe, wanted, may_hit, decided(self.stand[pair], coin))
        key = pair, acts.tobytes()
        if key not in self.found:
            value = split_value(spec, seen, pair, self.convention, acts, acts)
            sight = replace(self.known, splits={pair: value}, split=frozenset({pair}))
            alone = SplitPair(spec, self.convention, (sight,), pair)
            self.found[key] = value, round_odds(alone)
        return self.found[key]


def split_pairs(without: Play) -> tuple[SplitPairs, ...]:
    """Of each sight of a play for the main wager."""
    return tuple(SplitPairs(without.spec, without.convention, sight) for sight in without.sights)


@dataclass
class Table:
    """One sight, and what of it no coin changes: the odds of standing, and its pairs."""

    pairs: SplitPairs
    paid: bool
    stand_after: Odds = field(init=False)  # [burned value, hand]

    def __post_init__(self) -> None:
        spec = self.spec
        size = spec.hands.state.size
        self.stand_after = Odds(*np.zeros((2, VALUES, size)))
        if self.paid:
            always, unused = np.full(size, STAND), Odds(*np.zeros((2, VALUES, size)))
            for burned in range(VALUES):
                solve_after(spec, self.seen, burned, always, unused, self.stand_after)

    @property
    def spec(self) -> Spec:
        return self.pairs.spec

    @property
    def known(self) -> Sight:
        """The sight without the payment, for its odds of standing."""
        return self.pairs.known

    @property
    def seen(self) -> Seen:
        return self.known.seen

    def sight(self, coin: float) -> Sight:
        """The sight as it is played for wins, and for pushes that the coin wins."""
        bare = self.with_burn(coin) if self.paid else self.without_burn(coin)
        found = {pair: self.pairs.split(pair, coin) for pair in self.pairs.stand}
        better = (
            pair
            for pair, (_, rounds) in found.items()
            if self.worth_splitting(bare, pair, rounds, coin)
        )
        values = {pair: value for pair, (value, _) in found.items()}
        return replace(bare, splits=values, split=frozenset(better))

    def worth_splitting(self, bare: Sight, pair: int, split: RoundOdds, coin: float) -> bool:
        hand = int(self.spec.hands.two[pair, pair])
        win, lose = (one[hand] for one in bare.odds(int(bare.acts[hand])))
        return worth(split.win, split.push, coin) > worth(win, 1 - win - lose, coin) + EVEN

    def without_burn(self, coin: float) -> Sight:
        spec, stand = self.spec, self.known.stand
        shoe, wanted = Shoe(self.seen.shoe, self.seen.hole_not), spec.hands.cards >= 2
        acts = hit_or_stand(spec, shoe, wanted, spec.may_hit, decided(stand, coin))
        return sight_by_acts(spec, self.seen, stand, acts, {})

    def with_burn(self, coin: float) -> BurnSight:
        spec, stand = self.spec, self.known.stand
        size = spec.hands.state.size
        acts_after, after, tossed_after = self.once_burned(coin)
        free, tossed = np.full(size, BEST_ACT), decided(stand, coin)
        chosen = self.take_cards(free, tossed, tossed_after, None)
        better = chosen.odds.win - chosen.odds.lose > tossed.win - tossed.lose + EVEN
        acts = np.where(spec.may_hit & better, HIT, STAND)
        hit = self.take_cards(acts, stand, after, chosen.burns)
        return BurnSight(
            seen=self.seen,
            stand=stand,
            hit=hit.odds,
            double=Odds(*np.full((2, size), np.nan)),
            splits={},
            acts=acts,
            split=frozenset(),
            burn_hit=chosen.burns,
            burn_double=np.zeros((size, VALUES), dtype=np.bool_),
            after=acts_after,
            after_odds=after,
            stand_after=Odds(*np.full((2, VALUES, size), np.nan)),  # it never doubles
        )

    def once_burned(self, coin: float) -> tuple[tuple[Ints, ...], Odds, Odds]:
        """By burned value: what is done then, [burned, hand] its odds, and with the coin."""
        spec, acts = self.spec, []
        size, wanted = spec.hands.state.size, spec.hands.cards >= 3
        after = Odds(*np.zeros((2, VALUES, size)))
        for burned in range(VALUES):
            left = self.seen.shoe.copy()
            left[burned] -= 1
            shoe = Shoe(left, self.seen.hole_not)
            stand = Odds(self.stand_after.win[burned], self.stand_after.lose[burned])
            if left[burned] < 0:
                acts.append(np.full(size, STAND))
                continue
            acts.append(hit_or_stand(spec, shoe, wanted, spec.may_hit, decided(stand, coin)))
            hit, best = Odds(*np.zeros((2, size))), Odds(after.win[burned], after.lose[burned])
            hand_kernels.play_odds(
                spec.hands, shoe, spec.may_hit, wanted, acts[-1], stand, hit, best
            )
        return tuple(acts), after, decided(after, coin)

    def take_cards(self, forced: Ints, stand: Odds, after: Odds, burns: Bools | None) -> Taking:
        """Hits with the burn at hand: what is burned is chosen, unless it is given."""
        spec, size = self.spec, forced.size
        none = np.zeros((size, VALUES), dtype=np.bool_)
        odds = [Odds(*one) for one in np.full((2, 2, size), np.nan)]
        hit = Taking(odds[0], after, none.copy() if burns is None else burns)
        double = Taking(odds[1], after, none)
        self.burn(May(spec.may_hit, none[:, 0]), burns is not None, forced, stand, hit, double)
        return hit

    def burn(
        self, may: May, given: bool, forced: Ints, stand: Odds, hit: Taking, double: Taking
    ) -> None:
        shoe, burning = Shoe(self.seen.shoe, self.seen.hole_not), Burning(self.busted_too, given)
        burn_odds(self.spec.hands, shoe, may, burning, forced, stand, hit, double)

    @property
    def busted_too(self) -> bool:
        return busted_too(self.spec)

    def doubled(self, coin: float) -> Taking:
        """A double with the payment made, after which the hand stands. It is never better than the
        hit: the play has none, and this is what it would be worth."""
        stand, after = self.known.stand, self.stand_after
        chosen = self.take_one(decided(stand, coin), decided(after, coin), None)
        return self.take_one(stand, after, chosen.burns)

    def take_one(self, stand: Odds, after: Odds, burns: Bools | None) -> Taking:
        """One card and no more, with the burn at hand."""
        size = self.spec.hands.state.size
        none = np.zeros((size, VALUES), dtype=np.bool_)
        odds = [Odds(*one) for one in np.full((2, 2, size), np.nan)]
        double = Taking(odds[0], after, none.copy() if burns is None else burns)
        hit, never = Taking(odds[1], after, none), np.full(size, STAND)
        self.burn(May(none[:, 0], self.spec.may_double), burns is not None, never, stand, hit,
                  double)  # fmt: skip
        return double


def hit_or_stand(spec: Spec, shoe: Shoe, wanted: Bools, may_hit: Bools, stand: Odds) -> Ints:
    """The better of hitting and standing for every wanted hand, by wins less losses."""
    size = wanted.size
    hit, best = (Odds(*odds) for odds in np.full((2, 2, size), np.nan))
    free = np.full(size, BEST_ACT)
    hand_kernels.play_odds(spec.hands, shoe, may_hit, wanted, free, stand, hit, best)
    better = hit.win - hit.lose > stand.win - stand.lose + EVEN
    return np.where(may_hit & wanted & better, HIT, STAND).astype(np.int64)


def is_streak(wager: Wager) -> bool:
    """Whether a wager rides on wins in a row: lost with a round lost, staying with one pushed."""
    if wager.kind != RIDING or not set(wager.looks) <= {"streak", "outcome"}:
        return False
    paid = [wager.table().pays(name) for name in wager.outcomes]

    def after(streak: int, outcome: int) -> int:
        seen = {"streak": streak_after(streak, outcome), "outcome": outcome}
        return wager.classified({name: seen[name] for name in wager.looks})

    for streak in range(LOOKS["streak"].highest):
        won, lost, pushed = after(streak, 1), after(streak, -1), after(streak, 0)
        if wager.outcomes[pushed] != RIDES or paid[lost] != LOSES:
            return False
        if wager.outcomes[won] != RIDES:
            return bool(paid[won] > 0)
    return False


def play_for_streak(
    without: Play, paid: Play | None = None, pairs: tuple[SplitPairs, ...] = ()
) -> Play:
    """The play that wins the largest share of decided rounds. `without` is best play for the main
    wager, `paid` the same with the payment made, if it is; `pairs` what is known of its splits."""
    spec = without.spec
    if (spec.may_double & ~spec.may_hit).any():
        raise BadDefinition("a hand that may double but not hit: play for a streak has no figure")
    tables = [Table(one, paid is not None) for one in pairs or split_pairs(without)]
    best = paid or without
    coin = share_won(round_odds(best))
    for _ in range(MOST_COINS):
        play = Play(spec, without.convention, tuple(table.sight(coin) for table in tables))
        found = share_won(round_odds(play))
        if found <= coin + STILL:
            return play if found > coin else best
        best, coin = play, found
    raise BadDefinition(f"play for a streak under {spec.game.line} did not come to rest")
