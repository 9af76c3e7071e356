"""Arrays a kernel makes for its own use, all zeros: written into its code, where Numba's `np.zeros`
is a function of its own for every shape, compiled anew on every machine.

`floats`, `integers` and `flags` of any shape are kept as long as they are used. `few_floats` and
`few_integers`, of a length known beforehand, lie on the stack: they last until the function returns
and cost nothing, so a function may make them at every call; they must never be returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

ALIGNED = 32
FEW = 64
SIZE = ir.IntType(64)
Array: Any = types.Array
Tuple: Any = types.UniTuple
tools: Any = cgutils
populate: Any = populate_array


def laid_out(context: Any, builder: Any, kind: Any, shape: Sequence[Any], room: Any) -> Any:
    """The array of this shape whose numbers `room(bytes)` makes room for."""
    item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    strides = [SIZE(item)]
    for length in reversed(shape):
        strides.insert(0, builder.mul(strides[0], length, flags=["nsw"]))
    total = strides.pop(0)
    meminfo, data = room(total)
    tools.memset(builder, data, total, 0)
    array = context.make_array(kind)(context, builder)
    inside = context.get_data_type(kind.dtype).as_pointer()
    populate(
        array,
        data=builder.bitcast(data, inside),
        shape=shape,
        strides=strides,
        itemsize=SIZE(item),
        meminfo=meminfo,
    )
    return array._getvalue()


def kept(dtype: Any) -> Any:
    """A word for kernels: zeros of a shape, a number or several."""

    def zeros_(context: Any, shape: Any) -> Any:
        many = isinstance(shape, types.BaseTuple)
        if not all(isinstance(one, types.Integer) for one in (shape if many else [shape])):
            return None
        dimensions = len(shape) if many else 1
        kind = Array(dtype, dimensions, "C")

        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            def room(total: Any) -> Any:
                align = context.get_constant(types.uint32, ALIGNED)
                meminfo = context.nrt.meminfo_alloc_aligned(builder, total, align)
                with builder.if_then(tools.is_null(builder, meminfo), likely=False):
                    words = ("no memory for a kernel's scratch",)
                    context.call_conv.return_user_exc(builder, MemoryError, words)
                return meminfo, context.nrt.meminfo_data(builder, meminfo)

            lengths = tools.unpack_tuple(builder, given[0]) if many else [given[0]]
            return laid_out(context, builder, kind, lengths, room)

        return kind(Tuple(types.int64, dimensions) if many else types.int64), build

    return intrinsic(zeros_)


def few(dtype: Any) -> Any:
    """A word for kernels: so many zeros on the stack, the number a constant."""

    def few_(context: Any, number: Any) -> Any:
        if not isinstance(number, types.IntegerLiteral):
            return None
        length = number.literal_value
        kind = Array(dtype, 1, "C")

        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            def room(total: Any) -> Any:
                inside = context.get_data_type(kind.dtype)
                with builder.goto_entry_block():
                    data = builder.alloca(inside, SIZE(length))
                return None, builder.bitcast(data, ir.IntType(8).as_pointer())

            return laid_out(context, builder, kind, [SIZE(length)], room)

        return (kind(number), build) if length <= FEW else None

    return intrinsic(few_)


floats, integers, flags = kept(types.float64), kept(types.int64), kept(types.boolean)
few_floats, few_integers = few(types.float64), few(types.int64)
