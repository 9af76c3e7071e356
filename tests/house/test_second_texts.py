"""The list of second texts in docs/how-we-know.md names what is there, each with its lock."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "holecard"
PAGE = (ROOT / "docs" / "how-we-know.md").read_text("utf-8")
SECTION = PAGE.partition("## Second texts")[2].partition("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| `")]
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|cpp))(?::(\w+))?`")


def place(path: str) -> Path:
    """In the package, unless the path begins with another folder."""
    return (ROOT if path.startswith(("ui/", "tests/", "bench/")) else PACKAGE) / path


@pytest.mark.parametrize(("path", "name"), sorted({*NAMED.findall(SECTION)}), ids=str)
def test_what_the_list_names_is_there(path: str, name: str) -> None:
    assert place(path).is_file(), f"no file {path}"
    assert not name or f"def {name}(" in place(path).read_text("utf-8"), f"{path} has no {name}"


def test_every_second_text_has_its_lock() -> None:
    """A test, the lock of the row above, or nothing where no figure depends on it."""
    assert len(ROWS) > 20
    for text, _, held in ROWS:
        tests = [path for path, _ in NAMED.findall(held) if path.startswith("tests/")]
        assert tests or held.startswith("the same") or text == "`bench/twin.cpp`", text


def test_every_kernel_that_plays_is_listed() -> None:
    """Compiled code of the solver and the fast path is where a second text would be written."""
    listed = {path for path, _ in NAMED.findall(SECTION)}
    for room, names in (("odds/solve", "*_kernels.py"), ("simulator/engine", "fast_*.py")):
        found = [str(file.relative_to(PACKAGE)) for file in (PACKAGE / room).rglob(names)]
        assert found and set(found) <= listed
