"""Processes of this machine that compute blocks, each at the end of a pipe of its own.

They share no lock and no queue: one that is killed, at whatever moment, costs its blocks and
nothing else. (The standard library's pools can wait for ever for a lock that a killed process took
with it.)
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from holecard.simulate.blocks import Tally, run_block
from holecard.simulate.job import Job

Blocks = list[tuple[int, int]]  # (block, rounds)
Found = tuple[int, list[Tally]]
PATIENCE = 5.0  # seconds for a process to end by itself


def start_method() -> str:
    """Copies of this process have the machine code loaded already; a process with threads, or on
    a system where copies are unsafe, starts new ones."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" else "spawn"


def work(pipe: Connection, job: Job, not_ours: Sequence[Connection]) -> None:
    """Blocks in, tallies out, until the other end is gone. Ctrl-C is the parent's to answer."""
    for one in not_ours:  # a copy has the parent's ends too, and would keep them open
        one.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            blocks: Blocks = pipe.recv()
        except (EOFError, OSError):
            return
        found: list[Found] | Exception
        try:
            found = [(block, run_block(job, block, rounds)) for block, rounds in blocks]
        except Exception as wrong:
            found = wrong
        try:
            pipe.send(found)
        except OSError:
            return


class Worker:
    """A process, and the tasks it has been given, oldest first."""

    def __init__(self, job: Job, others: Sequence[Worker]) -> None:
        context: Any = multiprocessing.get_context(start_method())
        self.pipe, theirs = context.Pipe()
        copied = context.get_start_method() == "fork"
        not_ours = [self.pipe, *(one.pipe for one in others)] if copied else []
        self.process = context.Process(target=work, args=(theirs, job, not_ours), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[int] = deque()

    def give(self, task: int, blocks: Blocks) -> None:
        """Hand a task over; a process that is gone is noticed when it should answer."""
        self.tasks.append(task)
        try:
            self.pipe.send(blocks)
        except OSError:
            return

    def take(self) -> tuple[int, list[Found]] | None:
        """Its oldest task and what was found; nothing if the process is gone."""
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, Exception):
            raise found
        return self.tasks.popleft(), found

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()
