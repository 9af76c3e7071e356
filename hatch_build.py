"""What hatchling does before it packs: pages and site must be there, or nothing is packed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SERVED = Path("src", "holecard", "server")
# What is built, how, where it is then, and what to do if that fails.
PARTS = (
    ("pages", ("ui/build.py", "--given"), "static", "with Node 20 or later (`make ui`)"),
    ("site", ("docs/site/build.py",), "site", "with Zensical (`make docs`)"),
)


class Pages(BuildHookInterface):
    """Builds the pages and the site if they are not those of their sources. An unpacked source
    distribution has them already and needs neither Node nor Zensical; an install for development
    makes them with `make ui` and `make docs`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for part in PARTS:
            self.build(*part)

    def build(self, name: str, words: tuple[str, ...], folder: str, mend: str) -> None:
        root = Path(self.root)
        script = str(root / words[0])
        done = subprocess.run(
            [sys.executable, script, *words[1:]], capture_output=True, text=True, check=False
        )
        if done.returncode or not (root / SERVED / folder / "index.html").is_file():
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            why = said[-1] if said else f"{words[0]} said nothing"
            self.app.abort(
                f"Holecard is not packed without its {name}, which could not be built: {why}. "
                f"Build it {mend}, then try again."
            )
