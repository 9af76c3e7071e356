"""The round procedure of moves.py, turn.py and round.py, compiled by Numba from those functions.

Numba is imported only when a compiled round is asked for.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from holecard.dealing import moves, turn
from holecard.dealing import round as procedure
from holecard.dealing.felt import Felt
from holecard.dealing.tables import Tables
from holecard.errors import BadDefinition
from holecard.jit.cache import njit

if TYPE_CHECKING:
    from collections.abc import Callable


PARTS = (moves, turn, procedure)


def procedure_names() -> dict[str, Any]:
    """Every name the procedure's functions use, whichever of its files they stand in."""
    return {name: thing for part in PARTS for name, thing in vars(part).items()}


@cache
def compiled_round() -> Callable[[Felt], int]:
    """`round.play_round` in machine code, for felts made of arrays."""
    names = procedure_names()
    compile_steps({step.__name__: step for step in names.values() if is_step(step)}, names, njit)
    round_: Callable[[Felt], int] = names["play_round"]
    return round_


def compile_steps(steps: dict[str, Any], names: dict[str, Any], make: Callable[[Any], Any]) -> None:
    """Put each step, made, under its name in `names`: steps call each other by name, so each is
    made in that copy of the modules' names, after every step it calls."""
    waiting = dict(steps)
    while waiting:
        ready = [name for name, step in waiting.items() if not calls(step, name) & waiting.keys()]
        if not ready:
            raise BadDefinition(f"steps that call each other in a circle: {', '.join(waiting)}")
        for name in ready:
            names[name] = make(FunctionType(waiting.pop(name).__code__, names, name))


def calls(step: Any, name: str) -> set[str]:
    return set(step.__code__.co_names) - {name}


def is_step(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and thing.__module__ in {part.__name__ for part in PARTS}


def as_arrays(felt: Felt) -> Felt:
    """The same felt with every list as an array."""

    def array(numbers: Any) -> Any:
        return np.array(numbers, dtype=np.int64)

    return Felt(Tables(*map(array, felt.tables)), *map(array, felt[1:]))
