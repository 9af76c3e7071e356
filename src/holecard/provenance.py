"""Which Holecard this is: the version, and the commit of a checkout or the contents of a wheel.

A hash of a definition says which game a figure is of; this says whose arithmetic it is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = "holecard"
SOURCE = Path(__file__).parent
CHECKOUT = SOURCE.parents[1]
UNKNOWN = "neither a checkout with git nor an installed wheel"


@cache
def build() -> dict[str, Any]:
    """`commit` of a checkout, with `changed` if files of the package are not as committed; or
    `wheel`, a hash of what the wheel holds."""
    from holecard import __version__

    return {"version": __version__, **(commit() or wheel())}


def commit() -> dict[str, Any]:
    import subprocess

    if not (CHECKOUT / ".git").exists() or not (CHECKOUT / "pyproject.toml").exists():
        return {}
    try:
        found = [
            subprocess.run(
                ["git", "-C", str(CHECKOUT), *words], capture_output=True, text=True, check=True
            ).stdout.strip()
            for words in (["rev-parse", "HEAD"], ["status", "--porcelain", "--", str(SOURCE)])
        ]
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {"commit": found[0], "changed": bool(found[1])}


def wheel() -> dict[str, Any]:
    """SHA-256 of the wheel's own list of its files of the package, each with its hash, in order.
    An installer adds lines to that list (compiled files, the command): they are left out."""
    from importlib import metadata

    try:
        record = metadata.distribution(PACKAGE).read_text("RECORD") or ""
    except metadata.PackageNotFoundError:
        return {}
    return wheel_of(record)


def wheel_of(record: str) -> dict[str, Any]:
    from hashlib import sha256

    lines = [one for one in record.splitlines() if one.startswith(f"{PACKAGE}/")]
    lines = sorted(one for one in lines if ".pyc," not in one)
    return {"wheel": sha256("\n".join(lines).encode()).hexdigest()} if lines else {}


def build_text() -> str:
    """The same for people: `0.1.0, commit 1f3a..`."""
    found = build()
    if "commit" in found:
        changed = ", with changes that are not committed" if found["changed"] else ""
        return f"{found['version']}, commit {found['commit']}{changed}"
    return f"{found['version']}, {'wheel ' + found['wheel'] if 'wheel' in found else UNKNOWN}"
