"""The work bench: processes that solve, search and print, so that no table waits for them.

Each worker is one process with a list of jobs. It starts with its first job, is killed when a job
takes too long, and goes home after a while without work, unless it is one that stays. What it found
is kept: the same question is worked out once, however many ask it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Literal

from holecard.errors import HolecardError, NotAllowed
from holecard.server.store.writer import Busy

KEPT = 600
MOST_WAITING = 40
IDLE_SECONDS = 300.0
DRILLS, COACH = "train", "coach"
POLITE = {"quick": 3, DRILLS: 3, "solve": 5}  # how far below the tables a worker stands
MOST_POLITE = 10
LOOK_SECONDS = 0.1  # how soon a job under way is given up when the server closes
Told = Callable[[str], None]
# The jobs of jobs.py and drill_jobs.py, which only a worker imports.
JobName = Literal[
    "ready", "free_odds", "solved_odds", "deck_cells", "copied", "session_of", "designs_of",
    "counting_of", "strategy_of", "cell_of", "print_sheet", "edges_work", "hint_work",
    "mistakes_work", "drill_list", "drill_question", "drill_grade", "drill_replay", "drill_storm",
    "drill_weak", "drill_due", "drill_edge", "drill_result",
]  # fmt: skip
log = logging.getLogger("holecard.server")


class TookTooLong(NotAllowed):
    code = "lab/too_long"


@dataclass(frozen=True)
class Task:
    """One question to a worker, by the name of its job."""

    call: JobName
    words: tuple[Any, ...]
    seconds: float
    told: Told | None = None
    done: Future[str] = field(default_factory=Future)


def jobs_of(worker: str) -> Mapping[JobName, Callable[..., str]]:
    """The jobs of a worker's process. The solver comes with all but the drills'; the coach brings
    it when it is asked."""
    if worker in (DRILLS, COACH):
        from holecard.server.workers.drill_jobs import DRILL_JOBS

        return DRILL_JOBS
    from holecard.server.workers.jobs import JOBS

    return JOBS


def work(line: Connection, name: str) -> None:
    """What the process does: take a call, answer it, until nobody is there."""
    os.nice(POLITE.get(name, MOST_POLITE))
    os.dup2(2, 1)  # a solver's library now and then prints a line
    jobs = jobs_of(name)
    while True:
        try:
            call, words, tells = line.recv()
        except (EOFError, OSError):
            return
        more = {"told": lambda said: line.send(("told", said))} if tells else {}
        try:
            line.send(("done", jobs[call](*words, **more)))
        except HolecardError as wrong:
            line.send(("refused", (type(wrong), str(wrong))))
        except Exception:
            line.send(("broken", traceback.format_exc()))


class Worker:
    """One process and the thread that hands it its jobs."""

    def __init__(self, name: str, idle: float | None = IDLE_SECONDS) -> None:
        self.name = name
        self.idle = idle  # seconds without work until it goes home; none for one that stays
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

    def answer(self, task: Task) -> str:
        ends = time.monotonic() + task.seconds
        try:
            line = self.begin()
            line.send((task.call, task.words, task.told is not None))
            while time.monotonic() < ends and not self.closed:
                if not line.poll(min(LOOK_SECONDS, max(0.0, ends - time.monotonic()))):
                    continue
                kind, value = line.recv()
                if kind != "told":
                    return settled(kind, value)
                if task.told is not None:
                    task.told(value)
        except (EOFError, OSError) as gone:
            self.send_home()
            raise Busy("the lab's worker was lost: try again") from gone
        self.send_home()
        raise TookTooLong(f"that took more than {task.seconds:g} seconds and was given up")

    def begin(self) -> Connection:
        if self.line is None or self.process is None or not self.process.is_alive():
            self.send_home()
            spawn = multiprocessing.get_context("spawn")
            ours, theirs = spawn.Pipe()
            self.process = spawn.Process(target=work, args=(theirs, self.name), daemon=True)
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


class Bench:
    """Workers by name, and what they have found. Those that stay never go home."""

    def __init__(self, stay: frozenset[str] = frozenset()) -> None:
        self.stay = stay
        self.workers: dict[str, Worker] = {}
        self.found: OrderedDict[tuple[Any, ...], Future[str]] = OrderedDict()
        self.lock = threading.Lock()

    def knows(self, call: JobName, *words: Any) -> bool:
        return (call, *words) in self.found

    def begin(
        self,
        worker: str,
        seconds: float,
        call: JobName,
        *words: Any,
        told: Told | None = None,
    ) -> Future[str]:
        """The answer to come; the same one for the same question. Refusals are kept too."""
        key = (call, *words)
        with self.lock:
            known = self.found.get(key)
            if known is not None:
                self.found.move_to_end(key)
                return known
            task = Task(call, words, seconds, told)
            self.worker(worker).submit(task)
            self.found[key] = task.done
            while len(self.found) > KEPT:
                self.found.popitem(last=False)
        task.done.add_done_callback(lambda done: self.forget_failed(key, done))
        return task.done

    def worker(self, name: str) -> Worker:
        if name not in self.workers:
            self.workers[name] = Worker(name, None if name in self.stay else IDLE_SECONDS)
        return self.workers[name]

    def rouse(self, worker: str, seconds: float, call: JobName, *words: Any) -> None:
        """Have a worker get ready that has no process: not started yet, or gone home."""
        with self.lock:
            known = self.worker(worker)
            if known.process is None and known.tasks.empty():
                known.submit(Task(call, words, seconds))

    def forget_failed(self, key: tuple[Any, ...], done: Future[str]) -> None:
        """A refusal stands; what went wrong in the workshop may go right the next time."""
        wrong = done.exception()
        stands = isinstance(wrong, HolecardError) and not isinstance(wrong, Busy | TookTooLong)
        if wrong is not None and not stands:
            with self.lock:
                self.found.pop(key, None)

    async def ask(self, worker: str, seconds: float, call: JobName, *words: Any) -> str:
        return await asyncio.wrap_future(self.begin(worker, seconds, call, *words))

    def close(self) -> None:
        for worker in self.workers.values():
            worker.close()
