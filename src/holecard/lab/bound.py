"""The most that counting can gain on a wager without decisions: the bettor who knows every card
that is left, and bets only when the shoe's exact value favours the player.

No count does better, whatever it counts. It is worked out from the chances of every value a
dealt-down shoe can have where those can be counted, and from a stated number of random shoes, each
valued exactly, where they cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from holecard.cards import ACE, TEN
from holecard.dealing.settle import DEALER
from holecard.lab.dealt_down import (
    BY_RANK,
    BY_SUIT,
    BY_VALUE,
    SEED,
    DealtDown,
    Ints,
    depths,
    partly_valued,
    valued,
)
from holecard.lab.distribution import Floats
from holecard.lab.effects import KNOWN_LOWEST
from holecard.odds.composition import Composition, shoe_of
from holecard.odds.counted.additive import Additive, additive
from holecard.odds.counted.by_looks import free_chances
from holecard.odds.counted.shoe_values import ShoeValues, shoe_values
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import MAIN, OFFER, SIDE, Wager

SHOES = 40_000  # over all depths
CHEAP_NODES = 20_000  # terms: with more, not every shoe is valued
PILOT, CHOSEN = 500, 2000
SLOW = 60, 140  # the same two where a shoe takes hundredths of a second
FEW = 40, 60  # and for a sheet, which has many such wagers
EXACT_WAYS = "exact: the chances of every value a dealt-down shoe can have are counted"
OFFER_WAYS = (
    "exact: the chances of what is left when the offer is made, the up card and the {own} cards "
    "seen as well"
)


@dataclass(frozen=True)
class Bound:
    """What perfect knowledge gains, betting one unit on every shoe that favours the player."""

    cut: float
    often: float  # share of rounds bet
    per_100: float  # units won per 100 rounds dealt
    method: str
    shoes: int = 0  # valued exactly; 0 if none had to be sampled
    stderr: float = 0.0  # of per_100

    @property
    def when_bet(self) -> float:
        return self.per_100 / 100 / self.often if self.often else 0.0

    @property
    def says(self) -> str:
        """In words, with no more digits than are right."""
        if self.shoes and not self.often:
            return f"no shoe was found that favours the player ({self.method})"
        if self.shoes:
            return (
                f"{self.often:.2%} of the rounds, at {self.when_bet:+.2%} a bet: "
                f"{self.per_100:+.4f} bets won per 100 rounds dealt, standard error "
                f"{self.stderr:.4f} ({self.method})"
            )
        return (
            f"{self.often:.4%} of the rounds, at {self.when_bet:+.4%} a bet: "
            f"{self.per_100:+.6f} bets won per 100 rounds dealt ({self.method})"
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "cut": self.cut,
            "bet_frequency": self.often,
            "ev_when_bet": self.when_bet,
            "units_per_100_rounds": self.per_100,
            "stderr": self.stderr,
            "shoes": self.shoes,
            "seed": SEED if self.shoes else None,
        }


@dataclass(frozen=True, eq=False)
class Prospect:
    """A wager whose value is known in any shoe, and how it is had."""

    game: Game
    wager: Wager
    table: PayTable | None
    values: ShoeValues | None

    @property
    def full(self) -> Composition:
        return shoe_of(self.game)

    @property
    def told_by(self) -> Floats:
        """The cards that the value is guessed by where it is not had for every shoe."""
        if self.values is None:
            return BY_VALUE.astype(np.float64)
        return np.vstack([BY_RANK, BY_SUIT[1:]]).astype(np.float64)

    @cached_property
    def blocks(self) -> Additive | None:
        return additive(self.values, self.full) if self.values else None

    def of(self, shoes: Ints) -> Floats:
        """The exact values of shoes[shoe, card]."""
        if self.values is not None:
            return self.values.of(shoes)
        names = {} if self.table is None else {self.wager.id: self.table.name}
        found = []
        for cards in shoes.tolist():
            ask = Ask(wagers=(self.wager.id,), paytables=names, shoe=Composition(tuple(cards)))
            found.append(float(game_odds(self.game, ask).wagers[0].ev))
        return np.array(found)

    def dealt_down(self, cut: float, slow: tuple[int, int] = SLOW) -> DealtDown:
        """Random shoes with their values; the same ones every time. `slow`: how many for the guess
        and how many chosen where each takes long; fewer leave a larger error."""
        if self.values is None:
            numbers = slow
        elif len(self.values.nodes.depth) > CHEAP_NODES:
            numbers = PILOT, CHOSEN
        else:
            return valued(self.full, cut, SHOES, self.of)
        return partly_valued(self.full, cut, SHOES, self.of, numbers, self.told_by)


def prospect(game: Game, wager: Wager, paytable: str = "") -> Prospect | None:
    """A wager without decisions as something with a value in any shoe; none where best play
    decides, or an offer, whose shoe is known only when it is made."""
    if wager.kind == MAIN:
        return Prospect(game, wager, None, None) if wager.backs == DEALER else None
    if wager.kind != SIDE:
        return None
    table = wager.table(paytable) if paytable else wager.paytables[0]
    lowest = KNOWN_LOWEST if "lowest" in wager.looks else None
    values = shoe_values(game, wager, table, lowest)
    if values is not None:
        return Prospect(game, wager, table, values)
    if free_chances(game, wager, shoe_of(game), lowest=lowest) is None:
        return None
    return Prospect(game, wager, table, None)


def bound(of: Prospect, cut: float, sample: DealtDown | None = None) -> Bound:
    """The bound to a cut card: exact where the values can be counted, else from a sample."""
    seen = depths(of.full.size, cut)
    if of.blocks is not None:
        often = won = 0.0
        for values, chances in of.blocks.chances([of.full.size - n for n in seen]):
            often += float(chances[values > 0].sum()) / len(seen)
            won += float(chances @ np.maximum(values, 0.0)) / len(seen)
        return Bound(cut, often, 100 * won, EXACT_WAYS)
    dealt = sample or of.dealt_down(cut)
    favours = dealt.mean(lambda value: np.asarray(value > 0, dtype=np.float64))
    gained = dealt.mean(lambda value: np.maximum(value, 0.0))
    words = f"sampled: {sample_words(dealt)}"
    return Bound(cut, favours.mean, 100 * gained.mean, words, dealt.number, 100 * gained.stderr)


def sample_words(dealt: DealtDown) -> str:
    if not len(dealt.chosen):
        return f"{dealt.number:,} random shoes, each valued exactly"
    return (
        f"{dealt.number:,} of {len(dealt.guess):,} random shoes, drawn likelier where they may "
        "favour the player and weighed by it, each valued exactly"
    )


def offer_bound(game: Game, wager: Wager, cut: float, paytable: str = "") -> Bound | None:
    """The same for insurance: one card decides it, so the chances are hypergeometric. A figure is
    per round dealt, whether or not the offer was made in it."""
    if wager.kind != OFFER or wager.looks != ("dealer_natural",):
        return None
    table = wager.table(paytable) if paytable else wager.paytables[0]
    lose, win = (float(table.pays(name)) for name in wager.outcomes)
    seen = depths(game.shoe_size, cut)
    often = won = 0.0
    for chance, share in (pair for n in seen for pair in completing(game, n)):
        value = win * share + lose * (1 - share)
        often += chance * (value > 0) / len(seen)
        won += chance * max(value, 0.0) / len(seen)
    own = "seat's own two" if game.seats_a_player == 1 else "player's four"
    return Bound(cut, often, 100 * won, OFFER_WAYS.format(own=own))


def completing(game: Game, seen: int) -> Iterator[tuple[float, float]]:
    """Chances per round of an offer with this share of the cards left making a blackjack, so many
    cards seen before the round, and the up card and the player's own: two for each seat."""
    held = shoe_of(game).values
    size = int(held.sum()) - 1
    left = size - seen - 2 * game.seats_a_player
    for up, other in ((ACE, TEN), (TEN, ACE)):
        if not game.tables.insures[up]:
            continue
        good = int(held[other - 1])
        offered = int(held[up - 1]) / (size + 1)
        for number in range(min(good, left) + 1):
            ways = comb(good, number) * comb(size - good, left - number)
            yield offered * (ways / comb(size, left)), number / left


def offered(game: Game, wager: Wager) -> float:
    """The chance that a round, at whatever depth, brings the offer; 1 for a bet of every round."""
    if wager.kind != OFFER:
        return 1.0
    held = shoe_of(game).values
    ups = sum(int(held[up - 1]) for up in range(1, len(held) + 1) if game.tables.insures[up])
    return ups / int(held.sum())
