"""Numba, with its cache in the user's own folder, named so that stale code is never found.

Numba watches only the file a kernel stands in, while kernels freeze names from other files into
their code; the folder's name therefore carries a hash of every file a kernel can reach: the rule
text, and the package it stands in. A change of the web pages' server compiles nothing anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


SOURCE = Path(__file__).parent
RULE_TEXT = (".", "games", "play")  # what odds and simulate may import; tests/test_imports.py


@cache
def cache_folder(package: str) -> Path | None:
    """A folder for one package's kernels that can be written, or none: then every process
    compiles anew."""
    from platformdirs import user_cache_path

    source = hashlib.sha256()
    for part in dict.fromkeys((*RULE_TEXT, package)):
        for file in sorted((SOURCE / part).glob("*.py")):
            source.update(file.read_bytes())
    folder = user_cache_path("holecard") / f"numba-{source.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def package_of(function: Callable[..., Any]) -> str:
    """`odds` for a kernel in odds/kernels.py; a dot for one in the rule text itself."""
    file = Path(function.__code__.co_filename)
    return file.parent.name if file.parent.parent == SOURCE else "."


def njit(function: Function) -> Function:
    """Compile on first call, and keep the machine code for the next process."""
    return machine_code(function, cache_folder(package_of(function)))


def machine_code(function: Function, folder: Path | None, **how: bool) -> Function:
    """The same with the folder named, if it is to be kept, and more of Numba's options."""
    import numba

    from holecard.kernel import Kernel

    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    made: Any = Kernel(function, targetoptions={"nopython": True, "nogil": True, **how})
    if folder is not None:
        made.enable_caching()
    return cast(Function, made)
