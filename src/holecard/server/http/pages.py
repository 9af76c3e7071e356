"""Which addresses have a page: the others get the same page, which says so, with a 404."""

from __future__ import annotations

from pathlib import Path

from holecard.errors import UnknownName
from holecard.games import find_game
from holecard.server.base.refusals import UnknownTable
from holecard.server.table.floor import Floor

# The first part of each address, as ui/src/App.svelte has them, and what may follow it.
OF_A_TABLE, OF_A_GAME = ("table", "check"), ("lab", "strategy", "train")
ALONE = ("", "session")


def has_page(floor: Floor, path: str) -> bool:
    """Whether there is a page for this address; of a table or game, if there is such a one."""
    first, *rest = [part for part in path.split("/") if part] or [""]
    if first in ALONE:
        return not rest
    if len(rest) > 1:
        return False
    if first in OF_A_GAME:
        return not rest or is_game(rest[0])
    return first in OF_A_TABLE and bool(rest) and is_table(floor, rest[0])


def is_game(name: str) -> bool:
    try:
        find_game(name)
    except UnknownName:
        return False
    return True


def is_table(floor: Floor, table: str) -> bool:
    try:
        floor.look(table)
    except UnknownTable:
        return False
    return True


def inside(folder: Path, path: str) -> Path | None:
    """A file of the folder, never one beside it."""
    if "\0" in path:
        return None
    try:
        found = (folder / path).resolve()
        whole = folder.resolve()
        return found if found.is_file() and whole in found.parents else None
    except (OSError, ValueError):
        return None
