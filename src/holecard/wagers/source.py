"""The source of a function as a tree that only a change of what it says changes: no positions, no
comments, no docstrings, no types. The same in every process and under every Python."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
# What a tree says beside what is done: how a name is used, types, and the marks of some Pythons.
UNTOLD = {"ctx", "kind", "annotation", "returns", "type_comment", "type_params"}


def function_tree(code: CodeType, globals: dict[str, Any]) -> Scope | None:
    """The function this code was made of; none where its source is not at hand, or is no longer
    what runs here."""
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, globals))
    found = scopes(text, code.co_filename)
    if found is None or code not in found[1]:
        return None
    nodes = [node for node in found[0] if starts_as(node, code) and spans(node, code)]
    return nodes[0] if len(nodes) == 1 else None


def class_tree(file: str, name: str) -> Scope | None:
    """The class of that qualified name in a file."""
    linecache.checkcache(file)
    found = scopes("".join(linecache.getlines(file)), file)
    parts = [part for part in name.split(".") if part != "<locals>"]
    nodes = [node for node in found[0] if is_class(node, parts[-1])] if found else []
    return nodes[0] if len(nodes) == 1 else None


@lru_cache(maxsize=64)
def scopes(text: str, file: str) -> tuple[list[Scope], set[CodeType]] | None:
    """Every function and class of a source, and every code it compiles to."""
    if not text:
        return None
    try:
        tree = ast.parse(text)
        code = compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # a prompt's lines, or a file that has changed
        return None
    return [node for node in ast.walk(tree) if isinstance(node, Scope)], set(codes(code))


def codes(code: CodeType) -> Iterator[CodeType]:
    """This code and all the code within it."""
    yield code
    for within in code.co_consts:
        if isinstance(within, CodeType):
            yield from codes(within)


def is_class(node: Scope, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def starts_as(node: Scope, code: CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno


def spans(node: Scope, code: CodeType) -> bool:
    """Whether the code does what stands in the node: lambdas may share a line."""
    if not isinstance(node, ast.Lambda):
        return True
    body = node.body
    place = (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)
    return place in code.co_positions()


def told(node: object) -> object:
    """A tree as plain lists."""
    if isinstance(node, list):
        return [told(one) for one in node]
    if not isinstance(node, ast.AST):
        return [type(node).__name__, repr(node)]
    fields = [
        [name, told(without_docstring(node, name, value))]
        for name, value in ast.iter_fields(node)
        if name not in UNTOLD and value is not None and value != []
    ]
    return [type(node).__name__, *fields]


def without_docstring(node: ast.AST, name: str, value: Any) -> Any:
    if name != "body" or isinstance(node, ast.Lambda) or not isinstance(node, Scope):
        return value
    first = value[0]
    says = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return value[1:] if says and isinstance(first.value.value, str) else value


def names_in(node: ast.AST) -> list[tuple[str, ...]]:
    """The names a tree uses, with the attributes asked of them: `settle.LOSE`."""
    found = {dotted(one) for one in ast.walk(node) if isinstance(one, ast.Name | ast.Attribute)}
    return sorted(one for one in found if one)


def dotted(node: ast.expr) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return (*before, node.attr)
    return ()
