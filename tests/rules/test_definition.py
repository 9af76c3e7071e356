"""The hash of a definition covers what wins, and nothing that only looks different."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import pytest

import holecard as hc
from holecard.dealing.felt import DEALT
from holecard.errors import BadDefinition
from holecard.games import CATALOGUE
from holecard.games.from_file import named_game
from holecard.provenance import build, build_text, wheel_of
from holecard.wagers.definition import OtherDefinition, check_definition, figure_hash
from holecard.wagers.wager import Wager
from tests.lab.commands import holecard

BET = '''
from holecard import PayTable, Wager

LEAST = 20
WORTH = {"high": 1}

def high(total):
    return total >= LEAST

def of(wins):
    def classify(start_total, up_value):
        """Twenty or more."""
        return WORTH["high"] if high(start_total) and up_value != wins else 0
    return classify

def low(total, least=5):
    return total < least

def taken(start_total):
    return low(start_total)

WAGERS = Wager(id="high", name="High", classify=of(7), outcomes=("lose", "high"),
               settles={0: taken}, needs=lambda alive: bool(alive),
               paytables=(PayTable("ours", {"high": 5}),))
'''
SAME = {
    "a comment": ("return total >= LEAST", "return total >= LEAST  # so it is"),
    "a docstring": ('"""Twenty or more."""', '"""At least twenty."""'),
    "layout": ("return total >= LEAST", "return (\n        total\n        >= LEAST\n    )"),
    "types": ("def high(total):", "def high(total: int) -> bool:"),
    "lines above": ("LEAST = 20", "\n\n\nLEAST = 20"),
    "a name for people": ('name="High"', 'name="Higher"'),
    "what nothing reaches": ("LEAST = 20", "LEAST, MOST = 20, 30"),
}
OTHER = {
    "classify": ("up_value != wins", "up_value == wins"),
    "a function it reaches": ("return total >= LEAST", "return total > LEAST"),
    "a constant that one reaches": ("LEAST = 20", "LEAST = 19"),
    "a value in a table": ('{"high": 1}', '{"high": True}'),
    "what it closes over": ("of(7)", "of(8)"),
    "a default": ("least=5", "least=6"),
    "when it settles": ("return low(start_total)", "return not low(start_total)"),
    "what it needs": ("bool(alive)", "not alive"),
    "a pay table": ('{"high": 5}', '{"high": 6}'),
}


def hash_in(folder: Path, text: str) -> str:
    file = folder / "my_bet.py"
    file.write_text(text, encoding="utf-8")
    game = hc.load_game(file)
    assert game.definition.note == ""
    return game.definition_hash


def test_the_hash_changes_with_what_wins_and_not_with_how_it_is_written(tmp_path: Path) -> None:
    first = hash_in(tmp_path, BET)
    assert len(first) == 64 and int(first, 16)
    for what, (old, new) in SAME.items():
        assert old in BET and hash_in(tmp_path, BET.replace(old, new)) == first, what
    others = {first}
    for what, (old, new) in OTHER.items():
        assert old in BET
        found = hash_in(tmp_path, BET.replace(old, new))
        assert found not in others, what
        others.add(found)


def test_every_process_has_the_same_hash(tmp_path: Path) -> None:
    """Whatever order its sets have, wherever the file lies, with compiled files or without."""
    here = tmp_path / "here" / "my_bet.py"
    here.parent.mkdir()
    text = BET.replace("== wins", "in {'a', 'b', wins}").replace("LEAST = 20", "LEAST = 20.0")
    here.write_text(text, encoding="utf-8")
    script = (
        "import sys, json, holecard as hc\n"
        "games = [*hc.CATALOGUE.values(), hc.load_game(sys.argv[1])]\n"
        "print(json.dumps([game.definition_hash for game in games]))"
    )
    said = subprocess.run(
        [sys.executable, "-B", "-c", script, str(here)],
        env={**os.environ, "PYTHONHASHSEED": "4711"}, capture_output=True, text=True, check=True,
        cwd=tmp_path,
    )  # fmt: skip
    there = tmp_path / "my_bet.py"
    there.write_text(text, encoding="utf-8")
    games = [*CATALOGUE.values(), hc.load_game(there)]
    assert json.loads(said.stdout) == [game.definition_hash for game in games]


ROOT = Path(__file__).parents[2]
OTHER_PYTHONS = tuple(f"3.{minor}" for minor in (11, 12, 13) if minor != sys.version_info[1])


@pytest.mark.parametrize("version", OTHER_PYTHONS)
def test_another_python_writes_the_same_hashes(version: str) -> None:
    """The catalogue and the examples, whose sources only the standard library reads. A Python that
    is not at hand is not asked, and said so."""
    script = (
        "import json, sys\n"
        "from holecard.games import CATALOGUE\n"
        "from holecard.games.from_file import named_game\n"
        "games = [*CATALOGUE.values(), *map(named_game, sys.argv[1:])]\n"
        "print(json.dumps([game.definition_hash for game in games]))"
    )
    examples = [str(file) for file in sorted(ROOT.glob("examples/*.py"))]
    # A Python chosen by pyenv answers to its name only if its version is named too.
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYENV_VERSION": version}
    found = shutil.which(f"python{version}")
    asked = [found or "", "-B", "-c", "import sys; print(sys.version_info[1])"]
    if not found or subprocess.run(asked, env=env, capture_output=True).returncode:
        pytest.skip(f"no Python {version} at hand")
    said = subprocess.run(
        [found, "-B", "-c", script, *examples], env=env, capture_output=True, text=True, check=True
    )
    games = [*CATALOGUE.values(), *map(named_game, examples)]
    assert json.loads(said.stdout) == [game.definition_hash for game in games]


def test_no_catalogue_game_lacks_its_source() -> None:
    hashes = {game.definition_hash for game in CATALOGUE.values()}
    assert len(hashes) == len(CATALOGUE)
    assert not any(game.definition.note for game in CATALOGUE.values())
    classic = hc.find_game("classic")
    assert classic.definition_hash != classic.but(decks=5).definition_hash
    assert classic.but(decks=5).but(decks=6).definition_hash == classic.definition_hash
    assert classic.definition_hash != replace(classic, version=2).definition_hash


def bet(classify: object) -> str:
    pays = (hc.PayTable("ours", {"win": 1}),)
    made = Wager(id="b", name="B", classify=classify, outcomes=("lose", "win"), paytables=pays)  # type: ignore[arg-type]
    return hc.beside_classic("mine", (made,)).definition_hash


def up(lowest: int, up_value: int) -> int:
    return int(up_value >= lowest)


def test_functions_of_every_kind_are_told_apart() -> None:
    pair = (lambda up_value: int(up_value == 1)), (lambda up_value: int(up_value == 2))
    parts = partial(up, 5), partial(up, 6)

    class Least:
        def __init__(self, lowest: int) -> None:
            self.lowest = lowest

        def __call__(self, up_value: int) -> int:
            return int(up_value >= self.lowest)

        def more(self, up_value: int) -> int:
            return int(up_value > self.lowest)

    @lru_cache
    def kept(up_value: int) -> int:
        return up_value % 2

    known = [*pair, *parts, Least(5), Least(6), Least(5).more, kept]
    hashes = [bet(one) for one in known]
    assert len(set(hashes)) == len(known)
    assert [bet(one) for one in known] == hashes
    assert bet(partial(up, 5)) == hashes[2] and bet(Least(5)) == hashes[4]


def test_without_its_source_a_function_is_known_by_its_code_and_that_is_said() -> None:
    made = {}
    for number in (3, 4):
        scope: dict[str, object] = {}
        exec(f"def classify(up_value):\n    return int(up_value == {number})", scope)
        game = hc.beside_classic("mine", (plain_bet(scope["classify"]),))
        made[number] = game
    assert made[3].definition_hash != made[4].definition_hash
    note = made[3].json_head("any", "0")["definition_note"]
    assert "no source of classify" in note and f"{sys.version_info[1]}" in note
    assert "definition_note" not in hc.find_game("classic").json_head("any", "0")


def plain_bet(classify: object) -> Wager:
    pays = (hc.PayTable("ours", {"win": 1}),)
    return Wager(id="b", name="B", classify=classify, outcomes=("lose", "win"), paytables=pays)  # type: ignore[arg-type]


def test_a_source_that_is_no_longer_what_runs_is_not_taken_for_it(tmp_path: Path) -> None:
    file = tmp_path / "my_bet.py"
    file.write_text(BET, encoding="utf-8")
    game = hc.load_game(file)
    file.write_text(BET.replace("up_value != wins", "up_value == wins"), encoding="utf-8")
    os.utime(file, (1, 1))
    assert "no source" in game.definition.note


def test_what_has_no_value_cannot_be_part_of_a_definition() -> None:
    with open(__file__, encoding="utf-8") as file:
        reads = plain_bet(lambda up_value: len(file.read(up_value)) % 2)
        with pytest.raises(BadDefinition, match="reaches a TextIOWrapper, which has no value"):
            _ = hc.beside_classic("mine", (reads,)).definition_hash


def test_figures_have_the_hash_of_the_game_unless_more_is_to_be_said() -> None:
    game = hc.find_game("classic")
    assert figure_hash(game, shoe="", play="") == game.definition_hash
    found = {figure_hash(game, **more) for more in ({}, {"shoe": "A:1"}, {"play": "A:1"})}
    assert len(found) == 3


def test_what_another_definition_made_is_refused_with_both_names() -> None:
    with pytest.raises(OtherDefinition, match="its hash is abc, and of what is asked for it is de"):
        check_definition("the run", "abc", "de")
    assert OtherDefinition.exit_code == 1


def test_a_checkpoint_of_another_definition_is_refused(tmp_path: Path) -> None:
    """The same file, the same id and outcomes: only what wins has changed."""
    file, kept = tmp_path / "my_bet.py", tmp_path / "kept.json"
    words: tuple[str, ...] = (
        "simulate",
        str(file),
        "--rounds",
        "2e4",
        "--play",
        "mimic",
        "--wager",
        "high",
    )
    words = (*words, "--checkpoint", str(kept), "--json")
    file.write_text(BET, encoding="utf-8")
    first = holecard(*words)
    assert first.code == 0, first.stderr
    run = tmp_path / "run.json"
    run.write_text(first.stdout, encoding="utf-8")
    file.write_text(BET.replace("!= wins", "== wins"), encoding="utf-8")
    for again in ((*words, "--resume"), ("report", str(file), "--check", str(run), "-o", "-")):
        done = holecard(*again)
        assert done.code == 1, done.stderr
        assert json.loads(first.stdout)["definition_hash"] in done.stderr
        assert "made by another definition" in done.stderr and done.stdout == ""


def test_the_build_is_named() -> None:
    found = build()
    assert found["version"] == hc.__version__
    said = found.get("commit") or found.get("wheel")
    assert said is not None and said in build_text()
    assert f"holecard {build_text()}" == holecard("--version").stdout.strip()
    assert hc.find_game("classic").json_head("any", "0")["build"] == found
    record = "holecard/a.py,sha256=x,1\nholecard/b.py,sha256=y,2\n"
    installed = "holecard/b.py,sha256=y,2\n../bin/holecard,,\nholecard/__pycache__/a.pyc,,\n"
    installed += "holecard-0.1.0.dist-info/RECORD,,\nholecard/a.py,sha256=x,1\n"
    assert wheel_of(record) == wheel_of(installed) != wheel_of(record.replace("=x", "=z"))
    assert wheel_of("") == {}


def test_settling_is_part_of_it() -> None:
    early = replace(plain_bet(lambda up_value: int(up_value == 1)), settles={DEALT: lambda: True})
    late = replace(early, settles={})
    games = [hc.beside_classic("mine", (one,)) for one in (early, late)]
    assert games[0].definition_hash != games[1].definition_hash
