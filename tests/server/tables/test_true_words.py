"""What the table says around the money is so: pay tables that are posted, the clock's choices, what
a choice costs, and refusals in our own words.

What would have to be wrong: a posted pay table not asked in `paytable_of`; `timed` not kept in a
snapshot or not read in `finished`; a busted hand kept when time runs out; the words of the library
that reads requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from holecard import replay as replay_line
from holecard.server.table import snapshots
from holecard.server.table.history import replay
from holecard.server.table.read_log import read_state
from holecard.server.table.table_json import round_seen, table_head
from holecard.text.trace import trace
from tests.people.desk import Desk
from tests.people.person import Person

APP = Path(__file__).parents[3] / "ui" / "src" / "App.svelte"


def test_posted_pay_tables_are_the_ones_paid(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.db", seed=3)
    desk.player("ann")
    desk.open("ann", game="lucky-break", paytables={"lucky-break": "3"})
    desk.sit("ann", 4)
    head = table_head(desk.state)
    assert head.paytables == {"lucky-break": "3", "lucky-break-token": "3"}
    assert not head.players_choose
    desk.mix("ann")
    assert desk.bet("ann", {4: [("main", 500), ("lucky-break", 500, "1")]}).status == 409
    assert desk.bet("ann", {4: [("main", 500), ("lucky-break", 500)]}).status == 200
    assert [bet.paytable for bet in desk.state.chairs[4].bets] == ["", "3"]
    with desk.store.read() as connection:
        assert read_state(connection, desk.table, None).paytables == desk.state.paytables
    desk.check_chain()
    desk.close()


def test_a_table_without_them_lets_each_player_choose(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("bad-beat")
    table = ann.look()["table"]
    assert table["players_choose"] and table["paytables"] == {}
    asked = {"game": "bad-beat", "paytables": {"bad-beat": "P9"}}
    assert ann.refused("/api/tables", asked) == "name/unknown"


def test_a_bust_that_backs_the_dealer_says_so_at_once() -> None:
    """On the card that busts it; and against a 17 it pushes, which is no tie."""
    dealt = replay_line("breakout | Ts 7h 6d Td Kc | 1 dealer-hand 25 |")
    told = trace(dealt)
    assert [
        (one.hand_says, one.hand_why) for one in told if one.seat == 1 and one.kind == "draw"
    ] == [("26 \u00b7 busted", "cannot lose: wins or pushes")]
    assert told[-1].says == "Seat 1: busted with 26, $25 pushes."
    both = replay_line("breakout | Ts 7h 6d 9d Kc Qd | 1 dealer-hand 25 |")
    assert trace(both)[-1].says == "Seat 1: ties, $25 pushes."


def burnable(desk: Desk) -> None:
    """Rounds of Burnout until a card has busted a hand and may be burned."""
    for _ in range(400):
        desk.bet("ann", {1: [("main", 500), ("burnout", 100)]})
        desk.bet("ben", {4: [("main", 500)]})
        desk.confirm("ann")
        desk.confirm("ben")
        while desk.state.playing:
            seen = round_seen(desk.state.round)
            owner = desk.state.chairs[seen.asked_seat].player
            if "burn" in seen.legal and seen.default == "burn":
                return
            legal = [one for one in ("keep", "no-insurance", "hit", "stand") if one in seen.legal]
            desk.choose(owner, legal[0])
        for player in ("ann", "ben"):
            desk.mix(player)
    raise AssertionError("no card to burn in 400 rounds")


def test_time_that_runs_out_burns_what_busts_and_is_logged(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.db", seed=8)
    desk.player("ann")
    desk.player("ben")
    desk.open("ann", game="burnout")
    desk.sit("ann", 1)
    desk.sit("ben", 4)
    for player in ("ann", "ben"):
        desk.mix(player)
    burnable(desk)
    seen = round_seen(desk.state.round)
    assert dict(seen.notes)["keep"] == "lose $5"
    desk.time += 10**6
    assert desk.tick()
    told = [event.says for event in round_seen(desk.state.round).events]
    at = told.index("Seat 1: time is up.")
    assert "burns" in told[at + 1]
    number = desk.state.number
    while desk.state.playing:
        desk.time += 10**6
        desk.tick()
    state = desk.state
    assert state.round.timed
    with desk.store.read() as connection:
        again = replay(connection, state, number)
    assert "Seat 1: time is up." in [event.says for event in again.view.events]
    assert snapshots.felt_body(state.round)["timed"] == sorted(state.round.timed)
    desk.close()


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/session/name", {"name": "<b>"}, "name has a character"),
        ("/api/session/name", {}, "name is missing"),
        ("/api/session/name", {"name": "a" * 25}, "name has 24 characters at most"),
        ("/api/tables", {"game": "classic", "betting_seconds": 3}, "betting_seconds is 5 at least"),
        ("/api/tables", {"game": "classic", "colour": 1}, "colour is nothing that is asked for"),
        (
            "/api/tables",
            {"game": "classic", "limits": {"main": {"least": 1, "most": 500}}},
            "limits of your hand lie within $5 to $500, least first: not $0.01 to $5",
        ),
    ],
)
def test_refusals_are_in_our_words(
    person: Callable[[], Person], path: str, body: dict[str, Any], words: str
) -> None:
    answer = person().post(path, body)
    assert answer.status_code == 422
    said = answer.json()["message"]
    assert words in said
    assert not re.search(r"body|should|String|Input|Field|cents", said)


def test_the_pages_the_server_knows_are_those_of_the_app() -> None:
    from holecard.server.http.pages import ALONE, OF_A_GAME, OF_A_TABLE

    named = set(re.findall(r'parts\[0\] === "(\w+)"', APP.read_text(encoding="utf-8")))
    # A shared round's address is http/shared.py's, which says itself whether there is such a round.
    assert named == {*OF_A_TABLE, *OF_A_GAME, *filter(None, ALONE), "replay"}
