"""The most a table can win in one round: a bound that is proved, and a round that is dealt.

The bound is over every way wagers can come together (win_bound.py). The round is looked for among
the dealer's final hands, ways to split and double, and the first cards each side bet pays most for,
then card by card. It is dealt and paid by the table's own procedure, so what it wins is possible;
where the two are equal, it is the most.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from holecard.cards import CARDS_IN_A_DECK, value
from holecard.dealing.settle import OWN
from holecard.lab.sittings import Sitting, paid_by_house, sittings
from holecard.lab.stacked import (
    SPARE,
    Cards,
    Script,
    deal_alone,
    deal_stacked,
    dealer_hands,
    fitted,
    house_scripts,
    left_in,
    one_suit,
    played,
    seat_cards,
    seat_scripts,
)
from holecard.odds.composition import VALUES, shoe_of
from holecard.odds.counted.outcome_grid import DEAL_LOOKS, PLACES, Deals, outcome_grid
from holecard.wagers.bets import Bet, table_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts

SEED = 21
CHANGES = 120  # changes that are tried on a round
THRIFT = 600  # and for cards enough for a whole table
TURNS = 2  # how often seat and dealer are each looked for while the other stays
SUITS = 4
PRIZES = 2  # of each side bet, to start from
TWO_CARDS = [
    Script(one_suit(two))
    for two in ((10, 9), (10, 8), (10, 7), (9, 8), (9, 1), (8, 1), (7, 1), (6, 1), (10, 1))
]  # enough to stand on


@dataclass(frozen=True)
class Found:
    """A round of one seat, what its wagers came to, and what it is worth."""

    sitting: Sitting
    script: Script
    dealer: Cards
    paid: tuple[Payout, ...]
    cents: int

    def comes_to(self, wager: str, outcome: str) -> int:
        return sum(one.wager == wager and one.outcome == outcome for one in self.paid)


Score = Callable[[Found], int]


def in_all(found: Found) -> int:
    return found.cents


def tried(
    sitting: Sitting, script: Script, dealer: Cards, stock: Sequence[int] = ()
) -> Found | None:
    """What these cards come to, or others of their value where the stock has run out of them."""
    left = list(stock) or left_in(sitting.game, dealer)
    cards = fitted(played(sitting, script)[0].cards, left) if min(left) >= 0 else ()
    if not cards:
        return None
    fits = replace(script, cards=cards)
    dealt = deal_alone(sitting, fits, (*dealer, *SPARE))
    if not dealt.done or min(left_in(sitting.game, dealt.drawn)) < 0:
        return None
    paid = payouts(dealt)
    had = replace(fits, cards=cards[: seat_cards(dealt)])
    return Found(sitting, had, dealt.dealer_cards, paid, sitting.worth(paid))


@dataclass(frozen=True)
class Search:
    """Looks for the round in which one sitting wins most."""

    sitting: Sitting
    hands: Sequence[Cards]
    known: dict[tuple[Script, Cards], Found | None] = field(default_factory=dict)

    @cached_property
    def scripts(self) -> list[Script]:
        """Ways to play for a seat that may choose; where the house draws, the dealer's own."""
        game = self.sitting.game
        if self.sitting.main.backs != OWN:
            return house_scripts(game)
        looks = self.sitting.looks
        stands = any(name.startswith("hand_") for name in looks)  # how the first hand ends
        return [one for one in seat_scripts(game) if stands or not one.first_stands]

    def tried(self, script: Script, dealer: Cards) -> Found | None:
        """Every climb begins with the rounds that the one before has tried."""
        if (script, dealer) not in self.known:
            self.known[script, dealer] = tried(self.sitting, script, dealer)
        return self.known[script, dealer]

    def best(self) -> Found:
        """Starting from what each wager likes best, the round that wins most in all."""
        start = self.start(self.scripts[0], self.hands[0])
        bound = self.sitting.bound
        ends = [self.climbed(start, in_all, bound)]
        for bet in self.sitting.bets.bets[1:]:
            for outcome in self.prizes(bet):
                if ends[0].cents < bound:
                    won = self.with_prize(bet, outcome, start)
                    ends += [won, self.climbed(won, in_all, bound)]
        return max(ends, key=in_all)

    def prizes(self, bet: Bet) -> list[str]:
        """The outcomes a bet pays most for."""
        table = table_for(self.sitting.game, self.sitting.bets, bet)
        ends = self.sitting.ends(self.sitting.game.wager(bet.wager))
        return sorted((one for one in ends if table.pays(one) > 0), key=table.pays)[-PRIZES:]

    def start(self, script: Script, dealer: Cards) -> Found:
        found = self.tried(script, dealer)
        if found is None:
            raise ValueError(f"{self.sitting.game.line}: the shoe lacks the cards of one round")
        return found

    def with_prize(self, bet: Bet, outcome: str, start: Found) -> Found:
        """A round in which the bet comes to this outcome, if one is found."""
        first = self.first_cards(bet, outcome)
        if first:
            seat = [
                first.get(who, at)
                for who, at in zip(PLACES[:2], start.script.cards[:2], strict=True)
            ]
            house = [
                first.get(who, at) for who, at in zip(PLACES[2:4], start.dealer[:2], strict=True)
            ]
            script = replace(start.script, cards=(*seat, *start.script.cards[2:]))
            start = self.tried(script, (*house, *start.dealer[2:])) or start
        return self.climbed(start, lambda one: one.comes_to(bet.wager, outcome), 1)

    def first_cards(self, bet: Bet, outcome: str) -> dict[str, int]:
        """First cards that bring an outcome, if the bet looks at nothing else."""
        game = self.sitting.game
        wager = game.wager(bet.wager)
        if not wager.looks or not set(wager.looks) <= DEAL_LOOKS:
            return {}
        deals = Deals.of(wager, tuple(game.tables.peeks))
        wanted = np.flatnonzero(np.asarray(outcome_grid(deals)) == wager.outcomes.index(outcome))
        if not wanted.size:
            return {}
        kinds = np.unravel_index(int(wanted[0]), deals.shape)
        return {who: deals.kinds.cards[kind] for who, kind in zip(deals.places, kinds, strict=True)}

    def climbed(self, start: Found, score: Score, bound: int) -> Found:
        """The round after looking for a better dealer's hand and a better script in turn, and then
        after changes of single cards."""
        best = start
        for _ in range(TURNS):
            before = score(best)
            for script, dealer in (
                *((best.script, one) for one in self.hands),
                *((one, best.dealer) for one in self.scripts),
            ):
                if score(best) >= bound:
                    return best
                found = self.tried(script, dealer)
                best = found if found is not None and score(found) > score(best) else best
            if score(best) == before:
                break
        return self.changed(best, score, bound)

    def thrifty(self, best: Found, seats: int) -> Found:
        """The same win by cards that a shoe has for so many seats, if such are found."""
        most = self.sitting.game.shoe_size * seats
        return self.changed(
            best, lambda one: most * one.cents - lacking(one, seats), most * best.cents, THRIFT
        )

    def changed(self, best: Found, score: Score, bound: int, changes: int = CHANGES) -> Found:
        """The round after changes of its cards, each kept if it scores no less. The seed is fixed:
        the same game, the same round."""
        chance = random.Random(SEED)
        for _ in range(changes):
            if score(best) >= bound:
                break
            found = self.tried(*other_cards(best, chance))
            best = found if found is not None and score(found) >= score(best) else best
        return best


def lacking(found: Found, seats: int) -> int:
    """Cards that a shoe lacks for so many seats to have a seat's cards each, by value."""
    has = shoe_of(found.sitting.game).values
    seat, dealer = (
        np.bincount([value(card) - 1 for card in cards], minlength=VALUES)
        for cards in (found.script.cards, found.dealer)
    )
    return int(np.maximum(seats * seat + dealer - has, 0).sum())


def other_cards(found: Found, chance: random.Random) -> tuple[Script, Cards]:
    """Up to three cards changed, into any card or one like another; or all of a rank; or the suit
    of all."""
    seat, dealer = list(found.script.cards), list(found.dealer)
    way = chance.random()
    if way < 0.2:
        one, other = chance.choice((*seat, *dealer)) // 4, chance.randrange(13)
        seat, dealer = (with_rank(cards, one, other) for cards in (seat, dealer))
    elif way < 0.3:
        suit = chance.randrange(4)
        seat, dealer = ([4 * (card // 4) + suit for card in cards] for cards in (seat, dealer))
    else:
        for _ in range(chance.randint(1, 3)):
            hand = dealer if chance.random() < 0.5 else seat
            other = chance.choice((*seat, *dealer, chance.randrange(CARDS_IN_A_DECK)))
            hand[chance.randrange(len(hand))] = other
    return replace(found.script, cards=tuple(seat)), tuple(dealer)


def with_rank(cards: Sequence[int], one: int, other: int) -> list[int]:
    return [4 * other + card % 4 if card // 4 == one else card for card in cards]


@dataclass(frozen=True)
class LargestWin:
    """The most the house was found to pay in one round, and what it cannot pay more than."""

    dealt: Dealt
    bound: int

    @property
    def seats(self) -> int:
        return len(self.dealt.seats)

    @cached_property
    def paid(self) -> tuple[Payout, ...]:
        return payouts(self.dealt)

    @property
    def cents(self) -> int:
        """What the house pays in that round, wins less losses, with tips it pays."""
        return sum(paid_by_house(one, self.dealt.game) for one in self.paid if not one.rides)

    @property
    def is_most(self) -> bool:
        return self.cents == self.bound


def largest_wins(game: Game, seats: Sequence[int]) -> tuple[LargestWin, ...]:
    """For each number of seats, every wager placed that suits them, at its posted maximum. Meters
    are at their seed; envy is added to the bound for every other seat at its best."""
    hands = dealer_hands(game, suits_count(game))
    best: Found | None = None
    bound = 0
    for sitting in sittings(game):
        bound = max(bound, sitting.bound)
        if best is None or sitting.bound > best.cents:
            found = Search(sitting, hands).best()
            best = found if best is None or found.cents > best.cents else best
    assert best is not None  # every game has a main wager
    taken = whole_table(Search(best.sitting, hands), best, max(seats))
    envied = most_envied(game)
    return tuple(
        LargestWin(together(taken[:number]), number * (bound + (number - 1) * envied))
        for number in seats
    )


def most_envied(game: Game) -> int:
    """The cents that a seat can be paid for one other at most."""
    return sum(
        int(max(map(Fraction, one.envy.values())) * one.most) for one in game.wagers if one.envy
    )


def whole_table(search: Search, best: Found, seats: int) -> list[Found]:
    """The round for so many seats; by other cards where its own do not last."""
    taken = fill_seats(best, search.scripts, seats)
    if sum(map(in_all, taken)) == seats * best.cents:
        return taken
    other = fill_seats(search.thrifty(best, seats), search.scripts, seats)
    return max(taken, other, key=lambda one: sum(map(in_all, one)))


def suits_count(game: Game) -> bool:
    """Whether any wager looks at a suit."""
    return any("suit" in name for wager in game.wagers for name in wager.looks)


def fill_seats(best: Found, scripts: Sequence[Script], seats: int) -> list[Found]:
    """The same round for several seats, against the same dealer's hand. Where the shoe has no cards
    for all of them to win large, the last ones stand on two cards."""
    for large in range(seats, -1, -1):
        taken = filled(best, scripts, large, seats)
        if len(taken) == seats:
            return taken
    raise ValueError(f"{best.sitting.game.line}: the shoe lacks the cards of {seats} seats")


def filled(best: Found, scripts: Sequence[Script], large: int, seats: int) -> list[Found]:
    """As many seats as the cards last for. Where those of the round have run out, in another suit,
    or the best script that the cards left allow."""
    left = left_in(best.sitting.game, best.dealer)
    taken: list[Found] = []
    for seat in range(seats):
        one = tried(best.sitting, best.script, best.dealer, left) if seat < large else None
        suits = [turned(best.script, by) for by in range(1, SUITS)]
        for others in (suits, scripts) if seat < large else (TWO_CARDS,):
            if one is None or one.cents < best.cents:
                more = [tried(best.sitting, script, best.dealer, left) for script in others]
                found = (each for each in (one, *more) if each is not None)
                one = max(found, key=in_all, default=None)
        if one is None:
            break
        taken.append(one)
        for card in one.script.cards:
            left[card] -= 1
    return taken


def turned(script: Script, by: int) -> Script:
    """Every suit changed into another, the same for all."""
    cards = (4 * (card // 4) + (card + by) % SUITS for card in script.cards)
    return replace(script, cards=tuple(cards))


def together(found: Sequence[Found]) -> Dealt:
    """The rounds as one round of several seats, with the stakes that suit the players best."""
    game, dealer = found[0].sitting.game, found[0].dealer
    seats = [
        replace(one.sitting.suited_to(one.paid), seat=number)
        for number, one in enumerate(found, start=1)
    ]
    return deal_stacked(game, seats, [one.script for one in found], dealer)
