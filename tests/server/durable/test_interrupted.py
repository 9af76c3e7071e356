"""P13: a round that is interrupted goes on as it was, or ends by the published default.

Seen to fail: with `choice/made` events skipped when a table is read back; with the decision clock
never set; with `hang_up` not reaching the socket.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from holecard.games import CATALOGUE
from holecard.server.table.floor import Floor
from holecard.server.table.state import TableState
from holecard.server.table.table_json import table_message
from tests.people.desk import Desk
from tests.people.person import Person
from tests.people.watcher import Watcher, open_socket
from tests.server.conftest import Local
from tests.server.spawned import Spawned

DEFAULTS = ("stand", "keep", "no-insurance")


def bytes_of(state: TableState) -> str:
    return table_message(TableState(**{**vars(state), "seen": {}}), 0)


def as_read_back(desk: Desk) -> TableState:
    """The table as a server that has just started finds it."""
    return Floor(desk.store, desk.floor.outside).look(desk.table)


def at_desk(path: Path, game: str, seed: int, two: bool = True) -> Desk:
    desk = Desk(path, seed)
    desk.player("ann")
    desk.player("ben")
    desk.open("ann", game=game)
    desk.sit("ann", 1, 2)
    if two:
        desk.sit("ben", 5)
    return desk


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_every_state_survives_a_restart(tmp_path: Path, game: str) -> None:
    """The same bytes from memory and from the log, after every command of every kind."""
    restart_everywhere(tmp_path / "t.db", game, 5, 6)


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(CATALOGUE))
def test_every_state_survives_a_restart_all_night(tmp_path: Path, game: str) -> None:
    """200 rounds of each game, ten thousand states and more."""
    for seed in range(10):
        restart_everywhere(tmp_path / f"{seed}.db", game, 50 + seed, 20)


def test_parts_of_a_message_follow_what_they_show(tmp_path: Path) -> None:
    """A chair may change without anything on it changing: Ann has two, is ready, and bets again on
    one of them. Seen to fail with the chair's part kept whether its player is ready or not."""
    desk = at_desk(tmp_path / "t.db", "classic", 3)
    for who in desk.state.players:
        desk.mix(who)
    for again in (1000, 2000):
        desk.bet("ann", {1: [("main", again)], 2: [("main", 500)]})
        desk.confirm("ann")
        assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
        desk.bet("ann", {1: [("main", 1500)]})
        assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
    desk.close()


def restart_everywhere(path: Path, game: str, seed: int, rounds: int) -> None:
    desk = at_desk(path, game, seed)
    for _ in range(rounds):
        for who in desk.state.players:
            desk.mix(who)
            assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
        for who in desk.state.players:
            desk.bet(who, desk.random_bets(who))
            assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
        for who in desk.state.players:
            desk.confirm(who)
            assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
        while desk.state.playing:
            desk.choose_random()
            assert bytes_of(as_read_back(desk)) == bytes_of(desk.state)
    desk.close()


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_a_player_who_never_comes_back_gets_the_default(tmp_path: Path, game: str) -> None:
    """From each state: silence until the clock has run out often enough to end the round."""
    fall_silent(tmp_path / "t.db", game, 6)


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(CATALOGUE))
def test_players_who_never_come_back_get_the_default(tmp_path: Path, game: str) -> None:
    for seed in range(25):  # times eight states to fall silent in
        fall_silent(tmp_path / f"{seed}.db", game, 100 + seed)


def fall_silent(path: Path, game: str, seed: int) -> None:
    desk = at_desk(path, game, seed)
    for made in range(8):
        desk.deal_random()
        for _ in range(made):
            if desk.state.playing:
                desk.choose_random()
        while desk.state.playing:
            assert not desk.tick()  # time has not run out
            assert desk.state.deadline is not None
            before = len(desk.state.round.choices)
            desk.time = desk.state.deadline
            assert desk.tick()
            assert str(desk.state.round.choices[before]) in DEFAULTS
        desk.check_books()
    desk.close()


def test_alone_the_table_waits(tmp_path: Path) -> None:
    """Closing the laptop in mid-hand: no clock runs where nobody else is kept waiting."""
    desk = at_desk(tmp_path / "t.db", "classic", 1, two=False)
    desk.deal_random()
    while not desk.state.playing:
        desk.deal_random()
    assert desk.state.deadline is None
    before = bytes_of(desk.state)
    desk.time += 30 * 24 * 3600 * 1000
    assert not desk.tick()
    assert bytes_of(desk.state) == before
    desk.sit("ben", 7)  # now somebody waits
    assert desk.state.deadline == desk.state.at + 30_000
    desk.close()


def test_a_betting_window_ends_by_itself(tmp_path: Path) -> None:
    desk = at_desk(tmp_path / "t.db", "classic", 2)
    for who in ("ann", "ben"):
        desk.mix(who)
    desk.bet("ann", {1: [("main", 1000)]})
    assert desk.state.deadline is not None
    desk.time = desk.state.deadline
    assert desk.tick()
    assert desk.state.number == 1
    assert [one.seat for one in desk.state.round.seats] == [1]
    desk.close()


def test_a_seat_left_alone_is_given_up(tmp_path: Path) -> None:
    """Three windows let pass: the chair is free, and what rode on it is back in the purse."""
    desk = at_desk(tmp_path / "t.db", "burnout", 2)
    for _ in range(4):
        for who in desk.state.players:
            desk.mix(who)
        desk.bet("ann", {1: [("main", 1000)]})
        desk.confirm("ann")
        while desk.state.deadline:  # none once Ann sits alone
            desk.time = desk.state.deadline
            desk.tick()
        while desk.state.playing:
            desk.choose_random()
    assert desk.state.players == ("ann",)
    desk.check_books()
    desk.close()


def test_entropy_that_never_comes_stops_nobody(tmp_path: Path) -> None:
    desk = at_desk(tmp_path / "t.db", "classic", 4)
    desk.entropy("ben", shoe=1, commitment="ab" * 32)  # and nothing more is heard
    desk.mix("ann")
    assert desk.bet("ben", {5: [("main", 1000)]}).status == 409
    desk.bet("ann", {1: [("main", 1000)]})
    assert desk.state.deadline is not None
    desk.time = desk.state.deadline
    desk.tick()
    assert (desk.state.voids, desk.state.players) == (1, ("ann",))
    desk.mix("ann")
    desk.confirm("ann")
    assert (desk.state.number, desk.state.round.shoe) == (1, 2)
    desk.close()


def cut(socket: Any) -> None:
    """Pull the plug: no goodbye."""
    socket.socket.shutdown(2)


def test_a_cut_socket_comes_back_to_the_same_table(web: Local) -> None:
    """At every state of some rounds: cut, reconnect, and find the same message within a second."""
    cut_everywhere(web, "burnout", "main", 12)


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(CATALOGUE))
def test_cut_sockets_come_back_to_the_same_table(web: Local, game: str) -> None:
    cut_everywhere(web, game, CATALOGUE[game].mains[0].id, 200)


def cut_everywhere(web: Local, game: str, wager: str, most: int) -> None:
    ann = web.person()
    ann.open(game)
    ann.sit(1)
    states = 0
    while states < most:
        ann.refill_if_broke()
        ann.start(500, wager)
        while not (felt := ann.round())["done"]:
            # The best of three: others use the machine too.
            assert any(seconds_to_come_back(web, ann) < 1 for _ in range(3))
            states += 1
            ann.choose("stand" if "stand" in felt["legal"] else felt["legal"][-1])


def seconds_to_come_back(web: Local, ann: Person) -> float:
    """From a cut socket to the same message on a new one."""
    with open_socket(web.url, ann) as socket:
        before = json.loads(socket.recv(timeout=20))
        cut(socket)
    began = time.monotonic()
    with Watcher(web.url, ann) as again:
        after = again.until(before["version"])
    took = time.monotonic() - began
    assert after["table"] == before["table"]
    return took


def test_a_killed_server_comes_back_to_the_same_hand(server: Spawned) -> None:
    ann = server.start().person()
    ann.open("classic")
    ann.sit(1, 2)
    felt = ann.start()
    while felt["done"]:
        felt = ann.start()
    server.kill()
    began = time.monotonic()
    server.start()
    assert ann.round() == felt
    assert time.monotonic() - began < 10  # two seconds on an idle machine
    assert ann.choose(felt["legal"][0]).status_code == 200


def test_sockets_hear_that_the_server_restarts(server: Spawned) -> None:
    import signal

    from websockets.exceptions import ConnectionClosed

    ann = server.start().person()
    ann.open("classic")
    with open_socket(server.url, ann) as socket:
        socket.recv(timeout=20)
        server.kill(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
