"""The round procedure of moves.py, turn.py and round.py, compiled by Numba from those functions.

Numba is imported only when a compiled round is asked for.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from holecard import moves, turn
from holecard import round as procedure
from holecard.felt import Felt
from holecard.jit import njit
from holecard.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable


PARTS = (moves, turn, procedure)


def procedure_names() -> dict[str, Any]:
    """Every name the procedure's functions use, whichever of its files they stand in."""
    return {name: thing for part in PARTS for name, thing in vars(part).items()}


@cache
def compiled_round() -> Callable[[Felt], int]:
    """`round.play_round` in machine code, for felts made of arrays."""
    # The functions call each other by name, so each is compiled in a copy of the modules' names,
    # after every function it calls.
    names = procedure_names()
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
    return isinstance(thing, FunctionType) and thing.__module__ in {part.__name__ for part in PARTS}


def as_arrays(felt: Felt) -> Felt:
    """The same felt with every list as an array."""

    def array(numbers: Any) -> Any:
        return np.array(numbers, dtype=np.int64)

    return Felt(Tables(*map(array, felt.tables)), *map(array, felt[1:]))
