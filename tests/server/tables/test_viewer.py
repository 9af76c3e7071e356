"""What a socket is told together, and who is told first when many act at once."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from holecard.server.base.settings import Settings
from holecard.server.house import House
from holecard.server.socket.viewer import LATER_SECONDS, Viewer
from holecard.server.socket.viewers import CROWD
from holecard.server.table.sessions import Session
from tests.people.desk import Desk


class Ear:
    """A socket's sending half: what was sent, and when."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self.frames = 0

    async def send_text(self, text: str) -> None:
        self.frames += 1
        self.heard += [(time.monotonic(), said) for said in json.loads(text)]

    def versions(self) -> list[int]:
        return [said["version"] for _, said in self.heard if said["type"] == "table"]


def test_an_onlooker_is_told_the_latest_a_moment_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.db")
    states = []
    desk.player("ann")
    desk.open("ann", game="classic")
    for seat in (1, 2, 3):
        desk.sit("ann", seat)
        states.append(desk.state)
    desk.close()

    async def watch(at_once: bool) -> tuple[float, Ear]:
        ear = Ear()
        viewer = Viewer(ear, desk.table, Session("", "ben", "Ben"), 0, None)  # type: ignore[arg-type]
        sending = asyncio.create_task(viewer.send())
        began = time.monotonic()
        for state in states:
            viewer.show(state, 0, at_once)
            await asyncio.sleep(0.01)
        await asyncio.sleep(LATER_SECONDS + 0.2)
        sending.cancel()
        return began, ear

    began, ear = asyncio.run(watch(at_once=False))
    assert ear.versions() == [states[-1].seq]
    assert ear.heard[0][0] - began >= LATER_SECONDS * 0.9
    _, ear = asyncio.run(watch(at_once=True))
    assert ear.versions() == [state.seq for state in states]


def test_in_a_crowd_those_who_act_or_are_asked_come_first(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.db", seed=3)
    for name, seat in (("ann", 1), ("ben", 2), ("eve", 3)):
        desk.player(name)
        if seat == 1:
            desk.open("ann", game="classic")
        desk.sit(name, seat)
    while not desk.state.playing:
        desk.deal_random()
    state = desk.state
    asked = state.chairs[state.asked_seat].player
    desk.close()

    async def woken(waiting: int) -> set[str]:
        house = House(Settings(database=str(tmp_path / "house.db")))
        house.tray.open(asyncio.get_running_loop())
        counter = house.viewers.counter
        counter.waiting = waiting
        people = {
            name: Viewer(Ear(), state.id, Session("", name, name), 0, counter)  # type: ignore[arg-type]
            for name in ("ann", "ben", "eve", "max")
        }
        people["max"].acting = True  # is told with the answer
        house.viewers.at[state.id] = dict.fromkeys(people.values())
        house.viewers.tell(state, {})
        await asyncio.sleep(0.05)
        house.store.close()
        assert all(one.shown is state for one in people.values())
        return {name for name, one in people.items() if one.wake.is_set()}

    assert asyncio.run(woken(CROWD)) == {"ann", "ben", "eve"}
    assert asyncio.run(woken(CROWD + 1)) == {asked}


def test_a_table_and_an_answer_go_in_one_frame(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.db")
    desk.player("ann")
    desk.open("ann", game="classic")
    desk.sit("ann", 1)
    state = desk.state
    desk.close()

    async def act() -> Ear:
        ear = Ear()
        viewer = Viewer(ear, desk.table, Session("", "ann", "Ann"), 0, None)  # type: ignore[arg-type]
        sending = asyncio.create_task(viewer.send())
        viewer.acting = True
        viewer.show(state, 0)
        await asyncio.sleep(0.01)
        assert not ear.heard
        viewer.say('{"type":"answer"}')
        await asyncio.sleep(0.01)
        sending.cancel()
        return ear

    ear = asyncio.run(act())
    assert [said["type"] for _, said in ear.heard] == ["table", "you", "answer"]
    assert ear.frames == 1
