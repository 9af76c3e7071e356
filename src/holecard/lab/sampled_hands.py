"""What it is worth to know other seats' first two cards in a game with answers of its own: sampled.

Such a game is too dear to solve for every two cards another seat may hold, and has no effects of
removal of its choices to set samples against, as other_hands.py has. Insurance stays apart.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import cast

import numpy as np

from holecard.cards import CARDS_IN_A_DECK, value
from holecard.lab.other_hands import CARDS_A_HAND, HandsKnown
from holecard.odds.composition import Composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Chart, Play, play_of, solve
from holecard.odds.solve.sights import Seen, Spec

SEED = 21
SAMPLES = 120, 20  # of hands without a pair to split, and with one
LEAST_DRAWS = 2  # for each sight: fewer have no spread


def hands_sampled(
    book: Playbook, hands: int, samples: tuple[int, int] = SAMPLES, seed: int = SEED
) -> HandsKnown:
    """Other hands are drawn for each sight of the dealer, as often as the sight's share; best play
    for what is left and the play of someone who knows nothing are both solved exactly against it,
    and the difference is the gain. Pairs that may be split are looked at apart, by fewer samples:
    they take most of the work and are few. The seed is fixed: the same game, the same figure.

    He who knows nothing is taken to follow the chart by totals. Cards not looked at change nothing
    for a chart on average, so what best play gains on it from the full shoe is known, and is taken
    off."""
    play = cast(AnsweredPlay, book.best)
    chart, chance = book.by_total.chart, random.Random(seed)
    gain = variance = 0.0
    number = 0
    for of_pairs, some in zip((False, True), samples, strict=True):
        for seen in play.spec.sights:
            draws = max(LEAST_DRAWS, round(some * seen.chance))
            shoes = (draw_known(play.spec.shoe, seen.values, CARDS_A_HAND * hands, chance)
                     for _ in range(draws))  # fmt: skip
            gains = np.array([gain_in(play, chart, left, seen, of_pairs) for left in shoes])
            gains -= gain_in(play, chart, play.spec.shoe, seen, of_pairs)
            share = seen.chance * raised_by(play, seen)
            gain += share * float(gains.mean())
            variance += share**2 * float(gains.var(ddof=1)) / draws
            number += draws
    return HandsKnown(hands, gain, 0.0, sqrt(variance), number)


def raised_by(play: AnsweredPlay, seen: Seen) -> int:
    """How many wagers lie there when other hands are dealt: two where the wager was raised."""
    return 1 + next(play.raises(one) for one in play.sights if one.seen.values == seen.values)


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
