"""A wager's outcome for every deal of the first cards it looks at, as a grid: one axis a card.

Cards a wager cannot tell apart are one kind: a wager that looks at values only has 10 kinds, one
that looks at ranks and suits 52. The grid depends on no shoe and no pay table, so it is asked once.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import starmap
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, colour, rank, suit, value
from holecard.hand import are_blackjack, state_of, total
from holecard.jit.cache import cache_folder
from holecard.odds.composition import Composition
from holecard.wagers.definition import hash_of
from holecard.wagers.scribe import Scribe
from holecard.wagers.wager import OFFER, Wager

Ints = npt.NDArray[np.int64]
Grid = npt.NDArray[np.uint16]
# A card that comes next is as good as any other that nobody has seen: what made it come when it
# did was decided by cards before it.
PLACES = ("first", "second", "up", "hole", "next")
FEATURES: Mapping[str, Callable[[int], int]] = {
    "rank": rank,
    "suit": suit,
    "value": value,
    "colour": colour,
}
OF_TWO_CARDS = {
    "start_total": ("first", "second"),
    "natural": ("first", "second"),
    "dealer_natural": ("up", "hole"),
    "peek_found": ("up", "hole"),
}
DEAL_LOOKS = frozenset(f"{who}_{what}" for who in PLACES for what in FEATURES) | {*OF_TWO_CARDS}
PLAIN = 150_000  # deals: up to that many, asking in Python is quicker than compiling the wager


def cards_of(look: str) -> tuple[str, ...]:
    """The cards a look is made of."""
    return OF_TWO_CARDS.get(look, (look.split("_")[0],))


def two_are_blackjack(one: int, other: int) -> int:
    return int(are_blackjack((value(one), value(other))))


@dataclass(frozen=True)
class Kinds:
    """The cards as far as a wager tells them apart."""

    ranks: bool
    values: bool
    suits: bool
    colours: bool = False

    def key(self, card: int) -> tuple[int, int]:
        worth = rank(card) if self.ranks else value(card) if self.values else 0
        return worth, suit(card) if self.suits else colour(card) if self.colours else 0

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """One card of each kind."""
        return tuple({self.key(card): card for card in range(CARDS_IN_A_DECK)}.values())

    def counts(self, shoe: Composition) -> list[int]:
        """How many of each kind the shoe holds."""
        held = {self.key(card): 0 for card in self.cards}
        for card, number in enumerate(shoe.cards):
            held[self.key(card)] += number
        return list(held.values())


@dataclass(frozen=True)
class Deals:
    """Every deal of the cards a wager looks at. Wagers with one function are asked once."""

    wager: Wager = field(compare=False)
    classify: Callable[..., int]
    outcomes: tuple[str, ...]
    peeks: tuple[int, ...]  # by up value; empty where the wager does not look at it
    offered: bool  # then the up card matters too

    @staticmethod
    def of(wager: Wager, peeks: tuple[int, ...]) -> Deals:
        seen = peeks if "peek_found" in wager.looks else ()
        return Deals(wager, wager.classify, wager.outcomes, seen, wager.kind == OFFER)

    @cached_property
    def kinds(self) -> Kinds:
        looks = self.wager.looks
        of_hands = any(name.endswith("_value") or name in OF_TWO_CARDS for name in looks)
        return Kinds(
            ranks=any(name.endswith("_rank") for name in looks),
            values=of_hands or self.offered,
            suits=any(name.endswith("_suit") for name in looks),
            colours=any(name.endswith("_colour") for name in looks),
        )

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The cards that matter, in the order of the grid's axes."""
        seen = {who for name in self.wager.looks for who in cards_of(name)}
        return tuple(who for who in PLACES if who in seen or (self.offered and who == "up"))

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.kinds.cards),) * len(self.places)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @cached_property
    def tables(self) -> dict[str, Ints]:
        """What each look is for each kind of card, or for each two kinds."""
        return {name: self.look_table(name) for name in self.wager.looks}

    def look_table(self, name: str) -> Ints:
        cards = self.kinds.cards
        if name in OF_TWO_CARDS:
            rows = [[self.of_two(name, one, other) for other in cards] for one in cards]
            return np.array(rows, dtype=np.int64)
        feature = FEATURES[name.split("_")[1]]
        return np.array([feature(card) for card in cards], dtype=np.int64)

    def of_two(self, name: str, one: int, other: int) -> int:
        if name == "start_total":
            return total(state_of((one, other)))
        if name == "peek_found":
            return self.peeks[value(one)] and 1 + two_are_blackjack(one, other)
        return two_are_blackjack(one, other)

    def columns(self) -> Iterator[list[list[int]]]:
        """The looks of every deal in grid order, a list for each look; a first card at a time, so
        that millions of deals are never held at once."""
        if not self.places:
            yield []
            return
        kinds = len(self.kinds.cards)
        for first in range(kinds):
            found = []
            for name, table in self.tables.items():
                axes = [kinds if who in cards_of(name) else 1 for who in self.places]
                wide = np.broadcast_to(table.reshape(axes), self.shape)
                found.append(wide[first].ravel().tolist())
            yield found

    def ask_all(self) -> Grid:
        """The outcome of every deal, asked one by one."""
        answers = [asked(self.wager, columns) for columns in self.columns()]
        return np.concatenate(answers).astype(np.uint16)


def asked(wager: Wager, columns: list[list[int]]) -> Ints:
    """What a wager calls each row. Its function is called directly, which takes a third of the
    time; an answer that is none is asked again in the way that says what is wrong with it."""
    rows = list(zip(*columns, strict=True)) if columns else [()]
    plain = inspect.signature(wager.classify).parameters.values()
    if all(one.kind == one.POSITIONAL_OR_KEYWORD for one in plain):
        try:
            found = list(starmap(wager.classify, rows))
        except Exception:  # said below, with the row
            found = []
        if found and set(map(type, found)) <= {int, bool}:
            places = np.array(found, dtype=np.int64)
            if places.min() >= 0 and places.max() < len(wager.outcomes):
                return places
    return np.array([wager.classified(dict(zip(wager.looks, row, strict=True))) for row in rows])


@lru_cache(maxsize=8)
def outcome_grid(deals: Deals) -> Grid:
    """The outcome of every deal, in grid order."""
    if deals.size <= PLAIN:
        return deals.ask_all()
    file = kept_in(deals)
    grid = read_kept(file, deals.size)
    if grid is None:
        grid = ask_compiled(deals)
        keep(file, grid)
    return grid


def kept_in(deals: Deals) -> Path | None:
    """Where a grid is kept for the next process: in the folder that is named by a hash of the rule
    text and this package; a stranger's by a hash of all that its function reaches, if that can be
    read (docs/decisions/0016-definition-hash.md)."""
    function, folder = deals.classify, cache_folder("odds")
    if folder is None:
        return None
    module, peeks = str(getattr(function, "__module__", "")), "".join(map(str, deals.peeks))
    if module.startswith("holecard.") and not function.__closure__:
        return folder / f"deals-{module}.{function.__qualname__}-{peeks}.npy"
    scribe = Scribe()
    written = [scribe.rule(function), len(deals.outcomes), deals.offered, peeks]
    return None if scribe.unsourced else folder / f"deals-{hash_of(written)}.npy"


def read_kept(file: Path | None, size: int) -> Grid | None:
    try:
        kept = np.load(file) if file else None
    except (OSError, ValueError, EOFError):
        return None
    whole = kept is not None and kept.dtype == np.uint16 and kept.shape == (size,)
    return kept if whole else None


def keep(file: Path | None, grid: Grid) -> None:
    if file is None:
        return
    part = file.with_name(f"{os.getpid()}-{file.name}")
    try:
        np.save(part, grid)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)


def ask_compiled(deals: Deals) -> Grid:
    """As `ask_all`, with the wager's function compiled; one by one where it does not compile, or
    where it fails: then asking says how."""
    from numba import njit, types

    try:
        classify = njit(boundscheck=True)(deals.classify)
        classify.compile((types.int64,) * len(deals.wager.looks))
        answer = classify.nopython_signatures[0].return_type
        if isinstance(answer, (types.Integer, types.Boolean)):
            grid = np.empty(deals.size, dtype=np.uint16)
            if fill(deals, classify, grid):
                return grid
    except Exception:  # whatever a stranger's function does, asking one by one decides
        pass
    return deals.ask_all()


def fill(deals: Deals, classify: Any, grid: Grid) -> bool:
    """Asks a compiled function for every deal; false if it names an outcome the wager has not."""
    kinds, start, where = len(deals.kinds.cards), 0, []
    for name, table in deals.tables.items():
        axes = [deals.places.index(who) for who in cards_of(name)]
        where.append((start, axes[0], kinds if len(axes) == 2 else 0, axes[-1]))
        start += table.size
    held = np.concatenate([table.ravel() for table in deals.tables.values()])
    kernel = filler(classify, len(where))
    return bool(kernel(held, np.array(where), kinds, len(deals.places), len(deals.outcomes), grid))


def filler(classify: Any, looks: int) -> Any:
    """A kernel round a wager's function. It is compiled in every process, so only large grids are
    worth it."""
    from numba import njit
    from numba.np.unsafe import ndarray

    to_fixed_tuple: Any = ndarray.to_fixed_tuple

    @njit
    def fill_all(held: Any, where: Any, kinds: int, cards: int, outcomes: int, grid: Any) -> bool:
        row = np.empty(looks, dtype=np.int64)
        at = np.zeros(cards, dtype=np.int64)
        last = cards - 1
        for prefix in range(kinds**last):
            rest = prefix
            for card in range(last):
                at[last - 1 - card] = rest % kinds
                rest //= kinds
            for kind in range(kinds):
                at[last] = kind
                for look in range(looks):
                    if kind == 0 or where[look, 3] == last:
                        start, one, step, other = where[look]
                        row[look] = held[start + at[one] * step + at[other]]
                place = classify(*to_fixed_tuple(row, looks))
                if place < 0 or place >= outcomes:
                    return False
                grid[prefix * kinds + kind] = place
        return True

    return fill_all
