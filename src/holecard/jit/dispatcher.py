"""A function in machine code, made once for numbers, not anew for each constant it is given.

Numba gives each constant in a call a type of its own: `note(felt, DEAL, ...)` and
`note(felt, SPLIT, ...)` are two functions to it, and so is everything they call. The round
procedure had 29 notes and every step of a hand twice (14 s to compile; so, 6 s).
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.registry import CPUDispatcher

unliteral: Any = types.unliteral


class Kernel(CPUDispatcher):
    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from another kernel is compiled to: constants as plain numbers."""
        plain = tuple(map(unliteral, args))
        return super().get_call_template(plain, kws)
