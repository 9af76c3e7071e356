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
from numba.core.targetconfig import ConfigStack

from holecard.jit import lean

unliteral: Any = types.unliteral
Code: Any = JITCodeLibrary
ways: Any = ConfigStack
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


class LeanCode(Code):  # type: ignore[misc]
    """Code of a solver's kernel."""

    def _optimize_functions(self, module: Any) -> None:
        lean.tidy(self._codegen, module)

    def _optimize_final_module(self) -> None:
        lean.optimise(self._codegen, self._final_module)


def join(code: Any) -> None:
    """Take in all that this code calls."""
    code._raise_if_finalized()
    for library in dict.fromkeys(code._linking_libraries):
        code._reload_init.update(library._reload_init)
        code._final_module.link_in(library._get_module_for_linking(), preserve=True)
    code._finalized = True


class PartCode(LeanCode):
    """Code that is never run by itself: others take it in."""

    def finalize(self) -> None:
        join(self)


class QuickCode(Code):  # type: ignore[misc]
    """The same, optimised before others take it in, and not only within them."""

    def finalize(self) -> None:
        join(self)
        self._optimize_final_module()


class SettledFlags(Flags):  # type: ignore[misc]
    """How a function is compiled, one object for each way. Numba asks for the way, as a key, at
    every operator it finds the type of: a key of its own is spelled out anew each time, and all of
    its keys have one hash, of the options' names."""

    known: ClassVar[list[SettledFlags]] = []
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class KernelFlags(Flags):  # type: ignore[misc]
    """What it copies for others to read is settled."""

    def copy(self) -> SettledFlags:
        said = self.values()
        for one in SettledFlags.known:
            if one.values() == said:
                return one
        SettledFlags.known.append(SettledFlags(self))
        return SettledFlags.known[-1]


@cache
def answers_once() -> None:
    """Numba looks for the function behind an operator, or a name, at every place it stands in, and
    writes a reason for each that does not fit. For our kernels it is asked once for each row of
    types and each way of compiling."""
    named: Any = types.functions.BaseFunction
    ask = named.get_call_type
    found: dict[Any, Any] = {}

    def answer(function: Any, context: Any, args: Any, kws: Any) -> Any:
        way = ways.top_or_none()
        if kws or not isinstance(way, SettledFlags):
            return ask(function, context, args, kws)
        key = function, context, args, way
        if key not in found:
            found[key] = ask(function, context, args, kws)
        return found[key]

    named.get_call_type = answer


class QuickCompiler(Pipeline):  # type: ignore[misc]
    """Of a simulator's kernel: Numba's own code."""

    code: ClassVar[Any] = Code

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, flags: Any, names: Any
    ) -> None:
        code = self.code(target.codegen(), "kernel")
        code.enable_object_caching()
        super().__init__(typing, target, code, args, result, KernelFlags(flags), names)


class KernelCompiler(QuickCompiler):
    code = LeanCode


class PartCompiler(QuickCompiler):
    """Types and lowers a part, and stops there."""

    code = PartCode

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, flags: Any, names: Any
    ) -> None:
        flags.no_compile = True
        super().__init__(typing, target, _, args, result, flags, names)


class QuickPartCompiler(PartCompiler):
    """For the steps of a simulated round, which run a tenth faster so; arithmetic does not."""

    code = QuickCode


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
            answers_once()
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
            by = QuickPartCompiler if self.quick else PartCompiler
            self.part = Part(self.py_func, targetoptions=how, pipeline_class=by)
        return self.part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from another kernel is compiled to: constants as plain numbers."""
        plain = tuple(map(unliteral, args))
        return self.as_part().get_call_template(plain, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.as_part().get_overload(sig)
