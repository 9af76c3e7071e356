"""How often anyone may ask: a bucket of tokens for each caller, filled at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Callable

from holecard.server.base.refusals import TooFast

KEPT = 20_000


class Limit:
    """`rate` a second, with `burst` saved up at most."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self._callers: dict[str, tuple[float, float]] = {}

    def take(self, caller: str, cost: float = 1.0) -> None:
        """Count a call, or refuse it and say when to come back."""
        now = self.clock()
        saved, last = self._callers.pop(caller, (self.burst, now))
        saved = min(self.burst, saved + (now - last) * self.rate)
        if len(self._callers) >= KEPT:
            self._callers.pop(next(iter(self._callers)))  # the one not heard of for longest
        if saved < cost:
            self._callers[caller] = (saved, now)
            seconds = max(1, round((cost - saved) / self.rate + 0.5))
            raise TooFast(f"too many requests: try again in {seconds} s", seconds)
        self._callers[caller] = (saved - cost, now)
