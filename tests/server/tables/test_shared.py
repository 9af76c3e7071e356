"""A round for whoever has its link: no session is asked for, no name and no purse is told, only its
own page may be put into a frame, and what it costs the server is counted before it is spent.

Meant to catch: the replay itself handed on (its purses name players); with every page in frames;
with a table's whole id in the log.
"""

from __future__ import annotations

import random
import re

import httpx
import pytest

from holecard.server.base.refusals import TooFast
from holecard.server.http import shared
from holecard.server.http.gate import shown_path
from holecard.server.workers.pictures import drawn, picture
from tests.people.person import Person
from tests.server.conftest import Local

SPLIT = "classic | 8s 6d 8h 9c Ts Td 5h | 1 main 10 | split stand stand"
UNTURNED = "classic | Ts 6d 8h 9c Tc | 1 main 10 | hit"


@pytest.fixture
def ann(web: Local) -> Person:
    person = web.person()
    person.open("lucky-break", private=True)
    person.sit(3)
    person.play_random(random.Random(2))
    return person


def test_a_stranger_sees_the_round_and_nobody(web: Local, ann: Person) -> None:
    stranger = web.client()
    answer = stranger.get(f"/api/replays/{ann.table}/1")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert ann.player not in answer.text and "purse" not in answer.text
    told = answer.json()
    whole = ann.get(f"/api/tables/{ann.table}/rounds/1")
    assert told["views"] == whole["views"] and told["line"] == whole["line"]
    assert set(told["says"].split()) <= set(" ".join(
        event["says"] for event in whole["view"]["events"]).split())  # fmt: skip
    tag = {"If-None-Match": answer.headers["etag"]}
    assert stranger.get(f"/api/replays/{ann.table}/1", headers=tag).status_code == 304
    for path in (f"{ann.table}/2", f"{'a' * 24}/1", f"{ann.table}/0", "x/1"):
        assert stranger.get(f"/api/replays/{path}").status_code in (404, 422), path


def test_a_round_that_is_being_dealt_is_nobodys_to_share(web: Local, ann: Person) -> None:
    felt = ann.start()
    while felt["done"]:
        felt = ann.start()
    number = felt["number"]
    for path in (f"/api/replays/{ann.table}/{number}", f"/replay/{ann.table}/{number}.png"):
        assert web.client().get(path).status_code == 404


def test_the_page_has_a_picture_and_only_the_embedded_one_a_frame(web: Local, ann: Person) -> None:
    stranger = web.client()
    page = stranger.get(f"/replay/{ann.table}/1")
    assert page.status_code == 200
    found = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', page.text))
    assert found["og:title"] == "Lucky Break, round 1" in page.text
    assert found["og:image"] == f"{web.url}/replay/{ann.table}/1.png"
    assert page.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    framed = stranger.get(f"/embed/{ann.table}/1")
    assert framed.status_code == 200 and "x-frame-options" not in framed.headers
    policy = framed.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    others = page.headers["content-security-policy"].replace("frame-ancestors 'none'", "")
    assert policy.replace("frame-ancestors *", "") == others, "nothing else is opened"
    for path in ("/", f"/table/{ann.table}", "/session", f"/api/replays/{ann.table}/1"):
        assert stranger.get(path).headers["x-frame-options"] == "DENY", path
    for path in (f"/replay/{ann.table}/9", "/replay/nowhere/1", f"/embed/{ann.table}/x"):
        assert stranger.get(path).status_code == 404, path


def test_the_picture_is_drawn_once(
    web: Local, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger: httpx.Client = web.client()
    first = stranger.get(f"/replay/{ann.table}/1.png")
    assert first.status_code == 200 and first.headers["content-type"] == "image/png"
    wide, high = (int.from_bytes(first.content[at : at + 4], "big") for at in (16, 20))
    assert (wide, high) == (1200, 630) and len(first.content) < 300_000

    def never(*words: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(shared, "read_shared", never)
    assert stranger.get(f"/replay/{ann.table}/1.png").content == first.content


def test_an_address_is_counted_before_anything_is_read(
    web: Local, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*words: object) -> None:
        raise TooFast("too many", 1)

    def never(*words: object) -> None:
        raise AssertionError("read before it was counted")

    monkeypatch.setattr(web.house.reads, "take", full)
    monkeypatch.setattr(shared, "read_shared", never)
    for path in ("/api/replays/{0}/1", "/replay/{0}/1.png", "/replay/{0}/1", "/embed/{0}/1"):
        assert web.client().get(path.format(ann.table)).status_code == 429, path


def test_what_stands_in_a_picture() -> None:
    told = drawn(SPLIT)
    assert [one["rank"] + one["suit"] for one in told["dealer"]] == ["6d", "9c", "5h"]
    assert [one["says"] for one in told["hands"]] == ["18", "18"]
    assert told["results"] == [{"name": "your hand", "net": -2000, "result": "−$20"}]
    assert picture(SPLIT) == picture(SPLIT) != picture(UNTURNED)
    assert all(set(one) == {"rank", "suit"} for one in drawn(UNTURNED)["dealer"])


def test_no_id_is_written_to_the_log() -> None:
    for path in ("/api/tables/{0}/rounds/1", "/table/{0}", "/check/{0}", "/replay/{0}/1.png",
                 "/embed/{0}/1", "/api/replays/{0}/1"):  # fmt: skip
        assert "secretkey" not in shown_path(path.format("abcdsecretkey"))
