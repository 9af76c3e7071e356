"""What hatchling does before it packs: the pages must be there, or nothing is packed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src", "holecard", "server", "static", "index.html")


class Pages(BuildHookInterface):
    """Builds the pages if they are not newer than their sources. An unpacked source distribution
    has them already and needs no Node; an install for development makes them with `make ui`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        words = [sys.executable, str(root / "ui" / "build.py"), "--given"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode or not (root / PAGES).is_file():
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            why = said[-1] if said else "ui/build.py said nothing"
            self.app.abort(
                "Holecard is not packed without its pages, and they could not be built: "
                f"{why}. Build them with Node 20 or later (`make ui`), then try again."
            )
