"""Numba, with its cache in the user's own folder, named so that stale code is never found.

Numba watches only the file a kernel stands in, while kernels freeze names from other files into
their code; the folder's name therefore carries a hash of every file a kernel can reach: the rule
text, and the room it stands in with the rooms inside it. A change of the web pages' server compiles
nothing anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


SOURCE = Path(__file__).parents[1]
HERE = "."  # the files of the package itself, its rooms left out
# What a kernel of odds or simulator can reach beside its own room; tests/house/test_jit.py.
RULE_TEXT = (HERE, "jit", "dealing", "wagers", "games")


def room_files(room: str) -> list[Path]:
    """The sources of a room, those of the rooms within it too."""
    folder = SOURCE / room
    return sorted(folder.glob("*.py") if room == HERE else folder.rglob("*.py"))


def source_hash(*rooms: str) -> str:
    """A name for what these rooms say now: another one as soon as any file in them changes."""
    source = hashlib.sha256()
    for room in dict.fromkeys(rooms):
        for file in room_files(room):
            source.update(f"{file.relative_to(SOURCE)}\0".encode())
            source.update(file.read_bytes())
    return source.hexdigest()


@cache
def cache_folder(*rooms: str) -> Path | None:
    """A folder that can be written for the kernels of a room, with other rooms they reach beside
    the rule text; or none: then every process compiles anew."""
    from platformdirs import user_cache_path

    folder = user_cache_path("holecard") / f"numba-{source_hash(*RULE_TEXT, *rooms)[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def room_of(function: Callable[..., Any]) -> str:
    """`odds` for a kernel anywhere in odds/, however deep; a dot for one in the rule text itself.
    A deeper room is part of the one it stands in: its kernels may reach all of it."""
    file = Path(function.__code__.co_filename)
    parts = file.relative_to(SOURCE).parts if file.is_relative_to(SOURCE) else ()
    return parts[0] if len(parts) > 1 else HERE


def njit(function: Function) -> Function:
    """Compile on first call, and keep the machine code for the next process."""
    return machine_code(function, cache_folder(room_of(function)))


def lent(function: Function) -> Function:
    """The same for a kernel whose arrays are lent by its caller, or few enough for the stack: none
    of them is counted in and out, which is a fifth of the code."""
    return machine_code(function, cache_folder(room_of(function)), _nrt=False)


@cache
def listened() -> None:
    """Before the first kernel is made."""
    from holecard.jit.notice import listen

    listen()


def machine_code(
    function: Function, folder: Path | None, quick: bool = False, **how: bool
) -> Function:
    """The same with the folder named, if it is to be kept, and more of Numba's options. `quick` is
    for steps where nanoseconds count: optimised before another takes them in, and within it."""
    import numba

    from holecard.jit.dispatcher import Kernel, KernelCompiler, QuickCompiler

    listened()

    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    # Nobody calls a kernel from C.
    options = {"nopython": True, "nogil": True, "no_cfunc_wrapper": True, **how}
    by = QuickCompiler if quick else KernelCompiler
    made: Any = Kernel(function, targetoptions=options, pipeline_class=by)
    made.quick = quick
    if folder is not None:
        made.enable_caching()
    return cast(Function, made)
