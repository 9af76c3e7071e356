"""Who computes the blocks: this process, or several on this machine. They come back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import cast

from holecard.errors import HolecardError
from holecard.simulate.blocks import run_block
from holecard.simulate.job import Job
from holecard.simulate.workers import Blocks, Found, Worker

Compute = Callable[[Job, Iterable[tuple[int, int]]], Iterator[Found]]  # (block, rounds) in order
TOGETHER = 4  # blocks of a task: handing one over costs as much as a tenth of computing it
AHEAD = 2  # tasks a process has before it, so that it need not wait for us
WINDOW = 8  # tasks a process may be ahead of the slowest
RESTARTS = 3


class LostWorkers(HolecardError):
    exit_code = 1


def inline(job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    for block, rounds in blocks:
        yield block, run_block(job, block, rounds)


def processes(number: int, job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """Blocks shared out among processes."""
    warm_up(job)
    pool = Pool(number, job, together(blocks))
    try:
        yield from pool.found()
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
        from holecard.simulate.shoes import Dealing

        Dealing(job, job.seats[0], 0, 0).deal(1)


class Pool:
    """Tasks numbered from 0, given out as processes get free and brought back in order. A process
    that is lost is replaced and its tasks are given out again: blocks are pure."""

    def __init__(self, number: int, job: Job, todo: Iterator[Blocks]) -> None:
        self.job, self.todo = job, todo
        self.open: dict[int, Blocks] = {}  # given out and not yet brought back
        self.done: dict[int, list[Found]] = {}
        self.next = 0  # the task to bring back
        self.last = 0  # the task to give out
        self.lost = 0
        self.workers: list[Worker] = []
        for _ in range(number):
            self.workers.append(Worker(job, self.workers))

    def found(self) -> Iterator[Found]:
        while True:
            for worker in self.workers:
                self.share_out(worker)
            if not self.open and not self.done:
                return
            while self.next not in self.done:
                self.listen()
            yield from self.done.pop(self.next)
            self.next += 1

    def share_out(self, worker: Worker) -> None:
        while len(worker.tasks) < AHEAD and self.last - self.next < WINDOW * len(self.workers):
            some = next(self.todo, None)
            if some is None:
                return
            self.open[self.last] = some
            worker.give(self.last, some)
            self.last += 1

    def listen(self) -> None:
        """Wait for whoever answers first."""
        heard = wait([worker.pipe for worker in self.workers])
        for worker in [one for one in self.workers if one.pipe in cast(list[object], heard)]:
            answer = worker.take()
            if answer is None:
                self.replace(worker)
                continue
            task, found = answer
            del self.open[task]
            self.done[task] = found
            self.share_out(worker)

    def replace(self, worker: Worker) -> None:
        self.lost += 1
        if self.lost > RESTARTS:
            raise LostWorkers(f"worker processes died {self.lost} times")
        at = self.workers.index(worker)
        worker.dismiss()
        others = [one for one in self.workers if one is not worker]
        self.workers[at] = Worker(self.job, others)
        for task in worker.tasks:
            self.workers[at].give(task, self.open[task])

    def close(self) -> None:
        for worker in self.workers:
            worker.dismiss()


def compute_with(jobs: int) -> Compute:
    return inline if jobs == 1 else partial(processes, jobs)
