"""What a game's own answers are to the solver: pays by hand and dealer's standing, and what may be
done with a hand, all read from the tabulated answers.

Suits are not looked at in play: a hand whose pay depends on them has the average over the suits its
cards may have. Given the values of all cards seen, a hand's suits are a random draw from the shoe's
cards of those values, so that average is exact for play that looks at values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from holecard.dealing.actions import DOUBLE, SURRENDER
from holecard.dealing.answers import MOST_COUNTED, TAKES_ALL, TAKES_BUSTED, TAKES_ORIGINAL
from holecard.dealing.moves import suit_class
from holecard.dealing.own_tables import (
    AFTER_DOUBLE,
    AGAINST,
    COUNTS,
    ENDS,
    FREE,
    SHAPED,
    SPECIAL,
    TAKES_PART,
    TIMES,
    shape_place,
    shaped_values,
)
from holecard.dealing.settle import LOSE, NATURAL, OWN, STANDINGS
from holecard.dealing.tables import ACES_DRAWN, ACES_TWO, DRAWN, FIRST_TWO, SPLIT_TWO
from holecard.errors import BadDefinition
from holecard.hand import STATES
from holecard.odds.composition import Composition
from holecard.odds.solve.dealer_kernels import Pays
from holecard.odds.solve.sights import ACE, Spec

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
UNSPLIT, DOUBLED, SPLIT, SPLIT_DOUBLED = range(4)  # kinds of a finished hand, as in own_tables


@dataclass(frozen=True)
class Answered:
    """One game under its rules and a shoe."""

    spec: Spec

    def __post_init__(self) -> None:
        again = any(self.after_double(1, act).any() for act in (DOUBLE, SURRENDER))
        if again and any(self.spec.tables.free_double):
            raise BadDefinition(
                f"{self.spec.game.id}: a hand doubled with the house's money that may be doubled "
                "again or given up has no exact figure, for that choice hangs on whose money "
                "lies there. Leave out free_double, or let may_double and may_surrender refuse "
                "doubled hands"
            )

    @property
    def asks(self) -> list[int]:
        return list(self.spec.tables.asks)

    @cached_property
    def result_pays(self) -> Floats:
        game = self.spec.game
        return np.array([float(game.result_pays(r, OWN)) for r in range(len(game.tables.counts))])

    @cached_property
    def rows(self) -> list[dict[int, dict[int, float]]]:
        """[kind][hand] the rows of results a hand may have, with their chances."""
        return [self.kind_rows(kind) for kind in range(4)]

    def kind_rows(self, kind: int) -> dict[int, dict[int, float]]:
        tables, hands = self.spec.tables, self.spec.hands
        if not self.asks[SPECIAL]:
            return {}
        cards = np.minimum(hands.cards, MOST_COUNTED)
        plain = np.array(tables.row)[(kind * COUNTS + cards) * STATES + hands.state]
        found = {hand: {int(row): 1.0} for hand, row in enumerate(plain)}
        if self.asks[SHAPED]:
            for values in shaped_values():
                hand = hand_of(self.spec, values)
                if len(values) == 3 or kind == UNSPLIT:
                    found[hand] = self.shaped(kind, values, int(plain[hand]))
        return found

    def shaped(self, kind: int, values: tuple[int, ...], plain: int) -> dict[int, float]:
        rows: Counter[int] = Counter()
        shape = self.spec.tables.shape
        for suits, chance in suit_chances(self.spec.shoe, values).items():
            row = shape[shape_place(kind, values, suits)]
            rows[row - 1 if row else plain] += chance  # type: ignore[assignment]
        return dict(rows)

    def results(self, kind: int, hand: int, dealer: int) -> list[tuple[int, float]]:
        """The results of a finished hand against a standing, with their chances."""
        tables = self.spec.tables
        if not self.asks[SPECIAL]:
            own = NATURAL if self.is_natural(kind, hand) else int(self.spec.hands.state[hand]) % 32
            return [(int(tables.result[own * STANDINGS + dealer]), 1.0)]
        return [
            (int(tables.settles[row * STANDINGS + dealer]), chance)
            for row, chance in self.rows[kind][hand].items()
        ]

    def is_natural(self, kind: int, hand: int) -> bool:
        return kind == UNSPLIT and hand == int(self.spec.hands.two[ACE, 9])

    @property
    def takes(self) -> int:
        """One of TAKES: what a dealer blackjack that nobody looked for takes."""
        return self.asks[TAKES_PART]

    @property
    def takes_once(self) -> bool:
        """Whether it takes one bet of all the hands that are left."""
        return self.takes in (TAKES_ORIGINAL, TAKES_BUSTED)

    def pays(self, kind: int, late: bool = False) -> Pays:
        """What a finished hand wins and loses for one unit on it. Where a dealer blackjack that
        shows up late takes a part of the bets, `late` leaves out what it takes: see `beaten`."""
        return self.all_pays[late and self.takes > TAKES_ALL][kind]

    @cached_property
    def all_pays(self) -> tuple[tuple[Pays, ...], ...]:
        late = [False, True] if self.takes > TAKES_ALL else [False]
        return tuple(tuple(self.kind_pays(kind, one) for kind in range(4)) for one in late)

    @cached_property
    def beaten(self) -> Floats:
        """[kind, hand] the chance that a finished hand loses to a dealer blackjack: the suits of
        its cards may decide."""
        size = self.spec.hands.state.size
        found = np.zeros((4, size))
        for kind in range(4):
            known: dict[tuple[object, ...], float] = {}
            for hand in range(size):
                key = self.key(kind, hand)
                if key not in known:
                    results = self.results(kind, hand, NATURAL)
                    known[key] = sum(chance for result, chance in results if result == LOSE)
                found[kind, hand] = known[key]
        return found

    def kind_pays(self, kind: int, late: bool) -> Pays:
        size = self.spec.hands.state.size
        known: dict[tuple[object, ...], int] = {}
        row = np.zeros(size, dtype=np.int64)
        wins, losses = [], []
        for hand in range(size):
            key = self.key(kind, hand)
            if key not in known:
                known[key] = len(known)
                amounts = [self.amounts(kind, hand, dealer, late) for dealer in range(STANDINGS)]
                wins.append([win for win, _ in amounts])
                losses.append([lose for _, lose in amounts])
            row[hand] = known[key]
        return Pays(row, np.array(wins), np.array(losses))

    def key(self, kind: int, hand: int) -> tuple[object, ...]:
        """The same for hands that come to the same."""
        if self.asks[SPECIAL]:
            return tuple(sorted(self.rows[kind][hand].items()))
        return int(self.spec.hands.state[hand]) % 32, self.is_natural(kind, hand)

    def amounts(self, kind: int, hand: int, dealer: int, late: bool) -> tuple[float, float]:
        win = lose = 0.0
        for result, chance in self.results(kind, hand, dealer):
            if late and dealer == NATURAL and result == LOSE:
                continue
            pays = self.result_pays[result]
            win += chance * max(pays, 0.0)
            lose += chance * max(-pays, 0.0)
        return win, lose

    @cached_property
    def ended(self) -> Bools:
        """[hand] it takes no more cards by itself."""
        hands = self.spec.hands
        if not self.asks[ENDS]:
            return np.zeros(hands.state.size, dtype=np.bool_)
        at = np.minimum(hands.cards, MOST_COUNTED) * STATES + hands.state
        ended: Bools = np.array(self.spec.tables.ends)[at] > 0
        return ended

    def may(self, action: int, split: bool, aces: bool) -> Bools:
        """[hand] whether an action is legal."""
        two, more = (ACES_TWO, ACES_DRAWN) if aces else (SPLIT_TWO if split else FIRST_TWO, DRAWN)
        return self.spec.allowed(action, two, more) & ~self.ended & (self.spec.hands.cards >= 2)

    def free(self, split: bool, aces: bool) -> Bools:
        """[hand] whether the house puts up the double."""
        hands = self.spec.hands
        if not self.asks[FREE] or len(self.spec.tables.free_double) == 1:
            return np.zeros(hands.state.size, dtype=np.bool_)
        table = np.array(self.spec.tables.free_double).reshape(-1, STATES)
        two, more = (ACES_TWO, ACES_DRAWN) if aces else (SPLIT_TWO if split else FIRST_TWO, DRAWN)
        free: Bools = (
            np.where(hands.cards == 2, table[two][hands.state], table[more][hands.state]) > 0
        )
        return free

    def against(self, up: int) -> bool:
        """Whether surrender is open against that up card."""
        return not self.asks[AGAINST] or bool(self.spec.tables.against[up])

    def frees_split(self, pair: int) -> bool:
        return bool(self.asks[FREE] and self.spec.tables.free_split[pair + 1])

    def after_double(self, times: int, action: int) -> Bools:
        """[hand] what a hand doubled so often may still do."""
        size = self.spec.hands.state.size
        if not self.asks[AFTER_DOUBLE] or times >= TIMES:
            return np.zeros(size, dtype=np.bool_)
        masks = np.array(self.spec.tables.after_double)[times * STATES + self.spec.hands.state]
        allowed: Bools = masks >> action & 1 == 1
        return allowed

    @cached_property
    def most_doubles(self) -> int:
        """How often a hand may be doubled."""
        times = 1
        while times < TIMES - 1 and self.after_double(times, DOUBLE).any():
            times += 1
        return times


def hand_of(spec: Spec, values: tuple[int, ...]) -> int:
    hand = 0
    for worth in values:
        hand = int(spec.hands.after[hand, worth - 1])
    return hand


def suit_chances(shoe: Composition, values: tuple[int, ...]) -> dict[int, float]:
    """The chance of each class of suits for cards of these values drawn from the shoe."""
    suits = shoe.suits
    found: Counter[int] = Counter()
    whole = 0
    for drawn in product(range(4), repeat=len(values)):
        ways, taken = 1, Counter[tuple[int, int]]()
        for worth, suit in zip(values, drawn, strict=True):
            ways *= max(int(suits[suit, worth - 1]) - taken[suit, worth], 0)
            taken[suit, worth] += 1
        whole += ways
        found[suit_class(drawn[0], drawn[1], drawn[-1])] += ways
    if not whole:
        return {suit_class(0, 1, 2): 1.0}
    return {suits: ways / whole for suits, ways in found.items() if ways}
