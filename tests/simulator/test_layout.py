"""Numbers that only name something are written once: elsewhere they follow."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

from holecard.dealing import settle
from holecard.dealing.actions import ACTION_NAMES, HIT, STAND, bit
from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.rules import Rules
from holecard.games import CLASSIC
from holecard.jit.cache import SOURCE
from holecard.odds.solve import acts
from holecard.simulator.engine import fast_splits, plan, random_stream
from holecard.simulator.engine.chart import granted, mimic, wishes
from holecard.simulator.engine.lineup import lineups
from holecard.simulator.engine.record_word import AT, BITS
from tests.simulator import both_paths
from tests.simulator.both_paths import BothPaths, wild_chart

ROOT = Path(__file__).parents[2]
OTHER_ACTIONS = """

NEW = (5, 3, 7, 1, 0, 2, 4, 10, 8, 6, 9)
ACTION_NAMES = tuple(ACTION_NAMES[NEW.index(number)] for number in range(len(NEW)))
KEYS = {key: NEW[action] for key, action in KEYS.items()}
STAND, HIT, DOUBLE, SPLIT, SURRENDER, BURN, KEEP, INSURE, DECLINE, EVEN_MONEY, SWITCH = NEW
WITH_AMOUNT = (DOUBLE, INSURE)
"""


def rewrite(file: Path, old: str, new: str) -> None:
    text, times = re.subn(old, new, file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert times == 1, f"{file.name} has no {old!r} any more"
    file.write_text(text, encoding="utf-8")


def move_numbers(package: Path) -> None:
    """Other numbers for the actions, another order of the record's fields and of the book's
    tables, other places on the desk."""
    engine = package / "simulator" / "engine"
    with (package / "dealing" / "actions.py").open("a", encoding="utf-8") as file:
        file.write(OTHER_ACTIONS)
    record = engine / "record_word.py"
    rewrite(record, r"^    natural: int\n", "")
    rewrite(record, r"^    hand_total: int\n", "")
    rewrite(record, r"^    first: int\n", "    natural: int\n    hand_total: int\n    first: int\n")
    rewrite(
        engine / "plan.py",
        r"^(    start: Any[^\n]*\n)(.*)(    result: Any[^\n]*\n)",
        r"\3\2\1",
    )
    rewrite(
        engine / "random_stream.py", r"^(STATE, CURSOR, ENDS, BATCHES) = 0, 4, 8, 32$",
        r"\1 = 0, 4, 8, 44",
    )  # fmt: skip


def says(package: Path, *what: str, **more: str) -> dict[str, Any]:
    """What tests/simulator/moved.py prints when it imports that package."""
    path = os.pathsep.join([str(package.parent), str(ROOT)])
    env = {**os.environ, "PYTHONPATH": path, **more}
    words = [sys.executable, "-m", "tests.simulator.moved", *what]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.nightly
def test_other_numbers_deal_the_same(tmp_path: Path) -> None:
    """A copy of the package with every such number moved deals as this one."""
    check_moved(tmp_path)


@pytest.mark.nightly
def test_other_numbers_solve_the_same(tmp_path: Path) -> None:
    """It solves and charts as this one too: all of the solver is compiled anew."""
    check_moved(tmp_path, "solve")


def check_moved(tmp_path: Path, *what: str) -> None:
    package = tmp_path / "src" / "holecard"
    copytree(SOURCE, package, ignore=lambda _, names: [n for n in names if n == "static"])
    move_numbers(package)
    moved = says(package, *what, XDG_CACHE_HOME=str(tmp_path / "cache"))
    ours = says(SOURCE, *what)
    assert moved["stand"] != ours["stand"]
    assert moved["says"] == ours["says"]


def test_what_surrender_pays_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast kernel took half the wager whatever the settlement said."""

    def result_pays(result: int, backs: int, rules: Rules) -> Fraction:
        if result == settle.SURRENDER:
            return Fraction(-3, 10)
        return settle.result_pays(result, backs, rules)

    monkeypatch.setattr(plan, "result_pays", result_pays)
    monkeypatch.setattr(both_paths, "result_pays", result_pays)
    game = CLASSIC.but(surrender="late")
    draw = random.Random("surrender")
    (lineup,) = lineups(game, lambda main, paid: wild_chart(game, draw))
    both = BothPaths(game, lineup, seed=1)
    nets = set()
    for _ in range(300):
        fast = both.fast()
        assert fast == both.procedure(compiled=False)
        nets.add(fast[1] // plan.NET_STEP - plan.NET_ZERO)
    assert -3 in nets and -5 not in nets


def test_fields_that_are_laid_at_once_are_neighbours() -> None:
    assert AT.peeked == AT.dealer_natural + BITS.dealer_natural
    assert AT.outcome_up == AT.hand_result + BITS.hand_result
    assert plan.PEEKED_BIT < 16  # an entry of the book has sixteen bits


def test_the_book_has_its_tables_where_it_says() -> None:
    game = CLASSIC
    chart = mimic(game.tables)
    book = plan.make_book(game.tables, chart, game.rules, settle.OWN, 0)
    lengths = [plan.LENGTHS[name] for name in plan.Book._fields[:-1]]
    assert len(book) == sum(lengths) + chart.nodes * plan.ROW + chart.nodes
    assert book[plan.BOOK.after + chart.nodes * plan.ROW :].tolist() == chart.state.tolist()
    draws = book[plan.BOOK.draws : plan.BOOK.draws + plan.LENGTHS["draws"]]
    assert (draws >> plan.DRAWS_BIT).tolist() == list(game.tables.draws)


def test_split_hands_have_room_on_the_desk() -> None:
    assert fast_splits.HELD + HANDS_A_SEAT <= random_stream.BATCHES


def test_wishes_are_read_as_they_were_written() -> None:
    """The fallback has three bits: it is only ever to stand or to hit."""
    for first in range(len(ACTION_NAMES)):
        for then in (STAND, HIT):
            wish = int(wishes(np.array([first]), np.array([then]))[0])
            assert granted(wish, bit(first)) == first
            assert granted(wish, bit(then)) == then


def test_acts_are_actions_by_name() -> None:
    """The solver's acts are rows of arrays; each is an action of a round, with its word and key."""
    for name, letter in zip(("stand", "hit", "double", "split", "surrender"), "SHDPR", strict=True):
        act = getattr(acts, name.upper())
        assert ACTION_NAMES[acts.ACTIONS[act]] == acts.WORDS[act] == name
        assert acts.LETTERS[act] == letter
