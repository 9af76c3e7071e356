"""A NamedTuple of arrays laid out once, and handed from step to step as one address.

To the compiler an array is seven numbers and a round's table has forty arrays: every call between
its steps would carry all of them along. Laid out, the table is one number, and a step reads through
it what it asks for. Whoever lays a table keeps its arrays, and nobody asks for an index below zero.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, overload, register_model

WORD = ir.IntType(64)
NAMED = (types.NamedTuple, types.NamedUniTuple)


class Laid(types.Type):
    """A NamedTuple, or one within it, that begins at the word of its address."""

    def __init__(self, base: Any) -> None:
        self.base = base
        super().__init__(name=f"laid({base})")


class Row(types.Type):
    """An array of it: a word for where its numbers lie, and one for how many."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"row({dtype})")


@register_model(Laid)
@register_model(Row)
class Address(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())  # type: ignore[no-untyped-call]


def words_of(kind: Any) -> int:
    """How many words it is laid out in."""
    if isinstance(kind, types.Array):
        return 2
    return sum(map(words_of, kind.types)) if isinstance(kind, NAMED) else 1


def seen_as(kind: Any) -> Any:
    """What a step finds in the place of a part."""
    if isinstance(kind, types.Array):
        return Row(kind.dtype)
    return Laid(kind) if isinstance(kind, NAMED) else kind


def read_word(builder: Any, address: Any, at: int) -> Any:
    """A word of the layout, which never changes: it need not be read again after a store."""
    word = builder.load(builder.gep(address, [ir.Constant(WORD, at)]))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@infer_getattr
class Parts(AttributeTemplate):
    key = Laid

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        return seen_as(kind.base.types[kind.base.fields.index(name)])


@lower_getattr_generic(Laid)  # type: ignore[no-untyped-call, untyped-decorator]
def read_part(context: Any, builder: Any, kind: Any, address: Any, name: str) -> Any:
    at = kind.base.fields.index(name)
    start = sum(map(words_of, kind.base.types[:at]))
    if isinstance(kind.base.types[at], types.Integer):
        return read_word(builder, address, start)
    return builder.gep(address, [ir.Constant(WORD, start)])


def store_words(context: Any, builder: Any, kind: Any, thing: Any, room: Any, at: int) -> int:
    """Lay a part out from word `at` on; the word after it."""
    if isinstance(kind, NAMED):
        for place, inner in enumerate(kind.types):
            part = builder.extract_value(thing, place)
            at = store_words(context, builder, inner, part, room, at)
        return at
    words = [thing]
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, thing)
        words = [builder.ptrtoint(array.data, WORD), array.nitems]
    for word in words:
        builder.store(word, builder.gep(room, [ir.Constant(WORD, at)]))
        at += 1
    return at


def laid_(context: Any, table: Any) -> Any:
    """The table laid out on the stack of whoever asks: it lasts until that function returns."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = signature.args[0]
        with builder.goto_entry_block():
            room = builder.alloca(WORD, words_of(kind))
        store_words(context, builder, kind, given[0], room, 0)
        return room

    return Laid(table)(table), build


def numbers_at(context: Any, builder: Any, kind: Any, row: Any, index: Any) -> Any:
    inside = context.get_data_type(kind.dtype).as_pointer()
    return builder.gep(builder.inttoptr(read_word(builder, row, 0), inside), [index])


def read_(context: Any, row: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load(numbers_at(context, builder, row, *given))

    return row.dtype(row, types.int64), build


def write_(context: Any, row: Any, at: Any, number: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store(given[2], numbers_at(context, builder, row, *given[:2]))

    return types.void(row, types.int64, row.dtype), build


def length_(context: Any, row: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return read_word(builder, given[0], 1)

    return types.int64(row), build


laid: Any = intrinsic(laid_)
read: Any = intrinsic(read_)
write: Any = intrinsic(write_)
length: Any = intrinsic(length_)


@overload(operator.getitem, strict=False)
def getitem(row: Any, at: Any) -> Any:
    return (lambda row, at: read(row, at)) if isinstance(row, Row) else None


@overload(operator.setitem, strict=False)
def setitem(row: Any, at: Any, number: Any) -> Any:
    return (lambda row, at, number: write(row, at, number)) if isinstance(row, Row) else None


@overload(len, strict=False)
def row_length(row: Any) -> Any:
    return (lambda row: length(row)) if isinstance(row, Row) else None
