"""Compiled code is found again only where nothing it could have frozen has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from holecard import jit
from holecard.odds import kernels


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


def test_a_kernel_knows_its_package() -> None:
    assert jit.package_of(kernels.play_odds.py_func) == "odds"  # type: ignore[attr-defined]
    assert jit.package_of(jit.njit) == "."


def plus_one(number: int) -> int:
    return number + 1


def test_a_kernel_is_compiled_once_whatever_constants_it_is_given() -> None:
    callee: Any = jit.machine_code(plus_one, None)
    caller: Any = jit.machine_code(lambda number: callee(1) + callee(2) + callee(number), None)
    assert caller(3) == 9
    assert len(callee.signatures) == 1
