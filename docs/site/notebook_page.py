"""A notebook as a page: its prose, its code, and what it showed when it was last run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BRACKETS = str.maketrans("[]<>", "()  ")  # which Markdown would take for its own


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
            yield f"```text\n{''.join(output['text']).rstrip()}\n```"
        elif "image/svg+xml" in data:
            alt = "".join(data["text/plain"]).strip("<>").translate(BRACKETS)
            yield f"![{alt}]({picture_name(stem, at, number)}){{ .shown }}"
        elif "text/html" in data:
            yield f'<div class="shown">\n{tidy("".join(data["text/html"]))}\n</div>'
        else:
            yield f"```text\n{''.join(data['text/plain'])}\n```"


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
