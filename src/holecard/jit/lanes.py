"""Arithmetic on rows of numbers side by side, a lane for each, as vector instructions.

LLVM makes such instructions of a loop over the lanes too, but first has the processor look whether
the rows overlap, at every row anew: in the dealer's kernels that took as long as the arithmetic.
Here nothing is asked: a row is read and written eight lanes at a time, in order, so `into` may be
one of the rows it is made from. Each lane comes to the same number as in a loop.

Every word takes the number of lanes first, a constant that eight divides; then the row written to,
the rows it is made from, and the numbers that are the same in every lane.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

WIDE = 8
NUMBER = ir.DoubleType()
VECTOR = ir.VectorType(NUMBER, WIDE)
PLACE = ir.IntType(64)
EVERY = ir.Constant(ir.VectorType(ir.IntType(32), WIDE), [0] * WIDE)
ALIGNED = 8
NAMED = Parameter.POSITIONAL_OR_KEYWORD

Work = Callable[..., Any]  # from the builder and what stands in eight lanes of each row


def spread(builder: Any, number: Any) -> Any:
    """The same number in every lane."""
    none = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(none, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, none, EVERY)


def at_least(builder: Any, vector: Any, least: float) -> Any:
    floor = ir.Constant(VECTOR, [ir.Constant(NUMBER, least)] * WIDE)
    return builder.select(builder.fcmp_ordered(">", vector, floor), vector, floor)


def word(rows: int, numbers: int, work: Work, adds: bool) -> Any:
    """A word for kernels: `work` on so many rows and numbers, written to the first row given, or
    added to what it has."""

    def typed(context: Any, lanes: Any, *given: Any) -> Any:
        if not isinstance(lanes, types.IntegerLiteral):
            return None
        vectors, left_over = divmod(lanes.literal_value, WIDE)
        if left_over:
            raise ValueError(f"{lanes.literal_value} lanes: eight must divide them")

        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            found = []
            for at in range(1, rows + 2):
                array = context.make_array(signature.args[at])(context, builder, values[at])
                found.append(builder.bitcast(array.data, VECTOR.as_pointer()))
            same = [spread(builder, value) for value in values[rows + 2 :]]
            for vector in range(vectors):
                into, *others = (builder.gep(row, [PLACE(vector)]) for row in found)
                parts = [builder.load(one, align=ALIGNED) for one in others]
                made = work(builder, *parts, *same)
                if adds:
                    made = builder.fadd(builder.load(into, align=ALIGNED), made)
                builder.store(made, into, align=ALIGNED)
            return context.get_dummy_value()

        kinds = (*given[: rows + 1], *[types.float64] * numbers)
        return types.none(lanes, *kinds), build

    # Numba counts what a word takes by its names.
    names = ("context", "lanes", "into", *(f"part_{one}" for one in range(rows + numbers)))
    told: Any = typed
    told.__signature__ = Signature([Parameter(name, NAMED) for name in names])
    return intrinsic(told)


def product(builder: Any, one: Any, other: Any) -> Any:
    return builder.fmul(one, other)


def product_of_three(builder: Any, one: Any, other: Any, third: Any) -> Any:
    return builder.fmul(builder.fmul(one, other), third)


def fewer(builder: Any, row: Any, left: Any, gone: Any) -> Any:
    """One factor more of a falling product: `gone` of those left are taken."""
    return builder.fmul(row, at_least(builder, builder.fsub(left, gone), 0.0))


def shared(builder: Any, row: Any, left: Any, gone: Any) -> Any:
    """Divided by how many are left when `gone` are taken; by one where there are none."""
    return builder.fdiv(row, at_least(builder, builder.fsub(left, gone), 1.0))


set_product: Any = word(2, 0, product, adds=False)  # into, one, other
add_product: Any = word(2, 0, product, adds=True)
add_times: Any = word(1, 1, product, adds=True)  # into, one, number
add_product_times: Any = word(2, 1, product_of_three, adds=True)  # into, one, other, number
add_product_of_three: Any = word(3, 0, product_of_three, adds=True)  # into, one, other, third
set_fewer: Any = word(2, 1, fewer, adds=False)  # into, row, left, number
set_shared: Any = word(2, 1, shared, adds=False)
