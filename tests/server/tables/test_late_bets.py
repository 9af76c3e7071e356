"""Bets made when the dealer's card is up, at a web table: each player says once, before anybody is
asked; the clock says nothing is bet; every cent in the books, the past, the proof.

Seen to fail: with `waits` empty as soon as one player has answered, with late bets left out of
`finished`, with `check_late` left out of `settle_again`, with the script not remembering who said.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.games import BROUGHT
from holecard.games.from_file import FILES, bring_game
from holecard.server.fairness.verify_shoe import check
from holecard.server.table.history import replay, shoe_proof
from holecard.server.table.settle_again import settle_again
from holecard.server.table.snapshots import as_body, from_body
from holecard.server.table.table_json import round_json
from tests.odds.test_examples_bets import EXAMPLES
from tests.people.desk import Desk
from tests.server.proof.test_forgeries import Proof, rehash, script_refuses

FILE = EXAMPLES / "bust_bonus.py"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    game = bring_game(FILE)
    desk = Desk(tmp_path / "t.db", 4)
    for who in ("ann", "ben"):
        desk.player(who)
    desk.open("ann", game=game.id, rules={"decks": 2})
    yield desk
    desk.close()
    BROUGHT.clear()
    FILES.clear()


def seen(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(round_json(desk.state.round))
    return found


def dealt(desk: Desk) -> bool:
    """A round as far as the dealer's look; whether late bets are open then."""
    desk.deal_random()
    while desk.state.playing and not desk.state.round.waits:
        desk.choose_random()
    return desk.state.playing


def until_open(desk: Desk) -> None:
    while not dealt(desk):
        pass


def test_nobody_is_asked_before_each_player_has_said(desk: Desk) -> None:
    desk.sit("ann", 1, 3)
    desk.sit("ben", 2)
    until_open(desk)
    table = seen(desk)
    assert table["late"] == {"wagers": ["bust-bonus"], "waits": ["ann", "ben"]}
    assert table["legal"] == [] and table["asked_seat"] == 0 == desk.state.asked_seat
    refused = [
        desk.choose("ann", "stand", seat=1),
        desk.late("ann", {2: [("bust-bonus", 500)]}),  # another's seat
        desk.late("ann", {1: [("main", 500)]}),
        desk.late("ann", {1: [("bust-bonus", 10**11)]}),
        desk.late("ann", {1: [("bust-bonus", 500), ("bust-bonus", 500)]}),
    ]
    assert all(400 <= one.status < 500 for one in refused)
    assert desk.late("ann", {1: [("bust-bonus", 500)], 3: []}).status == 200
    desk.repeat()  # a client that heard no answer
    desk.check_books()
    assert seen(desk)["late"]["waits"] == ["ben"] and desk.state.asked_seat == 0
    assert desk.late("ann", {1: [("bust-bonus", 500)]}).status == 409  # she has said
    assert desk.late("ben", {}).status == 200
    assert seen(desk)["late"] is None and desk.state.asked_seat
    bets = {one["seat"]: one["bets"] for one in seen(desk)["seats"]}
    assert [bet["late"] for bet in bets[1] if bet["wager"] == "bust-bonus"] == [True]
    while desk.state.playing:
        desk.check_books()
        desk.choose_random()
    desk.check_books()
    assert desk.late("ann", {}).status == 409
    with desk.store.read() as connection:
        past = replay(connection, desk.state, desk.state.number)
    assert "bust-bonus 5" in past.line.split("|")[2]
    says = [one.says for one in past.view.events]
    assert "Seat 1 bets $5 on Bust Bonus." in says
    again = from_body(
        desk.state,
        as_body(desk.state),
        {one.number: one.seed for one in desk.state.shoes()}
        | {desk.state.round.shoe: desk.state.round.dealt_from.seed},
    )
    assert again.felt == desk.state.felt


def test_time_that_runs_out_bets_nothing(desk: Desk) -> None:
    desk.sit("ann", 1)
    desk.sit("ben", 2)
    until_open(desk)
    assert desk.state.deadline == desk.state.at + 1000 * desk.state.opened.betting_seconds
    assert desk.late("ben", {2: [("bust-bonus", 500)]}).status == 200
    closes = desk.state.deadline
    assert closes is not None and not desk.tick()
    desk.time = closes + 1
    assert desk.tick() and not desk.state.round.waits and desk.state.asked_seat
    assert desk.state.deadline == desk.state.at + 1000 * desk.state.opened.decision_seconds
    desk.check_books()


def one_shoe(desk: Desk) -> Proof:
    desk.sit("ann", 1)
    desk.sit("ben", 4)
    stake = 500
    while desk.state.current.number == 1:
        if dealt(desk):
            desk.late("ann", {1: [("bust-bonus", stake)]})
            desk.late("ben", {})
            while desk.state.playing:
                desk.check_books()
                desk.choose_random()
        desk.check_books()
    with desk.store.read() as connection:
        found: Proof = json.loads(json.dumps(shoe_proof(connection, desk.table, 1)))
    return found


def first_late(proof: Proof) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in proof["events"] if one["kind"] == "bets/late" and one["body"]["seats"]
    )
    return found


def command_refuses(proof: Proof) -> None:
    with pytest.raises(HolecardError):
        settle_again(proof)


def test_a_shoe_is_proved_by_both_and_forgeries_by_neither(desk: Desk) -> None:
    proof = one_shoe(desk)
    assert check(proof).rounds == settle_again(proof) > 2
    more = copy.deepcopy(proof)  # it put less on the felt than it bets
    first_late(more)["body"]["seats"][0]["bets"][0][1] += 500
    script_refuses(rehash(more))
    command_refuses(more)
    moved = copy.deepcopy(proof)  # bet after the first choice, when more cards are known
    events = moved["events"]
    at = events.index(first_late(moved))
    choice = next(n for n in range(at, len(events)) if events[n]["kind"] == "choice/made")
    events.insert(choice, events.pop(at))
    command_refuses(rehash(moved))
    nothing = copy.deepcopy(proof)  # the clock bets for a friend
    first_late(nothing)["body"]["default"] = True
    script_refuses(rehash(nothing))
    command_refuses(nothing)
    gone = copy.deepcopy(proof)  # a lost bet was never made
    gone["events"].remove(first_late(gone))
    script_refuses(rehash(gone))
    command_refuses(gone)


METERED = """
from fractions import Fraction
from holecard import PayTable, Wager
from holecard.wagers.meter import Meter
from holecard.wagers.wager import always

def busts(dealer_total, dealer_cards):
    return 0 if dealer_total <= 21 else 2 if dealer_cards > 2 else 1

WAGERS = (Wager(id="late-meter", name="Late Meter", says="the dealer busts", classify=busts,
                outcomes=("lose", "bust", "long"), needs=always, after_up=True, least=500, most=500,
                paytables=(PayTable("standard", {"bust": 1}),),
                meter=Meter(seed=100_000, share=Fraction(1, 5), pays={"long": Fraction(1)})),)
"""


def test_a_late_bet_goes_onto_its_meter_and_wins_it(tmp_path: Path) -> None:
    (tmp_path / "late_meter.py").write_text(METERED)
    game = bring_game(tmp_path / "late_meter.py")
    desk = Desk(tmp_path / "t.db", 4)
    desk.player("ann")
    desk.open("ann", game=game.id, rules={"decks": 2})
    desk.sit("ann", 1)
    while desk.state.current.number == 1:
        if dealt(desk):
            assert desk.late("ann", {1: [("late-meter", 500)]}).status == 200
        while desk.state.playing:
            desk.choose_random()
        desk.check_books()
    with desk.store.read() as connection:
        proof = json.loads(json.dumps(shoe_proof(connection, desk.table, 1)))
    desk.close()
    BROUGHT.clear()
    FILES.clear()
    assert any(one["kind"] == "round/metered" for one in proof["events"])
    lines = [one["body"]["line"] for one in proof["events"] if one["kind"] == "round/settled"]
    assert any("late-meter +100" in line for line in lines), lines  # of a thousand and more
    assert check(proof).rounds == len(lines) > 2
