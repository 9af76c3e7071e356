"""Build the site: docs/ into src/holecard/server/site/, which `holecard serve` shows under /docs.

`python docs/site/build.py` does nothing when what is built was built from the same sources; it
installs nothing. `--force` builds anyway.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from docs.site.contents import DOCS, ROOT, every_page, nav, source
from docs.site.finish import finish
from docs.site.stage import COLOURS, pictures_of, stage

SITE = ROOT / "src" / "holecard" / "server" / "site"
STAMP = ".built-from"
KINDS = (".py", ".toml", ".css", ".js")
CONFIG = Path(__file__).with_name("zensical.toml")
MISSING = "docs/site/build.py: the site needs Zensical: pip install 'holecard[dev]', or `make docs`"


def sources() -> Iterator[Path]:
    """All that the site is made of. Its generator's version is pinned in pyproject.toml."""
    for page in every_page():
        yield source(page)
        yield from pictures_of(source(page))
    yield from (path for path in (DOCS / "site").rglob("*") if path.suffix in KINDS)
    yield from (COLOURS, ROOT / "pyproject.toml")


def digest() -> str:
    whole = hashlib.sha256()
    for path in sorted(set(sources())):
        whole.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def is_fresh(wanted: str, site: Path = SITE) -> bool:
    stamp = site / STAMP
    return stamp.is_file() and stamp.read_text("utf-8").strip() == wanted


def zensical(folder: Path) -> None:
    """Run it in a folder of pages. A warning is an error: a page or a link of ours is wrong."""
    words = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if "No module named zensical" in done.stderr:
        raise SystemExit(MISSING)
    if done.returncode or not (folder / "site" / "index.html").is_file():
        raise SystemExit(f"docs/site/build.py: {done.stdout}{done.stderr}".rstrip())


def build(site: Path, wanted: str) -> None:
    """Beside the old one until it is whole, so that nobody is served half a site."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage(folder / "pages")
        head, _, rest = CONFIG.read_text("utf-8").partition("[project]\n")
        (folder / "zensical.toml").write_text(f"{head}[project]\nnav = {nav()}\n{rest}", "utf-8")
        zensical(folder)
        finish(folder / "site")
        (folder / "site" / STAMP).write_text(f"{wanted}\n", "utf-8")
        new = site.with_name(f".{site.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(folder / "site", new)
        shutil.rmtree(site, ignore_errors=True)
        new.rename(site)


def main(words: list[str]) -> None:
    if unknown := set(words) - {"--force"}:
        raise SystemExit(f"docs/site/build.py: unknown {', '.join(sorted(unknown))}: only --force")
    if absent := [page for page in every_page() if not source(page).is_file()]:
        raise SystemExit(f"docs/site/contents.py names {', '.join(absent)}: no such file in docs/")
    lock = (
        Path(tempfile.gettempdir())
        / f"holecard-site-{hashlib.sha1(str(ROOT).encode()).hexdigest()}"
    )
    with lock.open("w") as held:  # several tests may want it at once
        fcntl.flock(held, fcntl.LOCK_EX)
        wanted = digest()
        if "--force" in words or not is_fresh(wanted):
            print("Building the site (some seconds, only when a page changes)")
            build(SITE, wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
