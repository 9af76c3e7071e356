"""What the drills' worker can be asked for: apart from all other jobs, for it needs no solver and
is ready in a second."""

from __future__ import annotations

from collections.abc import Callable

from holecard.server.workers.drills import drill_grade, drill_item, drill_list
from holecard.server.workers.workers import JobName

DRILL_JOBS: dict[JobName, Callable[..., str]] = {
    "drill_list": drill_list,
    "drill_item": drill_item,
    "drill_grade": drill_grade,
}
