"""One question to a worker, and whether anybody still waits for its answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal

GRACE_SECONDS = 2.0  # a page that is reloaded asks the same again
Told = Callable[[str], None]
# The jobs of jobs.py and drill_jobs.py, which only a worker imports.
JobName = Literal[
    "ready", "free_odds", "solved_odds", "deck_cells", "copied", "session_of", "designs_of",
    "counting_of", "strategy_of", "cell_of", "print_sheet", "edges_work", "hint_work",
    "mistakes_work", "draw_round", "drill_list", "drill_question", "drill_grade", "drill_replay",
    "drill_storm", "drill_weak", "drill_due", "drill_edge", "drill_aims", "drill_result",
    "drill_certificate",
]  # fmt: skip
Shares = Mapping[str, int]  # whose question it is, and how many each may have at work
NOBODYS: Shares = {}


@dataclass(eq=False)
class Task:
    """By the name of its job. One that stands is worked out though nobody waits."""

    call: JobName
    words: tuple[Any, ...]
    seconds: float
    told: Told | None = None
    by: Shares = field(default_factory=dict)
    stands: bool = True
    done: Future[str] = field(default_factory=Future)
    waiting: int = 0
    until: float = 0.0  # wanted that long though nobody waits: monotonic
    given_up: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def join(self) -> bool:
        """One more waits; not for what has been given up."""
        with self.lock:
            self.waiting += not self.given_up
            return not self.given_up

    def leave(self) -> None:
        with self.lock:
            self.waiting -= 1
            self.until = max(self.until, time.monotonic() + GRACE_SECONDS)

    def keep(self, seconds: float) -> None:
        """Somebody will come for it: wait so long for them."""
        self.until = max(self.until, time.monotonic() + seconds)

    def give_up(self) -> bool:
        """Whether nobody wants it any more; then nobody can join it either."""
        with self.lock:
            wanted = self.stands or self.waiting > 0 or time.monotonic() < self.until
            self.given_up = not wanted
            return self.given_up
