"""What a worker can be asked for: the one place where a job's name meets its function.

Only a worker's process imports this, for it imports the solver with it; the server asks by name
(`JobName` in task.py), and mypy and a test hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable

from holecard.server.wire.games import edges_work
from holecard.server.workers.charts import cell_of, strategy_of
from holecard.server.workers.hints import hint_work, mistakes_work
from holecard.server.workers.lab_odds import copied, deck_cells, free_odds, ready, solved_odds
from holecard.server.workers.lab_studies import counting_of, designs_of, session_of
from holecard.server.workers.pictures import draw_round
from holecard.server.workers.sheets import print_sheet
from holecard.server.workers.task import JobName

JOBS: dict[JobName, Callable[..., str]] = {
    "ready": ready,
    "free_odds": free_odds,
    "solved_odds": solved_odds,
    "deck_cells": deck_cells,
    "copied": copied,
    "session_of": session_of,
    "designs_of": designs_of,
    "counting_of": counting_of,
    "strategy_of": strategy_of,
    "cell_of": cell_of,
    "print_sheet": print_sheet,
    "edges_work": edges_work,
    "hint_work": hint_work,
    "mistakes_work": mistakes_work,
    "draw_round": draw_round,
}
