"""The rooms of ui/src: a file imports from its own room and from those before it, never after."""

from __future__ import annotations

import re
from pathlib import Path

SRC = Path(__file__).resolve().parent / "src"
ROOMS = (
    "base",  # needs nothing of ours: router, theme, money, the style sheet
    "wire",  # the server: its calls, types and words
    "page",  # what pages share: the bar above, the picking of a game and its rules
    "felt",  # what is drawn on a felt, live or replayed
    "replay", "drawers", "table", "lobby", "session", "verify", "strategy", "lab",
    "train/run", "train/felt", "train/drills", "train/coach", "train/hub", "train/result", "train",
)  # fmt: skip
# App.svelte and main.ts lie outside: they may import from every room, and no room from them.
IMPORT = re.compile(r"""["'(](\.{1,2}/[^"')?]+)""")


def wrong(file: Path, text: str) -> str:
    """What is wrong with an import, in words; empty if nothing is."""
    here, path = file.relative_to(SRC), (file.parent / text).resolve()
    if len(here.parts) == 1 or not path.is_relative_to(SRC):
        return ""
    own, other = here.parent.as_posix(), path.relative_to(SRC).parent.as_posix()
    if own not in ROOMS:
        return f"ui/src/{here}: say in ROOMS of ui/rooms.py where the room {own} belongs"
    if other in ROOMS[: ROOMS.index(own) + 1]:
        return ""
    said = f"ui/src/{here} imports {text}, but {other} is not before {own} in ROOMS of ui/rooms.py"
    return f"{said}: what both need belongs in {own} or earlier"


def rooms() -> None:
    files = sorted(path for path in SRC.rglob("*") if path.suffix in (".ts", ".svelte", ".css"))
    found = ((file, text) for file in files for text in IMPORT.findall(file.read_text("utf-8")))
    if said := [words for file, text in found if (words := wrong(file, text))]:
        raise SystemExit("\n".join(said))
