"""What splitting is worth, exactly, for a stated way of playing the split hands.

Each split hand is played from its own cards only (zero memory) and every further card of the pair
is split until the table's limit (tens that split by rank are split once). The value is exact for
that policy under cdz- and cdp1: split hands are exchangeable, so a hand's value given how many
pair cards and other cards its sisters received follows from values with only pair cards removed,
one by one:

    E[X | another, not of the pair] = (E[X] - q E[X | one of the pair]) / (1 - q)

The conventions differ in the shoe the decisions are made with (docs/decisions/0003):
`cdz-`  the decisions of an unsplit hand of the same cards;
`cdp1`  the best given that the other pair card is gone (the default; never worse than cdz-);
`cdp`   the best given how many pair cards are gone, as published elsewhere: each value in the
        identity is then its own best, so the sum is the worth of no single policy (by some 1e-8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.errors import BadDefinition
from holecard.odds.solve import dealer_kernels, hand_kernels
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, STAND
from holecard.odds.solve.hand_kernels import EVEN, Odds, Shoe
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting import split_kernels

if TYPE_CHECKING:
    from holecard.odds.solve.splitting.split_rounds import SplitRounds

AS_UNSPLIT = "cdz-"
CONVENTION = "cdp1"
CONVENTIONS = (AS_UNSPLIT, CONVENTION, "cdp")


def other_splits(name: str) -> str:
    """The convention, where it is not the usual one."""
    return "" if name == CONVENTION else name


def check_convention(name: str) -> None:
    if name not in CONVENTIONS:
        raise BadDefinition(f"no split convention {name!r}: one of {', '.join(CONVENTIONS)}")


Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SplitValue:
    """Per initial wager: value, expected total wager, and how it ends: the chance of so many
    hands, so many of them with a second card that is known not to be of the pair."""

    value: float
    wagered: float
    ends: dict[tuple[int, int], float]
    acts: Ints  # how the split hands are played
    # What the hands come to together, once that was asked for: best play with a payment made splits
    # as without it, and shares it.
    rounds: list[SplitRounds] = field(init=False, default_factory=list, repr=False, compare=False)
    # The same without what lay on each hand, where no more was asked for.
    counts: list[SplitRounds] = field(init=False, default_factory=list, repr=False, compare=False)

    @property
    def hands(self) -> dict[int, float]:
        """The chance of each number of hands."""
        counts: dict[int, float] = {}
        for (hands, _), chance in self.ends.items():
            counts[hands] = counts.get(hands, 0.0) + chance
        return counts


def falling(count: float, k: int) -> float:
    product = 1.0
    for i in range(k):
        product *= max(count - i, 0)
    return product


class Pattern:
    """Chances of split hands receiving pair cards, given what is known of the hole card."""

    def __init__(self, pairs: int, cards: int, hidden: bool, other: int) -> None:
        self.pairs = pairs  # pair cards in the shoe
        self.cards = cards  # cards in the shoe, the hole card among them if hidden
        self.hidden = hidden
        self.other = other  # cards the hole card cannot be; -1: they are the pair cards
        self.known: dict[tuple[int, int], float] = {}
        self.nexts: dict[tuple[int, int], float] = {}

    def weight(self, j: int, k: int) -> float:
        """The chance, up to a factor, of drawing j pair cards and k others in a given order."""
        if (j, k) not in self.known:
            self.known[j, k] = self.weigh(j, k)
        return self.known[j, k]

    def weigh(self, j: int, k: int) -> float:
        if not self.hidden:
            return self.drawn(self.pairs, self.cards, j, k)
        if self.other < 0:
            return (self.cards - self.pairs) * self.drawn(self.pairs, self.cards - 1, j, k)
        free = self.cards - self.pairs - self.other
        return self.pairs * self.drawn(self.pairs - 1, self.cards - 1, j, k) + free * self.drawn(
            self.pairs, self.cards - 1, j, k
        )

    @staticmethod
    def drawn(pairs: int, cards: int, j: int, k: int) -> float:
        ways = falling(cards, j + k)
        return falling(pairs, j) * falling(cards - pairs, k) / ways if ways else 0.0

    def next_is_pair(self, j: int, k: int) -> float:
        if (j, k) not in self.nexts:
            before = self.weight(j, k)
            self.nexts[j, k] = self.weight(j + 1, k) / before if before else 0.0
        return self.nexts[j, k]


@lru_cache(maxsize=1024)
def pattern(pairs: int, cards: int, hidden: bool, other: int) -> Pattern:
    """One for all pairs that these numbers are the same for: a shoe of whole decks has a handful,
    for a hundred splits."""
    return Pattern(pairs, cards, hidden, other)


WHOLE = -1  # for no pair: hands that are not split
Stands = dict[int, Odds]  # by pair, of one sight: [pair cards gone, hand] what standing comes to

Two = tuple[float, float]  # value and wager
Four = tuple[float, float, float, float]  # the same with any second card, and with a pair's
# In plain numbers: arrays of four cost more to handle than to add up, a hundred times a game.


class SplitHands:
    """Values of one split hand given j further pair cards and k other cards out of the shoe."""

    def __init__(self, pattern: Pattern, evaluate: Callable[[int], Four]) -> None:
        self.pattern = pattern
        self.evaluate = evaluate  # pair cards gone -> value and wager, any second card or a pair's
        self.known: dict[tuple[int, int], Four] = {}

    def gone(self, j: int, k: int) -> Four:
        """The four values with j pair cards and k others gone."""
        if (j, k) not in self.known:
            self.known[j, k] = self.evaluate(j) if k == 0 else self.one_fewer(j, k)
        return self.known[j, k]

    def one_fewer(self, j: int, k: int) -> Four:
        # Where the second card is of the pair too, one more of them is out of the shoe.
        any_q = self.pattern.next_is_pair(j, k - 1)
        pair_q = self.pattern.next_is_pair(j + 1, k - 1)
        now = self.gone(j, k - 1)
        more = self.gone(j + 1, k - 1) if any_q else (0.0, 0.0, 0.0, 0.0)
        return (
            given_other(now[0], any_q, more[0]),
            given_other(now[1], any_q, more[1]),
            given_other(now[2], pair_q, more[2]),
            given_other(now[3], pair_q, more[3]),
        )

    def any_second(self, j: int, k: int) -> Two:
        return self.gone(j, k)[:2]

    def other_second(self, j: int, k: int) -> Two:
        """The second card is not of the pair, and k others are gone besides it."""
        value, wagered, of_pair, wagered_of_pair = self.gone(j, k)
        q = self.pattern.next_is_pair(j, k)
        return given_other(value, q, of_pair), given_other(wagered, q, wagered_of_pair)


def given_other(any_card: float, q: float, pair_card: float) -> float:
    """The value given a card that is not of the pair; nothing where every card is of it."""
    return (any_card - q * pair_card) / (1 - q) if q < 1 else 0.0


def plus(one: Two, times: float, other: Two) -> Two:
    return one[0] + times * other[0], one[1] + times * other[1]


def split_tree(one: SplitHands, most: int) -> tuple[Two, dict[tuple[int, int], float]]:
    """Value and total wager of all hands together, and the chance of each way to end."""

    def all_hands(hands: int, filled: int) -> Two:
        j, rest = hands - 2, hands - filled
        done = plus((0.0, 0.0), filled, one.other_second(j, filled - 1)) if filled else (0.0, 0.0)
        return plus(done, rest, one.any_second(j, filled)) if rest else done

    return dealt_on(one.pattern, most, cache(all_hands))


class SoFar(NamedTuple):
    """The hands of a split so far: how many, how many of them are filled with a card that is not
    of the pair, and how many were left as they were with another of the pair."""

    hands: int = 2
    filled: int = 0
    left: int = 0

    @property
    def gone(self) -> int:
        """The pair cards out of the shoe, beside the two that were split first."""
        return self.hands - 2 + self.left


JUST_SPLIT = SoFar()


def dealt_on(
    pattern: Pattern, most: int, all_hands: Callable[[int, int], Two], start: SoFar = JUST_SPLIT
) -> tuple[Two, dict[tuple[int, int], float]]:
    """The mean of what all hands come to, so many of them filled with a card that is not of the
    pair, and the chance of each way to end. Every further card of the pair is a hand more."""
    ends: dict[tuple[int, int], float] = {}

    def deal_on(now: SoFar, chance: float) -> Two:
        hands, filled, left = now
        if hands >= most or filled + left == hands:
            ends[hands, filled] = ends.get((hands, filled), 0.0) + chance
            return all_hands(hands, filled)
        q = pattern.next_is_pair(now.gone, filled)
        total = (0.0, 0.0)
        if q < 1:
            other = SoFar(hands, filled + 1, left)
            total = plus(total, 1 - q, deal_on(other, chance * (1 - q)))
        if q:
            total = plus(total, q, deal_on(SoFar(hands + 1, filled, left), chance * q))
        return total

    return deal_on(start, 1.0), ends


@lru_cache(maxsize=64)
def hands_with(pair: int) -> Bools:
    from holecard.odds.solve.hands import lattice

    hands = lattice()
    wanted: Bools = (hands.counts[:, pair] > 0) & (hands.cards >= 2)
    return wanted


def stand_odds(spec: Spec, seen: Seen, pair: int, shoe: Ints, gone: int, wanted: Bools) -> Odds:
    """[j, hand]: standing on each wanted split hand (its cards are in the shoe) with j more of the
    pair gone, up to `gone`."""
    odds = Odds(*np.zeros((2, gone + 1, spec.hands.state.size)))
    dealer_kernels.stand_odds(
        spec.hands, spec.finals, seen.place, pair, Shoe(shoe, seen.hole_not), spec.pays, wanted,
        odds,
    )  # fmt: skip
    return odds


def stood(stands: Stands | None, pair: int, add_up: Callable[[], Odds]) -> Odds:
    """As it was added up before, where that is kept."""
    if stands is None:
        return add_up()
    if pair not in stands:
        stands[pair] = add_up()
    return stands[pair]


def stood_on(spec: Spec, pair: int, acts: Ints | None) -> Bools:
    """The split hands that may be stood on: by these acts, or by any that the rules allow."""
    needed, stands = np.zeros((2, spec.hands.state.size), dtype=np.bool_)
    if acts is not None:
        split_kernels.mark_split_hands(spec.hands, pair, acts, needed, stands)
        return stands
    if spec.may_hit_split(pair)[spec.hands.two[pair]].any():
        return hands_with(pair)
    most = np.where(spec.may_double_split(pair), DOUBLE, STAND)
    split_kernels.mark_split_hands(spec.hands, pair, most, needed, stands)
    return needed


def best_acts(spec: Spec, seen: Seen, pair: int, left: Ints, stand: Odds) -> Ints:
    """The best way to play one split hand from this shoe (which holds its cards)."""
    worth = hand_worths(spec, seen, pair, left, stand)
    hits = worth[HIT] > worth[STAND] + EVEN
    acts = np.where(hits, HIT, STAND)
    best = np.fmax(worth[HIT], worth[STAND])
    return np.where(worth[DOUBLE] > best + EVEN, DOUBLE, acts).astype(np.int64)


def forced_acts(spec: Spec, pair: int, acts: Ints, forced: int | None) -> Ints:
    """How a hand of the pair is played, but for what is done with two of the pair."""
    if forced is None:
        return acts
    done = acts.copy()
    done[spec.hands.two[pair, pair]] = forced
    return done


def hand_worths(spec: Spec, seen: Seen, pair: int, left: Ints, stand: Odds) -> dict[int, Floats]:
    """[act][hand] what a split hand is worth per wager, played best after a hit; no number where
    the act is not allowed."""
    size, shoe = spec.hands.state.size, Shoe(left, seen.hole_not)
    wanted, may_hit = hands_with(pair), spec.may_hit_split(pair)
    hit, best, double = (Odds(*odds) for odds in np.zeros((3, 2, size)))
    free = np.full(size, BEST_ACT)
    hand_kernels.play_odds(spec.hands, shoe, may_hit, wanted, free, stand, hit, best)
    may_double = spec.may_double_split(pair) & wanted
    hand_kernels.double_odds(spec.hands, shoe, may_double, stand, double)
    return {
        STAND: stand.win - stand.lose,
        HIT: np.where(may_hit & wanted, hit.win - hit.lose, np.nan),
        DOUBLE: np.where(may_double, 2 * (double.win - double.lose), np.nan),
    }


def first_hand_worths(spec: Spec, seen: Seen, pair: int) -> dict[int, Floats]:
    """Of a split hand, the first card of its sister known to be out of the shoe and no other: what
    `split_value` settles by how split hands are played."""
    left = seen.shoe.copy()
    left[pair] -= 1
    odds = stand_odds(spec, seen, pair, left, 0, hands_with(pair))
    return hand_worths(spec, seen, pair, left, Odds(odds.win[0], odds.lose[0]))


def pair_pattern(seen: Seen, pair: int, pairs_left: int, shoe: Ints) -> Pattern:
    hidden = seen.hole_not != NOTHING_KNOWN
    other = -1 if seen.hole_not == pair else int(shoe[seen.hole_not]) if hidden else 0
    return pattern(pairs_left, int(shoe.sum()), hidden, other)


def split_value(
    spec: Spec,
    seen: Seen,
    pair: int,
    convention: str,
    unsplit: Ints | None,
    fixed: Ints | None = None,
    pairs_left: int | None = None,
    stands: Stands | None = None,
) -> SplitValue:
    """Splitting a pair (value from 0) against what is seen. `unsplit` is how a hand of the same
    cards is played unsplit (asked for cdz- alone); `fixed` overrides all conventions."""
    shoe = seen.shoe.copy()
    shoe[pair] -= 1  # the other card of the pair; this hand's own stays until it is taken out
    most = spec.most_hands(pair)
    given = unsplit if fixed is None and convention == AS_UNSPLIT else fixed
    # What is kept is for all who split the pair, however they play its hands.
    wanted = stood_on(spec, pair, given if stands is None else None)
    deepest = 2 * (most - 2)  # as deep as `split_tree` asks
    stand = stood(stands, pair, lambda: stand_odds(spec, seen, pair, shoe, deepest, wanted))

    def fewer(gone: int) -> Ints:
        left = shoe.copy()
        left[pair] -= gone
        return left

    def stood_with(gone: int) -> Odds:
        return Odds(stand.win[gone], stand.lose[gone])

    def acts_with(gone: int) -> Ints:
        if given is not None:
            return given
        return best_acts(spec, seen, pair, fewer(gone), stood_with(gone))

    first = acts_with(0)

    def evaluate(gone: int) -> Four:
        acts = acts_with(gone) if convention == "cdp" and gone else first
        return hand_values(spec, seen, pair, acts, fewer(gone), stood_with(gone))

    deck = fewer(1)
    left = int(deck[pair]) if pairs_left is None else pairs_left
    one = SplitHands(pair_pattern(seen, pair, left, deck), evaluate)
    values, ends = split_tree(one, most)
    return SplitValue(*values, ends, first)


def hand_values(spec: Spec, seen: Seen, pair: int, acts: Ints, left: Ints, stand: Odds) -> Four:
    """[value, wagered] with any second card, and with another of the pair."""
    out = np.zeros(4)
    if left[pair] >= 1:
        shoe = Shoe(left, seen.hole_not)
        split_kernels.split_hand_odds(spec.hands, pair, acts, shoe, stand, out)
    return four(out)


def four(out: Floats) -> Four:
    value, wagered, of_pair, wagered_of_pair = out.tolist()
    return value, wagered, of_pair, wagered_of_pair
