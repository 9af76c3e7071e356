"""The house's time: milliseconds since 1970 that never jump, however the machine's clock is set.

A clock set an hour ahead would end every player's time at once, and forget answers that are still
promised; one set back would leave tables waiting for an hour. So the house goes by the time that
has passed, and follows the machine's clock slowly. Across a restart only that clock exists: the
house then begins no earlier than its log ends.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

DRIFT = 0.05  # of the time that passes: a decision of 20 seconds takes 19 to 21


class SteadyClock:
    def __init__(
        self,
        least: int = 0,
        wall: Callable[[], float] = time.time,
        passing: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._passing = passing
        self._read = passing()
        self._time = max(wall() * 1000.0, float(least))
        self._lock = threading.Lock()

    def __call__(self) -> int:
        with self._lock:
            passed = self._passing()
            elapsed, self._read = 1000.0 * (passed - self._read), passed
            self._time += elapsed
            behind = 1000.0 * self._wall() - self._time
            most = DRIFT * elapsed
            self._time += min(max(behind, -most), most)
            return int(self._time)
