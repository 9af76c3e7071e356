"""What it is worth to see cards that are not meant to be seen: the hole card, other seats' hands.

A wager is made before any card is dealt, so this is worth something only where a decision follows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import numpy as np

from holecard.cards import CARDS_IN_A_DECK, value
from holecard.dealing.settle import INSURED_PART
from holecard.odds.composition import Composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.best_play import Chart, Play, Sheet, play_of, solve
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.sights import Seen, Spec
from holecard.wagers.wager import OFFER

SEED = 21
SAMPLES = 120, 20  # of hands without a pair to split, and with one
LEAST_DRAWS = 2  # for each sight: fewer have no spread
CARDS_A_HAND = 2


@dataclass(frozen=True)
class HoleKnown:
    """The main wager of a seat that sees the hole card, per initial wager."""

    play: float  # best play
    insured: float  # what insurance adds, taken only where it wins

    @property
    def ev(self) -> float:
        return self.play + self.insured


def hole_known(book: Playbook) -> HoleKnown | None:
    """Exact; none where both of the dealer's cards are seen by the rules."""
    game = book.game
    if game.rules.dealer_shows == "both":
        return None
    shown = replace(game, rules=game.rules.but(dealer_shows="both"))
    play = Playbook(shown, convention=book.convention).best
    return HoleKnown(float(play.ev), insurance_gain(book))


def insurance_gain(book: Playbook) -> float:
    """Half a wager insured against each blackjack under an ace, and never else."""
    offers = [wager for wager in book.game.wagers if wager.kind == OFFER]
    shoe = book.spec.shoe.values
    aces, tens, cards = int(shoe[0]), int(shoe[-1]), int(shoe.sum())
    chance = Fraction(aces * tens, cards * (cards - 1))
    pays = max((table.pays(name) for one in offers for table in one.paytables
                for name in table.odds), default=Fraction(0))  # fmt: skip
    return float(chance * pays / INSURED_PART)


@dataclass(frozen=True)
class HandsKnown:
    """What best play gains per initial wager when other seats' first two cards are known before
    the first decision; sampled."""

    hands: int
    samples: int
    gain: float
    stderr: float


def as_chart(play: Play) -> Chart:
    """What a play does, whatever is left in the shoe."""
    by_sight = {sight.seen.values: sight for sight in play.sights}

    def chart(spec: Spec, seen: Seen) -> Sheet:
        sight = by_sight[seen.values]
        hit = sight.values[HIT] > sight.values[STAND] + EVEN
        then = np.where(hit & spec.may_hit, HIT, STAND).astype(np.int64)
        return Sheet(sight.acts, then, sight.split)

    return chart


def hands_known(
    play: Play, hands: int, samples: tuple[int, int] = SAMPLES, seed: int = SEED
) -> HandsKnown:
    """Other hands are drawn for each sight of the dealer, as often as the sight's share; best play
    for what is left and the play of someone who knows nothing are both solved exactly against it,
    and the difference is the gain. Pairs that may be split are looked at apart, by fewer samples:
    they take most of the work and are few. The seed is fixed: the same game, the same figure."""
    chance = random.Random(seed)
    chart = as_chart(play)
    gain = variance = 0.0
    number = 0
    for of_pairs, some in zip((False, True), samples, strict=True):
        for seen in play.spec.sights:
            draws = max(LEAST_DRAWS, round(some * seen.chance))
            shoes = (draw_known(play.spec.shoe, seen.values, CARDS_A_HAND * hands, chance)
                     for _ in range(draws))  # fmt: skip
            gains = np.array([gain_in(play, chart, left, seen, of_pairs) for left in shoes])
            gain += seen.chance * float(gains.mean())
            variance += seen.chance**2 * float(gains.var(ddof=1)) / draws
            number += draws
    return HandsKnown(hands, number, gain, sqrt(variance))


def draw_known(
    shoe: Composition, shown: tuple[int, ...], number: int, chance: random.Random
) -> Composition:
    """The shoe without `number` random cards, none of which is one the dealer shows."""
    cards = [card for card in range(CARDS_IN_A_DECK) for _ in range(shoe.cards[card])]
    for worth in shown:
        cards.remove(next(card for card in cards if value(card) == worth))
    return shoe.without(tuple(chance.sample(cards, number)))


def gain_in(play: Play, chart: Chart, shoe: Composition, seen: Seen, of_pairs: bool) -> float:
    """What knowing that the shoe is this one gains against one sight: with pairs that may be split,
    or with all other hands, for which no split needs to be worked out."""
    spec = (Spec if of_pairs else Unsplit)(play.spec.game, shoe)
    again = spec.seen(seen.place, seen.values)
    if again is None:
        return 0.0
    best, blind = (
        play_of(spec, play.convention, (solve(spec, again, play.convention, one),))
        for one in (None, chart)
    )
    gained = 0.0
    for one, other in zip(best.starts(), blind.starts(), strict=True):
        if (one.low == one.high and play.spec.most_hands(one.low) > 1) == of_pairs:
            gained += one.chance * (best.start_value(one) - blind.start_value(other))
    return gained / again.chance


class Unsplit(Spec):
    """The same game, no pair split."""

    def most_hands(self, pair: int) -> int:
        return 1
