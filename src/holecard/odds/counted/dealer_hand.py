"""Wagers on the dealer's finished hand, alone or with some of the first cards.

Dealing without replacement, the dealer's finished hand has the same chances however the seats
play, as long as the dealer finishes it: so these wagers need no strategy. Hands are counted as
multisets of values; all of one suit is the same count within the suit's own cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import perm
from typing import NamedTuple

from holecard.cards import CARDS_IN_A_DECK, RED_SUITS, rank, suit, value
from holecard.dealing.settle import NATURAL
from holecard.dealing.tables import Tables
from holecard.errors import BadDefinition
from holecard.hand import TOP, state_of, total
from holecard.odds.composition import VALUES, Composition
from holecard.odds.counted.outcome_grid import (
    DEAL_LOOKS,
    FEATURES,
    PLACES,
    cards_of,
    two_are_blackjack,
)
from holecard.odds.result import Chances
from holecard.odds.solve.dealer_finals import DEEPEST, Node, draw_out, tree_of
from holecard.wagers.game import Game
from holecard.wagers.looks import FINISHED
from holecard.wagers.wager import Wager

OF_A_KIND = frozenset({"dealer_suited", "dealer_coloured"})
HOUSE_LOOKS = DEAL_LOOKS | OF_A_KIND | {"dealer_total", "dealer_cards", "lowest"}
MIXED, ONE_SUIT, ONE_COLOUR = range(3)  # of one suit: of one colour too
COLOURS = tuple(
    tuple(one for one in range(4) if (one in RED_SUITS) == red) for red in (False, True)
)
MOST_SHOWN = 3_000  # ways to show the first cards, each with every hand of the dealer's
ANY_SUIT = -1
LEAST_TOTAL, KNOWN_LOWEST = 4, 26

Ways = dict[tuple[int, int, int], int]  # by standing, cards drawn, what they have in common
Known = tuple[tuple[int, int], ...]  # values and suits


class Shown(NamedTuple):
    """Some of the first cards a wager looks at, one of each kind, and the ways to deal them."""

    cards: Mapping[str, int]
    ways: int
    dealers: Known
    seats: Known  # in any order


@lru_cache(maxsize=256)
def final_nodes(
    add: tuple[int, ...], draws: tuple[int, ...], start: tuple[int, ...]
) -> tuple[Node, ...]:
    """The dealer's final hands from some values, as the tree of dealer_finals.py."""
    return tuple(tree_of(draw_out(add, draws, start)))


def ways_to_finish(nodes: Sequence[Node], counts: Sequence[int]) -> dict[tuple[int, int], int]:
    """The sequences of cards that end in each standing with each number drawn."""
    falling = [perm(number, k) for number in counts for k in range(DEEPEST)]
    ways = [1] * (VALUES + 2)
    found: dict[tuple[int, int], int] = defaultdict(int)
    for depth, part, orders, number, standing, _ in nodes:
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
    told = ("_suit", "_colour")
    suits = bool(OF_A_KIND & set(looks)) or any(name.endswith(told) for name in looks)
    lots: dict[tuple[int, int], list[int]] = defaultdict(list)
    for card in range(CARDS_IN_A_DECK):
        key = (rank(card) if ranks else value(card), suit(card) if suits else ANY_SUIT)
        lots[key].append(card)
    return list(lots.values())


def show(shoe: Composition, looks: tuple[str, ...]) -> Iterator[Shown]:
    """Every way to show the first cards the wager looks at."""
    lots = [(lot[0], sum(shoe.cards[card] for card in lot)) for lot in alike(looks)]
    places = shown_places(looks)
    suits = bool(OF_A_KIND & set(looks))
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


class DealerHands:
    """How the dealer draws, from what shoe, and whether one suit matters."""

    def __init__(
        self, tables: Tables, shoe: Composition, suits: bool, colours: bool = False
    ) -> None:
        self.add, self.draws = tuple(tables.add), tuple(tables.draws)
        self.by_value = [int(number) for number in shoe.values]
        self.by_suit = [[int(number) for number in row] for row in shoe.suits]
        self.suits, self.colours = suits, colours
        self.finished: dict[tuple[Known, Known], Ways] = {}

    def finish(self, shown: Shown) -> Ways:
        """Every way to finish the dealer's hand once these cards are shown."""
        key = shown.dealers, shown.seats
        if key not in self.finished:
            self.finished[key] = self.count(*key)
        return self.finished[key]

    def count(self, dealers: Known, seats: Known) -> Ways:
        nodes = final_nodes(self.add, self.draws, tuple(worth for worth, _ in dealers))
        found: Ways = defaultdict(int)
        counts = left_of(self.by_value, (*dealers, *seats))
        for (standing, number), ways in ways_to_finish(nodes, counts).items():
            found[standing, number, 0] += ways
        for kind, whole, lots in self.lots:
            for lot in lots:
                if not all(one in lot for _, one in dealers):
                    continue
                held = [sum(column) for column in zip(*(self.by_suit[s] for s in lot), strict=True)]
                counts = left_of(held, [c for c in (*dealers, *seats) if c[1] in lot])
                for (standing, number), ways in ways_to_finish(nodes, counts).items():
                    found[standing, number, kind] += ways
                    found[standing, number, whole] -= ways
        return found

    @property
    def lots(self) -> Iterator[tuple[int, int, Sequence[tuple[int, ...]]]]:
        return in_common(self.suits, self.colours)


def in_common(suits: bool, colours: bool) -> Iterator[tuple[int, int, Sequence[tuple[int, ...]]]]:
    """What all cards may have in common: its name, that of what it is part of, and the suits of
    each lot."""
    if colours:
        yield ONE_COLOUR, MIXED, COLOURS
    if suits:
        yield ONE_SUIT, ONE_COLOUR if colours else MIXED, [(suit,) for suit in range(4)]


def left_of(counts: Sequence[int], taken: Iterable[tuple[int, int]]) -> list[int]:
    left = list(counts)
    for worth, _ in taken:
        left[worth - 1] -= 1
    return left


def shown_looks(game: Game, cards: Mapping[str, int]) -> dict[str, int]:
    """What a wager sees of the first cards that are shown; `peek_found` as without a blackjack."""
    seen = {
        f"{who}_{what}": FEATURES[what](card) for who, card in cards.items() for what in FEATURES
    }
    if "up" in cards:
        seen["peek_found"] = game.tables.peeks[seen["up_value"]]
    if "first" in cards and "second" in cards:
        start = cards["first"], cards["second"]
        seen |= {"start_total": total(state_of(start)), "natural": two_are_blackjack(*start)}
    return seen


def final_looks(seen: Mapping[str, int], standing: int, cards: int, kind: int) -> dict[str, int]:
    """What it sees of the dealer's finished hand as well."""
    natural = int(standing == NATURAL)
    found = seen.get("peek_found", 0)
    return {
        **seen,
        "dealer_total": 21 if natural else standing,
        "dealer_cards": cards,
        "dealer_suited": int(kind == ONE_SUIT),
        "dealer_coloured": int(kind != MIXED),
        "dealer_natural": natural,
        "peek_found": found and 1 + natural,
    }


def is_finished(wager: Wager, lowest: int | None) -> bool:
    """Whether the dealer finishes the hand for this wager though nothing else needs it, whatever
    the seat's lowest total; up to 26 if `lowest` says that it is known."""
    return all(wager.needs_dealer(0, one) for one in lowest_totals(lowest))


def lowest_totals(lowest: int | None) -> range:
    return range(LEAST_TOTAL, 1 + (TOP if lowest is None else max(lowest, KNOWN_LOWEST)))


def can_finish(wager: Wager, lowest: int | None = None) -> bool:
    """Whether the dealer's finished hand is enough for this wager."""
    looks = set(wager.looks)
    if not looks <= HOUSE_LOOKS or ("lowest" in looks and lowest is None):
        return False
    shown = len(alike(wager.looks)) ** len(shown_places(wager.looks))
    return shown <= MOST_SHOWN and (not looks & FINISHED or is_finished(wager, lowest))


def house_chances(
    game: Game, wager: Wager, shoe: Composition, lowest: int | None = None
) -> Chances | None:
    """The chances of a wager on the dealer's finished hand. `lowest` says that the seat's lowest
    total is known to be 26 or less; none if it matters to the wager how much less."""
    looks = wager.looks
    dealer = DealerHands(game.tables, shoe, "dealer_suited" in looks, "dealer_coloured" in looks)
    weights: list[tuple[int, int, int]] = []
    for shown in show(shoe, wager.looks):
        seen = shown_looks(game, shown.cards)
        finals = dealer.finish(shown).items()
        for (standing, number, kind), ways in ((key, ways) for key, ways in finals if ways):
            final = final_looks(seen, standing, len(shown.dealers) + number, kind)
            place = one_answer(wager, final, lowest)
            if place is None:
                return None
            weights.append((place, shown.ways * ways, len(shown.cards) + number))
    return over_one_total(wager, shoe.size, weights)


def one_answer(wager: Wager, seen: Mapping[str, int], lowest: int | None) -> int | None:
    """The outcome, if it is the same for every lowest total there may be."""
    if "lowest" not in wager.looks:
        return wager.classified({name: seen[name] for name in wager.looks})
    answers = set()
    for one in lowest_totals(lowest):
        given = {**seen, "lowest": one}
        answers.add(wager.classified({name: given[name] for name in wager.looks}))
    return answers.pop() if len(answers) == 1 else None


def over_one_total(wager: Wager, size: int, weights: Sequence[tuple[int, int, int]]) -> Chances:
    """Rows of outcome, ways and cards dealt, as chances: over the ways to deal the most cards."""
    most = max((cards for _, _, cards in weights), default=0)
    ways = [0] * len(wager.outcomes)
    for place, number, cards in weights:
        ways[place] += number * perm(size - cards, most - cards)
    if sum(ways) != perm(size, most):
        raise runs_out(wager, size)
    return Chances.counted(ways, sum(ways))


def runs_out(wager: Wager, size: int) -> BadDefinition:
    return BadDefinition(
        f"{wager.id} cannot be priced: a shoe of {size} cards can run out before the hands are "
        "finished; give it more cards"
    )
