"""A function in machine code, made once for numbers, and once for all the kernels that call it.

Numba gives each constant in a call a type of its own: `note(felt, DEAL, ...)` and
`note(felt, SPLIT, ...)` are two functions to it, and so is everything they call. The round
procedure had 29 notes and every step of a hand twice (14 s to compile; so, 6 s).

It also makes every function that a kernel calls ready to be called from Python: optimised,
translated, wrapped, stored. The kernel takes in its code and does all of it again. Here a function
called by a kernel is a part: kept as it is written for the compiler, and finished only within the
kernels that call it (docs/decisions/0033).
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

unliteral: Any = types.unliteral
Code: Any = JITCodeLibrary
Pipeline: Any = Compiler


class PartCode(Code):  # type: ignore[misc]
    """Code that is never run by itself: others take it in."""

    quick = False  # whether it is optimised before others take it in, and not only within them

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        if self.quick:
            self._optimize_final_module()
        self._finalized = True


class PartCompiler(Pipeline):  # type: ignore[misc]
    """Types and lowers a part, and stops there."""

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, flags: Any, names: Any
    ) -> None:
        code = PartCode(target.codegen(), "part")
        # Without reference counting is a simulator's step: there nanoseconds count, and what is
        # optimised twice ran a tenth faster. With it is arithmetic, which ran no slower.
        code.quick = not flags.nrt
        flags.no_compile = True
        super().__init__(typing, target, code, args, result, flags, names)


class Part(CPUDispatcher):
    """A function as other kernels call it. It has no environment: what it raises has fixed words
    only."""

    def add_overload(self, made: Any) -> None:
        made = made._replace(entry_point=made.fndesc)  # no address: only a name to ask for it by
        target: Any = self.targetctx
        target.insert_user_function(made.entry_point, made.fndesc, [made.library])
        self.overloads[tuple(made.signature.args)] = made


class Kernel(CPUDispatcher):
    """A function as Python calls it; and, once a kernel calls it, its part."""

    part: Any = None

    def as_part(self) -> Any:
        if self.part is None:
            how = {**self.targetoptions, "no_cpython_wrapper": True}
            self.part = Part(self.py_func, targetoptions=how, pipeline_class=PartCompiler)
        return self.part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from another kernel is compiled to: constants as plain numbers."""
        plain = tuple(map(unliteral, args))
        return self.as_part().get_call_template(plain, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.as_part().get_overload(sig)
