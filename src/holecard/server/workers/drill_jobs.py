"""What the drills' worker can be asked for: apart from all other jobs, for it needs no solver and
is ready in a second."""

from __future__ import annotations

from collections.abc import Callable

from holecard.server.workers.drills import (
    drill_aims,
    drill_certificate,
    drill_due,
    drill_edge,
    drill_grade,
    drill_list,
    drill_question,
    drill_replay,
    drill_result,
    drill_storm,
    drill_weak,
)
from holecard.server.workers.task import JobName

DRILL_JOBS: dict[JobName, Callable[..., str]] = {
    "drill_list": drill_list,
    "drill_question": drill_question,
    "drill_grade": drill_grade,
    "drill_replay": drill_replay,
    "drill_storm": drill_storm,
    "drill_weak": drill_weak,
    "drill_due": drill_due,
    "drill_edge": drill_edge,
    "drill_aims": drill_aims,
    "drill_result": drill_result,
    "drill_certificate": drill_certificate,
}
