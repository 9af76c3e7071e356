"""The first command that compiles says so, once and on stderr; `doctor --warm` does all beforehand.

Meant to catch: with the sentence on stdout, where a JSON document stands; with one for each kernel;
without a listener.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from holecard.cli import warm
from holecard.jit.notice import FIRST, Notice

# A kernel as small as can be, compiled as every other is: through the house's own door.
KERNEL = """
import sys
from holecard.cli.main import app
from holecard.jit import cache, notice

def double(number):
    return number + number

app(["games", "--json"], standalone_mode=False)
folder = cache.Path(sys.argv[1])
made = cache.machine_code(double, folder)
assert made(4) == 8 and made(4) == 8 and made(2.5) == 5.0
"""


def test_it_is_said_once_and_not_where_the_answer_stands(tmp_path: Path) -> None:
    script, folder = tmp_path / "kernel.py", tmp_path / "kept"
    script.write_text(KERNEL, encoding="utf-8")
    folder.mkdir()
    words = [sys.executable, str(script), str(folder)]
    first, again = (
        subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ))
        for _ in range(2)
    )
    json.loads(first.stdout)
    assert first.stderr.count(FIRST) == 1 and "holecard: compiled in " in first.stderr
    assert first.stdout == again.stdout and again.stderr == ""


def test_kernels_within_kernels_are_one_wait() -> None:
    said: list[str] = []
    notice = Notice(said.append)
    for _ in range(2):
        notice.start()
        notice.start()
        notice.end()
        notice.end()
    assert said == [FIRST] and notice.kernels == 4 and notice.seconds < 1


def test_each_part_is_told_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for part in ("solver", "charts", "simulator"):
        monkeypatch.setattr(warm, part, lambda name=part: done.append(name))
    said: list[str] = []
    warm.compile_all(said.append)
    assert done == ["solver", "charts", "simulator"]
    assert len(said) == 6 and all(line.endswith((" ...", " s")) for line in said)
