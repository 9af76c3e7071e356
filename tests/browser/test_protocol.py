"""The types of the pages are those of the server as it is: what it sends, what it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from holecard.server.app import make_app
from holecard.server.base.settings import Settings

UI = Path(__file__).parents[2] / "ui"


def test_the_types_of_the_wire_are_current(tmp_path: Path) -> None:
    """After a change of the wire: `npm run protocol` in ui/, with a server running."""
    subprocess.run([sys.executable, str(UI / "build.py"), "--tools"], check=True)
    app = make_app(Settings(database=str(tmp_path / "tables.db")))
    schema, made = tmp_path / "openapi.json", tmp_path / "protocol.ts"
    schema.write_text(json.dumps(app.openapi()), encoding="utf-8")
    # The node that ui/build.py finds: on the PATH, else beside this Python.
    path = os.pathsep.join((os.environ["PATH"], str(Path(sys.executable).parent)))
    program = UI / "node_modules" / ".bin" / "openapi-typescript"
    subprocess.run(
        [str(program), str(schema), "-o", str(made)],
        env={**os.environ, "PATH": path},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    kept = UI / "src" / "wire" / "protocol.ts"
    assert kept.read_text(encoding="utf-8") == made.read_text(encoding="utf-8")
