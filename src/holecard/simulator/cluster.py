"""The same blocks on a Dask cluster: an existing scheduler by its address, or one started here.

Workers may come and go: a block is a pure function of its number, and Dask gives a lost worker's
blocks to another. Every worker must run the same code as the one that asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from holecard.errors import HolecardError, MissingExtra, Unreadable
from holecard.simulator.engine.blocks import OtherVersion, Tally, run_block
from holecard.simulator.engine.job import Job, maker
from holecard.simulator.processes import Found

SECONDS = 10  # to reach a scheduler, or for a first worker to come
AHEAD = 3
TRIES = 5
_jobs: dict[str, Job] = {}


class NoCluster(HolecardError):
    """A scheduler that does not answer, or has no workers."""

    exit_code = 1


class TakeJob:
    """Gives the job to every worker, those that join later included (a Dask worker plugin)."""

    name = "holecard-job"
    idempotent = False

    def __init__(self, key: str, job: Job) -> None:
        self.key, self.job = key, job

    def setup(self, worker: Any) -> None:
        _jobs.clear()
        _jobs[self.key] = self.job

    def teardown(self, worker: Any) -> None:
        _jobs.pop(self.key, None)


def cluster_block(key: str, block: int, rounds: int) -> list[Tally]:
    return run_block(_jobs[key], block, rounds)


@contextmanager
def open_client(where: str) -> Iterator[Any]:
    """A client of `tcp://host:port`, or of a cluster of its own for `local:4`."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as wrong:
        raise MissingExtra("--cluster", "cluster") from wrong
    connect: Any = Client
    kind, _, number = where.partition(":")
    if kind == "local":
        if not number.isdecimal() or not 1 <= int(number) <= 256:
            raise Unreadable(f"cannot read --cluster {where!r}: local:4, or tcp://host:port")
        own: Any = LocalCluster
        asked = {"n_workers": int(number), "threads_per_worker": 1, "dashboard_address": None}
        with own(**asked) as cluster, connect(cluster) as client:
            yield client
        return
    if "://" not in where:
        raise Unreadable(f"cannot read --cluster {where!r}: local:4, or tcp://host:port")
    try:
        client = connect(where, timeout=SECONDS)
    except (OSError, ValueError) as wrong:
        raise NoCluster(
            f"no Dask scheduler answers at {where} within {SECONDS} seconds: "
            "start one with `dask scheduler`, or check the address"
        ) from wrong
    with client:
        yield client


def check_workers(client: Any) -> int:
    """Refuse a cluster without workers, or with other code on one of them; how many threads."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError as wrong:
        raise NoCluster(
            "the scheduler has no workers: start some with `dask worker tcp://host:port`"
        ) from wrong
    try:
        versions = client.run(maker)
    except Exception as wrong:
        raise OtherVersion(
            f"a worker cannot run holecard ({type(wrong).__name__}: {wrong}): "
            f"install holecard {maker()} on every worker"
        ) from wrong
    for address, version in sorted(versions.items()):
        if version != maker():
            raise OtherVersion(
                f"worker {address} has holecard {version}, this is {maker()}: "
                "install the same version everywhere"
            )
    return max(1, int(sum(client.nthreads().values())))


class Cluster:
    """Computes blocks on a client's workers, in order."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.threads = check_workers(client)

    def __call__(self, job: Job, blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
        from distributed import KilledWorker, WorkerPlugin

        key = f"{id(job)}-{job.seed}"
        plugin = type("HolecardJob", (TakeJob, WorkerPlugin), {})(key, job)
        self.client.register_plugin(plugin)
        todo, waiting = iter(blocks), deque[tuple[int, int, Any, int]]()
        while True:
            while len(waiting) < self.threads * AHEAD and (one := next(todo, None)) is not None:
                waiting.append((*one, self.submit(key, *one), 0))
            if not waiting:
                return
            block, rounds, future, tries = waiting[0]
            try:
                found = future.result()
            except KilledWorker:
                if tries >= TRIES:
                    raise
                waiting[0] = (block, rounds, self.submit(key, block, rounds), tries + 1)
                continue
            waiting.popleft()
            yield block, found

    def submit(self, key: str, block: int, rounds: int) -> Any:
        return self.client.submit(cluster_block, key, block, rounds, pure=False, retries=TRIES)
