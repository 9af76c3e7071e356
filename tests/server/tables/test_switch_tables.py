"""Blackjack Switch at a web table: two seats are one player's, taken, bet on and left as one; the
swap is a choice like another, in the books, the past and the proof.

Seen to fail: with `seats_with` left out of `take_seats` or of `leave_seats`, with `check_parties`
left out of `place_bets`.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.server.fairness.verify_shoe import check
from holecard.server.table.history import replay, shoe_proof
from holecard.server.table.settle_again import settle_again
from holecard.server.table.table_json import round_seen
from tests.people.desk import Desk
from tests.server.proof.test_forgeries import Proof, rehash, script_refuses


def new_desk(path: Path, *players: str) -> Desk:
    desk = Desk(path, 11)
    for player in players:
        desk.player(player)
    desk.open(players[0], game="switch", rules={"decks": 1})
    return desk


def main(**stakes: int) -> dict[int, list[tuple[Any, ...]]]:
    return {int(seat[1:]): [("main", stake)] for seat, stake in stakes.items()}


def test_two_seats_are_taken_bet_on_and_left_as_one(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "t.db", "ann", "ben")
    desk.sit("ann", 4)
    assert desk.state.seats_of("ann") == [3, 4]
    with pytest.raises(AssertionError, match="taken by Ann"):
        desk.sit("ben", 3)
    with pytest.raises(AssertionError, match="seat 7 has no neighbour"):
        desk.sit("ben", 7)
    desk.sit("ben", 1, 2)
    desk.mix("ann")
    for bets in (main(s3=500), main(s3=500, s4=1000), {3: [("main", 500)], 4: []}):
        refused = desk.bet("ann", bets)
        assert refused.status == 409 and "both" in str(refused.body), refused.body
        assert not desk.state.bets_of("ann")
        desk.check_books()
    assert desk.bet("ann", main(s3=500, s4=500)).status == 200
    assert desk.bet("ann", main(s4=700)).status == 409  # one changed, the other left as it lies
    assert desk.bet("ann", {3: [], 4: []}).status == 200
    assert desk.leave("ann", 3).status == 200 and desk.state.seats_of("ann") == []
    desk.close()


def one_shoe(path: Path) -> tuple[Proof, list[str]]:
    """A shoe to its end with the books checked after each choice, and the lines of its rounds."""
    desk, lines = new_desk(path, "ann", "ben"), []
    desk.sit("ann", 2)
    desk.sit("ben", 5)
    asked = set()
    while desk.state.current.number == 1:
        desk.deal_random()
        while desk.state.playing:
            seen = round_seen(desk.state.round)
            if "switch" in seen.legal:
                asked.add(seen.asked_seat)
                assert seen.question == "Switch the second cards?" and seen.default == "keep"
                assert set(seen.notes) == {"switch", "keep"}
            desk.check_books()
            desk.choose_random()
        desk.check_books()
        with desk.store.read() as connection:
            lines.append(replay(connection, desk.state, desk.state.number).line)
    assert asked == {1, 5}  # the first of each two
    with desk.store.read() as connection:
        proof = json.loads(json.dumps(shoe_proof(connection, desk.table, 1)))
    desk.close()
    return proof, lines


@pytest.fixture(scope="module")
def shoe(tmp_path_factory: pytest.TempPathFactory) -> tuple[Proof, list[str]]:
    return one_shoe(tmp_path_factory.mktemp("switch") / "t.db")


def test_a_shoe_with_swaps_is_proved_by_both(shoe: tuple[Proof, list[str]]) -> None:
    proof, lines = shoe
    assert check(proof).rounds == settle_again(proof) == len(lines) > 1
    assert any("switch" in line.split("|")[3] for line in lines)


def events(proof: Proof, kind: str) -> list[dict[str, Any]]:
    return [one for one in proof["events"] if one["kind"] == kind]


def test_a_swap_that_was_not_made_is_found(shoe: tuple[Proof, list[str]]) -> None:
    """Cards and money stay as they were: only whoever knows the rules sees it."""
    wrong = copy.deepcopy(shoe[0])
    swap = next(one for one in events(wrong, "choice/made") if one["body"]["choice"] == "switch")
    swap["body"]["choice"] = "keep"
    with pytest.raises(HolecardError):
        settle_again(rehash(wrong))


def test_a_second_hand_that_bets_less_is_found(shoe: tuple[Proof, list[str]]) -> None:
    """The house lets a friend bet less on the worse hand."""
    wrong = copy.deepcopy(shoe[0])
    placed = events(wrong, "bets/placed")[0]
    first, second = placed["body"]["seats"]
    second["bets"][0][1] -= 500
    placed["transfers"][1][-1] -= 500
    dealt = events(wrong, "round/dealt")[0]
    for seat in dealt["body"]["seats"]:
        if seat["seat"] == second["seat"]:
            seat["bets"][0][1] -= 500
    assert first["bets"][0][1] != second["bets"][0][1]
    with pytest.raises(HolecardError):
        settle_again(rehash(copy.deepcopy(wrong)))
    script_refuses(rehash(wrong))
