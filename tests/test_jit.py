"""Compiled code is found again only where nothing it could have frozen has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from types import FunctionType
from typing import Any

import pytest

from holecard import jit
from holecard.compiled import compile_steps
from holecard.errors import BadDefinition
from holecard.odds import kernels
from holecard.simulate.job import maker


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package that a test may change."""
    copy = tmp_path / "holecard"
    copytree(jit.SOURCE, copy, ignore=lambda _, names: [n for n in names if n == "static"])
    monkeypatch.setattr(jit, "SOURCE", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    jit.cache_folder.cache_clear()
    yield copy
    jit.cache_folder.cache_clear()


@pytest.mark.parametrize(
    ("changed", "moved"),
    [
        ("settle.py", {"odds", "simulate"}),
        ("games/breakout.py", {"odds", "simulate"}),
        ("odds/kernels.py", {"odds"}),
        ("simulate/kernel.py", {"simulate"}),
        ("server/app.py", set[str]()),
    ],
)
def test_a_change_moves_the_folders_that_could_hold_it(
    source: Path, changed: str, moved: set[str]
) -> None:
    before = {name: jit.cache_folder(name) for name in ("odds", "simulate")}
    jit.cache_folder.cache_clear()
    with (source / changed).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    after = {name: jit.cache_folder(name) for name in ("odds", "simulate")}
    assert {name for name in before if before[name] != after[name]} == moved


def test_a_kernel_knows_its_room() -> None:
    assert jit.room_of(kernels.play_odds.py_func) == "odds"  # type: ignore[attr-defined]
    assert jit.room_of(jit.njit) == "."


NESTED = """
def plus(number):
    return number + 1
"""


def test_a_kernel_in_a_nested_room_moves_when_that_room_changes(source: Path) -> None:
    """One folder level was known once: such a kernel kept its machine code when its own file
    changed."""
    room = source / "odds" / "inner"
    room.mkdir()
    (room / "kernel.py").write_text(NESTED, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(NESTED, room / "kernel.py", "exec"), names)
    own = jit.room_of(names["plus"])
    assert own == "odds"
    before = jit.cache_folder(own)
    jit.cache_folder.cache_clear()
    (room / "kernel.py").write_text(NESTED.replace("1", "2"), encoding="utf-8")
    assert jit.cache_folder(own) != before


def test_a_simulation_says_which_nested_code_made_it(source: Path) -> None:
    """Workers of a cluster compare this before they compute."""
    maker.cache_clear()
    before = maker()
    room = source / "simulate" / "inner"
    room.mkdir()
    (room / "kernel.py").write_text(NESTED, encoding="utf-8")
    maker.cache_clear()
    after = maker()
    maker.cache_clear()
    assert before != after


def test_steps_that_call_each_other_in_a_circle_are_refused() -> None:
    def one() -> int:
        return other()  # type: ignore[name-defined,no-any-return]  # noqa: F821

    names: dict[str, Any] = {}
    two = FunctionType(compile("one()", "x", "eval"), {}, "other")
    with pytest.raises(BadDefinition, match="circle: one, other"):
        compile_steps({"one": one, "other": two}, names, lambda step: step)


def plus_one(number: int) -> int:
    return number + 1


def test_a_kernel_is_compiled_once_whatever_constants_it_is_given() -> None:
    callee: Any = jit.machine_code(plus_one, None)
    caller: Any = jit.machine_code(lambda number: callee(1) + callee(2) + callee(number), None)
    assert caller(3) == 9
    assert len(callee.signatures) == 1
