"""What a seat sees of the dealer before it decides, and the tables a solver needs with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.dealing.actions import DOUBLE, HIT, SURRENDER
from holecard.dealing.answers import TAKES_ORIGINAL
from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.own_tables import (
    COUNTS,
    SHAPE_VALUES,
    SUIT_CLASSES,
    TAKES_PART,
    changes_play,
)
from holecard.dealing.settle import LOSE, NATURAL, OWN, STANDINGS, STREAK_COUNTS, result_pays
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import (
    ACES_DRAWN,
    ACES_TWO,
    DRAWN,
    FIRST_TWO,
    SPLIT_TWO,
    TOTALS,
    Tables,
)
from holecard.errors import BadDefinition
from holecard.hand import BLACKJACK_STATE, STATES, total
from holecard.odds.composition import Composition
from holecard.odds.solve.dealer_finals import TWO_CARDS, UP_CARDS, Finals, dealer_finals
from holecard.odds.solve.dealer_kernels import Pays
from holecard.odds.solve.hands import VALUES, Lattice, lattice
from holecard.wagers.game import Game

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
ACE, TEN = 0, 9  # values from 0 in arrays
NOTHING_KNOWN = -1
LEAST_POINTS = 37  # a hand of 21 and a dealer of 16 who must draw


@dataclass(frozen=True)
class Seen:
    """One thing the seat can see: the up card, or both dealer cards."""

    place: int
    values: tuple[int, ...]  # 1..10
    chance: float
    shoe: Ints  # without them
    hole_not: int  # a value the hole card is known not to have, once the dealer has looked
    looked_for: int  # the value that would have made a blackjack, before looking; -1 if none can

    @property
    def known(self) -> tuple[object, ...]:
        """What is seen, and what is known by it."""
        return self.values, self.hole_not, self.looked_for

    @property
    def unseen(self) -> bool:
        """Whether the dealer may have a blackjack while the hand is played."""
        return self.hole_not == NOTHING_KNOWN and self.looked_for != NOTHING_KNOWN


@dataclass(frozen=True)
class Spec:
    """A game under its rules and a shoe, as the solver's arrays. Every entry comes from the
    tabulated rule text."""

    game: Game
    shoe: Composition

    def __post_init__(self) -> None:
        points = int(self.shoe.values @ np.arange(1, 11))
        if points <= LEAST_POINTS:
            raise BadDefinition(
                f"a shoe whose cards count {points} could run out in mid-round: it must count more "
                f"than {LEAST_POINTS}"
            )

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @cached_property
    def hands(self) -> Lattice:
        return lattice()

    @property
    def both_up(self) -> bool:
        return self.game.rules.dealer_shows == "both"

    @cached_property
    def finals(self) -> Finals:
        return dealer_finals(self.tables, TWO_CARDS if self.both_up else UP_CARDS)

    @cached_property
    def finals_apart(self) -> Finals:
        """The same with every busted total for itself."""
        return dealer_finals(self.tables, TWO_CARDS if self.both_up else UP_CARDS, busts_apart=True)

    @cached_property
    def sign(self) -> Ints:
        """[own standing, dealer standing]: an own hand wins 1, ties 0 or loses -1."""
        own = np.array(self.tables.result[: STANDINGS * STANDINGS]).reshape(STANDINGS, STANDINGS)
        signs: Ints = np.array(STREAK_COUNTS, dtype=np.int64)[own]
        return signs

    @cached_property
    def pays(self) -> Pays:
        """What each hand wins and loses, by its total: even money."""
        return Pays(
            self.hands.state % TOTALS,
            (self.sign > 0).astype(np.float64),
            (self.sign < 0).astype(np.float64),
        )

    @property
    def answered(self) -> bool:
        """Whether the game answers what only some games do: see answered.py. Even money
        withheld and swapped cards leave the play of each hand what it is."""
        return changes_play(self.tables.asks)

    @cached_property
    def as_if_looked(self) -> bool:
        """Where a dealer blackjack takes the original bet alone and every hand but a blackjack
        loses to it, nothing a seat does makes a difference to it: the round is worth what it is
        worth after a look."""
        if self.tables.asks[TAKES_PART] != TAKES_ORIGINAL:
            return False
        settles = self.tables.settles
        played = set(played_rows(self.tables))
        return all(settles[row * STANDINGS + NATURAL] == LOSE for row in played)

    @cached_property
    def asked(self) -> tuple[object, ...]:
        """All that is asked of the shoe and the rules to solve a sight, and to count what its
        splits come to: where this is the same, the same sight is solved alike."""
        may = self.may_hit, self.may_double, self.may_surrender, *self.split_hits
        arrays = *may, *self.split_doubles, self.pays.win, self.pays.lose, self.sign
        return (
            self.answered,
            self.shoe,
            *(one.tobytes() for one in arrays),
            *(self.most_hands(pair) for pair in range(VALUES)),
            id(self.finals),  # kept by what they come from
            (self.surrender_pays, self.lost_pays),
            tuple(self.tables.outcome),
        )

    def allowed(self, action: int, two: int, more: int) -> Bools:
        """[hand] whether an action is legal in the phases for two and for more cards."""
        legal = np.array(self.tables.legal).reshape(-1, STATES)
        bits = np.where(self.two_cards, legal[two][self.hands.state], legal[more][self.hands.state])
        allowed: Bools = (bits >> action) & 1 == 1
        return allowed

    @cached_property
    def two_cards(self) -> Bools:
        two: Bools = self.hands.cards == 2
        return two

    @cached_property
    def may_hit(self) -> Bools:
        return self.allowed(HIT, FIRST_TWO, DRAWN)

    @cached_property
    def may_double(self) -> Bools:
        return self.two_cards & self.allowed(DOUBLE, FIRST_TWO, DRAWN)

    @cached_property
    def may_surrender(self) -> Bools:
        return (self.hands.cards >= 2) & self.allowed(SURRENDER, FIRST_TWO, DRAWN)

    @cached_property
    def split_hits(self) -> tuple[Bools, Bools]:
        """[hand] whether a hand split from aces, or from another pair, may hit."""
        aces = self.allowed(HIT, ACES_TWO, ACES_DRAWN)
        return aces, self.allowed(HIT, SPLIT_TWO, DRAWN)

    @cached_property
    def split_doubles(self) -> tuple[Bools, Bools]:
        aces = self.allowed(DOUBLE, ACES_TWO, ACES_DRAWN)
        return self.two_cards & aces, self.two_cards & self.allowed(DOUBLE, SPLIT_TWO, DRAWN)

    def may_hit_split(self, pair: int) -> Bools:
        return self.split_hits[pair != ACE]

    def may_double_split(self, pair: int) -> Bools:
        return self.split_doubles[pair != ACE]

    def most_hands(self, pair: int) -> int:
        """How many hands a pair (value from 0) becomes when every further one is split. Tens that
        split by rank are split once: a ten of another rank is neither a pair nor another value."""
        may = self.tables.may_split
        if pair == TEN and self.game.rules.split_tens_by == "rank":
            return 1 + int(may[(pair + 1) * 5 + 1])
        hands = 1
        while hands < HANDS_A_SEAT and may[(pair + 1) * 5 + hands]:
            hands += 1
        return hands

    @cached_property
    def surrender_pays(self) -> float:
        return float(result_pays(GAVE_UP, OWN, self.game.rules))

    @cached_property
    def lost_pays(self) -> float:
        return float(result_pays(LOSE, OWN, self.game.rules))

    @cached_property
    def sights(self) -> tuple[Seen, ...]:
        """Everything a seat can see of the dealer, in the order of `finals`."""
        starts = TWO_CARDS if self.both_up else UP_CARDS
        made = (self.seen(place, values) for place, values in enumerate(starts))
        return tuple(one for one in made if one is not None)

    def seen(self, place: int, values: tuple[int, ...]) -> Seen | None:
        left = self.shoe.values.copy()
        chance = 1.0
        for worth in values:
            chance *= left[worth - 1] / left.sum()
            left[worth - 1] -= 1
        if chance <= 0:
            return None
        if len(values) == 2:
            orders = 1 if values[0] == values[1] else 2
            return Seen(place, values, chance * orders, left, NOTHING_KNOWN, NOTHING_KNOWN)
        looked_for = {1: TEN, 10: ACE}.get(values[0], NOTHING_KNOWN)
        looks = bool(self.tables.peeks[values[0]]) or self.as_if_looked
        return Seen(place, values, chance, left, looked_for if looks else NOTHING_KNOWN, looked_for)


def played_rows(tables: Tables) -> Iterator[int]:
    """The rows by which hands other than blackjacks and busts are settled."""
    for at, row in enumerate(tables.row):
        kind, cards, state = at // (COUNTS * STATES), at // STATES % COUNTS, at % STATES
        natural = not kind and cards == 2 and state == BLACKJACK_STATE
        if cards >= 2 and total(state) <= 21 and not natural:
            yield row
    for at, row in enumerate(tables.shape):
        if row and at // SUIT_CLASSES % SHAPE_VALUES:  # of three cards
            yield row - 1
