"""No process is left behind: not by a test that fails, not by one whose worker is killed.

Seen to fail: without the keeper (a server, its worker and everything detached stay).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import MARK, marked, started

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

CONFTEST = "from tests.conftest import pytest_configure"
LARGE = """
from tests.browser.conftest import browser
from tests.server.conftest import postgres_url
"""
TESTS = """
import os, signal, subprocess, sys
from pathlib import Path

import pytest

from tests.processes import MARK, marked
from tests.server.spawned import Reborn, Spawned


@pytest.fixture
def started(tmp_path):
    Spawned(str(tmp_path / "one.db")).start()
    Reborn(str(tmp_path / "two.db")).start()
    detached = "import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(600)"
    subprocess.run([sys.executable, "-c", detached], check=True)


@pytest.fixture
def cluster():
    words = "simulate classic --rounds 1e12 --play mimic --cluster local:2".split()
    subprocess.Popen([sys.executable, "-m", "holecard", *words])


def leave(how):
    mark = os.environ[MARK]
    Path("mark").write_text(f"{mark} {len(list(marked(mark)))}")
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("on purpose")


def test_failed(started):
    leave("failed")


def test_killed(started):
    leave("killed")


def test_large_failed(started, browser, postgres_url, cluster):
    leave("failed")


def test_large_killed(started, browser, postgres_url, cluster):
    leave("killed")
"""


# A test that only fails needs no worker, nor the plugins of other tests, which take long to load.
PLAIN = ("-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:asyncio")
WORKER = ("-n", "1", "--max-worker-restart=0")


def run_inside(folder: Path, name: str) -> tuple[str, int]:
    """The mark of a test run of its own and how many processes its one test had started."""
    (folder / "conftest.py").write_text(CONFTEST + LARGE * name.startswith("large"))
    (folder / "test_inside.py").write_text(TESTS)
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    words = ["-m", "pytest", "-q", *PLAIN, *(WORKER if name.endswith("killed") else ())]
    done = subprocess.run(
        [sys.executable, *words, "-k", f"test_{name}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 1 and "1 failed" in done.stdout, done.stdout + done.stderr
    mark, number = (folder / "mark").read_text().split()
    assert mark != os.environ[MARK]
    return mark, int(number)


def check_left(folder: Path, name: str, least: int) -> None:
    mark, number = run_inside(folder, name)
    assert number >= least
    ends = time.monotonic() + 20
    while left := list(marked(mark)):
        assert time.monotonic() < ends, f"left behind: {left}"
        time.sleep(0.05)


@pytest.mark.parametrize("name", ["failed", pytest.param("killed", marks=pytest.mark.nightly)])
def test_nothing_is_left_behind(tmp_path: Path, name: str) -> None:
    """A server, a nursery with a server, a process that has left its session."""
    check_left(tmp_path, name, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["large_failed", "large_killed"])
def test_nothing_large_is_left_behind(tmp_path: Path, name: str) -> None:
    """The same with Chromium, PostgreSQL and a cluster of Dask's."""
    check_left(tmp_path, name, 9)


def test_a_child_hears_ctrl_c_though_its_parent_does_not() -> None:
    code = "import time; print(flush=True); time.sleep(600)"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with started(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            child.send_signal(signal.SIGINT)
            assert child.wait(60) == -signal.SIGINT
    finally:
        signal.signal(signal.SIGINT, before)
