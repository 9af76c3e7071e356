"""`holecard simulate` as people run it: on a terminal, by their own chart, without an extra."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from holecard.cli.main import run as holecard_command
from holecard.experiment.simulation import Simulation
from holecard.games import CLASSIC
from tests.night import at_night
from tests.processes import started

SIMULATE = [sys.executable, "-m", "holecard", "simulate"]


def on_a_terminal(*words: str) -> tuple[str, str]:
    """What a run writes to its terminal (stderr) and to a pipe (stdout)."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "140"}
    with started(
        [*SIMULATE, *words], stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not some:
                break
            shown += some
        out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0, shown.decode()
    return shown.decode(), out


@pytest.mark.parametrize("jobs", ["2", *at_night("1")])
def test_the_bar_shows_rate_time_left_and_the_figure(jobs: str) -> None:
    words = ("classic", "--rounds", "3e7", "--play", "mimic", "--json", "--jobs", jobs)
    shown, out = on_a_terminal(*words)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"\d+%.*M rounds/s.*\d:\d\d:\d\d.*main edge -?\d+\.\d{4}% ± ", lines), lines
    assert json.loads(out)["rounds"] == 30_000_000
    assert "Traceback" not in shown


def test_a_pool_leaves_no_words_behind() -> None:
    """Its pipes were once torn down with the interpreter, with a traceback now and then."""
    run_pools(1)


@pytest.mark.nightly
def test_no_pool_leaves_words_behind() -> None:
    run_pools(20)


def run_pools(times: int) -> None:
    words = ["classic", "--rounds", "2e6", "--play", "mimic", "--json", "--jobs", "2"]
    for _ in range(times):
        done = subprocess.run([*SIMULATE, *words], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_chart_written_by_strategy_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `holecard strategy --json` writes is read back, and means the same."""
    with pytest.raises(SystemExit) as ended:
        holecard_command(["strategy", "classic", "--json"])
    assert ended.value.code == 0
    file = tmp_path / "chart.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    by_file = Simulation(game=CLASSIC, rounds=300_000, play=str(file))
    by_total = Simulation(game=CLASSIC, rounds=300_000, play="total")
    assert by_file.start().finish().digest() == by_total.start().finish().digest()


def test_a_chart_that_says_otherwise_plays_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        holecard_command(["strategy", "classic", "--json"])
    text = capsys.readouterr().out
    file = tmp_path / "chart.json"
    file.write_text(text.replace('"D"', '"H"').replace('"Dh"', '"H"'), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    other = Simulation(game=CLASSIC, rounds=300_000, play=str(file)).start().finish()
    total = Simulation(game=CLASSIC, rounds=300_000, play="total").start().finish()
    assert other.digest() != total.digest()


def test_a_missing_extra_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit) as ended:
        holecard_command(["simulate", "classic", "--play", "mimic", "--cluster", "local:2"])
    assert ended.value.code == 4
    assert "holecard[cluster]" in capsys.readouterr().err


def test_a_check_of_nothing_is_not_passed(capsys: pytest.CaptureFixture[str]) -> None:
    """One round has no error to measure by: nothing can be compared."""
    words = ["simulate", "breakout", "--rounds", "1", "--wager", "super-tie", "--play", "mimic"]
    with pytest.raises(SystemExit) as ended:
        holecard_command([*words, "--check"])
    assert ended.value.code == 1
    assert "nothing could be checked" in capsys.readouterr().out
