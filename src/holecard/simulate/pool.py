"""Who computes the blocks: this process, or several on this machine. They come back in order."""

from __future__ import annotations

import multiprocessing
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
from holecard.simulate.blocks import Tally, run_block
from holecard.simulate.job import Job

Found = tuple[int, list[Tally]]
Compute = Callable[[Job, Iterable[tuple[int, int]]], Iterator[Found]]  # (block, rounds) in order
Blocks = list[tuple[int, int]]
AHEAD = 3  # tasks a process may have waiting
TOGETHER = 4  # blocks of a task
RESTARTS = 3


class LostWorkers(HolecardError):
    exit_code = 1


def inline(job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    for block, rounds in blocks:
        yield block, run_block(job, block, rounds)


_job: list[Job] = []


def take_job(job: Job) -> None:
    """In a worker: keep the job. Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _job[:] = [job]


def compute_blocks(blocks: Blocks) -> list[Found]:
    return [(block, run_block(_job[0], block, rounds)) for block, rounds in blocks]


def together(blocks: Iterable[tuple[int, int]]) -> Iterator[Blocks]:
    """A few blocks at a time: handing one over costs as much as a tenth of computing it."""
    todo = iter(blocks)
    while some := list(islice(todo, TOGETHER)):
        yield some


def processes(number: int, job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """Some blocks ahead on every process. A pool that breaks is replaced: blocks are pure."""
    warm_up(job)
    todo = together(blocks)
    waiting: deque[tuple[Blocks, Future[list[Found]] | None]] = deque()
    pool = open_pool(number, job)
    broken = 0
    try:
        while True:
            while len(waiting) < number * AHEAD and (some := next(todo, None)) is not None:
                waiting.append((some, None))
            if not waiting:
                return
            try:
                for at, (some, future) in enumerate(waiting):
                    if future is None:
                        waiting[at] = (some, pool.submit(compute_blocks, some))
                _, first = waiting[0]
                assert first is not None
                found = first.result()
            except BrokenProcessPool as wrong:
                broken += 1
                if broken > RESTARTS:
                    raise LostWorkers(f"worker processes died {broken} times") from wrong
                pool.shutdown(wait=False, cancel_futures=True)
                pool = open_pool(number, job)
                waiting = deque((some, None) for some, _ in waiting)
                continue
            waiting.popleft()
            yield from found
    finally:
        # Waiting for the blocks under way: a pool let go takes its pipes down with the interpreter.
        pool.shutdown(wait=True, cancel_futures=True)


def warm_up(job: Job) -> None:
    """Compile once, here: the processes then find the machine code on disk."""
    if job.fast:
        run_block(job, 0, 1)
    else:
        from holecard.simulate.shoes import Dealing

        Dealing(job, job.seats[0], 0, 0).deal(1)


def open_pool(number: int, job: Job) -> ProcessPoolExecutor:
    context = multiprocessing.get_context(start_method())
    return ProcessPoolExecutor(number, context, initializer=take_job, initargs=(job,))


def start_method() -> str:
    """Copies of this process have the machine code loaded already; a process with threads, or on
    a system where copies are unsafe, starts new ones."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" else "spawn"


def compute_with(jobs: int) -> Compute:
    return inline if jobs == 1 else partial(processes, jobs)
