"""Rounds guessed backwards from what a wager looks at: where that is only cards whose places in the
deal are known, many combinations are laid without a deal, and those that come to something are
worth dealing.

Nothing here is believed: what a round comes to is seen when it is dealt (bring.py).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from holecard.dealing import felt as f
from holecard.dealing.own_tables import RAISES
from holecard.hand import is_blackjack, state_of
from holecard.wagers.game import Game
from holecard.wagers.looks import LOOKS
from holecard.wagers.wager import OFFER, Wager

CARDS = ("first", "second", "up", "hole", "next")
MADE_OF = {  # of those cards
    "start_total": ("first", "second"),
    "natural": ("first", "second"),
    "dealer_natural": ("up", "hole"),
}
LAID = 500  # times some ranks and suits are drawn, and
EACH = 4  # combinations laid of each: a hundredth of a second in all
MOST_DEALT = 6  # for an outcome: a guess may be wrong, or no such cards be in the shoe

Cards = tuple[int, ...]


def is_guessed(wager: Wager) -> bool:
    """Whether cards whose places are known decide the wager."""
    return bool(wager.looks) and wager.kind != OFFER and all(map(cards_in, wager.looks))


def cards_in(look: str) -> tuple[str, ...]:
    """Which cards a look is of; none if it is not of cards whose places are known."""
    card = look.partition("_")[0]
    return MADE_OF.get(look) or ((card,) if card in CARDS else ())


class Laid:
    """A felt of one seat with cards laid on it."""

    def __init__(self, game: Game) -> None:
        felt = f.lay_felt(game.tables, [(0, 0, 0, 0)], (), ())
        self.seats, self.hands = list(felt.seats), list(felt.hands)
        self.felt = felt._replace(seats=self.seats, hands=self.hands)
        self.dealer = f.dealer_slot(felt) * f.HAND_ROW

    def outcome(self, wager: Wager, cards: Cards) -> str:
        first, second, up, hole, more = cards
        seats, hands, dealer = self.seats, self.hands, self.dealer
        seats[f.FIRST], seats[f.SECOND], seats[f.NEXT] = first, second, more + 1
        seats[f.NATURAL_HAND] = int(is_blackjack(state_of((first, second)), 2))
        hands[dealer + f.CARDS], hands[dealer + f.CARDS + 1] = up, hole
        hands[dealer + f.COUNT], hands[dealer + f.STATE] = 2, state_of((up, hole))
        seen = {name: LOOKS[name].read(self.felt, 0) for name in wager.looks}
        return wager.outcomes[wager.classified(seen)]


def guesses(
    game: Game,
    wager: Wager,
    ranks_and_suits: Iterable[tuple[Sequence[int], Sequence[int]]],
    draw: random.Random,
) -> Iterator[Cards]:
    """Combinations worth dealing, in the order of `CARDS`: the first of each outcome."""
    laid, deck = Laid(game), game.answers.deck
    seen = {card for look in wager.looks for card in cards_in(look)}
    dealt: Counter[str] = Counter()
    for ranks, suits in ranks_and_suits:
        for _ in range(EACH):
            cards = tuple(
                4 * (draw.choice(ranks) - 1) + draw.choice(suits) if one in seen
                else draw.choice(deck) for one in CARDS
            )  # fmt: skip
            if most_alike(cards) > game.rules.decks or any(one not in deck for one in cards):
                continue
            outcome = laid.outcome(wager, cards)
            dealt[outcome] += 1
            if dealt[outcome] <= MOST_DEALT:
                yield cards


def most_alike(cards: Cards) -> int:
    return max(map(cards.count, cards))


def as_dealt(game: Game, cards: Cards, seats: int, place: int, others: Cards) -> Cards:
    """The cards for the seat at a place, in the order of the deal; the other seats get `others`."""
    first, second, up, hole, more = cards
    fill = iter(others)
    own = [[card if at == place else next(fill) for at in range(seats)] for card in (first, second)]
    if game.tables.asks[RAISES]:
        return (up, *own[0], *own[1], hole, more)
    return (*own[0], up, *own[1], hole, more)
