"""Every job a worker can be asked for has its function, and every function is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from holecard import server
from holecard.server.workers.drill_jobs import DRILL_JOBS
from holecard.server.workers.jobs import JOBS
from holecard.server.workers.task import JobName

NAMED_IN = "jobs.py", "drill_jobs.py", "task.py"


def test_names_and_functions_are_the_same_set() -> None:
    assert (*JOBS, *DRILL_JOBS) == get_args(JobName)


def test_every_job_is_asked_for_somewhere() -> None:
    folder = Path(server.__file__).parent
    asks = [file.read_text("utf-8") for file in folder.rglob("*.py") if file.name not in NAMED_IN]
    for name in (*JOBS, *DRILL_JOBS):
        assert any(f'"{name}"' in text for text in asks), f"nobody asks for {name}"
