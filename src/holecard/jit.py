"""Numba, with its cache in the user's own folder, named so that stale code is never found.

Numba watches only the file a kernel stands in, while kernels freeze names from other files into
their code; the folder's name therefore carries a hash of the whole package.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def cache_folder() -> Path | None:
    """A folder that can be written, or none: then every process compiles anew."""
    from platformdirs import user_cache_path

    source = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        source.update(file.read_bytes())
    folder = user_cache_path("holecard") / f"numba-{source.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def njit(function: Function) -> Function:
    """Compile on first call, and keep the machine code for the next process."""
    import numba

    folder = cache_folder()
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    compiled: Any = numba.njit(cache=folder is not None, nogil=True)(function)
    return cast(Function, compiled)
