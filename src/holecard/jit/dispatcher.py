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

import gc
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from numba.core import compiler, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

unliteral: Any = types.unliteral
Code: Any = JITCodeLibrary
Pipeline: Any = compiler.Compiler
Flags: Any = compiler.Flags
lock: Any = global_compiler_lock


@cache
def left_out() -> None:
    """Numba's functions over arrays, without SciPy's linear algebra, which Numba loads (a quarter
    of a second, in every process) only to see whether it is there. It still loads it for whoever
    has it multiply matrices."""
    from numba.np import linalg

    asks: Any = linalg.ensure_blas

    def look() -> None:
        if find_spec("scipy") is None:
            raise ImportError("SciPy is not installed")

    linalg.ensure_blas = look
    try:
        loaded: Any = import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = asks
    loaded.ensure_blas = asks


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


class SettledFlags(Flags):  # type: ignore[misc]
    """How a function is compiled, one object for each way. Numba asks for the way, as a key, at
    every operator it finds the type of, and a key of its own is spelled out anew each time."""

    known: ClassVar[dict[SettledFlags, SettledFlags]] = {}

    def __init__(self, copied: Any) -> None:
        super().__init__(copied)
        self.number: int = super().__hash__()

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> Any:
        return self is other or super().__eq__(other)


class KernelFlags(Flags):  # type: ignore[misc]
    """What it copies for others to read is settled."""

    def copy(self) -> SettledFlags:
        settled = SettledFlags(self)
        return SettledFlags.known.setdefault(settled, settled)


class KernelCompiler(Pipeline):  # type: ignore[misc]
    def __init__(
        self, typing: Any, target: Any, code: Any, args: Any, result: Any, flags: Any, names: Any
    ) -> None:
        super().__init__(typing, target, code, args, result, KernelFlags(flags), names)


class PartCompiler(KernelCompiler):
    """Types and lowers a part, and stops there."""

    quick = False

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, flags: Any, names: Any
    ) -> None:
        code = PartCode(target.codegen(), "part")
        code.quick = self.quick
        flags.no_compile = True
        super().__init__(typing, target, code, args, result, flags, names)


class QuickCompiler(PartCompiler):
    """For the steps of a simulated round, which run a tenth faster so; arithmetic does not."""

    quick = True


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
    quick = False

    def compile(self, sig: Any) -> Any:
        """Without the collector of rubbish: it would go over all that Numba has loaded again and
        again, a tenth of the time, for the little that a kernel leaves behind."""
        with lock:
            left_out()
            collects = gc.isenabled()
            gc.disable()
            try:
                return super().compile(sig)
            finally:
                if collects:
                    gc.enable()

    def as_part(self) -> Any:
        if self.part is None:
            how = {**self.targetoptions, "no_cpython_wrapper": True}
            by = QuickCompiler if self.quick else PartCompiler
            self.part = Part(self.py_func, targetoptions=how, pipeline_class=by)
        return self.part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from another kernel is compiled to: constants as plain numbers."""
        plain = tuple(map(unliteral, args))
        return self.as_part().get_call_template(plain, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.as_part().get_overload(sig)
