"""Many arrays under names, passed to a kernel's steps as one address.

To the compiler an array is seven numbers and an address one; a felt has thirty arrays, and each of
a round's thirty steps takes them all. So it takes one: the address of a row of addresses. A name
that is looked up is one load, and no index is checked. Whoever keeps the row keeps the arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, overload, register_model
from numba.np.numpy_support import from_dtype

Kind: Any = types.Type
Pointer: Any = types.CPointer


class Row(Pointer):  # type: ignore[misc]
    """An array by its address, whose length is known beforehand."""

    def __init__(self, dtype: Any, length: int) -> None:
        super().__init__(dtype)
        self.length = length
        self.name = f"Row({dtype}, {length})"

    @property
    def key(self) -> Any:
        return self.name


class Named(Kind):  # type: ignore[misc]
    """Arrays by name: each the place of its address in the row, and its type."""

    def __init__(self, members: Mapping[str, tuple[int, Any]]) -> None:
        self.members = dict(members)
        words = ", ".join(f"{name}: {at} {kind}" for name, (at, kind) in self.members.items())
        super().__init__(name=f"Named({words})")


def named_type(dtypes: Mapping[str, Any], first: int = 0) -> Named:
    """The type of arrays of these dtypes, which may be rooms of further names; addresses lie in
    the same order."""
    members, at = {}, first
    for name, dtype in dtypes.items():
        if isinstance(dtype, Mapping):
            members[name] = (at, named_type(dtype, at))
            at += len(dtype)
        elif isinstance(dtype, tuple):
            members[name] = (at, Row(from_dtype(np.dtype(dtype[0])), dtype[1]))
            at += 1
        else:
            members[name] = (at, Pointer(from_dtype(np.dtype(dtype))))
            at += 1
    return Named(members)


@register_model(Named)
class NamedModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        pointer = ir.IntType(64).as_pointer()
        super().__init__(manager, kind, pointer)  # type: ignore[no-untyped-call]


@register_model(Row)
class RowModel(models.PointerModel):
    pass


@infer_getattr
class NamedAttributes(AttributeTemplate):
    key = Named

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        return kind.members[name][1] if name in kind.members else None


def look_up(context: Any, builder: Any, kind: Any, row: Any, name: str) -> Any:
    at, member = kind.members[name]
    if isinstance(member, Named):
        return row  # places are counted from the first of all
    place = cgutils.gep_inbounds(builder, row, at)  # type: ignore[no-untyped-call]
    address = builder.load(place)
    # No step moves an array: looked up once, whatever is written meanwhile.
    address.set_metadata("invariant.load", builder.module.add_metadata([]))
    return builder.inttoptr(address, context.get_value_type(member))


lower_getattr_generic(Named)(look_up)  # type: ignore[no-untyped-call]


@overload(len)
def row_length(row: Any) -> Any:
    if not isinstance(row, Row):
        return None
    length = row.length

    def known(row: Any) -> Any:
        return length

    return known


def by_names(kind: Named) -> Any:
    """A function for kernels: an array of addresses as arrays by name."""

    def as_named_(context: Any, addresses: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, given[0])
            return builder.bitcast(array.data, ir.IntType(64).as_pointer())

        return kind(addresses), build

    return intrinsic(as_named_)
