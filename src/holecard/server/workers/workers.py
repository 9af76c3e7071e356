"""Processes that solve, search and print, so that no table waits for them.

Each worker is one process with a list of jobs. It starts with its first job, is killed when a job
takes too long or nobody waits for it any more, and goes home when it has grown too large, or after
a while without work, unless it is one that stays.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from holecard.errors import HolecardError, NotAllowed
from holecard.games.from_file import bring_again, brought_files
from holecard.server.store.writer import Busy
from holecard.server.workers.task import JobName, Task

MOST_WAITING = 40
MEGABYTES = 700.0
IDLE_SECONDS = 300.0
DRILLS, COACH = "train", "coach"
POLITE = {"quick": 3, "solve": 5}  # how far below the tables a worker stands
MOST_POLITE = 10
LOOK_SECONDS = 0.1  # how soon a job under way is given up when the server closes
log = logging.getLogger("holecard.server")


class TookTooLong(NotAllowed):
    code = "lab/too_long"


class GivenUp(Busy):
    """Nobody waits for the answer."""

    code = "request/gone"


def megabytes() -> float:
    """What this process holds in memory; where that is not told, the most it ever held."""
    held = Path("/proc/self/statm")
    if held.exists():
        pages = int(held.read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def jobs_of(worker: str) -> Mapping[JobName, Callable[..., str]]:
    """The jobs of a worker's process. The solver comes with all but the drills'; the coach brings
    it when it is asked."""
    if worker in (DRILLS, COACH):
        from holecard.server.workers.drill_jobs import DRILL_JOBS

        return DRILL_JOBS
    from holecard.server.workers.jobs import JOBS

    return JOBS


def work(line: Connection, name: str, files: Sequence[tuple[str, str]] = ()) -> None:
    """What the process does: take a call, answer it, until nobody is there. `files` are games that
    were brought."""
    os.nice(POLITE.get(name, MOST_POLITE))
    os.dup2(2, 1)  # a solver's library now and then prints a line
    jobs = jobs_of(name)
    while True:
        try:
            call, words, tells = line.recv()
        except (EOFError, OSError):
            return
        more = {"told": lambda said: line.send(("told", said, 0.0))} if tells else {}
        kind: str = "done"
        value: Any = None
        try:
            bring_again(files)
            files = ()
            value = jobs[call](*words, **more)
        except HolecardError as wrong:
            kind, value = "refused", (type(wrong), str(wrong))
        except Exception:
            kind, value = "broken", traceback.format_exc()
        line.send((kind, value, megabytes()))


class Worker:
    """One process and the thread that hands it its jobs."""

    def __init__(
        self, name: str, idle: float | None = IDLE_SECONDS, most: float = MEGABYTES
    ) -> None:
        self.name = name
        self.idle = idle  # seconds without work until it goes home; none for one that stays
        self.most = most  # megabytes; grown larger, it goes home after the job
        self.megabytes = 0.0
        self.recycled = 0
        self.tasks: queue.Queue[Task | None] = queue.Queue()
        self.thread: threading.Thread | None = None
        self.process: multiprocessing.process.BaseProcess | None = None
        self.line: Connection | None = None
        self.closed = False

    def submit(self, task: Task) -> None:
        if self.closed or self.tasks.qsize() >= MOST_WAITING:
            raise Busy("the lab has its hands full: try again in a moment")
        if self.thread is None:
            self.thread = threading.Thread(target=self.run, name=f"lab-{self.name}", daemon=True)
            self.thread.start()
        self.tasks.put(task)

    def run(self) -> None:
        # A process begins with the signals its thread has blocked: Ctrl-C is the server's to hear,
        # also while a worker is still importing. Starting the tracker would let it in again.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        while True:
            try:
                task = self.tasks.get(timeout=self.idle)
            except queue.Empty:
                self.send_home()
                continue
            if task is None:
                self.send_home()
                return
            try:
                task.done.set_result(self.answer(task))
            except BaseException as wrong:
                task.done.set_exception(wrong)
            if self.megabytes > self.most:
                self.send_home()
                self.recycled += 1

    def answer(self, task: Task) -> str:
        if task.give_up():
            raise GivenUp("nobody waited for this any more")
        ends = time.monotonic() + task.seconds
        try:
            line = self.begin()
            line.send((task.call, task.words, task.told is not None))
            while time.monotonic() < ends and not self.closed and not task.give_up():
                if not line.poll(min(LOOK_SECONDS, max(0.0, ends - time.monotonic()))):
                    continue
                kind, value, held = line.recv()
                if kind != "told":
                    self.megabytes = held
                    return settled(kind, value)
                if task.told is not None:
                    task.told(value)
        except (EOFError, OSError) as gone:
            self.send_home()
            raise Busy("the lab's worker was lost: try again") from gone
        self.send_home()
        if task.given_up:
            raise GivenUp("nobody waited for this any more")
        raise TookTooLong(f"that took more than {task.seconds:g} seconds and was given up")

    def begin(self) -> Connection:
        if self.line is None or self.process is None or not self.process.is_alive():
            self.send_home()
            spawn = multiprocessing.get_context("spawn")
            ours, theirs = spawn.Pipe()
            self.process = spawn.Process(
                target=work, args=(theirs, self.name, brought_files()), daemon=True
            )
            self.process.start()
            theirs.close()
            self.line = ours
        return self.line

    def send_home(self) -> None:
        if self.line is not None:
            self.line.close()
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.line = self.process = None
        self.megabytes = 0.0

    def close(self) -> None:
        self.closed = True
        self.tasks.put(None)
        if self.thread is not None:
            self.thread.join()


def settled(kind: str, value: Any) -> str:
    if kind == "done":
        return str(value)
    if kind == "refused":
        # Built without __init__, which makes the words from other things in some classes.
        refusal, words = value
        raise refusal.__new__(refusal, words)
    log.error("%s", value)
    raise RuntimeError("a job of the lab failed")
