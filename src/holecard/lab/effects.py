"""Effects of removal: how a wager's value moves when one card is known to be out of the shoe.

Each effect is a whole recount of the shoe without that card, nothing is approximated. Cards that
a wager cannot tell apart are recounted once. Where the seat plays, best play is found again for
every shoe; a main wager has its effects under fixed play as well, the classic ones: the chart by
totals of the full shoe, carried on without the card; of two hands with a swap, their play by cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from holecard.cards import RANKS, SUIT_SYMBOLS, rank, suit, value
from holecard.dealing.own_tables import (
    BLACK,
    KINDS,
    MIXED,
    RED,
    colour_of,
    shape_place,
    shaped_values,
)
from holecard.dealing.settle import DEALER
from holecard.errors import BadDefinition
from holecard.lab.nets import known_entry, wager_of
from holecard.odds.charts.with_burn import follow
from holecard.odds.composition import VALUES, Composition
from holecard.odds.counted.by_looks import free_chances
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, check_lasts, game_odds
from holecard.odds.result import WagerOdds, priced
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.switch import SwitchPlay, carried_on
from holecard.wagers.game import Game, fees_of
from holecard.wagers.wager import MAIN, SIDE, paid_entry

ALL_SUITS = "".join(SUIT_SYMBOLS)
SAME = 1e-15
NOTHING = 1e-12  # an effect below this is none: a bet on pairs does not mind which rank is gone
KNOWN_LOWEST = 21  # by full-shoe play no hand is hit from a hard 17, so none passes 26


@dataclass(frozen=True)
class Effect:
    """The change of the player's expected value per unit of the wager when one of these cards is
    taken out, and how many of them a deck has."""

    name: str  # a rank, T for ten-value cards, or a rank with its suits
    cards: tuple[int, ...]
    effect: float
    fixed: float | None = None  # the same with the full shoe's chart played on

    @property
    def number(self) -> int:
        return len(self.cards)


@dataclass(frozen=True)
class Effects:
    game: Game
    odds: WagerOdds  # from the full shoe
    rows: tuple[Effect, ...]

    @property
    def countable(self) -> bool:
        """Whether any single card matters; if none does, the bet may still be beaten by a count of
        what pairs up or of suits."""
        return any(abs(row.effect) > NOTHING for row in self.rows)

    @property
    def by_value(self) -> tuple[float, ...]:
        """Ace to ten-value cards, under fixed play where there is any: over a deck they cancel."""
        found = [0.0] * VALUES
        numbers = [0] * VALUES
        for row in self.rows:
            moved = row.effect if row.fixed is None else row.fixed
            for card in row.cards:
                found[value(card) - 1] += moved
                numbers[value(card) - 1] += 1
        return tuple(total / number for total, number in zip(found, numbers, strict=True))

    @property
    def sum(self) -> float:
        """Over a whole deck: 0 for a wager without decisions, as a random card changes nothing."""
        return sum(row.number * row.effect for row in self.rows)


@dataclass(frozen=True)
class Books:
    """Best play from the full shoe, and from each shoe that is recounted: solved once for all
    wagers that are played alike."""

    full: Playbook
    known: dict[Composition, Playbook] = field(default_factory=dict)

    def of(self, shoe: Composition) -> Playbook:
        if shoe == self.full.spec.shoe:
            return self.full
        if shoe not in self.known:
            self.known[shoe] = replace(self.full, shoe=shoe)
        return self.known[shoe]


def effects(
    game: Game, wager: str, paytable: str = "", play: str = "main", books: Books | None = None
) -> Effects:
    """The effect of removing each card on one wager, best play found again for every shoe."""
    books = books or Books(Playbook(game))
    name = known_entry(game, wager)
    table = wager_of(game, name).table(paytable).name if paytable else ""
    ask = Ask(wagers=(name,), paytables={name: table} if table else {}, play=play)
    shoe = books.full.spec.shoe
    base = value_of(game, replace(ask, shoe=shoe), books.full)
    fixed = fixed_play(game, name, books.full)
    rows = []
    for cards in lots(game, name):
        lot = tuple(card for card in cards if shoe.cards[card])
        if not lot:
            continue
        left = shoe.without((lot[0],))
        effect = recounted(game, replace(ask, shoe=left), books.of(left)) - float(base.ev)
        rows.append(Effect(lot_name(lot), lot, effect, fixed(left) if fixed else None))
    return Effects(game, base, tuple(merged(rows)))


def value_of(game: Game, ask: Ask, book: Playbook) -> WagerOdds:
    found = game_odds(game, ask, book).wagers
    if not found:
        raise BadDefinition(f"{', '.join(ask.wagers)} has no figure of its own to count for")
    return found[0]


def recounted(game: Game, ask: Ask, book: Playbook) -> float:
    """The value in another shoe. Whether the seat can pass 26 was asked of the full shoe's play,
    so a wager that looks at `lowest` needs none solved again."""
    wager = wager_of(game, ask.wagers[0])
    if wager.kind == SIDE and "lowest" in wager.looks and ask.shoe is not None:
        chances = free_chances(game, wager, ask.shoe, lowest=KNOWN_LOWEST)
        if chances is not None:
            table = wager.table(ask.paytables.get(wager.id) or wager.paytables[0].name)
            return float(priced(wager, table, chances).ev)
    if wager.kind == MAIN and wager.backs != DEALER and ask.play == "main":
        return main_value(game, ask.wagers[0], book)
    return float(value_of(game, ask, book).ev)


def main_value(game: Game, name: str, book: Playbook) -> float:
    """What best play for the main wager is worth, with its payment where that is asked for: known
    without counting what its rounds come to."""
    check_lasts(game, book.spec.shoe)
    fees = {paid_entry(game.mains[0], fee): float(fee.share) for fee in fees_of(game)}
    return float(book.paid.best.ev - fees[name] if name in fees else book.best.ev)


def fixed_play(game: Game, name: str, book: Playbook) -> Callable[[Composition], float] | None:
    """What a shoe changes for a seat that carries the full shoe's chart; none for other wagers."""
    wager = wager_of(game, name)
    if wager.kind != MAIN or wager.backs == DEALER:
        return None
    best = book.best
    if isinstance(best, SwitchPlay):
        return lambda shoe: float(carried_on(best, shoe).ev - best.ev)
    chart = book.by_total if name == wager.id else book.paid.by_total
    base = chart.followed

    def moved(shoe: Composition) -> float:
        there = follow(Spec(game, shoe), chart.given, book.convention)
        return float(raised_as(base, there) - base.ev)

    return moved


def raised_as(base: Play, there: Play) -> float:
    """What the play is worth in another shoe: raised where it was raised in the first."""
    if not isinstance(base, AnsweredPlay) or not isinstance(there, AnsweredPlay):
        return there.ev
    raised = {one.seen.values for one in base.sights if base.raises(one)}
    return sum(there.sight_value(one) * (1 + (one.seen.values in raised)) for one in there.sights)


def lots(game: Game, name: str) -> list[tuple[int, ...]]:
    """The cards of a deck in lots that the wager does not tell apart."""
    wager = wager_of(game, name)
    if wager.kind == MAIN:
        return main_lots(game)
    looks = wager.looks
    suits = any(look.endswith("_suit") for look in looks)
    ranks = suits or any(look.endswith("_rank") for look in looks)
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for card in game.answers.deck:
        key = rank(card) if ranks else value(card), suit(card) if suits else 0
        found[key].append(card)
    return [tuple(lot) for lot in found.values()]


def main_lots(game: Game) -> list[tuple[int, ...]]:
    """By value; and by suit, as far as some hand of that value is settled by its suits."""
    values, suits = suits_settle(game)
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for card in game.answers.deck:
        found[value(card), suits[suit(card)] if value(card) in values else 0].append(card)
    return [tuple(lot) for lot in found.values()]


def suits_settle(game: Game) -> tuple[set[int], tuple[int, ...]]:
    """The values of cards whose suits a main wager may be settled by, and of each suit the first
    that it is never told from."""
    shape = game.tables.shape
    if len(shape) == 1:
        return set(), (0,) * len(SUIT_SYMBOLS)
    rows = [
        (values, [shape[shape_place(kind, values, one)] for one in range(MIXED + 1)])
        for kind in range(KINDS)
        for values in shaped_values()
    ]
    told = {worth for values, row in rows if len(set(row)) > 1 for worth in values}

    def alike(one: int, other: int) -> bool:
        colours = colour_of(one) == colour_of(other)
        return all(
            row[one] == row[other] and (colours or row[BLACK] == row[RED] == row[MIXED])
            for _, row in rows
        )

    suits = range(len(SUIT_SYMBOLS))
    return told, tuple(next(one for one in suits if alike(one, other)) for other in suits)


def lot_name(lot: tuple[int, ...]) -> str:
    """`T` for ten-value cards together; of fewer than all suits, with those."""
    suits = sorted({suit(card) for card in lot})
    symbols = "" if len(suits) == len(ALL_SUITS) else "".join(SUIT_SYMBOLS[one] for one in suits)
    together = len({rank(card) for card in lot}) > 1
    return ("T" if together else RANKS[rank(lot[0]) - 1]) + symbols


def merged(rows: list[Effect]) -> list[Effect]:
    """Suits of one rank that turn out alike as one row: then the suit does not matter."""
    found: list[Effect] = []
    for row in rows:
        near = [
            at
            for at, other in enumerate(found)
            if rank(other.cards[0]) == rank(row.cards[0]) and abs(other.effect - row.effect) < SAME
        ]
        if near:
            cards = tuple(sorted((*found[near[0]].cards, *row.cards)))
            found[near[0]] = replace(found[near[0]], name=lot_name(cards), cards=cards)
        else:
            found.append(row)
    return found
