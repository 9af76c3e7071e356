"""Commands over the socket: the same command as by POST, whichever way it comes.

Seen to fail: with the key left out of `Counter.take`'s command (done twice); with the raw text of
the body hashed instead of what it says (a repeat by POST is refused); with `sessions.current` not
asked (a session that has ended goes on playing); with `you` never sent again, or its purse not
followed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from holecard.games import CATALOGUE
from holecard.server.table.commands import COMMANDS
from holecard.server.wire.requests import SocketCommand
from tests.people.person import JSON, key, random_wagers
from tests.people.speaker import Speaker
from tests.people.watcher import open_socket
from tests.server.conftest import Local, quick_settings
from tests.server.spawned import free_port


@pytest.fixture
def ann(web: Local) -> Iterator[Speaker]:
    person = web.person()
    person.open("classic")
    with open_socket(web.url, person) as socket:
        speaker = Speaker(person, socket)
        while not speaker.you:
            speaker.hear()
        yield speaker


def test_the_schema_names_every_action() -> None:
    allowed = SocketCommand.model_json_schema()["properties"]["action"]["enum"]
    assert set(allowed) == set(COMMANDS)


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_every_game_is_played_over_the_socket(web: Local, game: str) -> None:
    """Sit, mix, bet, deal, choose and leave without a single POST; each message as promised."""
    person, draw = web.person(), random.Random(game)
    person.open(game)
    with open_socket(web.url, person) as socket:
        ann = Speaker(person, socket)
        while not ann.you:
            ann.hear()
        ann.ok("seats", {"seats": [1, 3]})
        for _ in range(4):
            ann.mix()
            bets = random_wagers({"table": ann.table, "you": ann.you}, draw)
            number = ann.table["next_round"]
            seats = [{"seat": seat, "bets": many} for seat, many in bets.items()]
            if ann.ask("bets", {"round": number, "seats": seats})["status"] != 200:
                break  # more than the purse holds
            ann.ok("deal", {"round": number})
            while ann.table["phase"] == "playing":
                felt = ann.table["round"]
                assert ann.you["asked"]
                body = {"round": number, "step": felt["step"], "seat": felt["asked_seat"]}
                ann.ok("choose", {**body, "choice": draw.choice(felt["legal"][:2])})
        ann.ok("leave", {"seats": []})
        assert ann.you["seats"] == []
        purse = ann.you["purse"]
    assert person.purse() == purse


def test_a_repeat_by_post_is_the_same_command(ann: Speaker) -> None:
    """The socket broke before the answer: the page sends the same key by POST. And back."""
    person = ann.person
    ann.ok("seats", {"seats": [1]})
    ann.mix()
    for stake, spoken_first in ((1000, True), (2500, False)):
        same = key()
        bet = {"wager": "main", "stake": stake}
        body: JSON = {"round": 1, "seats": [{"seat": 1, "bets": [bet]}]}
        turned = {"seats": [{"bets": [bet], "seat": 1}], "round": 1}  # the same in other words
        if spoken_first:
            said = ann.ask("bets", body, same)["body"]
            posted = person.post(person.at("bets"), turned, same)
        else:
            posted = person.post(person.at("bets"), body, same)
            said = ann.ask("bets", turned, same)["body"]
        assert posted.status_code == 200
        assert posted.json() == said
        assert said["purse"] == person.purse() == 100_000 - stake


def test_many_times_is_once(ann: Speaker) -> None:
    ann.ok("seats", {"seats": [1]})
    same = key()
    answers = [ann.ask("seats", {"seats": [2]}, same) for _ in range(10)]
    assert all(one == answers[0] for one in answers)
    assert answers[0]["status"] == 200
    assert ann.you["seats"] == [1, 2]
    other = ann.ask("seats", {"seats": [3]}, same)
    assert (other["status"], other["body"]["code"]) == (422, "idempotency/mismatch")


def test_refusals_are_those_of_post(ann: Speaker) -> None:
    """Status, code and sentence: of the rules, of the table, of the schema."""
    ann.ok("seats", {"seats": [1]})
    person = ann.person
    for action, body in (
        ("bets", {"round": 1, "seats": [{"seat": 1, "bets": [{"wager": "main", "stake": 500}]}]}),
        ("bets", {"round": 9, "seats": [{"seat": 1, "bets": []}]}),
        ("bets", {"round": 1, "seats": [{"seat": 2, "bets": []}]}),
        ("bets", {"round": 1.5, "seats": []}),
        ("bets", {"round": 1}),
        ("choose", {"round": 1, "step": 0, "seat": 1, "choice": "dance"}),
        ("choose", {"round": 1, "step": True, "seat": 1, "choice": "hit"}),
        ("deal", {"round": 1, "more": 1}),
        ("deal", {"round": 10**30}),
        ("seats", {"seats": [1]}),
        ("seats", {}),
        ("entropy", {"shoe": 1, "entropy": "zz"}),
        ("leave", {"seats": [4]}),
    ):
        said = ann.ask(action, body)
        posted = person.post(person.at(action), body)
        assert 400 <= said["status"] < 500
        assert (said["status"], said["body"]) == (posted.status_code, posted.json()), body


def test_commands_stay_in_order(ann: Speaker) -> None:
    """A page may send the bet and the deal at once; test_two_servers.py has PostgreSQL's case."""
    ann.ok("seats", {"seats": [1]})
    ann.mix()
    bet = [{"seat": 1, "bets": [{"wager": "main", "stake": 500}]}]
    keys = [ann.say("bets", {"round": 1, "seats": bet}), ann.say("deal", {"round": 1})]
    assert [ann.answer(one)["status"] for one in keys] == [200, 200]


def test_the_limit_counts_both_ways(tmp_path_factory: pytest.TempPathFactory) -> None:
    port = free_port()
    settings = quick_settings(str(tmp_path_factory.mktemp("slow") / "t.db"), port)
    web = Local(replace(settings, commands_a_second=0.001, command_burst=6), port)
    try:
        person = web.person()
        person.open("classic")  # the first of six
        with open_socket(web.url, person) as socket:
            ann = Speaker(person, socket)
            told = [ann.ask("deal", {"round": 1})["status"] for _ in range(6)]
        assert told == [409] * 5 + [429]
        assert person.post(person.at("deal"), {"round": 1}).status_code == 429
    finally:
        web.close()


def test_an_ended_session_commands_nothing(web: Local, ann: Speaker) -> None:
    """Ended elsewhere, before this server's watch has noticed."""
    session = web.house.sessions.find(next(iter(ann.person.web.cookies.jar)).value)
    assert session is not None
    web.house.sessions.end(session)
    ann.say("seats", {"seats": [1]})
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            assert ann.hear()["type"] != "answer"
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert web.house.floor.look(ann.person.table).chairs == {}
