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
from holecard.odds.solve.best_play import Chart, Play, Sheet, Sight, play_of, solve
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.sights import Seen, Spec
from holecard.wagers.wager import OFFER

SEED = 21
SAMPLES = 16
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


def hands_known(play: Play, hands: int, samples: int = SAMPLES, seed: int = SEED) -> HandsKnown:
    """For each sample the dealer's sight and the other hands are drawn; against that sight best
    play for what is left and the play of someone who knows nothing are both solved exactly, and
    the difference is the gain. The seed is fixed: the same game, the same figure."""
    chance = random.Random(seed)
    chart = as_chart(play)
    sights = play.spec.sights
    weights = [seen.chance for seen in sights]
    gains = []
    for _ in range(samples):
        seen = chance.choices(sights, weights)[0]
        left = draw_known(play.spec.shoe, seen.values, CARDS_A_HAND * hands, chance)
        gains.append(gain_in(play, chart, left, seen))
    mean = sum(gains) / samples
    spread = sum((one - mean) ** 2 for one in gains) / (samples - 1)
    return HandsKnown(hands, samples, mean, sqrt(spread / samples))


def draw_known(
    shoe: Composition, shown: tuple[int, ...], number: int, chance: random.Random
) -> Composition:
    """The shoe without `number` random cards, none of which is one the dealer shows."""
    cards = [card for card in range(CARDS_IN_A_DECK) for _ in range(shoe.cards[card])]
    for worth in shown:
        cards.remove(next(card for card in cards if value(card) == worth))
    return shoe.without(tuple(chance.sample(cards, number)))


def gain_in(play: Play, chart: Chart, shoe: Composition, seen: Seen) -> float:
    """What knowing that the shoe is this one gains against one sight."""
    spec = Spec(play.spec.game, shoe)
    again = spec.seen(seen.place, seen.values)
    if again is None:
        return 0.0
    best, blind = (solve(spec, again, play.convention, one) for one in (None, chart))
    return sight_value(spec, play, best) - sight_value(spec, play, blind)


def sight_value(spec: Spec, play: Play, sight: Sight) -> float:
    return float(play_of(spec, play.convention, (sight,)).ev / sight.seen.chance)
