"""Whatever disk, clock and network do, what people were shown is what the log says, what was
answered is kept, the money is all there, and every thread still turns (P1, P2, P3, P13, P23).

Each world is a seed: two players, and four faults one after another out of a full, broken or slow
disk, a power cut in the middle of a write, a kill, a clock set ahead or back, and a network that
loses, doubles and delays. A seed that fails fails again.

Seen to fail: a thread that rests a minute after a turn in which the disk stalled (seed 456).
Seen to fail, and made to fail below: a table kept from a transaction that is still open; a clock
thread that waits for the writer; the machine's own clock; commands answered before their commit; a
disk that is not synced at every commit.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from holecard.errors import HolecardError
from holecard.server.base.turning import Turning
from holecard.server.socket.background import DUE, Watch
from holecard.server.store import database, writer
from holecard.server.table.clock import run_out
from holecard.server.table.floor import Floor
from holecard.server.table.read_log import read_state
from holecard.server.table.state import TableState
from tests.faults.conftest import Live
from tests.faults.weather import Fault, broken_disk, clock_jump, full_disk, power_cut, slow_disk
from tests.faults.world import World
from tests.night import at_night

WORLDS = 5  # in a block
DAYS = 40  # blocks by day: a world costs some 0.1 s of a processor, 0.2 of a slow one
MOST = 40  # worlds until a fault must have been found
Words = str | tuple[str, ...]
LOST = ("lost", "player")


@pytest.mark.parametrize("block", [*range(DAYS), *at_night(*range(DAYS, 500))])
def test_no_weather_hurts(live: Live, block: int) -> None:
    worlds = [live(seed) for seed in range(WORLDS * block, WORLDS * (block + 1))]
    assert {one.seed: one.wrong for one in worlds if one.wrong} == {}
    # Something did happen: of 600 worlds the five quietest in a row heard 100 answers.
    assert sum(len(player.answers) for one in worlds for player in one.players) > 10 * WORLDS


def test_the_same_seed_lives_the_same_life(live: Live) -> None:
    first, second = live(7), live(7)
    assert first.loop.now == second.loop.now
    for one, other in zip(first.players, second.players, strict=True):
        assert (one.tables, one.answers) == (other.tables, other.answers)
        assert len(one.tables) > 5


# Faults that were there, put back: the same worlds must find each.


def first_found(live: Live, words: Words, *kinds: Fault, faults: int = 4, start: int = 0) -> str:
    """What the first world that notices says. One that does is known: it is where to start."""
    for seed in range(start, start + MOST):
        for wrong in live(seed, faults, kinds).wrong:
            if wrong.startswith(words):
                return wrong
    return ""


def test_a_table_kept_from_an_open_transaction_is_found(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player with an empty purse changes his name while the deal is being written: the look for
    money on the felt kept the table as dealt, and a full disk took the deal back."""

    def kept(floor: Floor, connection: Any, table: str) -> TableState:
        floor.states[table] = state = read_state(connection, table, floor.states.get(table))
        return state

    monkeypatch.setattr(Floor, "within", kept)
    assert first_found(live, "shown", full_disk, broken_disk, faults=6, start=11)


def test_a_clock_that_waits_for_the_writer_is_found(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten seconds of a stalled disk ended the thread, and with it every clock of the house."""

    def waits(watch: Watch) -> None:
        with watch.floor.store.read() as connection:
            due = DUE.rows(connection, {"now": watch.floor.outside.now()})
        ticks = [watch.floor.tick(one.removeprefix("table:"), run_out) for one, _ in due]
        for done in ticks:
            done.result(timeout=10)

    def once(turning: Turning) -> None:
        try:
            turning.turn()
            turning.pulse.beat()
        except (DBAPIError, HolecardError):
            return

    monkeypatch.setattr(Watch, "run_clocks", waits)
    monkeypatch.setattr(Turning, "once", once)
    assert "Timeout" in first_found(live, "thread", slow_disk, faults=6, start=1)


@pytest.mark.parametrize("word", ["early", "late"])
def test_the_machines_own_clock_is_found(
    live: Live, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set ahead it ends everybody's time, set back it leaves a table waiting for a week."""
    monkeypatch.setattr(World, "clock", lambda world, store: lambda: int(1000 * world.wall()))
    assert first_found(live, word, clock_jump, faults=6, start=1)


def test_an_answer_before_the_commit_is_found(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    apart = writer.run_apart

    def eager(job: Any, work: Any) -> Any:
        result, wrong = apart(job, work)
        group: Future[Any] = waiting.pop(job)
        if wrong is None:
            group.set_result(result)
        return result, wrong

    waiting: dict[Any, Future[Any]] = {}
    submit = writer.GroupWriter.submit

    def noted(self: writer.GroupWriter, job: Any, chain: str = "") -> Future[Any]:
        waiting[job] = done = submit(self, job, chain)
        return done

    def rest(work: Any, outcomes: Any) -> None:
        writer.tell(work)
        for done, _, wrong in outcomes:
            if not done.done():
                done.set_exception(wrong)

    monkeypatch.setattr(writer, "run_apart", eager)
    monkeypatch.setattr(writer, "finish", rest)
    monkeypatch.setattr(writer.GroupWriter, "submit", noted)
    assert first_found(live, LOST, power_cut, full_disk)


def test_a_disk_that_is_not_synced_is_found(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = database.sqlite_engine

    def hasty(url: Any, readers: bool, durable: bool, vfs: str | None) -> Any:
        return engine(url, readers, False, vfs)

    monkeypatch.setattr(database, "sqlite_engine", hasty)
    assert first_found(live, LOST, power_cut)
