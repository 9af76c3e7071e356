"""What it is worth to know the first two cards of other seats before one's own first decision.

The wager is made before they are dealt. Over all cards that others may hold, somebody who does not
look at them wins what the full shoe says; so the gain is what best play, found again for what is
left, wins more than that. For one other hand all cards it may hold are gone through. For more they
are drawn at random, and what is solved is set against the first order (see turned_choices.py).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np

from holecard.cards import rank, value
from holecard.lab.effects import Books
from holecard.lab.known_cards import insurance_counted
from holecard.lab.turned_choices import (
    Near,
    Removed,
    Turned,
    is_one,
    split_gap,
    split_moved,
    turned_choices,
    turned_splits,
)
from holecard.odds.composition import VALUES, Composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.best_play import (
    EVERY_TWO,
    Chart,
    Play,
    Sheet,
    Sight,
    play_of,
    solve,
)
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting.splits import Stands

SEED = 21
WORK = 400, 480  # sights that are sampled, and pairs that may be split: so many shoes as that is
LEAST = 6  # shoes, however many sights there are
CARDS_A_HAND = 2
MOST_PAIRS = 100  # sights and pairs to be asked in each shoe: more take too long for a sheet
# Times the largest effect of one card: a pair farther from being split is not. Gone through for
# one other hand by tests/lab/test_other_hands.py, not proved.
MARGIN = 8


@dataclass(frozen=True)
class HandsKnown:
    """What best play gains per initial wager when so many other hands are known, and what
    insurance adds, taken only where it wins on average. Without samples it is exact."""

    hands: int
    gain: float
    insured: float
    stderr: float = 0.0
    samples: int = 0


def hands_known(
    books: Books, hands: Sequence[int], work: tuple[int, int] = WORK
) -> tuple[HandsKnown, ...]:
    others = Others.of(books, work)
    return tuple(others.known(books.full, one) for one in hands)


@dataclass(frozen=True)
class Part:
    """Of what is gained: by some of the starting hands."""

    gain: float
    variance: float = 0.0
    samples: int = 0


@dataclass(frozen=True)
class Others:
    """Best play of a game, of its shoe without each card, and by what is seen of the dealer the
    pairs that are split or that cards known could make worth splitting."""

    play: Play
    removed: Removed
    near: Near
    work: tuple[int, int]

    @classmethod
    def of(cls, books: Books, work: tuple[int, int] = WORK) -> Others:
        play = books.full.best
        lots = (cards_worth(play.spec.shoe, worth) for worth in range(1, VALUES + 1))
        removed = [books.of(play.spec.shoe.without(lot[:1])).best if lot else None for lot in lots]
        near = {one.seen.values: near_pairs(play, one, removed) for one in play.sights}
        return cls(play, removed, near, work)

    def known(self, book: Playbook, hands: int) -> HandsKnown:
        cards = CARDS_A_HAND * hands
        insured = float(insurance_counted(book, cards) - insurance_counted(book, 0))
        parts = self.one_known() if hands == 1 else self.sampled(cards)
        return HandsKnown(
            hands, sum(part.gain for part in parts), insured,
            sqrt(sum(part.variance for part in parts)), sum(part.samples for part in parts),
        )  # fmt: skip

    def one_known(self) -> tuple[Part, ...]:
        """Every two cards that one hand may hold. Where the dealer is seen in very many ways, pairs
        that may be split are sampled."""
        shoe = self.play.spec.shoe
        exact = self.pairs <= MOST_PAIRS
        base = self.worth(shoe, pairs=exact)
        found = [0.0, 0.0]
        for chance, left in every_hand(shoe, self.play.spec.game.rules.split_tens_by == "rank"):
            for part, worth in enumerate(self.worth(left, pairs=exact)):
                found[part] += float(chance) * worth
        whole = Part(float(found[0] - base[0]))
        if exact:
            return whole, Part(float(found[1] - base[1]))
        return whole, self.pairs_sampled(CARDS_A_HAND)

    @property
    def pairs(self) -> int:
        return sum(map(len, self.near.values()))

    def sampled(self, known: int) -> tuple[Part, ...]:
        return self.whole_sampled(known), self.pairs_sampled(known)

    def whole_sampled(self, known: int) -> Part:
        """The first order over very many lots of known cards, and what is gained beyond it over a
        few. The seed is fixed: the same game, the same figure."""
        chart = as_chart(self.play)

        def gain(left: Composition) -> float:
            best, blind = self.worths(left, (None, chart), pairs=False)
            return best[0] - blind[0]

        turned = turned_choices(self.play, self.removed, self.near, known)
        samples = max(LEAST, self.work[0] // len(self.play.sights))
        return self.beyond(turned, gain, known, samples)

    def pairs_sampled(self, known: int) -> Part:
        """They take most of the work and are few: over fewer samples."""
        chart = as_chart(self.play)

        def gain(left: Composition) -> float:
            best, blind = self.worths(left, (None, chart), whole=False)
            return best[1] - blind[1]

        turned = turned_splits(self.play, self.removed, self.near)
        samples = max(LEAST, self.work[1] // max(1, self.pairs))
        return self.beyond(turned, gain, known, samples)

    def beyond(
        self, turned: Turned, gain: Callable[[Composition], float], known: int, samples: int
    ) -> Part:
        shoe, chance = self.play.spec.shoe, random.Random(SEED)
        first, error = turned.mean(shoe, known, SEED)
        shoes = [draw_known(shoe, known, chance) for _ in range(samples)]
        more = np.array([gain(one) - float(turned.gain(shoe.values - one.values)) for one in shoes])
        variance = error**2 + float(more.var(ddof=1)) / samples
        return Part(first + float(more.mean()), variance, samples)

    def worth(self, left: Composition, pairs: bool = True) -> tuple[float, float]:
        """What best play wins when that is left."""
        (best,) = self.worths(left, (None,), pairs=pairs)
        return best

    def worths(
        self,
        left: Composition,
        charts: Sequence[Chart | None],
        whole: bool = True,
        pairs: bool = True,
    ) -> list[tuple[float, float]]:
        """What best play (none) or a chart wins when that is left: with hands that stay whole, and
        with pairs that may be split; either can be left out. What standing comes to is added up
        once for all of them: it is the same however a hand is played."""
        found = [[0.0, 0.0] for _ in charts]
        specs: dict[frozenset[int], Spec] = {}
        for seen in Spec(self.play.spec.game, left).sights:
            near = self.near[seen.values]
            if not whole and not near:
                continue
            split = near if pairs else frozenset()
            spec = specs.setdefault(split, SomeSplit(self.play.spec.game, left, split))
            stands: Stands = {}
            for chart, worth in zip(charts, found, strict=True):
                sight = solve(spec, seen, self.play.convention, chart, stands)
                against = play_of(spec, self.play.convention, (sight,))
                pairs_near = [(pair, pair) for pair in sorted(near)]
                starts = against.starts_of(sight, EVERY_TWO if whole else pairs_near)
                for start in starts:
                    worth[is_one(start, near)] += start.chance * against.start_value(start)
        return [(one[0], one[1]) for one in found]


def cards_worth(shoe: Composition, worth: int) -> tuple[int, ...]:
    return tuple(card for card, left in enumerate(shoe.cards) if left and value(card) == worth)


@dataclass(frozen=True)
class SomeSplit(Spec):
    """The same game, these pairs alone split."""

    pairs: frozenset[int] = field(default=frozenset())

    def most_hands(self, pair: int) -> int:
        return super().most_hands(pair) if pair in self.pairs else 1


def near_pairs(play: Play, sight: Sight, removed: Removed) -> frozenset[int]:
    """Pairs that are split, and those whose loss by being split is not many times what any card
    gone takes off it."""

    def most_moved(pair: int) -> float:
        return float(abs(split_moved(play, sight, removed, pair)).max())

    return frozenset(
        pair for pair in sight.splits
        if pair in sight.split or -split_gap(play, sight, pair) <= MARGIN * most_moved(pair)
    )  # fmt: skip


def as_chart(play: Play) -> Chart:
    """What a play does, whatever is left in the shoe."""
    by_sight = {sight.seen.values: sight for sight in play.sights}

    def chart(spec: Spec, seen: Seen) -> Sheet:
        sight = by_sight[seen.values]
        hit = sight.values[HIT] > sight.values[STAND] + EVEN
        then = np.where(hit & spec.may_hit, HIT, STAND).astype(np.int64)
        split = {pair: sight.splits[pair].acts for pair in sight.split}
        return Sheet(sight.acts, then, sight.split, split)

    return chart


def every_hand(shoe: Composition, by_rank: bool) -> Iterator[tuple[Fraction, Composition]]:
    """Every two cards another seat may hold, alike ones once: their chance, and what is left."""
    lots: defaultdict[int, list[int]] = defaultdict(list)
    for card, number in enumerate(shoe.cards):
        if number:
            lots[rank(card) if by_rank else value(card)].append(card)
    for first, second in combinations_with_replacement(lots, 2):
        left = shoe.without((lots[first][0],))
        there = [card for card in lots[second] if left.cards[card]]
        if there:
            ways = sum(shoe.cards[card] for card in lots[first]) * sum(
                left.cards[card] for card in there
            )
            orders = 1 if first == second else 2
            yield Fraction(orders * ways, shoe.size * left.size), left.without((there[0],))


def draw_known(shoe: Composition, number: int, chance: random.Random) -> Composition:
    """The shoe without so many random cards."""
    cards = [card for card, copies in enumerate(shoe.cards) for _ in range(copies)]
    return shoe.without(tuple(chance.sample(cards, number)))
