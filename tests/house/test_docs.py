"""The papers are true: their examples run, and the round lines in them replay."""

from __future__ import annotations

import doctest
import re
from dataclasses import fields
from pathlib import Path

import pytest

import holecard
from holecard.dealing.rules import Option
from holecard.report.reference import reference
from holecard.text.line import read_line, replay
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

BLOCK = re.MULTILINE | re.DOTALL
ROOT = Path(__file__).parents[2]
PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
# The examples of docstrings, which are run below, name by name.
TOLD_BELOW = ROOT / "docs" / "reference-python.md"


@pytest.mark.parametrize(
    "paper",
    [paper for paper in PAPERS if paper != TOLD_BELOW],
    ids=lambda paper: str(paper.relative_to(ROOT)),
)
def test_examples_run(paper: Path) -> None:
    found = doctest.testfile(str(paper), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


@pytest.mark.parametrize("name", [name for name in holecard.__all__ if name != "CATALOGUE"])
def test_names_of_the_door_show_an_example_that_runs(name: str) -> None:
    (told,) = doctest.DocTestFinder(recurse=False).find(getattr(holecard, name), name, globs={})
    assert told.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(told).failed == 0


def test_every_block_of_python_is_one_that_is_run() -> None:
    """As an example here, or as a file of a tutorial. Seen to fail with one of docs/simulate.md."""
    blocks = [
        (paper.name, text)
        for paper in PAPERS
        if paper.parent.name != "tutorials"
        for text in re.findall(r"^```(?:python|py)\n(.*?)^```$", paper.read_text("utf-8"), BLOCK)
    ]
    assert len(blocks) > 10
    assert [name for name, text in blocks if not text.startswith(">>> ")] == []


def ruling_lines() -> list[str]:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if re.match(r"[a-z-]+ .*\|.*\|.*\|.*\| \d ", line)]


@pytest.mark.parametrize("line", ruling_lines())
def test_ruling_examples_replay(line: str) -> None:
    replay(read_line(line))


def test_there_are_ruling_examples() -> None:
    assert len(ruling_lines()) > 60


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_links_lead_somewhere(paper: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", paper.read_text(encoding="utf-8")):
        if not target.startswith(("http", "mailto", "/")):  # the site's links into the tables
            assert (paper.parent / target).exists(), target


def test_the_reference_is_what_the_source_says() -> None:
    """If not: `python -m holecard.report.reference > docs/reference.md`."""
    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == reference()


def test_the_reference_leaves_nothing_out() -> None:
    told = reference()
    for kind in (Wager, PayTable, Option, Game):
        for one in fields(kind):
            assert not one.init or f"| `{one.name}` |" in told, one.name
