"""The first minute of somebody new: the first page, its figures, the first hint, the first answer
at the command line; each with nothing compiled on this machine, and again with everything found.

`python -m bench first`. Seconds of the clock, and for commands of the processor too: on a machine
that does other things only the latter can be compared.
"""

from __future__ import annotations

import os
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.people.person import Person
from tests.server.spawned import Spawned

SEATS = (4,)
ODDS = (sys.executable, "-m", "holecard", "odds", "classic", "--json")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = {"XDG_CACHE_HOME": str(Path(folder) / "cache")}
        for state in ("cold", "warm"):
            table(state, Path(folder), kept)
        for state in ("nothing compiled", "all found"):
            command(state, {"XDG_CACHE_HOME": f"{folder}/own"})


def table(state: str, folder: Path, kept: dict[str, str]) -> None:
    """A server from its start: what a visitor waits for."""
    began = time.perf_counter()
    server = Spawned(str(folder / f"{state}.db"), **kept).start()
    try:
        print(f"{state}: server answers after {time.perf_counter() - began:.2f} s")
        with httpx.Client(base_url=server.url, timeout=300) as web:
            print(f"{state}: first page {clock(lambda: web.get('/')):.3f} s")
            print(
                f"{state}: six games with their edges {clock(lambda: web.get('/api/felts')):.3f} s"
            )
            ann = asked(Person(web).arrive())
            print(f"{state}: first hint {clock(lambda: ann.get(ann.at('hint'))):.2f} s")
    finally:
        server.close()


def asked(person: Person) -> Person:
    """At a table of classic, until a hand has something to decide."""
    person.open("classic", name=f"bench {secrets.token_hex(2)}")
    person.sit(*SEATS)
    while person.start()["done"]:
        pass
    return person


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def command(state: str, kept: dict[str, str]) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = clock(lambda: subprocess.run(ODDS, env={**os.environ, **kept}, capture_output=True,
                                           check=True))  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"holecard odds classic, {state}: {seconds:.2f} s, {busy:.2f} s of the processor")


if __name__ == "__main__":
    main()
