"""The round procedure of round.py, compiled by Numba from the very same functions.

Numba is imported only when a compiled round is asked for.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from holecard import round as procedure
from holecard.felt import Felt
from holecard.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def compiled_round() -> Callable[[Felt], int]:
    """`round.play_round` in machine code, for felts made of arrays."""
    from numba import njit

    # The functions call each other by name, so each is compiled in a copy of the module's names
    # where those before it are compiled already. Python keeps definition order, callers last here.
    names = dict(vars(procedure))
    own = [thing for thing in names.values() if is_step(thing)]
    waiting = {step.__name__: step for step in own}
    while waiting:
        for name, step in list(waiting.items()):
            if not waiting.keys() & (set(step.__code__.co_names) - {name}):
                names[name] = njit(FunctionType(step.__code__, names, name))
                del waiting[name]
    round_: Callable[[Felt], int] = names["play_round"]
    return round_


def is_step(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and thing.__module__ == procedure.__name__


def as_arrays(felt: Felt) -> Felt:
    """The same felt with every list as an array."""

    def array(numbers: Any) -> Any:
        return np.array(numbers, dtype=np.int64)

    return Felt(Tables(*map(array, felt.tables)), *map(array, felt[1:]))
