"""The whole way over HTTP: arrive, open a table, sit, bet, deal, decide, look back."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from holecard.cards import read_cards
from holecard.games import CATALOGUE
from holecard.hand import state_of, total
from holecard.server.table.history import rounds
from holecard.server.table.rounds import default_choice
from holecard.server.table.table_json import round_json, round_seen
from holecard.server.wire.games import game_info
from holecard.text.line import read_line, replay
from tests.people.desk import Desk
from tests.people.person import JSON, Person

every_game = pytest.mark.parametrize("game", list(CATALOGUE))


@every_game
def test_every_game_is_dealt_to_its_end(person: Callable[[], Person], game: str) -> None:
    ann = person()
    ann.open(game)
    ann.sit(1, 2)
    draw = random.Random(game)
    for _ in range(5):
        felt = ann.play_random(draw)
        assert felt["done"]
    past = ann.get(ann.at("rounds"))["rounds"]
    assert [one["number"] for one in past] == [5, 4, 3, 2, 1]
    for one in past:
        replay(read_line(one["line"]))  # the line is a round of its own


def test_two_people_share_a_table(person: Callable[[], Person]) -> None:
    ann, ben = person(), person()
    ann.open("classic", private=True)
    ann.sit(1)
    ben.sit(3, table=ann.table)
    ann.mix()
    ben.mix()
    ann.mix()
    assert ann.bet({1: [{"wager": "main", "stake": 1000}]}).status_code == 200
    assert ben.bet({3: [{"wager": "main", "stake": 2000}]}).status_code == 200
    assert ann.deal().status_code == 200
    assert ann.look()["table"]["phase"] == "betting"  # Ben is not ready
    assert ben.deal().status_code == 200
    seen = ben.look()["table"]
    assert {one["seat"] for one in seen["round"]["seats"]} == {1, 3}
    assert ann.get("/api/tables")["tables"] == []  # private: by link only


def test_seats_are_booked_once_and_wagers_are_the_seats_own(person: Callable[[], Person]) -> None:
    ann, ben = person(), person()
    ann.open("classic")
    ann.sit(1)
    ben.table = ann.table
    assert ben.refused(ben.at("seats"), {"seats": [1]}) == "seat/taken"
    ben.sit(2)
    ann.mix()
    ben.mix()
    mine = {"round": 1, "seats": [{"seat": 1, "bets": [{"wager": "main", "stake": 1000}]}]}
    assert ben.refused(ben.at("bets"), mine) == "seat/not_yours"  # R8


def test_a_wager_is_refused_in_words(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("breakout")
    ann.sit(1)
    ann.mix()
    bad = [{"wager": "player-hand", "stake": 1000}, {"wager": "super-tie", "stake": 500}]
    answer = ann.bet({1: bad})
    assert answer.status_code == 409
    assert answer.json()["code"] == "wager/refused"
    assert "dealer-hand" in answer.json()["message"]
    assert ann.purse() == 100_000


def test_table_limits_are_posted(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("classic", limits={"main": {"least": 2500, "most": 5000}})
    ann.sit(1)
    ann.mix()
    assert ann.bet({1: [{"wager": "main", "stake": 1000}]}).json()["code"] == "wager/refused"
    assert ann.bet({1: [{"wager": "main", "stake": 2500}]}).status_code == 200


def test_a_table_says_what_each_wager_takes(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("bad-beat", limits={"main": {"least": 2500, "most": 5000}})
    assert ann.look()["table"]["stakes"] == {
        "main": {"least": 2500, "most": 5000},
        "bad-beat": {"least": 100, "most": 10_000},
        "insurance": {"least": 1, "most": 50_000},
    }


def test_what_a_payment_costs_is_for_the_house_to_say(person: Callable[[], Person]) -> None:
    """U1: a fifth of the main wager. Its stake need not be named, and not be wrong."""
    ann = person()
    ann.open("burnout")
    ann.sit(1)
    ann.mix()
    assert ann.look()["table"]["chairs"][0]["fees"] == {}
    for main, fee in ((1000, 200), (2500, 500)):
        bets: list[JSON] = [{"wager": "burnout"}, {"wager": "main", "stake": main}]
        assert ann.bet({1: bets}).json()["purse"] == 100_000 - main - fee
        chair = ann.look()["table"]["chairs"][0]
        assert {one["wager"]: one["stake"] for one in chair["bets"]} == {
            "burnout": fee,
            "main": main,
        }
        assert chair["fees"] == {"burnout": fee}
    assert ann.bet({1: [*bets[1:], {"wager": "burnout", "stake": 400}]}).status_code == 409
    assert ann.bet({1: [{"wager": "burnout"}]}).json()["code"] == "wager/refused"
    nothing = ann.bet({1: [{"wager": "main"}]})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "request/invalid")
    assert "your hand" in nothing.json()["message"]


def test_bets_can_be_changed_until_the_deal(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("classic")
    ann.sit(1)
    ann.mix()
    for stake in (1000, 4000, 500):
        assert ann.bet({1: [{"wager": "main", "stake": stake}]}).json()["purse"] == 100_000 - stake
    assert ann.bet({1: []}).json()["purse"] == 100_000
    assert ann.deal().json()["code"] == "wager/refused"


def test_a_purse_is_filled_again_only_when_broke(person: Callable[[], Person]) -> None:
    ann = person()
    assert ann.refused("/api/session/refill", {}) == "purse/not_broke"
    ann.open("classic")
    ann.sit(1, 2, 3)
    while ann.purse() >= 500:
        stake = min(30_000, ann.purse() // 500 * 500)
        ann.mix()
        assert ann.bet({1: [{"wager": "main", "stake": stake}]}).status_code == 200
        assert ann.deal().status_code == 200
        while not (felt := ann.round())["done"]:
            ann.choose("hit" if "hit" in felt["legal"] else felt["legal"][-1])
    assert ann.ok("/api/session/refill", {})["purse"] == 100_000


def test_a_hint_and_a_price_for_mistakes(person: Callable[[], Person]) -> None:
    ann = person()
    ann.open("classic")
    ann.sit(1)
    felt = ann.start()
    while felt["done"] or "hit" not in felt["legal"]:
        if not felt["done"]:
            ann.choose("no-insurance" if "no-insurance" in felt["legal"] else "stand")
            felt = ann.round()
        else:
            felt = ann.start()
    hint = ann.get(ann.at("hint"))
    worth = {one["choice"]: one["value"] for one in hint["worth"]}
    assert hint["best"] == max(worth, key=lambda name: worth[name])
    assert set(worth) == set(felt["legal"])
    worst = min((name for name in worth if name in ("hit", "stand")), key=lambda one: worth[one])
    ann.choose(worst)
    while not (felt := ann.round())["done"]:
        ann.choose("stand")
    found = ann.get(ann.at(f"rounds/{felt['number']}/mistakes"))
    mine = [one for one in found["mistakes"] if one["step"] == hint["step"]]
    if worst != hint["best"]:
        lost = round((worth[hint["best"]] - worth[worst]) * 1000)
        assert [one["cost"] for one in mine] == [lost]


@every_game
def test_a_round_told_in_parts_is_the_round(tmp_path: Path, game: str) -> None:
    """What sockets are sent, put together from what was told before, is what a view is now."""
    desk = Desk(tmp_path / "desk.db", seed=5)
    desk.player("ann", purse=10**12)
    desk.open("ann", game=game, rules={"decks": 2})
    desk.sit("ann", 1, 4)
    for _ in range(25):
        desk.deal_random()
        check_told(desk)
        while desk.state.playing:
            desk.choose_random()
            if desk.draw.random() < 0.7:  # not everything is shown
                check_told(desk)
    desk.close()


def check_told(desk: Desk) -> None:
    felt = desk.state.round
    assert round_json(felt) == round_seen(felt).model_dump_json()


@every_game
def test_a_round_sends_its_facts(tmp_path: Path, game: str) -> None:
    """Totals, the choice when time runs out, what may be put up, nets: for no page to work out."""
    desk = Desk(tmp_path / "desk.db", seed=6)
    desk.player("ann", purse=10**12)
    desk.open("ann", game=game)
    desk.sit("ann", 2, 5)
    actions = {one.id for one in game_info(CATALOGUE[game]).actions}
    for _ in range(20):
        desk.deal_random()
        while desk.state.playing:
            seen = round_seen(desk.state.round)
            assert set(seen.legal) <= actions
            assert seen.default == str(default_choice(desk.state.round.dealt))
            assert set(seen.amounts) == {"double", "insurance"} & set(seen.legal)
            for hand in (hand for seat in seen.seats for hand in seat.hands):
                assert hand.total == total(state_of(read_cards(hand.cards)))
            desk.choose_random()
        seen = round_seen(desk.state.round)
        assert (seen.default, seen.amounts) == ("", {})
        with desk.store.read() as connection:
            (logged,) = rounds(connection, desk.state.id, None, 1).rounds
        assert {str(seat.seat): seat.net for seat in seen.seats} == logged.net
    desk.close()
