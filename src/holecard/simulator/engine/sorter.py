"""How a wager sorts records into outcomes: a table over just the bits it looks at.

The table is filled by the wager's own classify function, so that a simulated outcome and a dealt
one come from the same text. Some of its rows no round can have (31 in two cards): what the function
cannot say of a row is left open, and refused only if a round comes to it. A wager that looks at
more bits than a table can hold, or at so many that asking for all of them would take longer than
asking for those that come, is sorted afterwards, record by record (`wide`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.errors import BadDefinition
from holecard.hand import are_blackjack
from holecard.jit.cache import njit
from holecard.simulator.engine.net_word import layout_of
from holecard.simulator.engine.record_word import Layout, Part
from holecard.wagers.chain import CHAINED, chain_of, wins_after
from holecard.wagers.game import Game
from holecard.wagers.wager import OFFER, RIDES, RIDING, Wager

NO_BET = 255  # the round gave no chance to place the wager
UNSEEN = 254  # bits that no round has
MOST_BITS = 24
BY_HAND = 80_000  # rows of a table worth compiling the classify function for
MOST_BY_HAND = 200_000  # rows that are asked for one by one, where it does not compile
STREAKS = 32
CHUNK = 1 << 16
RIDING_BIT = 64  # an outcome that rides on, in a riding wager's table


class Sorter(NamedTuple):
    """The bits a wager looks at, as pieces (from, mask, to), and the outcome for each of them."""

    pieces: npt.NDArray[np.uint64]  # [piece, 3]
    table: npt.NDArray[np.uint8]
    mask: np.uint64  # all the bits of a wide wager; 0 otherwise


def parts_of(game: Game, wager: Wager) -> tuple[str, ...]:
    """The parts of a record that decide the wager."""
    looks = [look for look in wager.looks if not (wager.kind == RIDING and look == "streak")]
    layout = layout_of(wager)
    parts = {part for look in looks for part in layout.looks[look].parts}
    if wager.kind == OFFER or wager.after_up:
        parts.add("up.rank")
    if wager.after_up:
        parts.add("hole.rank")
    if wager.kind == RIDING:
        parts.add("outcome_up")
    return tuple(sorted(parts, key=lambda part: layout.parts[part].start))


def make_sorter(game: Game, wager: Wager) -> Sorter:
    names, parts = parts_of(game, wager), layout_of(wager).parts
    bits = sum(parts[name].bits for name in names)
    if bits > MOST_BITS:
        check_narrow(wager)
        return wide(names, parts)
    pieces, to = [], 0
    for name in names:
        pieces.append((parts[name].start, (1 << parts[name].bits) - 1, to))
        to += parts[name].bits
    size = (STREAKS if wager.kind == RIDING else 1) << bits
    table = np.full(size, UNSEEN, dtype=np.uint8)
    if not fill_table(game, wager, names, table):
        check_narrow(wager)
        return wide(names, parts)
    if wager.kind == RIDING and not (table < RIDING_BIT).any():
        raise BadDefinition(f"{wager.id} would ride for ever: no round settles it")
    flat = np.array(pieces, dtype=np.uint64).reshape(-1, 3)
    return Sorter(joined(flat), table, np.uint64(0))


def check_narrow(wager: Wager) -> None:
    """Refuse bets that cannot be counted by distinct records: those say neither whether one after
    the up card was offered, nor how long one rides."""
    if wager.after_up or wager.kind == RIDING:
        when = "is bet after the up card" if wager.after_up else "rides"
        raise BadDefinition(
            f"{wager.id} {when} and looks at too much to be simulated: {', '.join(wager.looks)}"
        )


def wide(names: tuple[str, ...], parts: Mapping[str, Part]) -> Sorter:
    mask = sum(((1 << parts[n].bits) - 1) << parts[n].start for n in names)
    return Sorter(np.zeros((0, 3), np.uint64), np.zeros(0, np.uint8), np.uint64(mask))


def joined(pieces: Any) -> Any:
    """Neighbouring pieces made one: fewer shifts a record."""
    found: list[list[int]] = []
    for start, mask, to in pieces.tolist():
        if found and found[-1][0] + found[-1][1].bit_length() == start:
            found[-1][1] |= mask << found[-1][1].bit_length()
        else:
            found.append([start, mask, to])
    return np.array(found, dtype=np.uint64).reshape(-1, 3)


def fill_table(game: Game, wager: Wager, names: tuple[str, ...], table: Any) -> bool:
    """Fill a table with outcomes; false if that would take too long."""
    parts = layout_of(wager).parts
    rows = int(np.prod([len(parts[name].numbers) for name in names], dtype=np.int64))
    if rows > BY_HAND and wager.kind not in (OFFER, RIDING) and not wager.after_up:
        if compiled_table(wager, names, table):
            return True
        if rows > MOST_BY_HAND:
            return False
    spots = [np.cumsum([0] + [parts[n].bits for n in names])[i] for i in range(len(names))]
    for numbers in product(*(parts[name].numbers for name in names)):
        seen = dict(zip(names, numbers, strict=True))
        at = sum(number << int(spot) for number, spot in zip(numbers, spots, strict=True))
        if not is_offered(game, wager, seen):
            table[at] = NO_BET
        elif wager.kind == RIDING:
            fill_riding(wager, seen, table, at, sum(parts[n].bits for n in names))
        else:
            table[at] = place_of(wager, looks_of(wager, seen))
    return True


def is_offered(game: Game, wager: Wager, seen: dict[str, int]) -> bool:
    """Whether the round came to where the wager is bet: insurance under some up cards, one bet
    after the up card unless the dealer looked and had a blackjack."""
    if wager.kind == OFFER:
        return bool(game.tables.insures[min(seen["up.rank"] + 1, 10)])
    if not wager.after_up:
        return True
    up, hole = min(seen["up.rank"] + 1, 10), min(seen["hole.rank"] + 1, 10)
    return not (game.tables.peeks[up] and are_blackjack((up, hole)))


def place_of(wager: Wager, looks: dict[str, int]) -> int:
    """The place of the outcome, or UNSEEN where the wager gives none."""
    try:
        return wager.classified(looks)
    except BadDefinition:
        return UNSEEN


def fill_riding(wager: Wager, seen: dict[str, int], table: Any, at: int, bits: int) -> None:
    """One row for each count the seat's button can show before the round."""
    result = seen["outcome_up"] - 1
    for button in chain_of(wager) if set(wager.looks) <= CHAINED else range(STREAKS - 1):
        looks = looks_of(wager, seen)
        after = wins_after(wager, button, result)
        if "streak" in looks:
            looks["streak"] = after
        outcome = place_of(wager, looks)
        rides = outcome < UNSEEN and wager.outcomes[outcome] == RIDES
        table[(button << bits) + at] = RIDING_BIT + after if rides else outcome


def looks_of(wager: Wager, seen: dict[str, int]) -> dict[str, int]:
    """Everything the wager looks at, from the parts of a record."""
    looks = layout_of(wager).looks
    return {
        name: int(looks[name].read(*(seen[part] for part in looks[name].parts)))
        for name in wager.looks
    }


def compiled_table(wager: Wager, names: tuple[str, ...], table: Any) -> bool:
    """Fill a large table with the classify function compiled; false if it cannot be."""
    import numba

    kinds = ",".join(["int64"] * len(wager.looks))
    try:
        vectorize: Any = numba.vectorize
        classify = vectorize([f"int64({kinds})"])(wager.classify)
        layout = layout_of(wager)
        for at, columns in chunks(names, layout):
            looks = [look_column(name, columns, layout) for name in wager.looks]
            found = classify(*looks)
            found[(found < 0) | (found >= len(wager.outcomes))] = UNSEEN
            check_compiled(wager, looks, found)
            table[at] = found
    except BadDefinition:
        raise
    except Exception:  # it does not compile, or it raises for some row: ask it plainly
        return False
    return True


def chunks(names: tuple[str, ...], layout: Layout) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Every row of a table: its place, and the parts there, some thousands at a time."""
    sizes = [len(layout.parts[name].numbers) for name in names]
    spots = np.cumsum([0] + [layout.parts[name].bits for name in names])
    for start in range(0, int(np.prod(sizes)), CHUNK):
        row = np.arange(start, min(start + CHUNK, int(np.prod(sizes))))
        columns, at = {}, np.zeros(row.size, dtype=np.int64)
        for name, size, spot in zip(names, sizes, spots, strict=False):
            columns[name] = layout.parts[name].numbers.start + row % size
            at |= columns[name] << int(spot)
            row //= size
        yield at, columns


def look_column(name: str, columns: dict[str, Any], layout: Layout) -> Any:
    """A look for every row, through a small table of what it reads."""
    parts = layout.looks[name].parts
    grid = np.zeros([layout.parts[part].numbers.stop for part in parts], dtype=np.int64)
    for numbers in product(*(layout.parts[part].numbers for part in parts)):
        grid[numbers] = layout.looks[name].read(*numbers)
    return grid[tuple(columns[part] for part in parts)]


def check_compiled(wager: Wager, looks: list[Any], found: Any) -> None:
    """A few rows of each chunk against the function itself."""
    for row in range(0, found.size, 4099):
        seen = {name: int(look[row]) for name, look in zip(wager.looks, looks, strict=True)}
        if place_of(wager, seen) != found[row]:
            raise BadDefinition(f"{wager.id} classifies {seen} otherwise when compiled")


@njit
def sort_records(records: Any, pieces: Any, table: Any, counts: Any) -> None:
    """Count each record's outcome. Four counters in turn: a counter that has just been stored is
    slow to load again, and most records have the same outcome. One and two pieces are written out,
    being the most common."""
    lanes = np.zeros((4, 256), dtype=np.int64)
    if pieces.shape[0] == 1:
        start, mask = pieces[0, 0], pieces[0, 1]
        for row in range(records.size):
            lanes[row & 3, table[(records[row] >> start) & mask]] += 1
    elif pieces.shape[0] == 2:
        start, mask = pieces[0, 0], pieces[0, 1]
        other, other_mask, to = pieces[1, 0], pieces[1, 1], pieces[1, 2]
        for row in range(records.size):
            at = ((records[row] >> start) & mask) | ((records[row] >> other) & other_mask) << to
            lanes[row & 3, table[at]] += 1
    else:
        for row in range(records.size):
            record = records[row]
            at = np.uint64(0)
            for piece in range(pieces.shape[0]):
                at |= ((record >> pieces[piece, 0]) & pieces[piece, 1]) << pieces[piece, 2]
            lanes[row & 3, table[at]] += 1
    for outcome in range(256):
        for lane in range(4):
            counts[outcome] += lanes[lane, outcome]


@njit
def sort_deep(records: Any, depths: Any, pieces: Any, table: Any, counts: Any) -> None:
    """Count each record's outcome beside its depth: counts[depth, outcome]."""
    for row in range(records.size):
        record = records[row]
        at = np.uint64(0)
        for piece in range(pieces.shape[0]):
            at |= ((record >> pieces[piece, 0]) & pieces[piece, 1]) << pieces[piece, 2]
        counts[depths[row], table[at]] += 1


@njit
def ride_records(
    records: Any, pieces: Any, table: Any, counts: Any, buttons: Any, placing: bool
) -> None:
    """A riding wager, seat by seat: one is placed whenever none rides (if `placing`), and counted
    when it is settled. A button is -1 while nothing rides."""
    seats = buttons.size
    plane = table.size // STREAKS
    for row in range(records.size):
        seat = row % seats
        button = buttons[seat]
        if button < 0:
            if not placing:
                continue
            button = 0
        record = records[row]
        at = np.uint64(0)
        for piece in range(pieces.shape[0]):
            at |= ((record >> pieces[piece, 0]) & pieces[piece, 1]) << pieces[piece, 2]
        outcome = np.int64(table[np.uint64(button * plane) + at])
        if RIDING_BIT <= outcome < UNSEEN:
            buttons[seat] = outcome - RIDING_BIT
        else:
            counts[outcome] += 1
            buttons[seat] = -1
