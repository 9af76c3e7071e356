"""A commit that fails shows nothing (P5, P11): not the cards that were about to be dealt, not a new
shoe, not money. Tried with the disk failing at its first write, its second, and so on, until the
commit goes through.

Seen to fail: with `Floor.within` keeping what it reads, as the look for money on the felt once did.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from holecard.server.store.writer import NotKept, Work
from holecard.server.table import lobby
from holecard.server.table.betting import confirm
from holecard.server.table.floor import Answer
from holecard.server.table.read_log import read_log
from holecard.server.table.sessions import Session
from holecard.server.table.table_json import table_message
from holecard.server.wire.requests import DealNow
from tests.faults.disk import Disk
from tests.people.desk import Desk


def seated(path: Path, disk: Disk) -> Desk:
    """Ann with all she has on the felt, so that a look at her purse looks at the table too."""
    desk = Desk(path, 4, True, disk.name)
    desk.player("ann", purse=100_000)
    desk.open("ann", game="classic")
    desk.sit("ann", 1, 2)
    desk.mix("ann")
    assert desk.bet("ann", {1: [("main", 50_000)], 2: [("main", 50_000)]}).status == 200
    return desk


def deal_and_look(desk: Desk) -> Future[Answer]:
    """The deal, and behind it in the same transaction a look by somebody else."""
    ready, asked = threading.Event(), DealNow(round=desk.state.next_round)

    def wait(work: Work) -> None:
        ready.wait(10)

    def look(work: Work) -> Any:
        return lobby.session_info(desk.floor, work.connection, Session("", "ann", "Ann"))

    held = desk.store.writer.submit(wait)
    deal = desk.floor.at_table(
        desk.command("ann"), desk.table, lambda page: confirm(page, "ann", asked)
    )
    looked = desk.store.writer.submit(look)
    ready.set()
    held.exception(10), looked.exception(10)
    return deal


@pytest.mark.parametrize("trouble", ["full", "write", "sync"])
def test_a_failed_commit_shows_nothing(tmp_path: Path, blank: Path, trouble: str) -> None:
    disk, tried = Disk(), 0
    path = tmp_path / "t.db"
    path.write_bytes(blank.read_bytes())
    desk = seated(path, disk)
    told: list[int] = []
    desk.floor.told = lambda state, balances: told.append(state.seq)
    before, message = desk.state, table_message(desk.state, 0)
    while True:
        disk.trouble, disk.well_for = trouble, tried
        done = deal_and_look(desk)
        wrong = done.exception(10)
        disk.trouble = ""
        if wrong is None:
            break
        tried += 1
        assert isinstance(wrong, NotKept), wrong
        assert told == [] and table_message(desk.state, 0) == message
        with desk.store.read() as connection:
            assert read_log(connection, desk.table, None) == before == desk.state
        desk.check_books()
    assert tried > (3 if trouble != "sync" else 0)
    assert desk.state.number == 1 and told == [desk.state.seq]
    desk.check_books()
    desk.check_chain()
    desk.close()


def test_a_smaller_bet_after_a_failed_deal_meets_cards_nobody_saw(
    tmp_path: Path, blank: Path
) -> None:
    """A full disk, a deal that fails, bets made smaller, and the deal again: the cards that come
    are those that would have come, and no view of them left the house before."""
    disk, path = Disk(), tmp_path / "t.db"
    path.write_bytes(blank.read_bytes())
    desk = seated(path, disk)
    views = [table_message(desk.state, 0)]
    disk.trouble = "full"
    assert isinstance(deal_and_look(desk).exception(10), NotKept)
    views.append(table_message(desk.state, 0))
    disk.trouble = ""
    assert desk.bet("ann", {1: [("main", 500)], 2: [("main", 500)]}).status == 200
    views.append(table_message(desk.state, 0))
    desk.confirm("ann")
    assert desk.state.number == 1
    assert all('"round":null' in one for one in views)
    desk.close()
