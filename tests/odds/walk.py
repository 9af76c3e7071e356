"""Every branch of the real round on a tiny shoe, in exact fractions: what the engine is checked
with.

The walk knows no rule. It deals `round.play_round` a card order known only so far: when the
procedure reaches for the next card, every card left is a branch; when it asks the seat, every legal
action is. What a finished round comes to is read from `payout.payouts`. So a walk is slow, and
needs a shoe of a dozen or so cards.

Best play may use only what the seat sees. Card orders that look alike to the seat are pooled and
get one decision; the hole card, in each of them another, cannot influence it.

Positions that differ only in the order in which a hand's cards came are walked once, and likewise
a split seat's finished hands but for their state (`merge=False` walks each by itself).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import overload

from holecard.cards import value
from holecard.dealing.actions import BURN, EVEN_MONEY, INSURE, Legal
from holecard.dealing.felt import (
    ALIVE,
    ASK_HAND,
    ASK_LEGAL,
    BURNED,
    CARDS,
    COUNT,
    DOUBLED,
    FIRST,
    FROM_SPLIT,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    HELD,
    HELD_CARDS,
    INSURED,
    NATURAL_HAND,
    NO_CARD,
    PEEKED,
    RAISED,
    SECOND,
    Felt,
    dealer_slot,
    hand_cards,
    lay_felt,
)
from holecard.dealing.moves import is_natural
from holecard.dealing.round import DONE, OUT_OF_CARDS, WAITING, play_round
from holecard.dealing.settle import OWN
from holecard.errors import BadDefinition
from holecard.odds.composition import Composition
from holecard.wagers.bets import Bet, SeatBets, fee_for
from holecard.wagers.dealt import Choice, Dealt, seat_row
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import FEE

STAKE = 1000  # cents: whole cents for every odds and fee of the catalogue
VALUE, WAGERED, HANDS_TOTAL, PLAYED = "value", "wagered", "hands", "played"
NEEDS_CARD = -1
ALIKE: Mapping[str, Callable[[int], int]] = {
    "value": lambda card: 4 * (value(card) - 1),
    "rank": lambda card: card // 4 * 4,
}

Totals = dict[str, Fraction]
Measure = Callable[[Dealt], Mapping[str, Fraction]]
Policy = Callable[["View", Legal], int]
Position = Hashable


class ShoeRanOut(BadDefinition):
    """A branch needs more cards than the shoe has; the engine has no such branch."""


class HiddenCardShows(BadDefinition):
    """What a seat may do depends on something it does not see."""


class NextCard(Exception):
    """The procedure reaches for a card that has not been chosen yet."""


class Order(Sequence[int]):
    """A card order of which only the first cards are known."""

    def __init__(self, known: tuple[int, ...], size: int) -> None:
        self.known = known
        self.size = size

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if isinstance(place, int) and place >= len(self.known):
            raise NextCard
        return self.known[place]


@dataclass(frozen=True, slots=True)
class View:
    """What a seat sees when it is asked, by value; of its own cards only the hand it is asked for.
    `last` is the card it may burn, `pair` what it has split."""

    shown: tuple[int, ...]
    cards: tuple[int, ...]
    last: int
    pair: int
    hands: int
    doubled: int
    burned: int


def seat_sees(felt: Felt) -> View:
    """What the only seat at the table sees where the hole card is dealt face down."""
    slot = felt.at[ASK_HAND]
    row = slot * HAND_ROW
    cards = [value(card) for card in hand_cards(felt, slot)]
    dealer = [value(card) for card in hand_cards(felt, dealer_slot(felt))]
    burned = felt.seats[BURNED]
    return View(
        shown=tuple(dealer[:1]),
        cards=tuple(sorted(cards)),
        last=cards[-1] if BURN in Legal(felt.at[ASK_LEGAL]) else 0,
        pair=cards[0] if felt.hands[row + FROM_SPLIT] else 0,
        hands=felt.seats[HANDS],
        doubled=felt.hands[row + DOUBLED],
        burned=0 if burned == NO_CARD else value(burned),
    )


def seat_sees_both(felt: Felt) -> View:
    """What it sees with both dealer cards up; which came first says nothing."""
    view = seat_sees(felt)
    dealer = sorted(value(card) for card in hand_cards(felt, dealer_slot(felt)))
    return View(
        tuple(dealer), view.cards, view.last, view.pair, view.hands, view.doubled, view.burned
    )


def own_hand(dealt: Dealt) -> Totals:
    """The main wager per unit: its value, all that was wagered on its hands, and how many."""
    hands = dealt.hand_count(0)
    net = next(paid.net for paid in payouts(dealt) if paid.wager == dealt.seats[0].bets[0].wager)
    staked = sum(dealt.own_stake(0, hand) for hand in range(hands))
    return {
        VALUE: Fraction(net, STAKE),
        WAGERED: Fraction(staked, STAKE),
        f"{HANDS_TOTAL} {hands}": Fraction(1),
    }


def played(measure: Measure) -> Measure:
    """The part of rounds that a dealer blackjack does not end before play, and its chance."""

    def measure_played(dealt: Dealt) -> Totals:
        if dealt.felt.at[PEEKED] and is_natural(dealt.felt, dealer_slot(dealt.felt)):
            return {}
        return {PLAYED: Fraction(1), **measure(dealt)}

    return measure_played


def outcomes(wager: str) -> Measure:
    """The chance of each outcome of a wager; VALUE is what it pays per unit."""

    def measure(dealt: Dealt) -> Totals:
        paid = next(one for one in payouts(dealt) if one.wager == wager)
        return {VALUE: paid.pays, paid.outcome: Fraction(1)}

    return measure


@dataclass(frozen=True, slots=True)
class World:
    """A card order as far as it is known, and the decisions made."""

    cards: tuple[int, ...] = ()
    script: tuple[int, ...] = ()

    def draws(self, card: int) -> World:
        return World((*self.cards, card), self.script)

    def does(self, action: int) -> World:
        return World(self.cards, (*self.script, action))


@dataclass(frozen=True, slots=True)
class Asked:
    """A world in which the seat is asked."""

    world: World
    position: Position
    view: Hashable
    legal: int
    weight: Fraction


@dataclass
class Reached:
    """Where a world leads without a decision: finished rounds, and rounds waiting for the seat."""

    done: Totals = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def add(self, other: Reached, weight: Fraction) -> None:
        add_to(self.done, other.done, weight)
        self.asked += [
            Asked(one.world, one.position, one.view, one.legal, one.weight * weight)
            for one in other.asked
        ]


def add_to(totals: Totals, more: Mapping[str, Fraction], weight: Fraction) -> None:
    for name, amount in more.items():
        if amount:
            totals[name] = totals.get(name, Fraction(0)) + weight * amount


@dataclass(frozen=True)
class Walk:
    """One seat's round from a tiny shoe. `alike` says which cards count as one: of a value, of a
    rank, or (`card`) none; `start` fixes the first cards, in the order dealt: seat, up, seat,
    hole."""

    game: Game
    shoe: Composition
    wagers: tuple[str, ...] = ()  # beside the main wager
    main: str = ""
    measure: Measure = own_hand
    sees: Callable[[Felt], Hashable] | None = None
    alike: str = "value"
    start: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset({INSURE, EVEN_MONEY})
    merge: bool = True

    @cached_property
    def seat(self) -> SeatBets:
        main = self.main or self.game.mains[0].id
        bets = [Bet(main, STAKE)]
        for name in self.wagers:
            wager = self.game.wager(name)
            bets.append(Bet(name, fee_for(wager, STAKE) if wager.kind == FEE else STAKE))
        return SeatBets(1, tuple(bets))

    @cached_property
    def counts(self) -> dict[int, int]:
        """How many of each card the shoe holds, alike ones counted together."""
        counts: dict[int, int] = {}
        for card, number in enumerate(self.shoe.cards):
            if number:
                one = ALIKE[self.alike](card) if self.alike in ALIKE else card
                counts[one] = counts.get(one, 0) + number
        return counts

    @cached_property
    def eyes(self) -> Callable[[Felt], Hashable]:
        both = self.game.rules.dealer_shows == "both"
        return self.sees or (seat_sees_both if both else seat_sees)

    @cached_property
    def side_bets(self) -> bool:
        """Whether a wager may look at the order of cards and hands."""
        return any(self.game.wager(bet.wager).looks for bet in self.seat.bets)

    @cached_property
    def given(self) -> tuple[int, int, int, int]:
        return seat_row(self.game, self.seat)

    @cached_property
    def reached(self) -> dict[Position, Reached]:
        return {}

    @cached_property
    def decided(self) -> dict[Hashable, Totals]:
        return {}

    def deal(self, world: World) -> tuple[int, Felt]:
        order = Order(world.cards, self.shoe.size)
        felt = lay_felt(self.game.tables, [self.given], order, world.script)
        try:
            status = play_round(felt)
        except NextCard:
            return NEEDS_CARD, felt
        if status == OUT_OF_CARDS:
            raise ShoeRanOut(f"{self.shoe.size} cards are too few: {world}")
        return status, felt

    def branches(self, world: World) -> list[tuple[World, int]]:
        """Every next card, with how many of it are left."""
        if len(world.cards) < len(self.start):
            return [(world.draws(self.start[len(world.cards)]), 1)]
        return [
            (world.draws(card), number - out)
            for card, number in self.counts.items()
            if number > (out := world.cards.count(card))
        ]

    def finished(self, world: World, felt: Felt) -> Mapping[str, Fraction]:
        choices = tuple(Choice(action) for action in world.script)
        return self.measure(Dealt(self.game, (self.seat,), choices, felt, DONE))

    def position(self, world: World, felt: Felt) -> Position:
        """All of a round that its future depends on."""
        if not self.merge:
            return world
        seat = felt.seats
        counts = [felt.hands[slot * HAND_ROW + COUNT] for slot in range(HANDS_A_SEAT)]
        now = max(slot for slot in range(HANDS_A_SEAT) if counts[slot] or slot == 0)
        cards = hand_cards(felt, now)
        dealer = hand_cards(felt, dealer_slot(felt))
        fields = [
            tuple(felt.hands[slot * HAND_ROW : slot * HAND_ROW + CARDS]) for slot in range(now + 1)
        ]
        burns = BURN in Legal(felt.at[ASK_LEGAL])
        return (
            tuple(sorted(world.cards)),
            tuple(fields[:now]) if self.side_bets else tuple(sorted(fields[:now])),
            fields[now],
            cards[:1] if fields[now][FROM_SPLIT] else None,
            cards[-1:] if burns else None,
            tuple(sorted(cards)),
            (*dealer[:2], *sorted(dealer[2:])),
            (seat[FIRST], seat[SECOND]) if self.side_bets else None,
            tuple(sorted(hand_cards(felt, 0))) if self.side_bets and self.alike == "card" else None,
            seat[NATURAL_HAND],
            seat[INSURED],
            seat[HANDS],
            tuple(seat[HELD_CARDS : HELD_CARDS + seat[HELD]]),
            seat[BURNED],
            seat[RAISED],
            seat[ALIVE],
        )

    def reach(self, world: World) -> Reached:
        """Deal on until the round is over or the seat is asked."""
        status, felt = self.deal(world)
        if status == DONE:
            return Reached(dict(self.finished(world, felt)))
        position = self.position(world, felt)
        if status == WAITING:
            legal = felt.at[ASK_LEGAL]
            return Reached({}, [Asked(world, position, self.eyes(felt), legal, Fraction(1))])
        if position not in self.reached:
            found = Reached()
            branches = self.branches(world)
            share = Fraction(1, sum(number for _, number in branches))
            for drawn, number in branches:
                found.add(self.reach(drawn), number * share)
            self.reached[position] = found
        return self.reached[position]

    def best(self) -> Totals:
        """Best play for VALUE. A seat that splits would have to remember its other hands: then
        this is not defined, and refused."""
        if self.game.rules.max_hands > 1 and self.game.wager(self.seat.bets[0].wager).backs == OWN:
            raise BadDefinition("best play by a walk needs rules without splits: max_hands=1")
        return self.decide(self.reach(World()))

    def decide(self, reached: Reached) -> Totals:
        """The finished rounds, and the waiting ones decided best, pooled by what the seat sees."""
        totals = dict(reached.done)
        pools: dict[Hashable, list[Asked]] = {}
        for asked in reached.asked:
            pools.setdefault(asked.view, []).append(asked)
        for pool in pools.values():
            weight = sum((asked.weight for asked in pool), Fraction(0))
            add_to(totals, self.decide_pool(pool, weight), weight)
        return totals

    def decide_pool(self, pool: list[Asked], weight: Fraction) -> Totals:
        """The best action for orders that look alike, given that it is one of them."""
        alike: dict[Position, Asked] = {}
        chances: dict[Position, Fraction] = {}
        for asked in pool:
            if asked.legal != pool[0].legal:
                raise HiddenCardShows(f"{asked.view} may do {asked.legal} or {pool[0].legal}")
            alike.setdefault(asked.position, asked)
            chances[asked.position] = chances.get(asked.position, Fraction(0)) + asked.weight
        key = frozenset((position, chance / weight) for position, chance in chances.items())
        if key not in self.decided:
            every = []
            for action in Legal(pool[0].legal):
                if action not in self.barred:
                    after = Reached()
                    for position, asked in alike.items():
                        reached = self.reach(asked.world.does(action))
                        after.add(reached, chances[position] / weight)
                    every.append(self.decide(after))
            self.decided[key] = max(every, key=lambda totals: totals.get(VALUE, Fraction(0)))
        return self.decided[key]

    def follow(self, policy: Policy) -> Totals:
        """What a policy that sees only a View comes to, splits included."""
        return dict(self.follow_from(World(), policy, {}))

    def follow_from(
        self, world: World, policy: Policy, known: dict[Position, Totals]
    ) -> Mapping[str, Fraction]:
        status, felt = self.deal(world)
        if status == DONE:
            return self.finished(world, felt)
        if status == WAITING:
            view, legal = self.eyes(felt), Legal(felt.at[ASK_LEGAL])
            assert isinstance(view, View)
            return self.follow_from(world.does(policy(view, legal)), policy, known)
        position = self.position(world, felt)
        if position not in known:
            totals: Totals = {}
            branches = self.branches(world)
            share = Fraction(1, sum(number for _, number in branches))
            for drawn, number in branches:
                add_to(totals, self.follow_from(drawn, policy, known), number * share)
            known[position] = totals
        return known[position]
