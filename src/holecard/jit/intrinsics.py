"""How kernels are compiled here, and two machine instructions Numba has no word for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from holecard.jit.cache import cache_folder, machine_code, room_of


def high_half_(context: Any, one: Any, other: Any) -> Any:
    """The high 64 bits of a 64 by 64 bit product."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(given[0], wide), builder.zext(given[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


def address_(context: Any, array: Any) -> Any:
    """Where an array's numbers lie. Whoever keeps it must keep the array."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, given[0]).data

    pointer: Any = types.CPointer
    return pointer(array.dtype)(array), build


def bare(function: Any) -> Any:
    """Compile without reference counting: for kernels that make no arrays and whose caller keeps
    those they are given. Counting an array in and out takes longer than drawing a card."""
    return machine_code(function, cache_folder(room_of(function)), quick=True, _nrt=False)


high_half: Any = intrinsic(high_half_)
address: Any = intrinsic(address_)
