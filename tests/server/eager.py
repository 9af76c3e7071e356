"""`holecard serve` with eager workers: `python -m tests.server.eager serve --port ...`.

A worker of the lab stands below the tables, so that nobody waits for it who plays. On a machine
that is busy with other things it then hardly runs at all, and a test would wait for minutes: here
it stands beside them, and nobody gives up on it who would have had an answer.
"""

from __future__ import annotations

from holecard.cli.main import run
from holecard.server.workers import desk, workers

POLITE: dict[str, object] = {name: vars(workers)[name] for name in ("POLITE", "MOST_POLITE")}
EAGER: dict[str, object] = {"POLITE": {}, "MOST_POLITE": 0}
PATIENT = dict.fromkeys(desk.SECONDS, 600.0)


def stand(how: dict[str, object]) -> None:
    """From now on, workers started by this process stand so far below its tables."""
    vars(workers).update(how)
    desk.SECONDS.update(PATIENT)


if __name__ == "__main__":
    stand(EAGER)
    run()
