"""Wagers on the dealer's finished hand, alone or with some of the first cards.

Dealing without replacement, the dealer's finished hand has the same chances however the seats
play, as long as the dealer finishes it: so these wagers need no strategy. Hands are counted as
multisets of values; all of one suit is the same count within the suit's own cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import perm
from typing import NamedTuple

from holecard.cards import CARDS_IN_A_DECK, rank, suit, value
from holecard.odds.composition import VALUES, Composition
from holecard.odds.deal import DEAL_LOOKS, PLACES, cards_of
from holecard.odds.dealer import DEEPEST, draw_out, tree_of
from holecard.tables import Tables

FINISHED = frozenset({"dealer_total", "dealer_cards", "dealer_suited"})
HOUSE_LOOKS = FINISHED | DEAL_LOOKS | {"lowest"}
MOST_SHOWN = 3_000  # ways to show the first cards, each with every hand of the dealer's
ANY_SUIT = -1
LEAST_TOTAL = 4

Node = tuple[int, int, int, int, int]  # depth, part, orders, number, standing: as in dealer.py
Ways = dict[tuple[int, int, int], int]  # by standing, cards drawn, all of one suit


class Shown(NamedTuple):
    """Some of the first cards a wager looks at, one of each kind, and the ways to deal them."""

    cards: Mapping[str, int]
    ways: int
    dealers: tuple[tuple[int, int], ...]  # value and suit of the dealer's, in order
    seats: tuple[tuple[int, int], ...]  # of the seat's, in any order


@lru_cache(maxsize=256)
def final_nodes(
    add: tuple[int, ...], draws: tuple[int, ...], start: tuple[int, ...]
) -> tuple[Node, ...]:
    """The dealer's final hands from some values, as the tree of dealer.py."""
    tables = Tables(*([()] * len(Tables._fields)))._replace(add=add, draws=draws)
    return tuple(tree_of(draw_out(tables, start)))


def ways_to_finish(nodes: Sequence[Node], counts: Sequence[int]) -> dict[tuple[int, int], int]:
    """The sequences of cards that end in each standing with each number drawn."""
    falling = [perm(number, k) for number in counts for k in range(DEEPEST)]
    ways = [1] * (VALUES + 2)
    found: dict[tuple[int, int], int] = defaultdict(int)
    for depth, part, orders, number, standing in nodes:
        here = ways[depth] * falling[part]
        ways[depth + 1] = here
        if orders and here:
            found[standing, number] += here * orders
    return found


def shown_places(looks: tuple[str, ...]) -> tuple[str, ...]:
    """The first cards that must be told apart beside the dealer's finished hand."""
    seen: set[str] = set()
    for name in looks:
        if name == "peek_found":
            seen.add("up")
        elif name in DEAL_LOOKS and name != "dealer_natural":
            seen.update(cards_of(name))
    return tuple(who for who in PLACES if who in seen)


def alike(looks: tuple[str, ...]) -> list[list[int]]:
    """The 52 cards in lots that the looks do not tell apart, suits apart where they matter."""
    ranks = any(name.endswith("_rank") for name in looks)
    suits = "dealer_suited" in looks or any(name.endswith("_suit") for name in looks)
    lots: dict[tuple[int, int], list[int]] = defaultdict(list)
    for card in range(CARDS_IN_A_DECK):
        key = (rank(card) if ranks else value(card), suit(card) if suits else ANY_SUIT)
        lots[key].append(card)
    return list(lots.values())


def show(shoe: Composition, looks: tuple[str, ...]) -> Iterator[Shown]:
    """Every way to show the first cards the wager looks at."""
    lots = [(lot[0], sum(shoe.cards[card] for card in lot)) for lot in alike(looks)]
    places = shown_places(looks)
    suits = "dealer_suited" in looks
    for chosen in product(range(len(lots)), repeat=len(places)):
        ways = 1
        for at, lot in enumerate(chosen):
            ways *= lots[lot][1] - chosen[:at].count(lot)
        if ways > 0:
            cards = {who: lots[lot][0] for who, lot in zip(places, chosen, strict=True)}
            known = {who: (value(c), suit(c) if suits else ANY_SUIT) for who, c in cards.items()}
            dealers = tuple(known[who] for who in ("up", "hole") if who in known)
            seats = sorted(known[who] for who in ("first", "second") if who in known)
            yield Shown(cards, ways, dealers, tuple(seats))


class House(NamedTuple):
    """How the dealer draws, and from what."""

    add: tuple[int, ...]
    draws: tuple[int, ...]
    shoe: Composition

    def finish(self, shown: Shown, suits: bool) -> Ways:
        """Every way to finish the dealer's hand once these cards are shown."""
        if len(shown.dealers) == 1 or not shown.dealers:
            start = tuple(worth for worth, _ in shown.dealers)
        else:
            start = tuple(worth for worth, _ in shown.dealers)
        nodes = final_nodes(self.add, self.draws, start)
        counts = left_of(
            [int(number) for number in self.shoe.values], [*shown.dealers, *shown.seats]
        )
        found: Ways = defaultdict(int)
        for (standing, number), ways in ways_to_finish(nodes, counts).items():
            found[standing, number, 0] += ways
        for one in one_suits(shown) if suits else ():
            mine = [card for card in (*shown.dealers, *shown.seats) if card[1] == one]
            counts = left_of([int(number) for number in self.shoe.suits[one]], mine)
            for (standing, number), ways in ways_to_finish(nodes, counts).items():
                found[standing, number, 1] += ways
                found[standing, number, 0] -= ways
        return found
