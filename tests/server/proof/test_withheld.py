"""P11: whoever keeps back what was promised gains nothing: the shoe is void, its seat is free.

Seen to fail: where `open_shoe` deals without the withheld entropy, twelve shills choose the order.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import apsw
import pytest

from holecard.cli.doctor import Ill, void_known
from holecard.server.fairness.verify_shoe import Wrong, check, verdict
from holecard.server.store.database import Store
from holecard.server.store.ledger import balance, player_account
from holecard.server.table.history import shoe_list, shoe_proof
from holecard.server.table.read_log import read_log
from holecard.server.table.restored import void_known_shoes
from holecard.server.table.settle_again import settle_again
from tests.people.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    """Ann and three in league with the house, who have promised entropy for the first shoe."""
    desk = Desk(tmp_path / "t.db", 1)
    for who in ("ann", "bo", "cy", "di"):
        desk.player(who)
    desk.open("ann", game="classic")
    for seat, who in enumerate(("ann", "bo", "cy", "di"), start=1):
        desk.sit(who, seat)
    for who in ("bo", "cy", "di"):
        promise(desk, who)
    desk.mix("ann")
    yield desk
    desk.check_books()
    desk.close()


def promise(desk: Desk, who: str) -> None:
    """What `mix` does before it shows anything: the hashes for both shoes."""
    for shoe in desk.state.shoes():
        secret = desk.secrets[who, shoe.number] = desk.draw.randbytes(32).hex()
        digest = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        desk.entropy(who, shoe=shoe.number, commitment=digest)


def purse(desk: Desk, who: str) -> int:
    with desk.store.read() as connection:
        return balance(connection, player_account(who))


def proof(desk: Desk, number: int) -> dict[str, Any]:
    with desk.store.read() as connection:
        return shoe_proof(connection, desk.table, number)


def run_out(desk: Desk) -> None:
    assert desk.state.deadline is not None
    desk.time = desk.state.deadline
    desk.tick()


def test_a_shoe_with_a_promise_broken_is_never_dealt(desk: Desk) -> None:
    """All but one show theirs; the last, who knows the order with and without, does not."""
    desk.mix("bo")
    desk.mix("cy")
    desk.bet("ann", {1: [("main", 1000)]})
    assert desk.confirm("di").status == 409  # not ready either, without what was promised
    run_out(desk)
    state = desk.state
    assert (state.voids, state.number, state.current.number) == (1, 0, 2)
    assert state.players == ("ann", "bo", "cy")
    assert state.chairs[1].bets  # nobody else's bet is touched
    found = check(proof(desk, 1))
    assert (found.void, found.withheld, found.rounds) == (True, ["di"], 0)
    assert "kept back by di" in verdict(proof(desk, 1), found, 1, True)


def test_getting_up_is_no_way_out(desk: Desk) -> None:
    desk.mix("bo")
    desk.leave("cy")
    assert (desk.state.voids, desk.state.current.number) == (1, 2)
    assert "cy" not in desk.state.current.commits  # its promise for the next has ended with it
    assert desk.state.coming.number == 3


def test_a_promise_ends_with_its_player_while_nothing_is_shown(desk: Desk) -> None:
    assert {"bo", "cy", "di"} <= set(desk.state.coming.commits)
    desk.leave("di")
    assert "di" not in desk.state.coming.commits


def test_the_next_shoe_is_dealt_and_checks_out(desk: Desk) -> None:
    desk.bet("ann", {1: [("main", 1000)]})
    run_out(desk)
    assert (desk.state.voids, desk.state.players) == (1, ("ann",))
    desk.mix("ann")
    desk.confirm("ann")
    while desk.state.playing:
        desk.choose_random()
    assert desk.state.round.shoe == 2
    desk.leave("ann")  # a shoe left before the cut card is shown too
    found = check(proof(desk, 2), entropies=[desk.secrets["ann", 2]])
    assert (found.rounds, found.void, list(found.given)) == (1, False, ["ann"])


def test_a_log_that_deals_all_the_same_is_refused(desk: Desk) -> None:
    """What the server once did: opened without the withheld entropy, and written down so."""
    from tests.server.proof.test_forgeries import rehash

    for who in ("bo", "cy", "di"):
        desk.mix(who)
    desk.bet("ann", {1: [("main", 1000)]})
    run_out(desk)
    while desk.state.playing:
        desk.choose_random()
    for who in ("ann", "bo", "cy", "di"):
        desk.leave(who)
    wrong = proof(desk, 1)
    assert len(check(wrong).given) == 4
    given = [one for one in wrong["events"] if one["kind"] == "entropy/revealed"][-1]
    wrong["events"].remove(given)
    opened = next(one for one in wrong["events"] if one["kind"] == "shoe/opened")["body"]
    opened["entropies"].remove(given["body"]["entropy"])
    wrong["entropies"] = opened["entropies"]
    with pytest.raises(Wrong, match="dealt although di kept entropy back"):
        check(rehash(wrong))


def test_a_round_can_be_called_off_with_its_shoe(desk: Desk) -> None:
    """After a restore: cards that were seen before must not be dealt again."""
    for who in ("bo", "cy", "di"):
        desk.mix(who)
    while not desk.state.playing:  # a blackjack ends a round at once
        desk.bet("ann", {1: [("main", 1000)]})
        run_out(desk)
    before = purse(desk, "ann")
    assert void_known_shoes(desk.floor) == [desk.table]
    assert (desk.state.playing, desk.state.voids) == (False, 1)
    assert purse(desk, "ann") == before + 1000
    found = check(proof(desk, 1))
    assert (found.void, found.rounds) == (True, desk.state.number)
    assert settle_again(proof(desk, 1)) == desk.state.number
    assert void_known_shoes(desk.floor) == []


def test_voids_are_public_and_kept(desk: Desk) -> None:
    desk.bet("ann", {1: [("main", 1000)]})
    run_out(desk)
    with desk.store.read() as connection:
        assert read_log(connection, desk.table, None) == desk.state
        listed = shoe_list(connection, desk.table).shoes
    assert [(one.number, one.void) for one in listed] == [(1, True), (2, False), (3, False)]


def test_doctor_voids_what_a_restore_brings_back(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy made in mid-shoe: its next cards were seen at the real table."""
    for who in ("bo", "cy", "di"):
        desk.mix(who)
    desk.bet("ann", {1: [("main", 1000)]})
    run_out(desk)
    copy = tmp_path / "copy.db"
    apsw.Connection(str(tmp_path / "t.db")).execute("VACUUM INTO ?", (str(copy),))
    void_known(str(copy))
    assert "void" in capsys.readouterr().out
    restored = Store(str(copy))
    with restored.read() as connection:
        state = read_log(connection, desk.table, None)
        assert (state.playing, state.voids, state.current.number) == (False, 1, 2)
    restored.close()
    with pytest.raises(Ill, match="no tables"):
        void_known(str(tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()
