"""What it is worth to see cards that are not meant to be seen: the hole card, other seats' hands.

A wager is made before any card is dealt, so this is worth something only where a decision follows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from holecard.cards import CARDS_IN_A_DECK, value
from holecard.dealing.own_tables import EARLY, RAISES
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import INSURED_PART, OWN, result_pays
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import VALUES as UPS
from holecard.odds.composition import Composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Chart, Play, Sheet, Start, play_of, solve
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.sights import Seen, Spec
from holecard.wagers.game import Game
from holecard.wagers.offers import offer_of, offers_even_money

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
    """Exact; none where both of the dealer's cards are seen by the rules, where no hole card is
    dealt before the seats act, and where hands are played by twos."""
    game = book.game
    if game.rules.dealer_shows == "both" or not game.rules.peek or game.seats_a_player > 1:
        return None
    # What is open before the dealer looks hangs on the up card: it is asked of this game below.
    later = replace(game.answers, early_surrender=None, raises=False)
    shown = replace(game, rules=game.rules.but(dealer_shows="both"), answers=later)
    play = Playbook(shown, convention=book.convention, shoe=book.shoe).best
    played, insured = ([0.0] * UPS for _ in range(2))
    for sight in play.sights:
        for up in set(sight.seen.values):
            share = 1 / len(set(sight.seen.values))
            for start in play.starts_against(sight):
                value = play.start_value(start)
                played[up] += share * start.chance * early_value(game, up, start, value)
                insured[up] += (
                    share
                    * start.chance
                    * start.natural
                    * insured_value(game, up, start, play.at_once(start))
                )
    asks = game.tables.asks[RAISES]
    raised = [1 + (asks and one + more > EVEN) for one, more in zip(played, insured, strict=True)]
    parts = (zip(one, raised, strict=True) for one in (played, insured))
    return HoleKnown(*(float(sum(a * b for a, b in part)) for part in parts))


def early_value(game: Game, up: int, start: Start, value: float) -> float:
    """Half a wager given up before the dealer looks, where that is open and better."""
    opened = game.tables.asks[EARLY] and game.tables.early[up] and not start.is_blackjack
    return max(value, float(result_pays(GAVE_UP, OWN, game.rules))) if opened else value


def insured_value(game: Game, up: int, start: Start, at_once: float) -> float:
    """What insurance adds under a blackjack that is known: its odds on half the wager; to a
    blackjack even money, where that is offered."""
    offer = offer_of(game)
    if offer is None or not game.tables.insures[up]:
        return 0.0
    if start.is_blackjack:
        paid = float(result_pays(PAID_EVEN, OWN, game.rules))
        return max(0.0, paid - at_once) if offers_even_money(game) else 0.0
    pays = max(table.pays(name) for table in offer.paytables for name in table.odds)
    return float(pays / INSURED_PART)


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
    book: Playbook, hands: int, samples: tuple[int, int] = SAMPLES, seed: int = SEED
) -> HandsKnown:
    """Other hands are drawn for each sight of the dealer, as often as the sight's share; best play
    for what is left and the play of someone who knows nothing are both solved exactly against it,
    and the difference is the gain. Pairs that may be split are looked at apart, by fewer samples:
    they take most of the work and are few. The seed is fixed: the same game, the same figure.

    In a game with answers of its own he who knows nothing is taken to follow the chart by totals.
    Cards not looked at change nothing for a chart on average, so what best play gains on it from
    the full shoe is known, and is taken off."""
    play, chance = book.best, random.Random(seed)
    answered = play.spec.answered
    chart = book.by_total.chart if answered else as_chart(play)
    gain = variance = 0.0
    number = 0
    for of_pairs, some in zip((False, True), samples, strict=True):
        for seen in play.spec.sights:
            draws = max(LEAST_DRAWS, round(some * seen.chance))
            shoes = (draw_known(play.spec.shoe, seen.values, CARDS_A_HAND * hands, chance)
                     for _ in range(draws))  # fmt: skip
            gains = np.array([gain_in(play, chart, left, seen, of_pairs) for left in shoes])
            if answered:
                gains -= gain_in(play, chart, play.spec.shoe, seen, of_pairs)
            share = seen.chance * raised_by(play, seen)
            gain += share * float(gains.mean())
            variance += share**2 * float(gains.var(ddof=1)) / draws
            number += draws
    return HandsKnown(hands, number, gain, sqrt(variance))


def raised_by(play: Play, seen: Seen) -> int:
    """How many wagers lie there when other hands are dealt: two where the wager was raised."""
    if not isinstance(play, AnsweredPlay):
        return 1
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
