"""Rows beside the log: what the lobby shows of a table, and how long an answer is kept.

Seen to fail: with no row written when a round is settled (`playing` until somebody sits down), with
answers forgotten at once, and with none forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from holecard.games import CATALOGUE
from holecard.server.socket.background import KEEP_ANSWERS_MS, Watch
from holecard.server.store.schema import answers
from holecard.server.table.lobby import listed
from tests.people.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "tables.db", seed=4)
    desk.player("ann")
    yield desk
    desk.close()


def phase(desk: Desk) -> str:
    (table,) = listed(desk.floor).tables
    return table.phase


@pytest.mark.parametrize("game", CATALOGUE)
def test_the_lobby_says_whether_a_round_is_played(desk: Desk, game: str) -> None:
    desk.open("ann", game=game)
    desk.sit("ann", 1, 2)
    assert phase(desk) == "betting"
    seen = set()
    for _ in range(6):
        desk.deal_random()
        while desk.state.playing:
            seen.add(phase(desk))
            desk.choose_random()
        assert phase(desk) == "betting"
    assert seen == {"playing"}


def test_answers_are_forgotten_after_two_days(desk: Desk) -> None:
    desk.open("ann", game="classic")
    desk.sit("ann", 1)
    opened = desk.time
    nobody = SimpleNamespace()
    sweep = Watch(desk.floor, nobody, nobody).forget_answers  # type: ignore[arg-type]

    def kept() -> list[int]:
        with desk.store.read() as connection:
            return list(connection.execute(select(answers.c.at)).scalars())

    before = kept()
    assert before and max(before) <= opened
    desk.time = opened + KEEP_ANSWERS_MS - 1000
    desk.deal_random()
    desk.store.writer.submit(sweep).result(20)
    assert set(before) <= set(kept()), "a retry within two days gets its answer"
    desk.time = opened + KEEP_ANSWERS_MS + 1000
    desk.store.writer.submit(sweep).result(20)
    assert kept() and min(kept()) > opened
