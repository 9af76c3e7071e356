"""The picture of rooms and arrows, drawn from the text of docs/architecture.md.

Where the repository is read, a `mermaid` block is drawn by whoever shows it; the site fetches
nothing, so it is drawn here: a room stands above all the rooms it uses.
"""

from __future__ import annotations

import re
from pathlib import Path

BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ARROW = re.compile(r"^ +(\w+) --> (\w+)$", re.MULTILINE)
NAME = "rooms.svg"
WIDE, HIGH, STEP, ROW, EDGE = 104, 32, 150, 56, 34
Arrows = list[tuple[str, str]]
Place = tuple[int, int]


def without_mermaid(text: str, folder: Path) -> str:
    """The page with a picture in the place of the block, and the picture beside it."""
    found = BLOCK.search(text)
    if found is None:
        return text
    arrows = ARROW.findall(found[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_text(drawn(arrows), "utf-8")
    said = "; ".join(f"{one} uses {other}" for one, other in arrows)
    return BLOCK.sub(f"![The rooms: {said}]({NAME}){{ .shown }}", text)


def depth(room: str, arrows: Arrows) -> int:
    return max((1 + depth(other, arrows) for one, other in arrows if one == room), default=0)


def places(arrows: Arrows) -> dict[str, Place]:
    """The middle of each room's box: what uses nothing stands at the bottom."""
    rows: dict[int, list[str]] = {}
    for room in dict.fromkeys(name for arrow in arrows for name in arrow):
        rows.setdefault(depth(room, arrows), []).append(room)
    most, top = max(map(len, rows.values())), max(rows)
    return {
        room: (
            EDGE + WIDE // 2 + STEP * at + STEP * (most - len(names)) // 2,
            EDGE + ROW * (top - row),
        )
        for row, names in rows.items()
        for at, room in enumerate(names)
    }


def drawn(arrows: Arrows) -> str:
    at = places(arrows)
    width = max(x for x, _ in at.values()) + WIDE // 2 + EDGE
    height = max(y for _, y in at.values()) + EDGE
    lines = "".join(line(at[one], at[other], width) for one, other in arrows)
    boxes = "".join(box(room, *place) for room, place in at.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">'
        f'<rect width="{width}" height="{height}" rx="8" fill="#12463f"/>{lines}{boxes}</svg>\n'
    )


def line(start: Place, end: Place, width: int) -> str:
    """Down from a box to the one it uses; past those between on the outer side."""
    (x, y), (to_x, to_y) = (start[0], start[1] + HIGH // 2), (end[0], end[1] - HIGH // 2)
    side = 1 if x + to_x >= width else -1
    bow = 0 if to_y - y < ROW else side * STEP
    half = (y + to_y) // 2
    return (
        f'<path d="M{x} {y}C{x + bow} {half} {to_x + bow} {half} {to_x} {to_y - 5}" '
        f'fill="none" stroke="#a9c0b8" stroke-width="1.2"/>'
        f'<path d="M{to_x} {to_y}l-4 -7h8z" fill="#e5c06a"/>'
    )


def box(room: str, x: int, y: int) -> str:
    return (
        f'<rect x="{x - WIDE // 2}" y="{y - HIGH // 2}" width="{WIDE}" height="{HIGH}" rx="6" '
        f'fill="#0b302c" stroke="#e5c06a"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="#f3ead7">{room}</text>'
    )
