"""Threads that take a turn again and again for as long as the server runs. Nothing that goes wrong
in one turn ends them, and when the last good one was can be asked."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

LATE_SECONDS = 10.0  # beyond its own pause; a turn takes milliseconds
AGAIN_SECONDS = 1.0  # after a turn that went wrong: whoever rests a minute then is missed meanwhile
log = logging.getLogger("holecard.server")


class Pulse:
    """When something last did what it is there for. `every` is how long it may rest."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.beat()

    def beat(self) -> None:
        self._at = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the last beat."""
        return time.monotonic() - self._at

    @property
    def is_late(self) -> bool:
        return self.seconds > self.every + LATE_SECONDS


class Turning:
    """A thread that takes a turn, rests for `every` seconds, and so on until it is stopped. A turn
    that went wrong is soon taken again."""

    def __init__(self, name: str, turn: Callable[[], None], every: float) -> None:
        self.name = name
        self.turn = turn
        self.pulse = Pulse(every)
        self.stopping = threading.Event()
        self.failed = ""  # what went wrong in the last turn
        self._thread = threading.Thread(target=self._run, name=f"holecard-{name}", daemon=True)

    def start(self) -> None:
        self.pulse.beat()
        self._thread.start()

    def stop(self) -> None:
        self.stopping.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self.stopping.is_set():
            self.once()
            every = self.pulse.every
            self.stopping.wait(min(every, AGAIN_SECONDS) if self.failed else every)

    def once(self) -> None:
        """One turn. Only a whole one is a beat; a fault is logged when it is a new one."""
        try:
            self.turn()
        except Exception as wrong:
            words = type(wrong).__name__
            if words != self.failed:
                log.warning("%s: %s", self.name, words, exc_info=True)
            self.failed = words
        else:
            if self.failed:
                log.warning("%s: well again", self.name)
            self.failed = ""
            self.pulse.beat()
