"""Imports point one way and stay cheap: the rule text needs no compiler, terminal or web stack."""

from __future__ import annotations

import ast
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import holecard

SOURCE = Path(holecard.__file__).parent
# Each may import from those above it. A package is one entry; inside it the order is its own.
LAYERS = (
    "errors", "cards", "money", "hand", "shoe", "actions", "rules", "settle", "tables", "felt",
    "kernel", "jit", "moves", "turn", "round", "compiled", "record", "paytable", "wager", "game",
    "games", "definition", "bets", "dealt", "payout", "riding", "dump", "trace", "line", "play",
    "odds", "simulate", "proof", "lab", "train", "report", "rl", "server", "cli",
)  # fmt: skip
# Names of the whole package: its front door and its command.
DOORS = ("__init__", "__main__")
HEAVY = ("numba", "textual", "fastapi", "pydantic", "sqlalchemy", "numpy", "scipy")
HELP_SECONDS = 0.3
FILES = sorted(SOURCE.rglob("*.py"))


def layer(module: str) -> str:
    """`holecard.play.table` belongs to `play`."""
    return module.split(".")[1] if "." in module else "__init__"


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def imported(file: Path) -> Iterator[str]:
    """The modules of ours that a file imports anywhere, late imports included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by dots"
            if node.module == "holecard":
                yield from (f"holecard.{name.name}" for name in node.names)
            elif node.module:
                yield node.module


def ours(file: Path) -> set[str]:
    return {
        layer(name)
        for name in imported(file)
        if name.startswith("holecard.") and not name.startswith("holecard.__")
    }


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_point_one_way(file: Path) -> None:
    own = layer(module_of(file))
    if own in DOORS:
        return
    assert own in LAYERS, f"say in LAYERS where {own} belongs"
    allowed = {own, *LAYERS[: LAYERS.index(own)]}
    assert ours(file) <= allowed


def test_odds_and_simulate_know_nothing_of_each_other() -> None:
    """Their agreement means something only so."""
    for one, other in (("odds", "simulate"), ("simulate", "odds")):
        for file in (SOURCE / one).rglob("*.py"):
            assert other not in ours(file), file


def test_layers_name_each_module_once() -> None:
    assert len(set(LAYERS)) == len(LAYERS)


def test_front_door_is_sorted_and_open() -> None:
    assert holecard.__all__ == sorted(holecard.__all__)
    for name in holecard.__all__:
        assert getattr(holecard, name) is not None


def loaded_by(statement: str) -> set[str]:
    """The packages a fresh interpreter has loaded after a statement."""
    code = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "statement", ["import holecard", "import holecard.cli.main", "import holecard.play.table"]
)
def test_heavy_packages_are_imported_late(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


def help_seconds() -> float:
    """User and system time of `holecard --help` in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "holecard", "--help"], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_help_is_quick() -> None:
    # The best of three: what the command costs, not what else the machine is doing.
    assert min(help_seconds() for _ in range(3)) < HELP_SECONDS
