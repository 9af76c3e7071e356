"""Draw the icons as PNG from their SVG, with the math sheet's typesetter: `python ui/icons.py`.

A home screen takes no SVG. What it writes is kept beside the SVG: a build needs no typesetter.
"""

from __future__ import annotations

from pathlib import Path

import typst

PUBLIC = Path(__file__).resolve().parent / "public"
DRAWN = {"icon-180": "icon-maskable", "icon-192": "icon", "icon-512": "icon",
         "icon-maskable-512": "icon-maskable"}  # fmt: skip
PAGE = '#set page(width: 72pt, height: 72pt, margin: 0pt, fill: none)\n#image("{0}.svg")'


def draw(name: str, source: str) -> None:
    page = PUBLIC / f".{name}.typ"
    page.write_text(PAGE.format(source), encoding="utf-8")
    try:
        png = typst.compile(str(page), format="png", ppi=float(name.rpartition("-")[2]))
    finally:
        page.unlink()
    (PUBLIC / f"{name}.png").write_bytes(png)


if __name__ == "__main__":
    for name, source in DRAWN.items():
        draw(name, source)
