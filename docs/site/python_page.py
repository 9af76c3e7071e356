"""The page of the Python door: every name of `import holecard`, from its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import holecard
from docs.site.markdown import cell, table

HEAD = """# Python

Every name that `import holecard` gives, with its signature and its docstring, written by
`python -m docs.site.generate`; a test holds this page to them and runs every example. A result
prints as text, shows a table in a notebook, and gives `.rows` and `.as_json()` to other programs.
"""
ORDER = (
    "odds", "strategy", "hand", "session", "simulate", "deal_round", "replay", "read_line", "Table",
    "find_game", "load_game", "beside_classic", "Game", "Wager", "PayTable", "HolecardError",
)  # fmt: skip


def python_page() -> str:
    left = sorted(set(holecard.__all__) - set(ORDER) - {"CATALOGUE"})
    return "\n".join([HEAD, *(entry(name) for name in (*ORDER, *left))])


def entry(name: str) -> str:
    value = getattr(holecard, name)
    parts = [f"## {name}", f"```text\n{signature(name, value)}\n```", docstring(value)]
    if inspect.isclass(value):
        parts.append(table(("name", "what it is"), members(value)))
    return "\n\n".join(part for part in parts if part) + "\n"


def signature(name: str, value: Any) -> str:
    """As it is written: one parameter a line where it is long."""
    try:
        text = str(inspect.signature(value))
    except ValueError:
        text = "(...)"
    text = re.sub(r"<factory>|<[^<>]* at 0x[0-9a-f]+>", "...", text)
    text = re.sub(r"((?:: |-> ))'([^']*)'", r"\1\2", text)  # annotations are kept as text
    whole = f"holecard.{name}{text}"
    if len(whole) <= 90:
        return whole
    inner, _, answer = text[1:].rpartition(")")
    lines = ",\n    ".join(outer_commas(inner))
    return f"holecard.{name}(\n    {lines},\n){answer}"


def outer_commas(text: str) -> list[str]:
    """Cut at the commas that are not inside brackets or quotes."""
    found, depth, start, quoted = [], 0, 0, ""
    for at, letter in enumerate(text):
        if letter in "'\"":
            quoted = "" if quoted == letter else (quoted or letter)
        depth += not quoted and (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0 and not quoted:
            found.append(text[start:at].strip())
            start = at + 1
    return [*found, text[start:].strip()]


def docstring(value: Any) -> str:
    """Prose as prose, examples as code."""
    blocks = re.split(r"\n\n", inspect.getdoc(value) or "")
    return "\n\n".join(
        f"```python\n{block}\n\n```" if block.lstrip().startswith(">>>") else block
        for block in blocks
    )


def members(kind: type) -> Iterator[tuple[str, str]]:
    """Methods and properties with a docstring of their own, by their first sentence."""
    for name, value in inspect.getmembers_static(kind):
        found = getattr(value, "__func__", value)
        if not name.startswith("_") and is_told(found) and inspect.getdoc(found):
            first = (inspect.getdoc(found) or "").split("\n\n")[0]
            yield f"`.{name}{brackets(value)}`", cell(first)


def is_told(value: Any) -> bool:
    return inspect.isfunction(value) or isinstance(value, property) or hasattr(value, "attrname")


def brackets(value: Any) -> str:
    if not inspect.isfunction(getattr(value, "__func__", value)):
        return ""
    taken = list(inspect.signature(getattr(value, "__func__", value)).parameters)[1:]
    return f"({', '.join(taken)})"
