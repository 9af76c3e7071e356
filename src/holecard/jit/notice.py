"""Says that machine code is being made, the first time it is, and afterwards how long it took.

Silent unless somebody listens: the command line does, a library and a server's workers do not.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from typing import Any

FIRST = (
    "holecard: compiling for this machine, once: some seconds to half a minute. "
    "`holecard doctor --warm` does all of it at a time of your choosing."
)
Say = Callable[[str], None]
say: Say | None = None


def tell(words: Say | None) -> None:
    """Who is told; called before anything is compiled."""
    global say
    say = words


class Notice:
    """Told of each kernel as it is compiled; those that one calls are compiled within it."""

    def __init__(self, words: Say) -> None:
        self.say = words
        self.depth = self.kernels = 0
        self.seconds = self.began = 0.0

    def start(self) -> None:
        if not self.kernels:
            self.say(FIRST)
            atexit.register(self.sum_up)
        if not self.depth:
            self.began = time.perf_counter()
        self.depth += 1
        self.kernels += 1

    def end(self) -> None:
        self.depth -= 1
        if not self.depth:
            self.seconds += time.perf_counter() - self.began

    def sum_up(self) -> None:
        self.say(f"holecard: compiled in {self.seconds:.1f} s; the next command finds it done.")


def listen() -> None:
    """Have Numba tell, if anybody wants to know. Once: it is called when a first kernel is made."""
    if say is None:
        return
    from numba.core import event

    notice = Notice(say)

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            notice.start()

        def on_end(self, event: Any) -> None:
            notice.end()

    register: Any = event.register
    register("numba:compile", Listener())
