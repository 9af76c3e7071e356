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
# Rooms, each of which may import from those before it. The files of the package itself are the
# ground all of them stand on.
GROUND = "ground"
ROOMS = (
    GROUND, "jit", "dealing", "wagers", "games", "text", "play", "odds", "simulator",
    "experiment", "envs", "lab", "door", "report", "train", "terminal", "server", "cli",
)  # fmt: skip
# The rooms within a room, in the same order; a file of the outer room stands there by its name.
INNER = {
    "odds": ("composition", "format", "result", "solve", "charts", "playbook",
             "strategy", "counted", "pricing", "streak_worths", "wager_worths",
             "late_worths"),
    "simulator": ("engine", "card_count", "figures", "totals", "result", "checkpoint",
                  "processes", "cluster", "run", "audit_rounds"),
    "report": ("figures", "blocks", "record", "kept", "entries", "edges", "rulings", "commands",
               "reference", "facts", "sections", "printers", "sheet"),
    "train": ("chips", "meter_reading", "profile", "item", "dealt", "questions", "drills", "edge",
              "session", "kept", "progress_file", "schedule", "result", "certificate",
              "run_end", "terminal_run"),
    "server": ("base", "fairness", "events", "store", "wire", "entrance", "table", "academy",
               "socket", "workers", "house", "http", "app", "uvicorn_config"),
}  # fmt: skip
# Names of the whole package: its front door and its command.
DOORS = ("__init__", "__main__")
HEAVY = ("gymnasium", "numba", "textual", "fastapi", "pydantic", "sqlalchemy", "numpy", "scipy")
HELP = "from holecard.cli.main import app; app(['--help'], standalone_mode=False)"
HELP_MODULES = 260  # 220 as it is; numpy alone brings 100 more, rich as many
HELP_SECONDS = 0.3
FILES = sorted(SOURCE.rglob("*.py"))


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def room(module: str) -> str:
    """`holecard.play.table` belongs to `play`; `holecard.cards` to the ground."""
    name = module.split(".")[1]
    return name if name in DOORS or (SOURCE / name).is_dir() else GROUND


def inner(module: str) -> str:
    """`holecard.odds.solve.burn` belongs to `solve`, `holecard.odds.result` to itself."""
    return module.split(".")[2] if module.count(".") > 1 else ""


def imported(file: Path, for_types: bool = True) -> Iterator[str]:
    """The modules of ours that a file imports anywhere, late imports included."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    types = [node for node in ast.walk(tree) if isinstance(node, ast.If) and is_for_types(node)]
    skipped = set() if for_types else {one for node in types for one in ast.walk(node)}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by dots"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if is_module(whole) else str(node.module)


def is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def is_module(name: str) -> bool:
    path = SOURCE.parent / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def ours(file: Path, for_types: bool = True) -> set[str]:
    return {name for name in imported(file, for_types) if name.startswith("holecard.")}


def test_imports_point_one_way() -> None:
    for file in FILES:
        own = room(module_of(file))
        if own in DOORS:
            continue
        assert own in ROOMS, f"say in ROOMS where {own} belongs"
        later = set(ROOMS[ROOMS.index(own) + 1 :])
        assert not {name for name in ours(file) if room(name) in later}, file


def test_rooms_within_a_room_point_one_way() -> None:
    """Types may be named both ways there: a viewer is told which house it watches."""
    for file in FILES:
        module = module_of(file)
        rooms = INNER.get(room(module))
        if rooms is None or not inner(module):
            continue
        assert inner(module) in rooms, f"say in INNER where {inner(module)} belongs"
        later = set(rooms[rooms.index(inner(module)) + 1 :])
        beside = {name for name in ours(file, for_types=False) if room(name) == room(module)}
        assert not {name for name in beside if inner(name) in later}, file


def test_odds_and_simulator_know_nothing_of_each_other() -> None:
    """Their agreement means something only so."""
    for one, other in (("odds", "simulator"), ("simulator", "odds")):
        for file in (SOURCE / one).rglob("*.py"):
            assert other not in map(room, ours(file)), file


def test_every_room_is_there_and_named_once() -> None:
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert sorted(ROOMS) == sorted({GROUND, *folders})


def test_front_door_is_sorted_and_open() -> None:
    assert holecard.__all__ == sorted(holecard.__all__)
    for name in holecard.__all__:
        assert getattr(holecard, name) is not None


def loaded_by(statement: str) -> set[str]:
    """The modules a fresh interpreter has loaded after a statement."""
    code = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "statement", ["import holecard", "import holecard.cli.main", "import holecard.play.table", HELP]
)
def test_heavy_packages_are_imported_late(statement: str) -> None:
    assert not {name.split(".")[0] for name in loaded_by(statement)} & set(HEAVY)


def test_help_loads_little() -> None:
    """What makes it quick, counted: that does not depend on what else the machine is doing."""
    assert len(loaded_by(HELP)) < HELP_MODULES


def help_seconds() -> float:
    """User and system time of `holecard --help` in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "holecard", "--help"], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@pytest.mark.nightly
def test_help_is_quick() -> None:
    # The best of three: what the command costs, not what else the machine is doing.
    assert min(help_seconds() for _ in range(3)) < HELP_SECONDS
