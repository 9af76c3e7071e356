"""Who computes the blocks: this process, or several on this machine. They come back in order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from holecard.errors import HolecardError
from holecard.simulate.blocks import Tally, run_block
from holecard.simulate.job import Job

Found = tuple[int, list[Tally]]
Compute = Callable[[Job, Iterable[tuple[int, int]]], Iterator[Found]]  # (block, rounds) in order
AHEAD = 3  # blocks a process may have waiting
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


def compute_block(block: int, rounds: int) -> list[Tally]:
    return run_block(_job[0], block, rounds)


def processes(number: int, job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """Some blocks ahead on every process. A pool that breaks is replaced: blocks are pure."""
    warm_up(job)
    todo = iter(blocks)
    waiting: deque[tuple[int, int, Future[list[Tally]] | None]] = deque()
    pool = open_pool(number, job)
    broken = 0
    try:
        while True:
            while len(waiting) < number * AHEAD and (one := next(todo, None)) is not None:
                waiting.append((*one, None))
            if not waiting:
                return
            try:
                for at, (block, rounds, future) in enumerate(waiting):
                    if future is None:
                        waiting[at] = (block, rounds, pool.submit(compute_block, block, rounds))
                block, _, first = waiting[0]
                assert first is not None
                found = first.result()
            except BrokenProcessPool as wrong:
                broken += 1
                if broken > RESTARTS:
                    raise LostWorkers(f"worker processes died {broken} times") from wrong
                pool.shutdown(wait=False, cancel_futures=True)
                pool = open_pool(number, job)
                waiting = deque((b, r, None) for b, r, _ in waiting)
                continue
            waiting.popleft()
            yield block, found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def warm_up(job: Job) -> None:
    """Compile once, here: the processes then find the machine code on disk."""
    if job.fast:
        run_block(job, 0, 1)
    else:
        from holecard.simulate.shoes import Dealing

        Dealing(job, job.seats[0], 0, 0).deal(1)


def open_pool(number: int, job: Job) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(number, context, initializer=take_job, initargs=(job,))


def compute_with(jobs: int) -> Compute:
    return inline if jobs == 1 else partial(processes, jobs)
