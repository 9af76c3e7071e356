"""A notebook as a page: its prose, its code, and what it showed when it was last run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BRACKETS = str.maketrans("[]<>", "()  ")  # which Markdown would take for its own

CAPTION = re.compile(r"<caption>(.*?)</caption>", re.DOTALL)


def notebook_page(path: Path) -> str:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    first, *rest = [cell_text(cell, at, path.stem) for at, cell in enumerate(cells)]
    link = f'[Take this notebook with you]({path.name}){{ download="{path.name}" }}'
    return "\n\n".join([first, f"{link}: its code, and what it showed.", *rest]) + "\n"


def cell_text(cell: dict[str, Any], at: int, stem: str) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    return "\n\n".join([f"```python\n{text}\n```", *shown(cell, at, stem)])


def shown(cell: dict[str, Any], at: int, stem: str) -> Iterator[str]:
    for number, output in enumerate(cell["outputs"]):
        data = output.get("data", {})
        if output["output_type"] == "stream":
            yield said("".join(output["text"]).rstrip())
        elif "image/svg+xml" in data:
            alt = "".join(data["text/plain"]).strip("<>").translate(BRACKETS)
            kind = ".chart" if alt.startswith("figure") else ".felt"
            yield f"![{alt}]({picture_name(stem, at, number)}){{ .shown {kind} }}"
        elif "text/html" in data:
            yield from table_text(tidy("".join(data["text/html"])))
        else:
            yield said("".join(data["text/plain"]))


def said(text: str) -> str:
    """Words that were printed: long lines go on below."""
    return f"``` {{ .text .said }}\n{text}\n```"


def table_text(html: str) -> Iterator[str]:
    """A table may be narrower than its caption, or wider than the page and moved: the caption
    stands before it, as wide as the page."""
    if found := CAPTION.search(html):
        yield f'<p class="shown says">{found[1]}</p>'
    yield f'<div class="shown">\n{CAPTION.sub("", html)}\n</div>'


def tidy(html: str) -> str:
    """Without empty lines, which would end the block of HTML in Markdown."""
    return re.sub(r"\n\s*\n", "\n", html.strip())


def picture_name(stem: str, at: int, number: int) -> str:
    return f"{stem}-{at}-{number}.svg"


def save_pictures(path: Path, folder: Path) -> None:
    for at, cell in enumerate(json.loads(path.read_text("utf-8"))["cells"]):
        for number, output in enumerate(cell.get("outputs", ())):
            if svg := output.get("data", {}).get("image/svg+xml"):
                (folder / picture_name(path.stem, at, number)).write_text("".join(svg), "utf-8")
