"""A chart from a file is of the game that is played, and whole; what it lacks is named."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import holecard as hc
from holecard.errors import BadDefinition
from holecard.odds.charts.burn_files import given_json
from holecard.odds.charts.by_total import columns_of
from holecard.odds.charts.files import game_columns
from holecard.odds.playbook import Playbook
from holecard.odds.strategy import best_strategy
from tests.lab.commands import holecard
from tests.odds.solved import PAID, paid_chart

CLASSIC, FACE_UP = (hc.find_game(name) for name in ("classic", "face-up"))


@cache
def written(game: str) -> str:
    return json.dumps(best_strategy(hc.find_game(game)).as_json())


def kept(folder: Path, document: Any) -> str:
    file = folder / "chart.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return str(file)


def test_what_strategy_writes_says_what_it_is_of() -> None:
    document = json.loads(written("classic"))
    assert document["game"] == "classic" and document["rules_line"] == CLASSIC.line
    assert document["definition_hash"] == CLASSIC.definition_hash
    assert document["rules"] == CLASSIC.rules_json and document["build"]


def test_a_chart_of_another_game_is_refused(tmp_path: Path) -> None:
    file = kept(tmp_path, json.loads(written("classic")))
    for words in (
        ("odds", "face-up", "--chart", file),
        ("simulate", "bad-beat", "--rounds", "1000", "--play", file),
    ):
        done = holecard(*words)
        assert done.code == 3 and f"is a chart of classic, not of {words[1]}" in done.stderr


def test_a_pairs_letter_that_would_not_be_played_is_refused(tmp_path: Path) -> None:
    document = json.loads(written("classic"))
    document["pairs"]["TT"][5] = "H"
    with pytest.raises(BadDefinition, match=r"TT against 6 says H, and 20 says S.*write P, or ·"):
        Playbook(CLASSIC, kept(tmp_path, document))
    document["pairs"]["TT"] = ["·"] * 10
    Playbook(CLASSIC, kept(tmp_path, document))


def test_missing_rows_and_columns_are_named(tmp_path: Path) -> None:
    document = json.loads(written("classic"))
    del document["hard"]["16"], document["soft"]["soft 18"], document["pairs"]["88"]
    with pytest.raises(BadDefinition, match="lacks rows: hard 16, soft 18, pairs 88"):
        Playbook(CLASSIC, kept(tmp_path, document))
    document = json.loads(written("classic"))
    document["columns"] = document["columns"][:-1]
    for part in ("hard", "soft", "pairs"):
        document[part] = {name: row[:-1] for name, row in document[part].items()}
    with pytest.raises(BadDefinition, match="lacks columns of classic: T"):
        Playbook(CLASSIC, kept(tmp_path, document))
    document = json.loads(written("classic"))
    document["pairs"]["88"] = ["X"] * 10
    with pytest.raises(BadDefinition, match="'X' for 16 is no choice"):
        Playbook(CLASSIC, kept(tmp_path, document))
    document["pairs"]["88"] = []
    with pytest.raises(BadDefinition, match="0 letters for 10 columns"):
        Playbook(CLASSIC, kept(tmp_path, document))


def test_missing_rows_of_cards_to_burn_are_named(tmp_path: Path) -> None:
    document = given_json(paid_chart())
    assert Playbook(PAID, kept(tmp_path, document)).paid.words.endswith("with the burn")
    del document["burn_after_hit"]["16"], document["burn_after_hit"]["soft 17"]
    book = Playbook(PAID, kept(tmp_path, document))
    with pytest.raises(BadDefinition, match="burn_after_hit lacks rows: 16, soft 17"):
        _ = book.paid.words
    document = given_json(paid_chart())
    del document["burn_after_double"]
    with pytest.raises(BadDefinition, match="burn_after_double lacks rows: "):
        _ = Playbook(PAID, kept(tmp_path, document)).paid.words
    document = given_json(paid_chart())
    del document["without_burn"]["hard"]["12"]
    with pytest.raises(BadDefinition, match="without_burn lacks rows: hard 12"):
        _ = Playbook(PAID, kept(tmp_path, document)).paid.words


def test_the_columns_of_a_game_are_those_its_charts_have() -> None:
    for game in (CLASSIC, FACE_UP):
        assert set(game_columns(game)) == set(columns_of(Playbook(game).best))


def test_other_rules_may_be_played_and_are_said(tmp_path: Path) -> None:
    file = kept(tmp_path, json.loads(written("classic")))
    assert Playbook(CLASSIC, file).words == file
    other = Playbook(CLASSIC.but(decks=2), file)
    assert other.words == f"{file} (a chart for {CLASSIC.line})"
    done = holecard("odds", "classic", "--decks", "2", "--chart", file)
    assert done.code == 0 and f"(a chart for {CLASSIC.line})" in done.stdout


def test_a_chart_is_known_by_its_letters(tmp_path: Path) -> None:
    document = json.loads(written("classic"))
    hashes = {Playbook(CLASSIC, kept(tmp_path, document)).definition_hash}
    again = tmp_path / "again.json"
    again.write_text(json.dumps(document), encoding="utf-8")
    assert {Playbook(CLASSIC, str(again)).definition_hash} == hashes
    document["hard"]["16"][0] = "S" if document["hard"]["16"][0] != "S" else "H"
    names = (kept(tmp_path, document), "mimic", "never-bust", "total", "best")
    hashes |= {Playbook(CLASSIC, name).definition_hash for name in names}
    assert len(hashes) == 6 and CLASSIC.definition_hash in hashes
