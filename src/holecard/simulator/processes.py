"""Who computes the blocks: this process, or several on this machine. They come back in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice

from holecard.errors import HolecardError
from holecard.simulator.engine.blocks import Tally, run_block
from holecard.simulator.engine.job import Job

Blocks = list[tuple[int, int]]  # (block, rounds)
Found = tuple[int, list[Tally]]
Compute = Callable[[Job, Iterable[tuple[int, int]]], Iterator[Found]]  # in the blocks' order
TOGETHER = 4  # blocks of a task: handing one over costs as much as a tenth of computing it
AHEAD = 4  # tasks given out for each process, so that none waits for us or for the slowest
RESTARTS = 3


class LostWorkers(HolecardError):
    exit_code = 1


def inline(job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    for block, rounds in blocks:
        yield block, run_block(job, block, rounds)


def processes(number: int, job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """Blocks shared out among processes."""
    warm_up(job)
    todo = together(blocks)
    pool = Pool(number, job)
    try:
        for some in islice(todo, AHEAD * number):
            pool.give(some)
        while pool.open:
            found = pool.oldest()
            for some in islice(todo, 1):
                pool.give(some)
            yield from found
    finally:
        pool.close()


def together(blocks: Iterable[tuple[int, int]]) -> Iterator[Blocks]:
    todo = iter(blocks)
    while some := list(islice(todo, TOGETHER)):
        yield some


def warm_up(job: Job) -> None:
    """Compile once, here: the processes then find the machine code, in memory or on disk."""
    if job.fast:
        run_block(job, 0, 1)
    else:
        from holecard.simulator.engine.shoe_blocks import Dealing

        Dealing(job, job.seats[0], 0, 0).deal(1)


class Pool:
    """The standard library's pool, and the tasks given to it, oldest first. When it loses a process
    it is opened anew and given all of them again: blocks are pure."""

    def __init__(self, number: int, job: Job) -> None:
        self.number, self.job = number, job
        self.open: deque[tuple[Blocks, Future[list[Found]]]] = deque()
        self.lost = 0
        self.executor = self.start()

    def start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(start_method())
        return ProcessPoolExecutor(
            self.number, mp_context=context, initializer=get_ready, initargs=(self.job,)
        )

    def give(self, some: Blocks) -> None:
        try:
            answer = self.executor.submit(compute, some)
        except BrokenProcessPool as lost:  # told when the answer is due
            answer = Future()
            answer.set_exception(lost)
        self.open.append((some, answer))

    def oldest(self) -> list[Found]:
        """The first task's answer."""
        while True:
            try:
                found = self.open[0][1].result()
            except BrokenProcessPool:
                self.restart()
            else:
                self.open.popleft()
                return found

    def restart(self) -> None:
        self.lost += 1
        if self.lost > RESTARTS:
            raise LostWorkers(f"worker processes died {self.lost} times")
        self.close()
        self.executor = self.start()
        again, self.open = self.open, deque()
        for some, _ in again:
            self.give(some)

    def close(self) -> None:
        """Processes are not asked to end: one that was killed can have taken with it the lock under
        which the others would hear it. (Python 3.14 has a public word for this.)"""
        for process in list((self.executor._processes or {}).values()):
            process.kill()
        self.executor.shutdown(cancel_futures=True)


def start_method() -> str:
    """Copies of this process have the machine code loaded already; a process with threads, or on
    a system where copies are unsafe, starts new ones."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" else "spawn"


_job: Job


def get_ready(job: Job) -> None:
    """In a new process: the job, Ctrl-C left to the parent, and the parent's end watched."""
    global _job
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def compute(some: Blocks) -> list[Found]:
    return [(block, run_block(_job, block, rounds)) for block, rounds in some]


def compute_with(jobs: int) -> Compute:
    return inline if jobs == 1 else partial(processes, jobs)
