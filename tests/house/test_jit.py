"""Compiled code is found again only where nothing it could have frozen has changed."""

from __future__ import annotations

import ast
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba import types

from holecard.cards import read_cards
from holecard.dealing.compiled import compile_steps
from holecard.errors import BadDefinition
from holecard.jit import cache, lanes, scratch
from holecard.jit.dispatcher import SettledFlags
from holecard.odds.solve import hand_kernels
from holecard.simulator.engine.job import maker
from tests.house.test_imports import GROUND, module_of, ours, room

KERNELS = [
    module_of(file)
    for file in sorted(cache.SOURCE.rglob("*.py"))
    if re.search(r"^@(njit|bare)", file.read_text("utf-8"), re.MULTILINE)
]


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package that a test may change."""
    copy = tmp_path / "holecard"
    copytree(cache.SOURCE, copy, ignore=lambda _, names: [n for n in names if n == "static"])
    monkeypatch.setattr(cache, "SOURCE", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache.cache_folder.cache_clear()
    yield copy
    cache.cache_folder.cache_clear()


@pytest.mark.parametrize(
    ("changed", "moved"),
    [
        ("dealing/settle.py", {"odds", "simulator"}),
        ("games/breakout.py", {"odds", "simulator"}),
        ("odds/solve/hand_kernels.py", {"odds"}),
        ("simulator/engine/fast_round.py", {"simulator"}),
        ("text/trace.py", set[str]()),
        ("server/app.py", set[str]()),
    ],
)
def test_a_change_moves_the_folders_that_could_hold_it(
    source: Path, changed: str, moved: set[str]
) -> None:
    before = {name: cache.cache_folder(name) for name in ("odds", "simulator")}
    cache.cache_folder.cache_clear()
    with (source / changed).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    after = {name: cache.cache_folder(name) for name in ("odds", "simulator")}
    assert {name for name in before if before[name] != after[name]} == moved


@pytest.mark.parametrize(
    "changed", ["envs/stepping.py", "simulator/engine/chart_round.py", "dealing/turn.py"]
)
def test_kernels_that_reach_two_rooms_move_with_both(source: Path, changed: str) -> None:
    before = cache.cache_folder("envs", "simulator")
    cache.cache_folder.cache_clear()
    with (source / changed).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert cache.cache_folder("envs", "simulator") != before


def test_a_kernel_knows_its_room() -> None:
    assert cache.room_of(hand_kernels.play_odds.py_func) == "odds"  # type: ignore[attr-defined]
    assert cache.room_of(cache.njit) == "jit"
    assert cache.room_of(read_cards) == "."


MOST_PARAMETERS = 8


@pytest.mark.parametrize("kernels", sorted(KERNELS))
def test_kernels_take_few_things(kernels: str) -> None:
    """What belongs together is one NamedTuple: of fifteen arrays in a row two are soon swapped."""
    file = (cache.SOURCE.parent / kernels.replace(".", "/")).with_suffix(".py")
    for one in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(one, ast.FunctionDef):
            how = {ast.unparse(decorator) for decorator in one.decorator_list}
            assert not how & {"njit", "bare"} or len(one.args.args) <= MOST_PARAMETERS, one.name


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
    own = cache.room_of(names["plus"])
    assert own == "odds"
    before = cache.cache_folder(own)
    cache.cache_folder.cache_clear()
    (room / "kernel.py").write_text(NESTED.replace("1", "2"), encoding="utf-8")
    assert cache.cache_folder(own) != before


def test_a_simulation_says_which_nested_code_made_it(source: Path) -> None:
    """Workers of a cluster compare this before they compute."""
    maker.cache_clear()
    before = maker()
    room = source / "simulator" / "inner"
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


def reached(module: str, seen: set[str]) -> set[str]:
    """Every module of ours that one imports, and they import, when it is loaded."""
    if module not in seen:
        seen.add(module)
        file = cache.SOURCE.parent / module.replace(".", "/")
        file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        for name in ours(file, for_types=False):
            reached(name, seen)
    return seen


@pytest.mark.parametrize("kernels", sorted(KERNELS))
def test_the_folder_is_named_by_all_a_kernel_can_reach(kernels: str) -> None:
    """Whatever a file of kernels imports is hashed into its folder's name: the rule text or the
    room itself. A sentence of the trace, or a page, is not."""
    allowed = {GROUND if name == cache.HERE else name for name in cache.RULE_TEXT}
    rooms = {room(name) for name in reached(kernels, set())}
    assert rooms <= allowed | {room(kernels)}


def plus_one(number: int) -> int:
    return number + 1


def test_a_kernel_is_compiled_once_whatever_constants_it_is_given() -> None:
    callee: Any = cache.machine_code(plus_one, None)
    caller: Any = cache.machine_code(lambda number: callee(1) + callee(2) + callee(number), None)
    assert caller(3) == 9
    assert len(callee.part.signatures) == 1


def inverse(number: int) -> int:
    return 1 // number


def test_what_a_kernel_calls_is_no_kernel_of_its_own_until_python_calls_it() -> None:
    """Parts are finished within those that call them, through every depth, errors included; and
    one that Python calls as well is made for that too."""
    part: Any = cache.machine_code(inverse, None)
    middle: Any = cache.machine_code(lambda number: part(number) + part(number), None)
    kernel: Any = cache.machine_code(lambda number: middle(number) + part(number), None)
    assert kernel(1) == 3
    assert not middle.signatures and not part.signatures
    with pytest.raises(ZeroDivisionError):
        kernel(0)
    assert part(1) == 1 and len(part.signatures) == 1


SIDE_BY_SIDE = 16


def use_lanes(rows: Any, number: float, into: Any) -> None:
    lanes.set_product(SIDE_BY_SIDE, into[0], rows[0], rows[1])
    lanes.add_product(SIDE_BY_SIDE, into[1], rows[0], rows[1])
    lanes.add_times(SIDE_BY_SIDE, into[2], rows[0], number)
    lanes.add_product_times(SIDE_BY_SIDE, into[3], rows[0], rows[1], number)
    lanes.add_product_of_three(SIDE_BY_SIDE, into[4], rows[0], rows[1], rows[2])
    lanes.set_fewer(SIDE_BY_SIDE, into[5], rows[0], rows[2], 3)  # a whole number is one too
    lanes.set_shared(SIDE_BY_SIDE, into[6], rows[0], rows[2], 3)
    lanes.set_product(SIDE_BY_SIDE, into[7], into[7], rows[1])  # from itself


def twelve_lanes(rows: Any) -> None:
    lanes.set_product(12, rows[0], rows[1], rows[2])


def test_lanes_come_to_what_a_loop_would() -> None:
    """To the last bit, no lane beside them touched. Seen to fail: with a word that goes one vector
    too far, and with nothing left taken for less than nothing."""
    some = np.random.default_rng(3)
    rows, number = some.uniform(-2, 9, (3, SIDE_BY_SIDE + 8)), 1.7
    rows[2, :4] = [3, 2, 0, -1]  # nothing left, and less than nothing
    made: Any = some.uniform(-1, 1, (8, SIDE_BY_SIDE + 8))
    one, other, third = rows
    left = third - 3
    expected = np.array([
        one * other, made[1] + one * other, made[2] + one * number,
        made[3] + one * other * number, made[4] + one * other * third,
        one * np.maximum(left, 0), one / np.maximum(left, 1), made[7] * other,
    ])  # fmt: skip
    expected[:, SIDE_BY_SIDE:] = made[:, SIDE_BY_SIDE:]
    cache.machine_code(use_lanes, None)(rows, number, made)
    assert (made == expected).all()


def test_eight_divide_the_lanes() -> None:
    with pytest.raises(ValueError, match="12 lanes: eight must divide them"):
        cache.machine_code(twelve_lanes, None)(np.ones((3, 16)))


def use_scratch(rows: int, few: Any) -> float:
    """What arrays made in a kernel hold and how long they are; the second time round they are
    zeros again."""
    total = 0.0
    for _ in range(2):
        table, tall = scratch.floats((rows, 3)), scratch.integers((2, rows, 4))
        some, own = scratch.flags(rows), scratch.few_integers(5)
        total += table.sum() + tall.sum() + some.sum() + own.sum()
        table[rows - 1, 2] = tall[1, rows - 1, 3] = own[4] = 9
        some[rows - 1] = True
        few[0] = table[rows - 1, 2] + tall[1, rows - 1, 3] + own[4] + some[rows - 1]
        few[1] = table.size + tall.size * 100 + some.size * 10000
    return total


def test_arrays_made_in_a_kernel_are_zeros_of_their_own_place() -> None:
    kernel: Any = cache.machine_code(use_scratch, None)
    few = [0.0, 0.0]
    kept = np.array(few)
    assert kernel(7, kept) == 0
    assert kept.tolist() == [28, 21 + 56 * 100 + 7 * 10000]


def test_a_first_kernel_loads_no_linear_algebra() -> None:
    """Numba loads SciPy's, a quarter of a second, to see whether it is there; a kernel that
    multiplies matrices still finds it."""
    code = (
        "import sys, numpy, numba; from holecard.jit.cache import machine_code;"
        "machine_code(lambda x: -x, None)(1);"
        "assert 'scipy.linalg' not in sys.modules;"
        "print(numba.njit(lambda a: (a @ a).sum())(numpy.eye(3)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "3.0\n", done.stderr


def add_up(table: Any, rows: int) -> float:
    total = 0.0
    for row in range(rows):
        total = total * 0.5 + table[row]
    return total


def products(kernel: Any) -> int:
    """How often its machine code multiplies."""
    (code,) = kernel.inspect_asm().values()
    return len(re.findall(r"^\s+v?mulsd", code, re.MULTILINE))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="counts mulsd")
def test_a_loop_of_a_solver_is_written_once() -> None:
    """Written out several times it took a tenth of a first command to compile, for nothing gained.
    Seen to fail: with Numba's own passes the product is there more than twice."""
    table = np.array([2.0, 4.0, 8.0, 16.0, 32.0])
    lean_one: Any = cache.machine_code(add_up, None)
    quick_one: Any = cache.machine_code(add_up, None, quick=True)
    assert lean_one(table, 5) == quick_one(table, 5) == 42.625
    assert products(lean_one) == 1 < products(quick_one)


def test_numba_is_asked_for_an_operator_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one way of compiling is no other's key. Seen to fail: Numba's own search went on in the
    second kernel, and all ways had one hash."""
    from numba.core.typing import templates

    tried: list[Any] = []
    template: Any = templates.ConcreteTemplate
    apply = template.apply

    def told(found: Any, args: Any, kws: Any) -> Any:
        tried.append(args)
        return apply(found, args, kws)

    monkeypatch.setattr(template, "apply", told)
    one, other = np.int16(5), np.float32(2)
    for how in ({}, {"_nrt": False}):
        first: Any = cache.machine_code(lambda x, y: x - y, None, **how)
        assert first(one, other) == 3
        tried.clear()
        second: Any = cache.machine_code(lambda x, y: (x - y) * (x - y), None, **how)
        assert second(one, other) == 9
        assert (types.int16, types.float32) not in tried
        assert (types.float32, types.float32) in tried or how
    ways = SettledFlags.known
    assert len(ways) == len(set(map(hash, ways))) > 1


FIRST_COMMAND = """
import sys
from collections import Counter
from holecard.cli.main import run
from holecard.jit import cache
from numba.core import event

made = Counter()

class Listener(event.Listener):
    def on_start(self, event):
        if event.data["dispatcher"].py_func.__module__.startswith("holecard"):
            function = event.data["dispatcher"].py_func
            made[f"{function.__module__}.{function.__qualname__}", str(event.data["args"])] += 1
    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
sys.argv = ["holecard", "odds", "classic"]
try:
    run()
finally:
    print(len(made), len({name for name, _ in made}), sum(made.values()))
"""


@pytest.mark.nightly
def test_a_first_command_compiles_few_kernels(tmp_path: Path) -> None:
    """What `holecard odds classic` compiles of ours with nothing kept: every function for one row
    of types, and one of them twice, which Python and a kernel call. Seen to fail: with a whole
    number for a float in one call there are 39 rows of types for 38 functions."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_COMMAND],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )
    assert done.stdout.splitlines()[-1] == "38 38 39", done.stderr
