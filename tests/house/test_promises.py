"""docs/promises.md names every promise once, says what is not shown, and does its sums right.

Seen to fail: with a promise cited that is not defined; with a test file that does not exist; with a
bound that is not 3/N; with a promise called shown that names no test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files

PAGE = ROOT / "docs" / "promises.md"
TEXT = PAGE.read_text("utf-8")
STATES = dict(re.findall(r"^\| (P\d+) \| .* \| (shown|partly|not shown) \|$", TEXT, re.MULTILINE))
PARTS = dict(re.findall(r"^### (P\d+)\. (.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL))
CITED = re.compile(r"\bP\d+\b")  # pay tables of Bad Beat are called P1 to P5 too


def test_every_promise_is_told_once_and_in_the_list() -> None:
    wanted = {f"P{number}" for number in range(1, 27)}
    assert set(STATES) == set(PARTS) == wanted
    assert len(re.findall(r"^### P\d+\.", TEXT, re.MULTILINE)) == len(wanted)


@pytest.mark.parametrize("name", STATES)
def test_a_promise_says_how_it_is_shown_and_what_is_not(name: str) -> None:
    part = PARTS[name]
    assert "**Not shown" in part
    assert ("**Shown by**" in part) == (STATES[name] != "not shown")
    title = part.splitlines()[0]
    assert f"| {name} | {title} |" in TEXT


@pytest.mark.parametrize("name", STATES)
def test_tests_named_for_a_promise_exist(name: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", PARTS[name])
    assert bool(named) == (STATES[name] != "not shown")
    assert [path for path in named if not (ROOT / path).is_file()] == []


def cited() -> dict[str, Path]:
    """Each number a test or a paper cites, and where."""
    found: dict[str, Path] = {}
    for file in files():
        if file.suffix in (".py", ".md", ".ts", ".svelte") and file != PAGE:
            text = file.read_text("utf-8")
            if file.suffix == ".py":
                text = "\n".join(re.findall(r'""".*?"""|#.*$', text, re.DOTALL | re.MULTILINE))
            found |= dict.fromkeys(CITED.findall(text), file)
    return found


def test_every_promise_cited_is_defined() -> None:
    found = cited()
    assert {name: str(file) for name, file in found.items() if name not in STATES} == {}
    assert {"P1", "P5", "P15", "P24"} <= set(found)


def test_bounds_are_three_in_n() -> None:
    bounds = re.findall(r"none\s+in\s+([\d,]+)[^:]*:\s+at\s+most\s+([\d.]+)%", TEXT, re.IGNORECASE)
    assert len(bounds) > 15
    for tries, percent in bounds:
        exact = 300 / int(tries.replace(",", ""))
        digits = len(percent.partition(".")[2])
        assert abs(float(percent) - exact) <= 0.5 * 10**-digits + 1e-12, (tries, percent)
