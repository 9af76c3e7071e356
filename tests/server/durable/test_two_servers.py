"""P22 (and P4 across processes): two servers on one PostgreSQL share the same tables.

Seen to fail: with `with_for_update` removed from the stream lock (Busy and lost answers); with
NOTIFY left out (the other server's sockets stay silent); with 40001 not retried; with commands not
awaited in `Viewer.listen` (the deal overtakes the bet).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from holecard.server.socket.background import Watch
from holecard.server.socket.head_clock import HeadClock
from holecard.server.store.database import InUse, Store
from holecard.server.store.event_log import check_chains
from holecard.server.store.ledger import audit, balance, hold_account
from holecard.server.store.writer import Busy, Work
from holecard.server.table.floor import Floor
from tests.lab.commands import holecard
from tests.people.desk import Desk
from tests.people.person import Person, key
from tests.people.speaker import Speaker
from tests.people.watcher import Watcher, open_socket
from tests.server.spawned import Reborn, Spawned, fresh_database

TABLES, ROUNDS = 3, 3
PATIENCE = 60  # seconds for a round


@pytest.fixture(scope="module")
def database(postgres_url: str) -> str:
    return fresh_database(postgres_url)


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[Spawned, Spawned]]:
    one, two = Reborn(database), Reborn(database)
    one.start()
    two.start()
    yield one, two
    one.close()
    two.close()


def elsewhere(person: Person, server: Spawned) -> Person:
    """The same browser at the other server."""
    import httpx

    cookies = {one.name: one.value or "" for one in person.web.cookies.jar}
    server.clients.append(httpx.Client(base_url=server.url, timeout=90, cookies=cookies))
    return Person(server.clients[-1], person.table, person.player, person.entropy)


def test_only_what_others_have_changed_is_read(database: str) -> None:
    """A server knows its own commits: only notes of connections that are not its writer's count."""
    desk = Desk(database, seed=3)
    desk.player("ann")
    (own,) = desk.store.writer.pids
    watch = Watch(desk.floor, None, None)  # type: ignore[arg-type]
    watch.heard = SimpleNamespace(pgconn=SimpleNamespace(notifies=lambda: None))
    watch.notes = [(own, "a 3"), (own + 1, "b 4"), (own + 1, "b 7")]
    assert watch.hear(0) == {"b": 7}
    desk.close()


def test_a_table_is_the_same_at_both(pair: tuple[Spawned, Spawned]) -> None:
    one, two = pair
    ann, ben = one.person(), two.person()
    ann.open("burnout")
    ann.sit(1)
    ben.sit(2, table=ann.table)
    with Watcher(two.url, ben) as watcher:
        for who in (ann, ben, ann):
            who.mix()
        assert ann.bet({1: [{"wager": "main", "stake": 1000}]}).status_code == 200
        assert ben.bet({2: [{"wager": "main", "stake": 1500}]}).status_code == 200
        first = ann.deal()  # at the other server than the socket
        assert first.status_code == 200
        heard = watcher.until(first.json()["version"])
        assert heard["table"]["chairs"][0]["confirmed"]
        done = ben.deal()
        assert done.status_code == 200
        told = watcher.until(done.json()["version"])
    assert told["table"] == ann.look()["table"]
    assert {one["seat"] for one in told["table"]["round"]["seats"]} == {1, 2}
    assert elsewhere(ann, two).look()["you"] == ann.look()["you"]


def test_a_command_sent_to_both_is_done_once(pair: tuple[Spawned, Spawned]) -> None:
    send_to_both(pair, 5)


@pytest.mark.nightly
def test_commands_sent_to_both_are_done_once_all_night(pair: tuple[Spawned, Spawned]) -> None:
    send_to_both(pair, 100)


def send_to_both(pair: tuple[Spawned, Spawned], times: int) -> None:
    ann = pair[0].person()
    ann.open("classic")
    ann.sit(1)
    ann.mix()
    both = [ann, elsewhere(ann, pair[1])]
    for stake in range(500, 500 + 200 * times, 200):
        same = key()
        body = {"round": 1, "seats": [{"seat": 1, "bets": [{"wager": "main", "stake": stake}]}]}
        with ThreadPoolExecutor(8) as crowd:
            sent = [crowd.submit(both[at % 2].post, ann.at("bets"), body, same) for at in range(8)]
            answers = {(one.result().status_code, one.result().text) for one in sent}
        assert len(answers) == 1, answers
        assert ann.purse() == 100_000 - stake


def test_commands_on_a_socket_stay_in_order(pair: tuple[Spawned, Spawned]) -> None:
    """PostgreSQL has eight writers: the deal must not overtake the bet that was sent before it."""
    person = pair[0].person()
    person.open("classic")
    with open_socket(pair[0].url, person) as socket:
        ann = Speaker(person, socket)
        while not ann.you:
            ann.hear()
        ann.ok("seats", {"seats": [1]})
        for _ in range(8):
            ann.mix()
            number = ann.table["next_round"]
            bet = [{"seat": 1, "bets": [{"wager": "main", "stake": 500}]}]
            keys = [ann.say("bets", {"round": number, "seats": bet}),
                    ann.say("deal", {"round": number})]  # fmt: skip
            assert [ann.answer(one)["status"] for one in keys] == [200, 200]
            while ann.table["phase"] == "playing":
                felt = ann.table["round"]
                body = {"round": number, "step": felt["step"], "seat": 1}
                ann.ok("choose", {**body, "choice": felt["legal"][-1]})


def test_players_at_both_servers_play_at_once(pair: tuple[Spawned, Spawned], database: str) -> None:
    """Every table has players at both servers, all acting at once; the books fit in the end."""
    wrong: list[str] = []

    def play(person: Person, seed: int) -> None:
        draw = random.Random(seed)
        try:
            for _ in range(ROUNDS):
                act_out(person, draw)
        except Exception as failed:
            wrong.append(f"{type(failed).__name__}: {failed}")

    threads, tables = [], []
    for at in range(TABLES):
        ann, ben = pair[0].person(), pair[1].person()
        tables.append(ann.open("classic", betting_seconds=5, decision_seconds=5))
        ann.sit(1, 2)
        ben.sit(3, table=ann.table)
        for who in (ann, ben):
            threads.append(threading.Thread(target=play, args=(who, at)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert wrong == []
    store = Store(database)
    floor = Floor(store)
    with store.read() as connection:
        assert audit(connection) == []
        assert list(check_chains(connection)) == []
        for table in tables:
            state = floor.look(table)
            assert state.number >= ROUNDS
            assert balance(connection, hold_account(table)) == state.held()
    store.close()


def act_out(person: Person, draw: random.Random) -> None:
    """Take part in a round, whatever the other player does meanwhile; refusals are part of it."""
    start = person.look()["table"]["next_round"]
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        seen = person.look()
        you, table = seen["you"], seen["table"]
        if table["next_round"] > start and table["phase"] == "betting":
            return
        if you["needs_commitment"] or you["needs_entropy"]:
            try:
                person.mix()
            except AssertionError:
                continue  # the other was quicker
        elif table["phase"] == "betting":
            bets = {seat: [{"wager": "main", "stake": 500}] for seat in you["seats"]}
            person.bet(bets, table["next_round"])
            answer = person.post(person.at("deal"), {"round": table["next_round"]})
            assert answer.status_code < 500, answer.text
        elif you["asked"]:
            felt = table["round"]
            body = {"round": felt["number"], "step": felt["step"], "seat": felt["asked_seat"],
                    "choice": draw.choice(felt["legal"])}  # fmt: skip
            assert person.post(person.at("choose"), body).status_code < 500
        else:
            time.sleep(0.02)  # the other's turn
    raise AssertionError("the round does not end")


def test_clashes_are_retried_and_bounded(database: str) -> None:
    """Real serialization failures: four are survived, five become a clear answer."""
    store = Store(database)
    for failures, state in ((4, "40001"), (4, "40P01"), (5, "40001")):
        left = [failures]

        def job(work: Work, left: list[int] = left, state: str = state) -> str:
            if left[0]:
                left[0] -= 1
                work.connection.exec_driver_sql(
                    f"DO $$ BEGIN RAISE EXCEPTION 'clash' USING ERRCODE = '{state}'; END $$"
                )
            return "done"

        future = store.writer.submit(job)
        if failures < 5:
            assert future.result(10) == "done"
        else:
            with pytest.raises(Busy):
                future.result(10)
    store.close()


def test_two_servers_make_one_chain_of_heads(postgres_url: str) -> None:
    url = fresh_database(postgres_url)
    desks = [Desk(url), Desk(url)]
    clocks = [HeadClock(desk.floor) for desk in desks]
    for turn in range(4):
        desks[turn % 2].player(f"p{turn}")
        clocks[turn % 2].turn(least_ms=0)
    for desk in desks:
        desk.close()
    done = holecard("doctor", "--database", url, "--head", clocks[1].latest.hash)
    assert done.code == 0 and "4, the last" in done.stdout and "4 chains" in done.stdout


def test_one_sqlite_file_has_one_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = str(tmp_path_factory.mktemp("one") / "t.db")
    store = Store(path)
    with pytest.raises(InUse, match="another server is using"):
        Store(path)
    store.close()
    Store(path).close()
