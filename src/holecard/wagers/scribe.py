"""Writes down what a function does so that every process writes the same: its source, with all
that it reaches (other functions, constants, what it closes over, defaults), as plain values.

What belongs to Python or to an installed library is written by name and version.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import CodeType, FunctionType, ModuleType
from typing import Any

from holecard.errors import BadDefinition
from holecard.wagers.source import class_tree, codes, function_tree, names_in, told

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, Fraction)
LIBRARY = os.path.dirname(os.__file__)
INSTALLED = ("site-packages", "dist-packages")
OURS = "holecard"
PYTHON = f"bytecode of {sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"


class Scribe:
    """Writes definitions down, each thing once. `unsourced` are the functions it had no source
    of."""

    def __init__(self) -> None:
        self.met: dict[int, tuple[int, object]] = {}  # the object too: its id is not used again
        self.homes = {OURS}  # packages whose source is read though they are installed
        self.unsourced: list[str] = []

    def rule(self, function: object) -> object:
        """A function that decides: always by its source, wherever it is kept."""
        self.homes.add(top_name(getattr(function, "__module__", None)))
        return self.written(function)

    def written(self, value: object) -> object:
        if type(value) in PLAIN:
            return [type(value).__name__, repr(value)]
        if isinstance(value, (tuple, frozenset)):  # equal ones may be one object, or may not
            return self.collection(value)
        if id(value) in self.met:
            return ["again", self.met[id(value)][0]]
        self.met[id(value)] = len(self.met), value
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, type):
            return self.kind(value)
        if isinstance(value, ModuleType):
            return ["module", value.__name__]
        if isinstance(value, CodeType):
            return self.bytecode(value)
        return self.collection(value)

    def collection(self, value: object) -> object:
        if isinstance(value, (set, frozenset)):
            return ["set", sorted((self.written(one) for one in value), key=json.dumps)]
        if isinstance(value, (tuple, list)):
            return [self.kind_name(value), [self.written(one) for one in value]]
        if isinstance(value, Mapping):
            return ["map", [[self.written(key), self.written(one)] for key, one in value.items()]]
        if is_dataclass(value):
            named = [[one.name, self.written(getattr(value, one.name))] for one in fields(value)]
            return [self.written(type(value)), named]
        for wrapped in ("__wrapped__", "py_func"):  # a cache around a function, or a compiled one
            if callable(value) and hasattr(value, wrapped):
                return self.written(getattr(value, wrapped))
        return self.thing(value)

    def kind_name(self, value: object) -> object:
        return type(value).__name__ if type(value) in (tuple, list) else self.written(type(value))

    def thing(self, value: object) -> object:
        """Any other object: as it would be kept in a file."""
        if callable(value) and hasattr(value, "__qualname__") and not hasattr(value, "__func__"):
            return ["named", f"{getattr(value, '__module__', '')}.{value.__qualname__}"]
        try:
            kept = value.__reduce_ex__(2)
        except Exception as wrong:
            raise BadDefinition(
                f"a wager's definition cannot be written down: it reaches a {type(value).__name__},"
                " which has no value to write; give it numbers, texts, tables or functions"
            ) from wrong
        parts = kept if isinstance(kept, tuple) else (kept,)
        return ["thing", [self.written(part) for part in parts]]

    def function(self, value: FunctionType) -> object:
        if self.is_library(value.__module__, value.__code__.co_filename):
            return ["named", f"{value.__module__}.{value.__qualname__}", version(value.__module__)]
        tree = function_tree(value.__code__, value.__globals__)
        names: list[tuple[str, ...]]
        if tree is None:
            self.unsourced.append(value.__qualname__)
            source = self.bytecode(value.__code__)
            names = [(name,) for one in codes(value.__code__) for name in one.co_names]
        else:
            source = [part for part in as_list(told(tree)) if part[0] != "name"]
            used = {name for one in codes(value.__code__) for name in one.co_names}
            names = [name for name in names_in(tree) if name[0] in used]
        reached = self.reached(names, value.__globals__)
        return ["function", source, reached, self.closed_over(value), self.defaults(value)]

    def closed_over(self, value: FunctionType) -> object:
        held = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        return sorted(
            ([name, self.written(cell.cell_contents)] for name, cell in held if filled(cell)),
            key=lambda pair: str(pair[0]),
        )

    def defaults(self, value: FunctionType) -> object:
        return [self.written(value.__defaults__), self.written(value.__kwdefaults__)]

    def reached(self, names: list[tuple[str, ...]], globals: dict[str, Any]) -> object:
        """What the names of a source stand for; Python's own are left out."""
        found = []
        for name, *rest in sorted(set(names)):
            if name in globals:
                value, path = globals[name], [name]
                while isinstance(value, ModuleType) and rest and hasattr(value, rest[0]):
                    path.append(rest.pop(0))
                    value = getattr(value, path[-1])
                found.append([".".join(path), self.written(value)])
        return found

    def kind(self, value: type) -> object:
        """A class: ours and a library's by name, a user's own by its source."""
        named = f"{value.__module__}.{value.__qualname__}"
        module = sys.modules.get(value.__module__)
        own = [one for one in vars(value).values() if isinstance(one, FunctionType)]
        file = getattr(module, "__file__", None) if module else None
        globals = vars(module) if module else {}
        for method in own:
            if os.path.isfile(method.__code__.co_filename):
                file, globals = method.__code__.co_filename, method.__globals__
        if file is None or top_name(value.__module__) == OURS:
            return ["named", named]
        if self.is_library(value.__module__, file):
            return ["named", named, version(value.__module__)]
        tree = class_tree(file, value.__qualname__)
        if tree is None:
            self.unsourced.append(value.__qualname__)
            return ["named", named, [self.written(method) for method in own]]
        bases = [self.written(one) for one in value.__bases__ if one is not object]
        return ["class", told(tree), bases, self.reached(names_in(tree), globals)]

    def bytecode(self, code: CodeType) -> object:
        """What is written where there is no source: good for this Python only, and said."""
        names = [code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars]
        return [PYTHON, code.co_code.hex(), *names, [self.written(one) for one in code.co_consts]]

    def is_library(self, module: str | None, file: str) -> bool:
        if file.startswith("<frozen"):
            return True
        installed = any(f"{os.sep}{part}{os.sep}" in file for part in INSTALLED)
        return top_name(module) not in self.homes if installed else file.startswith(LIBRARY)


def filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - a name that has no value yet raises
    except ValueError:
        return False
    return True


def as_list(value: object) -> list[Any]:
    assert isinstance(value, list)
    return value


def top_name(module: str | None) -> str:
    return (module or "").partition(".")[0]


def version(module: str | None) -> str:
    return str(getattr(sys.modules.get(top_name(module)), "__version__", ""))
