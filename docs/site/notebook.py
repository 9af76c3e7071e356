"""A notebook: a Python file in cells, run from top to bottom, kept as .ipynb with what it showed.

The source is a file in `examples/notebooks/`, cells begun by `# %%` (`# %% [markdown]` for prose):
VS Code, PyCharm, Spyder and Jupytext open it as a notebook, and Python runs it as it stands.
`python -m docs.site.notebook` runs every one and writes docs/notebooks/NAME.ipynb.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1]
SOURCES = DOCS.parent / "examples" / "notebooks"
KEPT = DOCS / "notebooks"
MARK = re.compile(r"^# %%( \[markdown\])?$", re.MULTILINE)
SHOWN_AS = (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_"))
Cell = dict[str, Any]


def cells_of(text: str) -> list[Cell]:
    """The cells of a source, without outputs."""
    head, *parts = MARK.split(text)
    if head.strip():
        raise SystemExit(f"a notebook begins with `# %%`, not with {head.strip()[:40]!r}")
    marks, bodies = parts[::2], parts[1::2]
    return [
        new_cell(number, bool(mark), body.strip("\n"))
        for number, (mark, body) in enumerate(zip(marks, bodies, strict=True), start=1)
    ]


def new_cell(number: int, is_prose: bool, body: str) -> Cell:
    shared: Cell = {"id": f"cell-{number}", "metadata": {}}
    if is_prose:
        prose = re.sub(r"^# ?", "", body, flags=re.MULTILINE)
        return {"cell_type": "markdown", **shared, "source": lines(prose)}
    code: Cell = {"execution_count": None, "outputs": []}
    return {"cell_type": "code", **shared, **code, "source": lines(body)}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def run(cells: list[Cell], name: str) -> list[Cell]:
    """Every cell after the one before it, in one namespace, with what it printed and showed."""
    space: dict[str, Any] = {"__name__": name}
    counted = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            counted += 1
            cell["execution_count"] = counted
            cell["outputs"] = outputs("".join(cell["source"]), space, f"{name}[{counted}]", counted)
    return cells


def outputs(code: str, space: dict[str, Any], name: str, count: int) -> list[dict[str, Any]]:
    tree = ast.parse(code, name)
    ends = tree.body[-1] if tree.body else None
    last = ends if isinstance(ends, ast.Expr) else None
    tree.body = tree.body[:-1] if last else tree.body
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, name, "exec"), space)
        value = eval(compile(ast.Expression(last.value), name, "eval"), space) if last else None
    found: list[dict[str, Any]] = []
    if said := printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": lines(said)})
    if value is not None:
        shown = {"output_type": "execute_result", "execution_count": count, "metadata": {}}
        found.append({**shown, "data": bundle(value)})
    return found


def bundle(value: Any) -> dict[str, list[str]]:
    """What Jupyter would keep of a value: plain text, and its picture or its table."""
    found = {"text/plain": lines(repr(value))}
    for kind, method in SHOWN_AS:
        if hasattr(value, method):
            found[kind] = lines(getattr(value, method)())
    return found


def as_file(cells: list[Cell]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def made(source: Path) -> str:
    """The notebook of a source, run now."""
    return as_file(run(cells_of(source.read_text("utf-8")), source.stem))


def main(names: list[str]) -> None:
    chosen = [SOURCES / f"{name}.py" for name in names] or sorted(SOURCES.glob("*.py"))
    KEPT.mkdir(exist_ok=True)
    for source in chosen:
        print(f"Running {source.name}")
        (KEPT / f"{source.stem}.ipynb").write_text(made(source), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
