"""Wagers on the first cards: every deal of the cards they look at, counted in whole numbers.

Cards a wager cannot tell apart are one kind: a wager that looks at values only has 10 kinds to
count, one that looks at ranks and suits 52. A wager's outcome for every deal of kinds is asked
once; a shoe then only weighs the deals.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import CARDS_IN_A_DECK, rank, suit, value
from holecard.errors import BadDefinition
from holecard.game import Game
from holecard.hand import BLACKJACK_STATE, state_of, total
from holecard.jit import cache_folder, njit
from holecard.odds.composition import Composition
from holecard.odds.result import Chances
from holecard.wager import OFFER, Wager

Ints = npt.NDArray[np.int64]
Grid = npt.NDArray[np.uint16]
PLACES = ("first", "second", "up", "hole")
FEATURES: Mapping[str, Callable[[int], int]] = {"rank": rank, "suit": suit, "value": value}
OF_TWO_CARDS = {
    "start_total": ("first", "second"),
    "natural": ("first", "second"),
    "dealer_natural": ("up", "hole"),
    "peek_found": ("up", "hole"),
}
DEAL_LOOKS = frozenset(f"{who}_{what}" for who in PLACES for what in FEATURES) | {*OF_TWO_CARDS}
PLAIN = 150_000  # deals: up to that many, asking in Python is quicker than compiling the wager
MOST_WAYS = 2**62


class Asked(NamedTuple):
    """The part of a wager that decides its outcome; equal parts are asked once."""

    id: str
    looks: tuple[str, ...]
    classify: Callable[..., int]
    outcomes: tuple[str, ...]


def ask(wager: Wager | Asked, seen: Mapping[str, int]) -> int:
    """The place of the wager's outcome, by its own function; a function that fails is refused."""
    given = {name: seen[name] for name in wager.looks}
    try:
        place = wager.classify(**given)
    except Exception as error:
        raise BadDefinition(
            f"{wager.id} fails {when(given)}: {type(error).__name__}: {error}; "
            "its classify function must answer for every round"
        ) from error
    if not isinstance(place, (int, np.integer)) or not 0 <= place < len(wager.outcomes):
        raise BadDefinition(
            f"{wager.id} returned outcome {place!r} {when(given)}: return a place in its outcomes, "
            f"0 to {len(wager.outcomes) - 1} ({', '.join(wager.outcomes)})"
        )
    return int(place)


def when(seen: Mapping[str, int]) -> str:
    return f"when {', '.join(f'{name} is {number}' for name, number in seen.items())}"


def cards_of(look: str) -> tuple[str, ...]:
    """The cards a look is made of."""
    return OF_TWO_CARDS.get(look, (look.split("_")[0],))


@dataclass(frozen=True)
class Kinds:
    """The cards as far as some looks tell them apart."""

    ranks: bool
    values: bool
    suits: bool

    @staticmethod
    def of(looks: tuple[str, ...]) -> Kinds:
        return Kinds(
            ranks=any(name.endswith("_rank") for name in looks),
            values=any(name.endswith("_value") or name in OF_TWO_CARDS for name in looks),
            suits=any(name.endswith("_suit") for name in looks),
        )

    def key(self, card: int) -> tuple[int, int]:
        worth = rank(card) if self.ranks else value(card) if self.values else 0
        return worth, suit(card) if self.suits else 0

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


def is_blackjack(one: int, other: int) -> int:
    return int(state_of((one, other)) == BLACKJACK_STATE)


def look_table(name: str, cards: tuple[int, ...], peeks: tuple[int, ...]) -> Ints:
    """What a look is for each kind of card, or for each two kinds."""
    if name not in OF_TWO_CARDS:
        feature = FEATURES[name.split("_")[1]]
        return np.array([feature(card) for card in cards], dtype=np.int64)
    read: Callable[[int, int], int] = is_blackjack
    if name == "start_total":
        read = lambda one, other: total(state_of((one, other)))  # noqa: E731
    if name == "peek_found":
        read = lambda up, hole: peeks[value(up)] and 1 + is_blackjack(up, hole)  # noqa: E731
    return np.array([[read(one, other) for other in cards] for one in cards], dtype=np.int64)


@dataclass(frozen=True)
class Deals:
    """Every deal of the cards a wager looks at, as a grid of kinds: one axis a card."""

    asked: Asked
    peeks: tuple[int, ...] = ()

    @cached_property
    def kinds(self) -> Kinds:
        return Kinds.of(self.asked.looks)

    @cached_property
    def places(self) -> tuple[str, ...]:
        seen = {who for name in self.asked.looks for who in cards_of(name)}
        return tuple(who for who in PLACES if who in seen)

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.kinds.cards),) * len(self.places)

    @cached_property
    def tables(self) -> list[Ints]:
        return [look_table(name, self.kinds.cards, self.peeks) for name in self.asked.looks]

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The looks of every deal, in grid order."""
        wide = []
        for name, table in zip(self.asked.looks, self.tables, strict=True):
            axes = [size if who in cards_of(name) else 1 for who, size in self.axes]
            wide.append(np.broadcast_to(table.reshape(axes), self.shape).ravel().tolist())
        return zip(*wide, strict=True) if wide else iter([()])

    @property
    def axes(self) -> list[tuple[str, int]]:
        return list(zip(self.places, self.shape, strict=True))

    def ask_all(self) -> Grid:
        """The outcome of every deal, asked one by one."""
        looks = self.asked.looks
        answers = (ask(self.asked, dict(zip(looks, row, strict=True))) for row in self.rows())
        return np.fromiter(answers, dtype=np.uint16)


@lru_cache(maxsize=8)
def outcome_grid(deals: Deals) -> Grid:
    """The outcome of every deal, in grid order. It depends on no shoe and no pay table."""
    size = len(deals.kinds.cards) ** len(deals.places)
    if size <= PLAIN:
        return deals.ask_all()
    file = kept_in(deals)
    kept = read_kept(file, size)
    if kept is not None:
        return kept
    grid = ask_compiled(deals, size)
    keep(file, grid)
    return grid


def kept_in(deals: Deals) -> Path | None:
    """Where the grid of one of the package's own wagers is kept for the next process: in the
    folder that is named by a hash of the package."""
    function, folder = deals.asked.classify, cache_folder()
    own = function.__module__.startswith("holecard.") and not function.__closure__
    if folder is None or not own:
        return None
    peeks = "".join(map(str, deals.peeks))
    return folder / f"deals-{function.__module__}.{function.__qualname__}-{peeks}.npy"


def read_kept(file: Path | None, size: int) -> Grid | None:
    try:
        kept = np.load(file) if file else None
    except (OSError, ValueError, EOFError):
        return None
    if kept is None or kept.dtype != np.uint16 or kept.shape != (size,):
        return None
    grid: Grid = kept
    return grid


def keep(file: Path | None, grid: Grid) -> None:
    if file is None:
        return
    part = file.with_name(f"{file.name}.{os.getpid()}.npy")
    try:
        np.save(part, grid)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)


def ask_compiled(deals: Deals, size: int) -> Grid:
    """As `ask_all`, with the wager's function compiled; one by one where it does not compile, or
    where it fails: then asking says how."""
    from numba import njit, types

    try:
        classify = njit(boundscheck=True)(deals.asked.classify)
        classify.compile((types.int64,) * len(deals.asked.looks))
        answer = classify.nopython_signatures[0].return_type
        if not isinstance(answer, (types.Integer, types.Boolean)):
            return deals.ask_all()
        return filled(deals, classify, size)
    except Exception:
        return deals.ask_all()


def filled(deals: Deals, classify: Any, size: int) -> Grid:
    grid = np.empty(size, dtype=np.uint16)
    starts = np.cumsum([0, *(table.size for table in deals.tables)])[:-1]
    kinds = len(deals.kinds.cards)
    where = []
    for name, start in zip(deals.asked.looks, starts, strict=True):
        axes = [deals.places.index(who) for who in cards_of(name)]
        where.append((start, axes[0], kinds if len(axes) == 2 else 0, axes[-1]))
    fill = filler(classify, len(where))
    held = np.concatenate([table.ravel() for table in deals.tables])
    wrong = fill(held, np.array(where), kinds, len(deals.places), len(deals.asked.outcomes), grid)
    return deals.ask_all() if wrong else grid


def filler(classify: Any, looks: int) -> Any:
    """A kernel round a wager's function. It is compiled in every process, so only large grids are
    worth it."""
    from numba import njit
    from numba.np.unsafe.ndarray import to_fixed_tuple

    @njit  # type: ignore[untyped-decorator]
    def fill(held: Any, where: Any, kinds: int, cards: int, outcomes: int, grid: Any) -> bool:
        row = np.empty(looks, dtype=np.int64)
        at = np.zeros(cards, dtype=np.int64)
        last = cards - 1
        for prefix in range(kinds**last):
            rest = prefix
            for card in range(last):
                at[last - 1 - card] = rest % kinds
                rest //= kinds
            at[last] = 0
            for look in range(looks):
                start, one, step, other = where[look]
                row[look] = held[start + at[one] * step + at[other]]
            for kind in range(kinds):
                at[last] = kind
                for look in range(looks):
                    if where[look, 3] == last:
                        start, one, step, other = where[look]
                        row[look] = held[start + at[one] * step + at[other]]
                place = classify(*to_fixed_tuple(row, looks))
                if place < 0 or place >= outcomes:
                    return True
                grid[prefix * kinds + kind] = place
        return False

    return fill


@njit
def weigh(grid: Any, counts: Any, allowed: Any, ways: Any) -> None:
    """Adds the ways of every deal to its outcome: counts by kind, without replacement. No card is
    dealt to a place where `allowed[place, kind]` is 0."""
    cards, kinds = allowed.shape
    left = counts.copy()
    for prefix in range(kinds ** (cards - 1)):
        rest = prefix
        weight = 1
        left[:] = counts
        for place in range(cards - 1):
            step = kinds ** (cards - 2 - place)
            kind = rest // step
            rest = rest % step
            weight = weight * left[kind] * allowed[place, kind]
            left[kind] -= 1
        if weight > 0:
            for kind in range(kinds):
                ways[grid[prefix * kinds + kind]] += weight * left[kind] * allowed[cards - 1, kind]


def deal_chances(game: Game, wager: Wager, shoe: Composition) -> Chances:
    """The chances of a wager that looks only at the first cards. An offer's are given that it is
    made, with only the up card seen."""
    offered = wager.kind == OFFER
    looks = wager.looks
    peeks = tuple(game.tables.peeks) if "peek_found" in looks else ()
    deals = Deals(Asked(wager.id, looks, wager.classify, wager.outcomes), peeks)
    if not deals.places:
        ways = [0] * len(wager.outcomes)
        ways[int(outcome_grid(deals)[0])] = 1
        return Chances.counted(ways, 1)
    allowed = np.ones((len(deals.places), len(deals.kinds.cards)), dtype=np.int64)
    if offered:
        allowed[deals.places.index("up")] = offers(game, deals.kinds.cards)
    counts = deals.kinds.counts(shoe)
    ways = weighed(deals, counts, allowed)
    if not offered and sum(ways) != perm(shoe.size, len(deals.places)):
        raise BadDefinition(f"{wager.id}: the outcomes of {shoe.size} cards do not add up")
    if not sum(ways):
        raise BadDefinition(f"{wager.id} is never offered: the shoe has no card that brings it")
    return Chances.counted(ways, sum(ways))


def offers(game: Game, cards: tuple[int, ...]) -> list[int]:
    return [game.tables.insures[value(card)] for card in cards]


def weighed(deals: Deals, counts: list[int], allowed: Ints) -> list[int]:
    """The ways of each outcome, as whole numbers however large the shoe."""
    number = len(deals.asked.outcomes)
    if sum(counts) ** len(deals.places) < MOST_WAYS:
        ways = np.zeros(number, dtype=np.int64)
        weigh(outcome_grid(deals), np.array(counts, dtype=np.int64), allowed, ways)
    else:
        ways = np.zeros(number, dtype=object)
        plain: Any = weigh
        plain.py_func(outcome_grid(deals), np.array(counts, dtype=object), allowed, ways)
    return [int(one) for one in ways]
