"""Processes that the tests start: they hear Ctrl-C, and end with the tests, however those end.

Whatever this process starts, and whatever that starts in turn, inherits a mark in its environment:
servers, pools, a Dask cluster, PostgreSQL, Chromium. A keeper, a small process that does not carry
the mark, waits until this one is gone (done, failed, interrupted, killed with -9) and ends
everything that still carries it. Linux only: it reads /proc.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MARK = "STARTED_BY_TESTS"
LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 10.0


def keep() -> subprocess.Popen[bytes]:
    """The keeper of this process, which from now on marks all it starts."""
    mark = secrets.token_hex(16)
    unmarked = {name: said for name, said in os.environ.items() if name != MARK}
    os.environ[MARK] = mark
    return subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, str(os.getpid()), mark],
        env=unmarked,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # a Ctrl-C at the terminal is not for the keeper
    )


def marked(mark: str) -> Iterator[int]:
    """The processes that carry the mark. One that has ended has no environment any more."""
    line = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if line in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
        except OSError:  # gone meanwhile, or somebody else's
            continue


def end_marked(mark: str) -> None:
    """End all of them; what one started just before it ended, too."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while (found := list(marked(mark))) and time.monotonic() < ends:
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(LOOK_SECONDS)


@contextmanager
def started(words: list[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that is gone when the block is left, however it is left.

    It hears Ctrl-C even if this process was told not to (by nohup, or in the background of a
    script): what is ignored is handed down to a child, what is handled is not."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        process = subprocess.Popen(words, **how)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        try:
            yield process
        finally:
            process.kill()


def main() -> None:
    parent, mark = int(sys.argv[1]), sys.argv[2]
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    end_marked(mark)


if __name__ == "__main__":
    main()
