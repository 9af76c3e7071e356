"""A process that has imported the server already and starts copies of it when told: a server is up
in a tenth of a second, so that many kills fit into a test and no test waits for imports.

Run as `python -m tests.server.nursery`; every line on its input is a server as JSON (database,
port, log, environment), and is answered with its process id. One serves all tests of a process.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import time
import traceback
from typing import Any

import uvicorn
from sqlalchemy import Engine, event

from holecard.games.from_file import bring_game
from holecard.server.app import make_app
from holecard.server.base.settings import from_environment
from holecard.server.store import postgres_line, writer
from holecard.server.uvicorn_config import uvicorn_config
from tests.server.eager import EAGER, stand


def crash_sometimes(chance: float) -> None:
    """Die at named points: with a commit about to be made, and with one made but not answered."""
    settled = time.monotonic() + 0.3  # let it start

    def perhaps(*_: object) -> None:
        if time.monotonic() > settled and random.random() < chance:
            time.sleep(0.02)  # a slow disk: answers given too early are heard
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "commit", perhaps)
    answer = writer.finish

    def finish(*given: Any) -> None:
        perhaps()
        answer(*given)

    vars(writer)["finish"] = finish
    commit = postgres_line.Line.commit

    def committed(line: postgres_line.Line) -> None:
        perhaps()
        commit(line)
        perhaps()

    vars(postgres_line)["Line"].commit = committed


def serve(database: str, port: int) -> None:
    if chance := os.environ.get("NURSERY_CRASH"):
        random.seed(os.urandom(8))
        crash_sometimes(float(chance))
    stand(EAGER)
    settings = from_environment(database=database, origins=(f"http://127.0.0.1:{port}",))
    uvicorn.Server(uvicorn_config(make_app(settings), "127.0.0.1", port)).run()


def reap(*_: object) -> None:
    """Those that have ended leave nothing behind, in whatever order they do."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            continue


def grow_up(told: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(told["environment"])
    out = os.open(told["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    if game := os.environ.get("NURSERY_GAME"):
        bring_game(game)
    serve(told["database"], told["port"])


def main() -> None:
    signal.signal(signal.SIGCHLD, reap)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                grow_up(json.loads(line))
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
