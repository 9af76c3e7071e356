"""Lock what is released: `python -m deploy.lock` asks uv which versions fit pyproject.toml now, and
writes them with the hashes of all their files, for every system and Python, and the bill of
materials that follows from it. Where they came from is not written down: hashes do not care.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
LEAST_PYTHON = "3.11"
HEADER = """\
# Everything a release of Holecard is tested with and installed from, with hashes:
#   pip install --require-hashes -r requirements.lock && pip install --no-deps holecard-*.whl
# Written by `python -m deploy.lock`; not by hand.
"""


class Locked(NamedTuple):
    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def extras() -> list[str]:
    """What a release is made of: every extra for players and mathematicians."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (everything,) = wanted["optional-dependencies"]["all"]
    return str(everything).partition("[")[2].rstrip("]").split(",")


def read_lock(text: str) -> list[Locked]:
    pattern = r"^([a-z0-9._-]+)==([^\s;\\]+)(?: ; ([^\\\n]+?))?((?: \\\n +--hash=sha256:\w+)+)$"
    found = re.findall(pattern, text, re.MULTILINE)
    return [
        Locked(name, version, marker, tuple(re.findall(r"sha256:([0-9a-f]{64})", hashes)))
        for name, version, marker, hashes in found
    ]


def main() -> None:
    uv = shutil.which("uv")
    if uv is None:
        raise SystemExit("deploy/lock.py: needs uv: pip install uv")
    words = [uv, "pip", "compile", "pyproject.toml", *(f"--extra={one}" for one in extras())]
    words += ["--universal", f"--python-version={LEAST_PYTHON}", "--generate-hashes", "--no-header"]
    words += ["--no-annotate", "--no-emit-index-url", "--no-config", "--upgrade", "--quiet"]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"deploy/lock.py: uv could not find versions that fit ({done.returncode})")
    LOCK.write_text(HEADER + done.stdout, "utf-8")
    subprocess.run([sys.executable, "-m", "deploy.sbom"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
