"""A terminal's progress: one file that a kill leaves whole, the same format as the web's, and a
file with anything wrong in it changes nothing.

Seen to fail: with the file written in place (a kill left half of it); with the first run of a bad
file kept; with what is due not asked for at the time of the answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.games import CATALOGUE
from holecard.games.from_file import load_game
from holecard.train.drills import make_item
from holecard.train.item import Item, Json, Setting
from holecard.train.kept import graded, progress_json, read_progress
from holecard.train.progress_file import ProgressFile
from holecard.train.session import answer, question
from holecard.train.terminal_run import TerminalRun, begin

GAME = CATALOGUE["breakout"]
DAY = 86_400_000
NAMES = ("step", "seats", "clean", "kind", "option", "facts")


def right(item: Item) -> Json:
    if "wagers" in item.answer:
        return {"wagers": [row for row in item.answer["wagers"] if row["asked"]]}
    return {name: item.answer[name] for name in NAMES if name in item.answer}


def wrong(item: Item) -> Json:
    if "wagers" in item.answer:
        return {"wagers": [row | {"verdict": "leave"} for row in right(item)["wagers"]]}
    return {"facts": []} if "facts" in item.answer else {"option": 3 - item.answer["option"]}


def sitting(file: ProgressFile | None, drill: str, at: int = 0, **more: Any) -> TerminalRun:
    own = more.pop("own_seed", True)
    return begin(Setting(GAME, 7), (drill,), "learn", 4, own, file, clock=lambda: at)


def say(run: TerminalRun, *answers: Any) -> None:
    for one in answers:
        item = question(run.session, GAME)
        assert item is not None
        run.answered(answer(run.session, GAME, one(item), 900)[0])


def test_what_was_missed_comes_back(tmp_path: Path) -> None:
    file = ProgressFile(tmp_path / "training.json")
    first = sitting(file, "pay")
    say(first, right, wrong)
    assert [one.right for one in ProgressFile(file.path).runs()[0].answers] == [True, False]
    again = question(sitting(file, "pay").session, GAME)
    assert again is not None and again.number == 1, "the worst miss is first"
    assert sitting(file, "settle").session.weak == ()
    assert sitting(file, "pay", own_seed=False).session.weak == (), "a class has its own seed"


def test_cards_come_by_their_schedule(tmp_path: Path) -> None:
    file = ProgressFile(tmp_path / "training.json")
    say(sitting(file, "know"), right, right)
    known = {make_item(Setting(GAME, 7), "know", one.item).question["card"]
             for one in sitting(file, "know").session.plan}  # fmt: skip
    assert "pitch" not in known, "a card that is known is not due at once"
    later = sitting(file, "know", at=30 * DAY).session.plan
    first = make_item(Setting(GAME, 7), "know", later[0].item)
    assert first.question["card"] == "pitch", "what is due comes before new cards"


def test_a_game_of_a_file_is_not_kept(tmp_path: Path) -> None:
    file = ProgressFile(tmp_path / "training.json")
    own = load_game("examples/royal_match.py")
    run = begin(Setting(own, 7), ("pay",), "learn", 4, True, file)
    item = question(run.session, own)
    assert item is not None
    run.answered(answer(run.session, own, right(item), 900)[0])
    assert not file.path.exists()


KILLED = """
import sys
from pathlib import Path
from tests.train.test_progress import GAME, ProgressFile, begin, right, say
from holecard.train.item import Setting
run = begin(Setting(GAME, 7), ("know",), "learn", 400, False, ProgressFile(Path(sys.argv[1])))
while True:
    say(run, right)
    print(len(run.session.given), flush=True)
"""


def test_a_kill_loses_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    words = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = 0
        while told < 20:
            told = int(child.stdout.readline())
        child.kill()
        told = max([told, *(int(one) for one in child.stdout.read().split())])
    (run,) = ProgressFile(path).runs()
    assert told <= len(run.answers) <= told + 1
    assert [one.right for one in graded(run).given] == [True] * len(run.answers)


def spoiled() -> list[tuple[str, Any, str]]:
    """What a bad file may have wrong in its second run, and what is said of it."""

    def run(**more: Any) -> Any:
        return lambda document: document["runs"][1].update(more)

    def answers(**more: Any) -> Any:
        return lambda document: document["runs"][1]["answers"][0].update(more)

    return [
        ("format", lambda document: document.update(format="x"), "no file of training progress"),
        ("runs", lambda document: document.update(runs={}), "no list of runs"),
        ("game", run(game="brakeout"), "did you mean 'breakout'"),
        ("rules", run(rules="99Z"), "run 2"),
        ("drill", run(drills=["setle"]), "did you mean 'settle'"),
        ("seed", run(seed=-1), "no whole number"),
        ("place", answers(place=1), "place 2 is answered before place 1"),
        ("answer", answers(answer={"option": 77}), "no answer"),
        ("no object", answers(answer=[]), "no answer: a JSON object"),
        ("twice", lambda document: document["runs"].append(document["runs"][0]), "twice"),
        ("missing", lambda document: document["runs"][1].pop("mode"), "KeyError 'mode'"),
        ("house", run(house='{"chips": ["0"]}'), "the house profile"),
    ]


@pytest.mark.parametrize(("spoil", "says"), [one[1:] for one in spoiled()],
                         ids=[one[0] for one in spoiled()])  # fmt: skip
def test_a_bad_file_is_refused_whole(tmp_path: Path, spoil: Any, says: str) -> None:
    """The first run is good, the second is not: nothing of either is kept."""
    here, there = (ProgressFile(tmp_path / name) for name in ("here.json", "there.json"))
    say(sitting(here, "know"), right)
    say(sitting(there, "know"), right, wrong)
    say(sitting(there, "know"), wrong)
    before = here.path.read_bytes()
    document = json.loads(json.dumps(progress_json(there.runs())))
    spoil(document)
    with pytest.raises(HolecardError, match=says):
        here.bring_back(document)
    assert here.path.read_bytes() == before


def test_progress_goes_out_and_comes_back(tmp_path: Path) -> None:
    here, there = (ProgressFile(tmp_path / name) for name in ("here.json", "there.json"))
    say(sitting(there, "pay"), right, wrong)
    document = json.loads(json.dumps(progress_json(there.runs())))
    assert "right" not in str(document), "no grades leave"
    assert here.bring_back(document) == (2, 0) and here.bring_back(document) == (0, 2)
    assert here.runs() == there.runs()
    assert read_progress(document) == there.runs()
    changed = json.loads(json.dumps(document))
    changed["runs"][0]["stake"] = 500
    with pytest.raises(HolecardError, match="another setting"):
        here.bring_back(changed)
    here.path.write_text("{")
    with pytest.raises(HolecardError, match="cannot read"):
        here.runs()
