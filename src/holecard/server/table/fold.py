"""How each kind of event changes a table. The log is the truth; this reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from holecard.games import find_game
from holecard.server.events.event import BadEvent, Event
from holecard.server.events.meter import MeterMoved, MeterOpened
from holecard.server.events.purse import PlayerNamed, PurseGranted
from holecard.server.events.round import (
    BetsPlaced,
    ChoiceMade,
    LateBets,
    PlayerConfirmed,
    RoundDealt,
    RoundMetered,
    RoundSettled,
    WindowClosed,
)
from holecard.server.events.table import (
    EntropyCommitted,
    EntropyEnded,
    EntropyRevealed,
    PayTablesPosted,
    SeatLeft,
    SeatTaken,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
    ShoeVoided,
    TableOpened,
)
from holecard.server.store.event_log import Entry
from holecard.server.table.state import Seated, ShoeState, TableState, laid
from holecard.wagers.game import Game

MOST_RULED = 500  # rules that players made up
Seeds = Mapping[int, bytes]


def opened_state(table: str, entry: Entry) -> TableState:
    """The table as its first event leaves it."""
    opened = entry.event
    if not isinstance(opened, TableOpened):
        raise BadEvent(f"a table's log begins with {TableOpened.kind}, not with {opened.kind}")
    game = ruled_game(opened.game, opened.rules_line)
    return TableState(
        id=table, game=game, opened=opened, seq=entry.seq, head=entry.hash, at=entry.at
    )


def ruled_game(name: str, line: str) -> Game:
    """A game under the rules of a table. Tables with the same rules share it, and what is worked
    out for it: its answers are tabulated once, and not at the first bet of every table."""
    known = read_ruled(name, line)
    if known.base is not find_game(name).defaults:  # another file of that name was brought
        read_ruled.cache_clear()
        known = read_ruled(name, line)
    return known


@lru_cache(maxsize=MOST_RULED)
def read_ruled(name: str, line: str) -> Game:
    return find_game(name).read(line)


def fold(state: TableState, entry: Entry, seeds: Seeds) -> TableState:
    """The table after one more event. `seeds` holds the secrets of shoes not revealed."""
    changed = after(state, entry.event, seeds)
    return changed.but(
        seq=entry.seq,
        head=entry.hash,
        at=entry.at,
        deadline=deadline_after(state, changed, entry),
        seen={},
    )


def after(state: TableState, event: Event, seeds: Seeds) -> TableState:
    """The table with what one event says of it; the kinds that are written most come first."""
    match event:
        case ChoiceMade():
            return state.but(felt=state.round.after(event.choice, event.default))
        case BetsPlaced():
            return with_bets(state, event)
        case PlayerConfirmed():
            return with_ready(state, event.player)
        case RoundDealt():
            return with_round(state, event)
        case LateBets():
            return state.but(felt=state.round.bet_late(event.player, event.seats))
        case RoundSettled():
            return with_settlement(state, event)
        case RoundMetered():
            return state.but(felt=state.round.with_meters(event.turns))
        case EntropyCommitted() | EntropyRevealed() | EntropyEnded() | ShoeOpened():
            return with_mixed_shoe(state, event)
        case ShoeCommitted():
            return with_new_shoe(state, event, seeds[event.shoe])
        case ShoeRevealed():
            return state.but(shoe=state.next_shoe, next_shoe=None)
        case ShoeVoided():
            return without_shoe(state)
        case SeatTaken():
            chair = Seated(player=event.player, name=event.name)
            return state.but(chairs={**state.chairs, event.seat: chair})
        case SeatLeft():
            return without_seat(state, event.seat)
        case WindowClosed():
            return with_missed_window(state)
        case PayTablesPosted():
            return state.but(paytables=event.paytables)
        case TableOpened() | PurseGranted() | PlayerNamed() | MeterOpened() | MeterMoved():
            raise BadEvent(f"no {event.kind} belongs in a table's log: one follows {state.seq}")
        case _:
            assert_never(event)


def deadline_after(before: TableState, state: TableState, entry: Entry) -> int | None:
    """Clocks run only where somebody else is kept waiting."""
    if len({one.player for one in state.chairs.values()}) < 2:
        return None
    event = entry.event
    if state.playing:
        fresh = isinstance(event, (RoundDealt, ChoiceMade)) or before.deadline is None
        late = bool(state.round.waits)
        if isinstance(event, LateBets):
            fresh = not late  # the last who was waited for: now seats decide
        seconds = state.opened.betting_seconds if late else state.opened.decision_seconds
        return entry.at + 1000 * seconds if fresh else before.deadline
    if state.confirmed or any(one.bets for one in state.chairs.values()):
        anew = before.playing or isinstance(event, (WindowClosed, ShoeVoided))
        kept = None if anew else before.deadline
        return kept or entry.at + 1000 * state.opened.betting_seconds
    return None


# Shoes


def with_new_shoe(state: TableState, event: ShoeCommitted, seed: bytes) -> TableState:
    shoe = ShoeState(
        number=event.shoe,
        commitment=event.commitment,
        decks=event.decks,
        deck=state.game.answers.deck,
        seed=seed,
    )
    return state.but(shoe=state.shoe or shoe, next_shoe=shoe if state.shoe else None)


def without_shoe(state: TableState) -> TableState:
    """Whoever was ready is asked again: the next shoe wants entropy first."""
    voids = state.voids + 1
    return state.but(shoe=state.next_shoe, next_shoe=None, voids=voids, confirmed=frozenset())


def with_mixed_shoe(
    state: TableState, event: EntropyCommitted | EntropyRevealed | EntropyEnded | ShoeOpened
) -> TableState:
    """One of the two shoes with a promise, with entropy, or with its order fixed."""
    current = event.shoe == state.current.number
    shoe = state.current if current else state.coming
    match event:
        case EntropyCommitted():
            shoe = replace(shoe, commits={**shoe.commits, event.player: event.commitment})
        case EntropyRevealed():
            shoe = replace(shoe, reveals={**shoe.reveals, event.player: event.entropy})
        case EntropyEnded():
            left = {one: word for one, word in shoe.commits.items() if one != event.player}
            shoe = replace(shoe, commits=left)
        case ShoeOpened():
            shoe = replace(shoe, opened=True)
    return state.but(shoe=shoe) if current else state.but(next_shoe=shoe)


# Seats and bets


def without_seat(state: TableState, seat: int) -> TableState:
    chairs = {other: one for other, one in state.chairs.items() if other != seat}
    left = {one.player for one in chairs.values()}
    return state.but(chairs=chairs, confirmed=state.confirmed & left)


def with_bets(state: TableState, event: BetsPlaced) -> TableState:
    chairs = dict(state.chairs)
    for seat, bets in event.seats.items():
        chairs[seat] = replace(chairs[seat], bets=bets, missed=0)
    return state.but(chairs=chairs, confirmed=state.confirmed - {event.player})


def with_ready(state: TableState, player: str) -> TableState:
    chairs = {
        seat: replace(one, missed=0) if one.player == player else one
        for seat, one in state.chairs.items()
    }
    return state.but(chairs=chairs, confirmed=state.confirmed | {player})


def with_missed_window(state: TableState) -> TableState:
    chairs = {
        seat: one if one.player in state.confirmed else replace(one, missed=one.missed + 1)
        for seat, one in state.chairs.items()
    }
    return state.but(chairs=chairs, confirmed=frozenset(), deadline=None)


# Rounds


def with_round(state: TableState, event: RoundDealt) -> TableState:
    waited = state.confirmed
    chairs = {
        seat: replace(
            one,
            bets=(),
            last_bets=one.bets or one.last_bets,
            missed=0 if one.bets or one.player in waited else one.missed + 1,
        )
        for seat, one in state.chairs.items()
    }
    # Riding bets stay with the chair's carried until the round says what became of them.
    players = frozenset(state.chairs[one.seat].player for one in event.seats)
    felt = laid(event, state.game, state.current, players=players)
    return state.but(
        felt=felt, number=felt.number, playing=True, chairs=chairs, confirmed=frozenset()
    )


def with_settlement(state: TableState, event: RoundSettled) -> TableState:
    chairs = dict(state.chairs)
    for seat, carried in event.carried.items():
        chairs[seat] = replace(chairs[seat], carried=carried)
    shoe = state.current
    shoe = replace(shoe, dealt=shoe.dealt + len(event.drawn.split()))
    return state.but(chairs=chairs, playing=False, shoe=shoe)
