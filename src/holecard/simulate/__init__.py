"""Rounds by the million: a chart deciding, fast, on one core or a cluster.

The package can be called, so that `holecard.simulate(game, ...)` works whether or not a module of
it has been imported.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class Simulate(ModuleType):
    def __call__(self, *given: Any, **asked: Any) -> Any:
        import holecard

        return holecard.run_simulation(*given, **asked)


sys.modules[__name__].__class__ = Simulate
