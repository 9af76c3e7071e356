"""Notebooks show what their sources say: the code is that of the source, and it runs.

Seen to fail: with a line of a source changed and the notebook not run again; with an amount of an
output changed by hand; with a call that is refused.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from docs.site.notebook import KEPT, SOURCES, cells_of, made
from docs.site.notebook_page import notebook_page
from tests.night import by_day

BAR = re.compile(r"h[\d.]+v([\d.]+)h-")  # of a chart, by its height
USERS = ["inventor", "mathematician", "player", "regulator", "researcher", "trainer"]
DAILY = [USERS.index("trainer")]


def kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((KEPT / f"{name}.ipynb").read_text("utf-8"))
    return found


def test_there_is_one_for_each_user() -> None:
    assert [path.stem for path in sorted(SOURCES.glob("*.py"))] == USERS
    assert [path.stem for path in sorted(KEPT.glob("*.ipynb"))] == USERS


@pytest.mark.parametrize("name", USERS)
def test_a_notebook_has_the_cells_of_its_source(name: str) -> None:
    """If not: `python -m docs.site.notebook NAME`."""
    source = cells_of((SOURCES / f"{name}.py").read_text("utf-8"))
    bare = [{**cell, **without(cell)} for cell in kept(name)["cells"]]
    assert bare == source


def without(cell: dict[str, Any]) -> dict[str, Any]:
    return {"execution_count": None, "outputs": []} if cell["cell_type"] == "code" else {}


@pytest.mark.parametrize("name", by_day(USERS, *DAILY))
def test_a_notebook_shows_what_it_shows_when_it_is_run(name: str) -> None:
    assert steady(json.loads(made(SOURCES / f"{name}.py"))) == steady(kept(name))


def steady(notebook: dict[str, Any]) -> str:
    """The last digits of where a line is drawn are the machine's."""
    return re.sub(r"\d+\.\d{7,}", lambda one: f"{float(one[0]):.5f}", json.dumps(notebook))


@pytest.mark.parametrize("name", USERS)
def test_a_notebook_is_a_page(name: str) -> None:
    text = notebook_page(KEPT / f"{name}.ipynb")
    assert text.startswith("# ") and "```python" in text and f"{name}.ipynb" in text


@pytest.mark.parametrize("name", USERS)
def test_pictures_are_in_a_notebook(name: str) -> None:
    """Seen to fail with the researcher's, which had none."""
    assert "image/svg+xml" in json.dumps(kept(name))


def test_what_notebooks_are_meant_to_show_is_shown() -> None:
    """Looked at once, and found: a chart without a bar, and a payment a chip short called right."""
    assert "1 of 1 parts right\\n" in (trainer := json.dumps(kept("trainer")))
    assert "0 of 1 parts right\\n" in trainer
    for name in USERS:
        for cell in kept(name)["cells"]:
            for output in cell.get("outputs", ()):
                svg = "".join(output.get("data", {}).get("image/svg+xml", ""))
                bars = [float(high) for high in BAR.findall(svg)]
                assert not bars or sum(high > 0 for high in bars) > len(bars) / 3, name


def test_a_file_that_is_no_notebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="begins with"):
        cells_of("import holecard\n# %%\n1\n")
