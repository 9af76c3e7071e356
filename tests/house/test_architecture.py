"""The map is the house: docs/architecture.md against the rooms, the imports and the names.

Seen to fail: with a function of a walk renamed; with an arrow drawn that no import takes; with one
left out; with a room of ui/src missing; with a file moved.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.test_imports import DOORS, FILES, GROUND, INNER, ROOMS, module_of, ours, room
from tests.house.tree import CODE, PACKAGE, ROOT, defines, prose
from ui.rooms import ROOMS as PAGES

PAGE = ROOT / "docs" / "architecture.md"
TEXT = PAGE.read_text("utf-8")
Arrows = dict[str, set[str]]


def rows(text: str, columns: int) -> list[tuple[str, ...]]:
    """The rows of the tables that have so many columns, without their heads."""
    lines = [line for line in text.splitlines() if re.match(r"\| [a-z]", line)]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [row for row in cells if len(row) == columns]


def between(start: str, end: str) -> str:
    return TEXT.partition(start)[2].partition(end)[0]


def drawn() -> Arrows:
    found: Arrows = {name: set() for name in ROOMS}
    for one, other in re.findall(r"^ +(\w+) --> (\w+)$", TEXT, re.MULTILINE):
        found.setdefault(one, set()).add(other)
    return found


@cache
def real() -> Arrows:
    found: Arrows = {name: set() for name in ROOMS}
    for file in FILES:
        own = room(module_of(file))
        if own not in DOORS:
            found[own] |= {room(name) for name in ours(file)} - {own, *DOORS}
    return found


def reached(arrows: Arrows, start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = arrows[todo.pop()] - found
        found |= new
        todo += new
    return found


def test_the_picture_shows_every_room() -> None:
    shown = drawn()
    assert set(shown) == set(ROOMS) == {GROUND, *shown}
    assert {name for many in shown.values() for name in many} <= set(ROOMS)


@pytest.mark.parametrize("name", ROOMS)
def test_arrows_are_those_of_the_imports(name: str) -> None:
    shown, made = drawn(), real()
    assert made[name] <= reached(shown, name), "used, but not to be reached along arrows"
    assert shown[name] <= made[name], "drawn, but no import takes it"
    assert name not in reached(shown, name), "a circle"


def test_every_room_has_its_sentence() -> None:
    named = [one for one, _ in rows(between("## The picture", "Some rooms have rooms"), 2)]
    assert named == list(ROOMS)


def test_every_room_within_a_room_has_its_sentence() -> None:
    listed: dict[str, list[str]] = {}
    for outer, inside, _ in rows(TEXT, 3):
        listed.setdefault(outer, []).append(inside)
    assert listed == {outer: list(names) for outer, names in INNER.items()}


def test_every_room_of_the_pages_has_its_sentence() -> None:
    named = [one for one, _ in rows(between("The pages (`ui/src`)", "The tests (`tests`)"), 2)]
    assert named == list(PAGES)


def test_every_room_of_the_tests_has_its_sentence() -> None:
    named = [one for one, _ in rows(between("The tests (`tests`)", "## Where is"), 2)]
    tests = ROOT / "tests"
    there = {path.parent.relative_to(tests) for path in tests.rglob("*.py")} - {Path(".")}
    assert named == sorted(str(room) for room in there)


def place(path: str) -> Path:
    """Where the page says a file is: in the package, unless it begins with another folder."""
    others = ("ui/", "tests/", "docs/", "bench/", "deploy/")
    return (ROOT if path.startswith(others) else PACKAGE) / path


NAMED = re.findall(rf"`({CODE}):([\w.]+)`", TEXT)


@pytest.mark.parametrize(("path", "name"), NAMED, ids=lambda one: str(one))
def test_names_are_where_the_page_says(path: str, name: str) -> None:
    file = place(path)
    assert file.is_file(), f"no file {path}"
    assert defines(file, name), f"{path} has no {name}"


def test_files_are_where_the_page_says() -> None:
    paths = re.findall(rf"`({CODE}|[\w/-]+\.md)(?::[\w.]+)?`", prose(PAGE))
    assert [path for path in paths if not place(path).is_file()] == []


def test_there_is_enough_to_find() -> None:
    where = rows(between("## Where is ...", "## A bet"), 2)
    assert len(where) >= 25 and all("`" in there for _, there in where)
    assert len(NAMED) > 120
    assert len(re.findall(r"^\d+\. ", TEXT, re.MULTILINE)) > 25
