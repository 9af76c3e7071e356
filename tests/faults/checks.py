"""What must be true of a world in the end, whatever the weather was.

The log is read again from its first event, by the code that reads it after a restart; what players
have heard is compared with that, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from holecard.server.events.round import ChoiceMade
from holecard.server.socket.background import BACK_MS
from holecard.server.store.event_log import check_chains, read_entries
from holecard.server.store.ledger import audit, balance, hold_account
from holecard.server.store.schema import answers
from holecard.server.table.read_log import check_snapshots, read_log
from holecard.server.table.state import TableState
from holecard.server.table.table_json import table_json

if TYPE_CHECKING:
    from tests.faults.world import World

EARLY = 0.9  # of a player's time: clocks follow the machine's by a twentieth
Told = tuple[int, float]  # in which life, and when
BACK = EARLY * BACK_MS / 1000


def wrong_in(world: World) -> list[str]:
    """Everything that is wrong; nothing, if all is well."""
    assert world.server is not None
    house = world.server.house
    with house.store.read() as connection:
        state: TableState = read_log(connection, world.table, None)
        return [
            *(f"books: {one}" for one in audit(connection)),
            *(f"chain: {one}" for one in check_chains(connection)),
            *(f"snapshot: {one}" for one in check_snapshots(connection)),
            *lost_answers(world, connection),
            *shown_and_not_so(world, connection, state.seq),
            *kept_and_not_so(world, connection, state),
            *ended_early(world, connection, state),
            *will_end_late(world),
            *(f"thread: {type(one).__name__} {one}" for one in world.loop.strands.died),
            *(f"thread: {name} has stopped turning" for name in house.late()),
        ]


def lost_answers(world: World, connection: Connection) -> Iterator[str]:
    """An answer that was heard is stored as it was heard."""
    rows = connection.execute(select(answers))
    stored = {(row.player, row.key): (row.status, row.body) for row in rows}
    for player in world.players:
        for key, status, body in player.answers:
            if stored.get((player.player, key)) != (status, body):
                yield f"lost: {key} was answered {status} {body}"


def shown_and_not_so(world: World, connection: Connection, last: int) -> Iterator[str]:
    """A table that was shown is the fold of the log up to its version."""
    heard = dict.fromkeys(one for player in world.players for one in player.tables)
    state: TableState | None = None
    for version, text in sorted(heard):
        if version > last:
            yield f"shown: version {version}, the log ends at {last}"
            continue
        if state is None or state.seq < version:
            state = read_log(connection, world.table, state, version)
        if table_json(state) != text:
            yield f"shown: version {version} is another in the log"


def kept_and_not_so(world: World, connection: Connection, read: TableState) -> Iterator[str]:
    """A table in memory is the fold of its log, and what lies on it is what the ledger holds."""
    assert world.server is not None
    for table, state in world.server.house.floor.states.items():
        if state != (read if table == read.id else read_log(connection, table, None)):
            yield f"memory: {table} at {state.seq} is not the fold of its log"
        if balance(connection, hold_account(table)) != state.held():
            yield f"memory: {table} holds something else than the ledger"


def ended_early(world: World, connection: Connection, state: TableState) -> Iterator[str]:
    """Nobody's time runs out before it is over, whatever the machine's clock does meanwhile. A
    server that has been restarted knows no other clock: its first choices are left out. After a
    slow spell a player may have seen the question late, and has at least the time to find back."""
    least = EARLY * state.opened.decision_seconds
    before: Told | None = None
    for entry in read_entries(connection, f"table:{world.table}"):
        now = told_at(world, entry.seq)
        if isinstance(entry.event, ChoiceMade) and entry.event.default and before and now:
            slow = any(before[1] <= end + 1 and start <= now[1] for start, end in world.slow)
            if now[0] == before[0] and now[1] - before[1] < (BACK if slow else least):
                yield f"early: event {entry.seq} after {now[1] - before[1]:.1f} s"
        before = now


def will_end_late(world: World) -> Iterator[str]:
    """No clock runs for longer than the table says, however far the machine's was set back."""
    assert world.server is not None
    floor = world.server.house.floor
    for state in floor.states.values():
        most = 1000 * max(state.opened.decision_seconds, state.opened.betting_seconds)
        left = (state.deadline or 0) - floor.outside.now()
        if left > most:
            yield f"late: a clock has {left / 1000:.0f} s left of {most / 1000:.0f}"


def told_at(world: World, seq: int) -> Told | None:
    """When an event was told of: with the last of its command."""
    later = [version for version in world.told if version >= seq]
    return world.told[min(later)] if later else None
