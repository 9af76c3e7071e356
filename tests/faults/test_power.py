"""P2: power that goes in the middle of a write loses nothing that was acknowledged.

A table is played at without a pause; at a random write or sync the disk stops, each write that was
not synced is there, gone or torn, and the table is opened again. Every command that was answered
before the cut is in the log, the file is whole, and the next round is dealt from the same shoe.

Made to fail below: the same with `synchronous=NORMAL`.
"""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from holecard.server.table.rounds import default_choice
from tests.faults.disk import Disk
from tests.night import at_night
from tests.people.desk import Desk


@dataclass
class Played:
    """A table that has been through some cuts, and what is lost of it."""

    cuts: int = 0
    acknowledged: int = 0
    torn: int = 0  # cuts that found something not synced
    lost: list[str] = field(default_factory=list)


def cut_often(path: Path, blank: Path, cuts: int, seed: int, durable: bool) -> Played:
    disk, draw, found = Disk(seed), random.Random(seed), Played()
    shutil.copy(blank, path)
    desk = Desk(path, seed, durable, disk.name)
    for who in ("ann", "ben"):
        desk.player(who)
    desk.open("ann", game="classic", rules={"decks": 1})
    desk.sit("ann", 1)
    desk.sit("ben", 2)
    disk.sync_all()
    while found.cuts < cuts:
        disk.cut_after = draw.randrange(1, 150)
        heard = play_until(desk, disk, found)
        desk = open_again(desk, disk, found, path, durable)
        if desk.state.seq < heard:
            found.lost.append(
                f"cut {found.cuts}: {heard} was heard, the log ends at {desk.state.seq}"
            )
            break
        check(desk, found)
    desk.close()
    return found


def play_until(desk: Desk, disk: Disk, found: Played) -> int:
    """Play until the power goes; the last version anybody heard of."""
    heard = desk.state.seq
    while True:
        state = desk.state
        if state.playing:
            owner = state.chairs[state.asked_seat].player
            desk.choose(owner, str(default_choice(state.round.dealt)))
        else:
            next_step(desk)
        if disk.is_off:
            return heard  # the answer to this one was not sent any more
        heard, found.acknowledged = desk.state.seq, found.acknowledged + 1


def next_step(desk: Desk) -> None:
    """One command towards the next deal."""
    state = desk.state
    for who in state.players:
        if any(shoe.wants_commitment(who) for shoe in state.shoes()) or (
            state.current.wants_entropy(who)
        ):
            desk.mix(who)
            return
    for who in state.players:
        if not state.bets_of(who):
            desk.bet(who, {seat: [("main", 500)] for seat in state.seats_of(who)})
            return
    for who in state.players:
        if who not in state.confirmed:
            desk.confirm(who)
            return


def open_again(desk: Desk, disk: Disk, found: Played, path: Path, durable: bool) -> Desk:
    found.cuts += 1
    found.torn += any(disk.pending.values())
    desk.close()
    disk.power_on()
    again = Desk(path, found.cuts, durable, disk.name)
    again.table, again.secrets, again.time = desk.table, desk.secrets, desk.time
    again.commands = desk.commands
    return again


def check(desk: Desk, found: Played) -> None:
    with desk.store.read() as connection:
        whole = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    assert whole == "ok"
    desk.check_books()
    desk.check_chain()


@pytest.mark.parametrize(("cuts", "seed"), [(40, 1), *at_night((1000, 2), (1000, 3))])
def test_a_power_cut_loses_nothing(tmp_path: Path, blank: Path, cuts: int, seed: int) -> None:
    found = cut_often(tmp_path / "t.db", blank, cuts, seed, durable=True)
    assert found.lost == [] and found.cuts == cuts
    assert found.torn > cuts / 2 and found.acknowledged > 2 * cuts, found


def test_without_a_sync_at_each_commit_it_would(tmp_path: Path, blank: Path) -> None:
    assert cut_often(tmp_path / "t.db", blank, 60, 1, durable=False).lost
