"""What one seat cannot win more than in a round: the best that its wagers can come to together.

The round is taken in cases, each wager at the best that a case leaves it; no round passes the most
over all cases. Where the house draws both hands, a case is a way the two can end. Where the seat
plays, it is the values of its first two cards, how the dealer's hand ends, and how the seat's first
hand does. Cases that no shoe can bring only raise the bound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import value
from holecard.dealing.settle import (
    DEALER,
    NATURAL,
    OWN,
    STANDINGS,
    SURRENDER,
    result_pays,
)
from holecard.hand import are_blackjack
from holecard.lab.main_bound import main_bound
from holecard.odds.composition import VALUES, shoe_of
from holecard.odds.counted.both_hands import JOINT_LOOKS, outcomes_of, result_of
from holecard.odds.counted.both_hands_ends import (
    Together,
    dealer_blackjacks,
    end_table,
    seat_blackjacks,
)
from holecard.odds.counted.outcome_grid import DEAL_LOOKS, PLACES, Deals, outcome_grid
from holecard.odds.solve.dealer_finals import BUSTED
from holecard.odds.solve.own_bets.hand_ends import OWN_LOOKS, ends_of
from holecard.odds.solve.sights import Spec
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

Ints = npt.NDArray[np.int64]
LAST_TOTAL = 21


@dataclass(frozen=True, eq=False)
class Prize:
    """A side bet, and the cents that each of its outcomes takes out of the rack: none is less than
    nothing, as a seat that would lose it leaves it out. `most` is over those it can have now."""

    game: Game
    wager: Wager
    cents: Ints  # [outcome]
    most: int

    @cached_property
    def by_end(self) -> tuple[Ints, Ints] | None:
        """[total, result] the most by how the first hand ends, unsplit and split; none where it
        looks at more than that."""
        looks = set(self.wager.looks)
        if not looks <= OWN_LOOKS or looks == {"hands"}:  # which may tell every number of hands
            return None
        ends = ends_of(self.wager)
        none = np.append(self.cents, 0)  # NO_END, -1, is the last
        return none[ends.unsplit].max(axis=1), none[ends.split].max(axis=1)

    @cached_property
    def by_values(self) -> Ints | None:
        """[value, value] the most by the seat's first two cards; none where it does not tell those
        apart, or looks at more than the cards dealt."""
        if not set(self.wager.looks) <= DEAL_LOOKS:
            return None
        deals = Deals.of(self.wager, tuple(self.game.tables.peeks))
        if deals.places[:2] != PLACES[:2] or not (deals.kinds.ranks or deals.kinds.values):
            return None
        grid = np.asarray(outcome_grid(deals)).reshape(*deals.shape[:2], -1)
        worth = [value(card) - 1 for card in deals.kinds.cards]
        found = np.zeros((VALUES, VALUES), dtype=np.int64)
        for one, rows in zip(worth, grid, strict=True):
            np.maximum.at(found[one], worth, self.cents[rows].max(axis=1))
        return np.maximum(found, found.T)

    def first_hand(self, total: int, result: int, split: bool) -> int:
        return 0 if self.by_end is None else int(self.by_end[split][total, result])

    def with_values(self, low: int, high: int) -> int:
        if self.by_end is not None:
            return 0  # it is added with the ends of hands
        return self.most if self.by_values is None else int(self.by_values[low, high])


class Units(NamedTuple):
    """What two first cards allow: wagers on the hand unsplit, hands of a split, wagers on each."""

    natural: bool
    once: int
    hands: int
    each: int


@dataclass(frozen=True, eq=False)
class SeatBound:
    """A main wager at its posted maximum, and the side bets beside it."""

    game: Game
    main: Wager
    prizes: tuple[Prize, ...]
    known: dict[Units, int] = field(default_factory=dict)

    def net(self, units: Fraction) -> int:
        """Of the main wager; at its least where it is lost, and given up where it may be: that
        suits the player best."""
        if units < 0 and self.game.rules.surrender != "none":
            units = max(units, result_pays(SURRENDER, OWN, self.game.rules))
        return int(units * (self.main.most if units > 0 else self.main.least))

    @property
    def cents(self) -> int:
        if self.main.backs == DEALER:
            return self.house_drawn()
        spec = Spec(self.game, shoe_of(self.game))
        if spec.answered:  # hands end by answers of the game's own: each wager alone
            most = self.net(main_bound(self.game, self.main))
            return most + sum(one.most for one in self.prizes)
        pairs = combinations_with_replacement(range(VALUES), 2)
        return max(self.played(spec, low, high) for low, high in pairs)

    def house_drawn(self) -> int:
        """Over every way both hands can end: the main wager and what looks at these ends."""
        game = self.game
        of = Together.of(game.tables, shoe_of(game))
        early = [*dealer_blackjacks(of), *seat_blackjacks(of, True), *seat_blackjacks(of, False)]
        at_once = np.array([end for end, _ in early], dtype=np.int64)
        ends = np.concatenate([at_once, end_table(of.add, of.draws)])
        results = range(SURRENDER + 1)
        pays = np.array([self.net(result_pays(one, DEALER, game.rules)) for one in results])
        total = pays[result_of(game.tables, ends)]
        for prize in self.prizes:
            if set(prize.wager.looks) <= JOINT_LOOKS:
                total = total + prize.cents[outcomes_of(game.tables, prize.wager, ends)]
            else:
                total = total + prize.most
        return int(total.max())

    def played(self, spec: Spec, low: int, high: int) -> int:
        """With first cards of these values: what looks at the cards dealt is at its best with
        them, and the hands at their best beside each end of the dealer's."""
        apart = sum(one.with_values(low, high) for one in self.prizes)
        may = units_of(spec, low, high)
        if may not in self.known:
            self.known[may] = max(self.hands(may, dealer) for dealer in range(STANDINGS))
        return apart + self.known[may]

    def hands(self, may: Units, dealer: int) -> int:
        """The main wager and the bets on the first hand, beside one end of the dealer's: over how
        the first hand ends; every other hand of a split is won if any total wins."""
        beats = max(self.units(own, dealer) for own in range(LAST_TOTAL + 1))
        best = 0
        for own in (NATURAL,) if may.natural else range(BUSTED + 1):
            units = self.units(own, dealer)
            total = LAST_TOTAL if own == NATURAL else own
            result = self.game.tables.result[own * STANDINGS + dealer]
            alone = self.net(units * (may.once if units > 0 else 1))
            alone += sum(one.first_hand(total, result, False) for one in self.prizes)
            first = units * (may.each if units > 0 else 1)
            split = self.net(first + (may.hands - 1) * may.each * max(beats, Fraction(0)))
            split += sum(one.first_hand(total, result, True) for one in self.prizes)
            best = max(best, alone, split if may.hands > 1 else 0)
        return best

    def units(self, own: int, dealer: int) -> Fraction:
        result = self.game.tables.result[own * STANDINGS + dealer]
        return result_pays(result, OWN, self.game.rules)


def units_of(spec: Spec, low: int, high: int) -> Units:
    """What first cards of these values (from 0) allow."""
    natural = are_blackjack((low + 1, high + 1))
    once = 2 if spec.may_double[spec.hands.two[low, high]] and not natural else 1
    if low != high:
        return Units(natural, once, 1, 1)
    doubled = spec.may_double_split(low)[spec.hands.two[low]].any()
    return Units(natural, once, spec.most_hands(low), 2 if doubled else 1)
