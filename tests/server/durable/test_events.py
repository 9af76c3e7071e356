"""Each kind of event has one class, which alone knows how it is written; what is written is read
back as the same event, and what cannot be read is refused in words.

Seen to fail: with `riding` read as a list or left out, `step` and `seat` swapped in `read`, a kind
left out of `Event`, a kind named as text in the table's code.
"""

from __future__ import annotations

import ast
import json
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any, get_args

import apsw
import pytest

import holecard
from holecard.games import BROUGHT, CATALOGUE
from holecard.server.events.event import KINDS, BadEvent, Event, read_event
from holecard.server.events.kept import Kept
from holecard.server.events.purse import PlayerNamed, PurseGranted
from holecard.server.events.table import SeatTaken
from holecard.server.store.event_log import Entry, check_chains, whole_entries
from holecard.server.table import log_page
from holecard.server.table.floor import Floor
from holecard.server.table.fold import fold, opened_state, ruled_game
from holecard.server.table.table_json import table_json
from holecard.server.wire.table_answers import TableSeen
from tests.people.desk import Desk

SOURCE = Path(holecard.__file__).parent


def at_desk(path: Path, game: str = "burnout") -> Desk:
    desk = Desk(path, seed=8)
    desk.player("ann")
    desk.player("ben")
    desk.open("ann", game=game, rules={"decks": 1})
    desk.sit("ann", 1, 2)
    desk.sit("ben", 4)
    return desk


def test_every_kind_is_known_once() -> None:
    assert len(KINDS) == len(get_args(Event))
    assert {one.__name__ for one in KINDS.values()} == {
        one.__name__ for one in Kept.__subclasses__()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_events_cannot_be_changed(kind: str) -> None:
    """Frozen, and with no room for anything a class does not name."""
    made: Any = KINDS[kind].__new__(KINDS[kind])
    assert not hasattr(made, "__dict__")
    with pytest.raises(FrozenInstanceError):
        setattr(made, made.__slots__[0], 1)


@pytest.mark.parametrize("game", CATALOGUE)
def test_what_was_written_is_read_back(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same events, money and hashes, and the same objects in them, whoever made them."""
    written: list[Entry] = []
    real: Any = vars(log_page)["write_entries"]

    def noting(connection: Any, stream: str, entries: list[Entry]) -> None:
        if stream.startswith("table:"):
            written.extend(entries)
        real(connection, stream, entries)

    monkeypatch.setattr(log_page, "write_entries", noting)
    desk = at_desk(tmp_path / "t.db", game)
    for _ in range(6):
        desk.play_round()
    with desk.store.read() as connection:
        found = whole_entries(connection, f"table:{desk.table}", 1, desk.state.seq)
    desk.close()
    assert found == written


def named_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in KINDS
    }


def test_kinds_are_named_in_one_place() -> None:
    """But for the verifier, which stands alone, and a refusal whose code is the same word."""
    found = {str(file.relative_to(SOURCE)): named_in(file) for file in SOURCE.rglob("*.py")}
    named = {file: kinds for file, kinds in found.items() if kinds}
    assert named.pop("server/base/refusals.py") == {SeatTaken.kind}
    assert len(named.pop("server/fairness/verify_shoe.py")) == 17
    places = [file for file in named if named[file]]
    assert all(file.startswith("server/events/") for file in places), places
    assert sorted(kind for kinds in named.values() for kind in kinds) == sorted(KINDS)


def test_a_kind_from_the_future_is_refused_in_words() -> None:
    with pytest.raises(BadEvent, match=r"'table/closed', this Holecard knows .*install a newer"):
        read_event("table/closed", {})


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("seat/taken", {"seat": 1, "player": "ann"}, "name"),
        ("seat/left", {"seat": 1, "player": "ann", "why": "left", "hat": 1}, "hat"),
        ("choice/made", {"round": 1, "step": 0, "seat": 1, "choice": "dance"}, "dance"),
        ("round/dealt", {"round": 1, "shoe": 1, "start": 0}, "seats"),
        ("bets/placed", [], "list"),
    ],
)
def test_a_body_that_does_not_fit_is_refused_in_words(kind: str, body: Any, why: str) -> None:
    with pytest.raises(BadEvent, match=f"a {kind} that cannot be read: .*{why}"):
        read_event(kind, body)


@pytest.mark.parametrize("event", [PurseGranted("ann", 5), PlayerNamed("ann", "Ann")])
def test_an_event_in_the_wrong_log_is_refused(tmp_path: Path, event: Event) -> None:
    desk = at_desk(tmp_path / "t.db")
    state, entry = desk.state, Entry(9, 0, event)
    with pytest.raises(BadEvent, match=f"no {event.kind} belongs in a table's log: .* {state.seq}"):
        fold(state, entry, {})
    with pytest.raises(BadEvent, match=f"begins with table/opened, not with {event.kind}"):
        opened_state(desk.table, entry)
    desk.close()


def test_a_log_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """By whoever opens the table, and by the doctor, with the event."""
    desk = at_desk(tmp_path / "t.db")
    base = apsw.Connection(str(tmp_path / "t.db"))
    last = desk.state.seq + 1
    row = (f"table:{desk.table}", last, 0, "table/closed", "{}", "0" * 64)
    base.execute(
        'INSERT INTO events (stream, seq, "at", kind, body, hash) VALUES (?,?,?,?,?,?)', row
    )
    with pytest.raises(BadEvent, match="table/closed"):
        Floor(desk.store).look(desk.table)
    with desk.store.read() as connection:
        assert list(check_chains(connection)) == [f"table:{desk.table} event {last}: unreadable"]
    desk.close()


def test_a_table_goes_through_the_phases_it_promises(tmp_path: Path) -> None:
    desk = at_desk(tmp_path / "t.db")
    seen = {json.loads(table_json(desk.state))["phase"]}
    while not desk.state.playing:
        desk.deal_random()
    seen.add(json.loads(table_json(desk.state))["phase"])
    desk.close()
    assert seen == set(get_args(TableSeen.model_fields["phase"].annotation))


def test_tables_with_the_same_rules_share_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tabulated for it is so once, not at the first bet of each table. A file brought again
    under the same name is another game."""
    classic = CATALOGUE["classic"]
    first = ruled_game("classic", classic.but(decks=2).line)
    assert first is ruled_game("classic", first.line) and first.rules.decks == 2
    assert ruled_game("classic", classic.line) is not first
    for _ in range(2):
        brought = replace(classic, id="mine", rules=classic.rules.but())
        monkeypatch.setitem(BROUGHT, "mine", brought)
        found = ruled_game("mine", brought.line)
        assert found.base is brought.rules and found is ruled_game("mine", brought.line)
